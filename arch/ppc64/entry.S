/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the vector to C and back.
 *
 *   vector (0x20 bytes each, copied to 0x100) -> tail: find a stack, save all registers, call the row's decode
 *   function and trap_dispatch() -> rfid
 *
 * The hardware pushes nothing: it leaves nip and msr in SRR0/1 or HSRR0/1 and clears EE, PR, IR, DR, SE, BE, RI in the
 * MSR (Power ISA 3.0B Book III 6.5, figure 50). Handlers are not stepped therefore. The frame, higher addresses above:
 *
 *	struct trap		not filled; decode has it
 *	result ... nip		struct pt_regs behind the GPRs
 *	gpr 31 ... 0		struct pt_regs
 *	TOC, LR, CR		the word of LR is written by decode: a return address in this file says "trap frame"
 *	back chain		to the interrupted code's frame   <- r1 at the call of C, aligned to 16
 *
 * Between the frame and the interrupted code's r1 lies that code's red zone.
 *
 * Stacks: a trap stays on the stack it finds, as long as that is one we know (the task's, the emergency, NMI or
 * user-entry stack) and has room; else it gets the emergency stack. One from user mode gets the user-entry stack,
 * system reset and machine check have the NMI stack. r14 is the end of the stack used (stack.h).
 *
 * Registers until there is a frame: r13 this_cpu(), r5 the vector's row, r10 CR, r11 scratch; their old values are in
 * the entry's area of struct arch_cpu and, of r13, in an SPRG (<asm/reg.h>).
 *
 * Nothing of this may be probed.
 */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/layout.h>
#include <asm/reg.h>
#include "stack.h"
#include "vectors.h"

#define GPR(n)		(PT_GPR + 8 * (n))
#define FRAME		(TRAP_FRAME_SIZE + STACK_RED_ZONE)

	.section .vectors, "ax", @progbits
	.balign	0x20
	.globl	entry_text_start, vectors_start, vectors_end
entry_text_start:
vectors_start:

	/* What differs between the tails: where r13 and r5 are parked. */
	.macro	enter symbol, tail, sprg, area
	mtspr	\sprg, r13
	mfspr	r13, SPRN_SPRG0
	std	r5, \area + AREA_R5(r13)
	lis	r5, row_\symbol@ha
	addi	r5, r5, row_\symbol@l
	ba	entry_\tail
	.endm

	/*
	 * Vector \nr stands at its place. The assembler refuses to go backwards, so an entry that is too long is an
	 * error at the one behind it; what is left between them is 0, an illegal instruction.
	 */
	.macro	vector nr, symbol, tail
	.org	vectors_start + (\nr) - VECTORS_BASE
	.globl	vector_\symbol
	.type	vector_\symbol, @function
vector_\symbol:
	.if	\nr == 0x100
	enter \symbol, \tail, SPRN_SPRG2, CPU_AREA_RESET
	.elseif	\nr == 0x200
	enter \symbol, \tail, SPRN_SPRG3, CPU_AREA_MACHINE_CHECK
	.else
	enter \symbol, \tail, SPRN_SPRG1, CPU_AREA_COMMON
	.endif
	.size	vector_\symbol, . - vector_\symbol
	.endm

#define ENTRY(nr, symbol, words, tail, decode, kind, signal, die_val) vector nr, symbol, tail;
VECTORS(ENTRY)
	.org	vectors_start + VECTORS_END - VECTORS_BASE
vectors_end:

	.macro	each_gpr op, first, last
	.set	n, \first
	.rept	\last - \first + 1
	.if	n != 1
	\op	n, GPR(n)(r1)
	.endif
	.set	n, n + 1
	.endr
	.endm

	/*
	 * r1 is on the stack, which has room: r11 is where the frame goes, r14 the end; go to \label. Else on to 1 or,
	 * full, 2.
	 */
	.macro	if_on_stack lo, hi, label
	ld	r11, \hi(r13)
	cmpld	cr1, r1, r11
	ld	r11, \lo(r13)
	cmpld	r1, r11
	bgt	cr1, 1f
	blt	1f
	addi	r11, r11, STACK_MARGIN + STACK_ROOM
	cmpld	r1, r11
	blt	2f
	std	r14, GPR(14) - FRAME(r1)
	addi	r14, r11, -STACK_ROOM
	addi	r11, r1, -FRAME
	b	\label
1:
	.endm

	/* The frame goes to the top of the stack. */
	.macro	take_stack lo, hi
	ld	r11, \hi(r13)
	addi	r11, r11, -TRAP_FRAME_SIZE
	std	r14, GPR(14)(r11)
	ld	r14, \lo(r13)
	addi	r14, r14, STACK_MARGIN
	.endm

	/*
	 * A tail. r5 is the row, r13 this_cpu(). \nmi is 1 where the frame goes to the NMI stack; \msr is what is set
	 * in the MSR once the frame is complete.
	 *
	 * The first lines take it that the trap came in kernel code on the task's stack, with r2 and r14 as all such
	 * code has them. In user mode there is no such stack (cpu->stack is empty then), so they need not look at
	 * MSR[PR].
	 */
	.macro	tail name, area, sprg, srr0, srr1, msr, nmi
	.balign	64
	.globl	entry_\name
	.type	entry_\name, @function
entry_\name:
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_return_column CFI_NIP
	std	r10, \area + AREA_R10(r13)
	std	r11, \area + AREA_R11(r13)
	mfcr	r10
	.if	\nmi
	cmpdi	r13, 0
	beq	.				/* a CPU that was never started gets them too, and stays here */
	if_on_stack CPU_NMI_LO, CPU_NMI_HI, .Lelsewhere_\name
2:	take_stack CPU_NMI_LO, CPU_NMI_HI
	b	.Lelsewhere_\name
	.else
	ld	r11, CPU_STACK_HI(r13)
	cmpld	cr1, r1, r11
	addi	r11, r1, -STACK_ROOM
	cmpd	r11, r14			/* signed: r1 may be near 0 */
	bgt	cr1, .Lother_\name
	blt	.Lother_\name
	std	r14, GPR(14) - FRAME(r1)
	std	r0, GPR(0) - FRAME(r1)
	std	r1, GPR(1) - FRAME(r1)
	std	r2, GPR(2) - FRAME(r1)
	stdu	r1, -FRAME(r1)
	.endif
.Lsave_\name:
	each_gpr std, 3, 4
	each_gpr std, 6, 9
	ld	r3, \area + AREA_R5(r13)
	ld	r4, \area + AREA_R10(r13)
	ld	r6, \area + AREA_R11(r13)
	mfspr	r7, \sprg
	std	r3, GPR(5)(r1)
	std	r4, GPR(10)(r1)
	std	r6, GPR(11)(r1)
	std	r12, GPR(12)(r1)
	std	r7, GPR(13)(r1)
	each_gpr std, 15, 31
	mflr	r3
	mfctr	r4
	mfxer	r6
	mfspr	r7, \srr0
	mfspr	r8, \srr1
	std	r10, PT_CCR(r1)
	std	r3, PT_LINK(r1)
	std	r4, PT_CTR(r1)
	std	r6, PT_XER(r1)
	std	r7, PT_NIP(r1)
	std	r8, PT_MSR(r1)
	.cfi_def_cfa r1, 0
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	.cfi_offset \n, GPR(\n)
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	.cfi_offset \n, GPR(\n)
	.endr
	.cfi_offset CFI_LR, PT_LINK
	.cfi_offset CFI_NIP, PT_NIP
	ld	r12, VECTOR_DECODE(r5)
	li	r0, \msr
	mtctr	r12
	addi	r3, r1, FRAME_TRAP
	addi	r4, r1, FRAME_REGS
	mtmsrd	r0, 1
	bctrl
	cmpdi	r3, 0
	beq	.Lserved_\name
	bl	trap_dispatch
.Lserved_\name:
	li	r0, 0
	mtmsrd	r0, 1				/* EE and RI off */
	ld	r4, PT_NIP(r1)
	ld	r5, PT_MSR(r1)
	ld	r6, PT_CCR(r1)
	ld	r7, PT_LINK(r1)
	ld	r8, PT_CTR(r1)
	ld	r9, PT_XER(r1)
	mtspr	\srr0, r4
	mtspr	\srr1, r5
	mtcr	r6
	mtlr	r7
	mtctr	r8
	mtxer	r9
	each_gpr ld, 0, 31
	ld	r1, GPR(1)(r1)
	.ifc	\srr0, SPRN_SRR0
	rfid
	.else
	hrfid
	.endif

	.if	!\nmi
.Lother_\name:
	mfspr	r11, \srr1
	mtcrf	0x08, r11			/* MSR[PR] is in CR4, as "greater than" */
	bgt	cr4, .Luser_\name
	if_on_stack CPU_STACK_LO, CPU_STACK_HI, .Lelsewhere_\name
	if_on_stack CPU_EMERGENCY_LO, CPU_EMERGENCY_HI, .Lelsewhere_\name
	if_on_stack CPU_NMI_LO, CPU_NMI_HI, .Lelsewhere_\name
	if_on_stack CPU_USER_LO, CPU_USER_HI, .Lelsewhere_\name
2:	take_stack CPU_EMERGENCY_LO, CPU_EMERGENCY_HI
	b	.Lelsewhere_\name
.Luser_\name:
	take_stack CPU_USER_LO, CPU_USER_HI
	.endif
	/* The frame goes to r11. */
.Lelsewhere_\name:
	std	r0, GPR(0)(r11)
	std	r1, GPR(1)(r11)
	std	r1, FRAME_BACK(r11)
	std	r2, GPR(2)(r11)
	lis	r2, .TOC.@ha
	addi	r2, r2, .TOC.@l
	mr	r1, r11
	b	.Lsave_\name
	.cfi_endproc
	.size	entry_\name, . - entry_\name
	.endm

#define ON	(MSR_EE | MSR_RI - 0x10000)	/* sign-extended by li; mtmsrd with L=1 takes EE and RI of it */

	tail	common, CPU_AREA_COMMON, SPRN_SPRG1, SPRN_SRR0, SPRN_SRR1, ON, 0
	tail	irq, CPU_AREA_COMMON, SPRN_SPRG1, SPRN_SRR0, SPRN_SRR1, MSR_RI, 0
	tail	hv, CPU_AREA_COMMON, SPRN_SPRG1, SPRN_HSRR0, SPRN_HSRR1, ON, 0
	tail	hvirq, CPU_AREA_COMMON, SPRN_SPRG1, SPRN_HSRR0, SPRN_HSRR1, MSR_RI, 0
	tail	reset, CPU_AREA_RESET, SPRN_SPRG2, SPRN_SRR0, SPRN_SRR1, MSR_RI, 1
	tail	mcheck, CPU_AREA_MACHINE_CHECK, SPRN_SPRG3, SPRN_SRR0, SPRN_SRR1, MSR_RI, 1

	.globl	entry_text_end
entry_text_end:

	.section .note.GNU-stack, "", @progbits
