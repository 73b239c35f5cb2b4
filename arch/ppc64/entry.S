/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the vector to C and back.
 *
 *   vector (0x20 bytes each, copied to 0x100) -> tail: find a stack, save all registers, call the row's decode function -> rfid
 *
 * The hardware pushes nothing: it leaves nip and msr in SRR0/1 or HSRR0/1 and clears EE, PR, IR, DR, SE, BE, RI in the MSR
 * (Power ISA 3.0B Book III 6.5, figure 50). Handlers are not stepped therefore. The frame, higher addresses above:
 *
 *	result ... nip		struct pt_regs behind the GPRs
 *	gpr 31 ... 0		r1 + FRAME_MIN: struct pt_regs
 *	TOC, LR, CR		the word of LR is written by decode: a return address in this file says "trap frame"
 *	back chain		to the interrupted code's frame   <- r1 at the call of C, aligned to 16
 *
 * Between the frame and the interrupted code's r1 lies that code's red zone.
 *
 * Stacks: a trap stays on the stack it finds, as long as that is one we know (the task's, the emergency, NMI or user-entry stack)
 * and has room; else it gets the emergency stack. One from user mode gets the user-entry stack, system reset and machine check
 * have the NMI stack. r14 is set to the end of the stack used (stack.h).
 *
 * Registers until there is a frame: r13 this_cpu(), r3 the vector's row, r10 CR, r11 scratch; their old values are in the entry's
 * area of struct arch_cpu and, of r13, in an SPRG (<asm/reg.h>).
 *
 * Nothing of this may be probed.
 */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/layout.h>
#include <asm/reg.h>
#include "stack.h"
#include "vectors.h"

#define GPR(n)		(FRAME_MIN + PT_GPR + 8 * (n))
#define PT(field)	(FRAME_MIN + PT_##field)
#define FRAME		(TRAP_FRAME_SIZE + STACK_RED_ZONE)

	.section .vectors, "ax", @progbits
	.balign	0x20
	.globl	entry_text_start, vectors_start, vectors_end
entry_text_start:
vectors_start:

	/* What differs between the tails: where r13 and r3 are parked. */
	.macro	enter symbol, tail, sprg, area
	mtspr	\sprg, r13
	mfspr	r13, SPRN_SPRG0
	std	r3, \area + AREA_R3(r13)
	lis	r3, row_\symbol@ha
	addi	r3, r3, row_\symbol@l
	ba	entry_\tail
	.endm

	/*
	 * Vector \nr stands at its place. The assembler refuses to go backwards, so an entry that is too long is an error at the one
	 * behind it; what is left between them is 0, an illegal instruction.
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
	.irp	n, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	.if	\n >= \first && \n <= \last
	\op	\n, GPR(\n)(r1)
	.endif
	.endr
	.endm

	/* Go to \label with r1 = old r1 - FRAME and r11 = the limit if old r1, in r1, lies on the stack and leaves room. */
	.macro	if_on_stack lo, hi, label
	ld	r11, \hi(r13)
	cmpld	cr1, r1, r11
	ld	r11, \lo(r13)
	cmpld	r1, r11
	bgt	cr1, 1f
	blt	1f
	addi	r1, r1, -FRAME
	addi	r11, r11, STACK_MARGIN
	cmpld	r1, r11
	bge	\label
	b	2f
1:
	.endm

	/* Start at the top of a stack. */
	.macro	take_stack lo, hi
	ld	r11, \lo(r13)
	ld	r1, \hi(r13)
	addi	r11, r11, STACK_MARGIN
	addi	r1, r1, -TRAP_FRAME_SIZE
	.endm

	/*
	 * A tail. r3 is the row, r13 this_cpu(). \nmi is 1 where the frame goes to the NMI stack; \msr is what is set in the MSR
	 * once the frame is complete.
	 */
	.macro	tail name, area, sprg, srr0, srr1, msr, nmi
	.balign	64
	.globl	entry_\name
	.type	entry_\name, @function
entry_\name:
	.cfi_startproc simple
	.cfi_signal_frame
	std	r10, \area + AREA_R10(r13)
	std	r11, \area + AREA_R11(r13)
	mfcr	r10
	.if	\nmi
	cmpdi	r13, 0
	beq	.				/* a CPU that was never started gets system resets too, and stays here */
	std	r1, \area + AREA_R1(r13)
	if_on_stack CPU_NMI_LO, CPU_NMI_HI, .Lelsewhere_\name
2:	take_stack CPU_NMI_LO, CPU_NMI_HI
	b	.Lelsewhere_\name
	.else
	mfspr	r11, \srr1
	mtcrf	0x08, r11			/* MSR[PR] is in CR4, as "greater than" */
	ld	r11, CPU_STACK_HI(r13)
	cmpld	cr1, r1, r11
	ld	r11, CPU_STACK_LO(r13)
	addi	r1, r1, -FRAME
	addi	r11, r11, STACK_MARGIN
	cmpld	r1, r11
	bgt	cr4, .Luser_\name
	bgt	cr1, .Lother_\name
	blt	.Lother_\name
	std	r0, GPR(0)(r1)
	addi	r0, r1, FRAME
	.endif
.Lsave_\name:
	std	r0, FRAME_BACK(r1)
	std	r0, GPR(1)(r1)
	ld	r0, \area + AREA_R3(r13)
	std	r2, GPR(2)(r1)
	each_gpr std, 4, 9
	ld	r4, \area + AREA_R10(r13)
	ld	r5, \area + AREA_R11(r13)
	mfspr	r6, \sprg
	std	r0, GPR(3)(r1)
	std	r4, GPR(10)(r1)
	std	r5, GPR(11)(r1)
	std	r12, GPR(12)(r1)
	std	r6, GPR(13)(r1)
	each_gpr std, 14, 31
	mr	r14, r11
	mflr	r4
	mfctr	r5
	mfxer	r6
	mfspr	r7, \srr0
	mfspr	r8, \srr1
	lbz	r9, CPU_SOFT_MASK(r13)
	std	r10, PT(CCR)(r1)
	std	r4, PT(LINK)(r1)
	std	r5, PT(CTR)(r1)
	std	r6, PT(XER)(r1)
	std	r7, PT(NIP)(r1)
	std	r8, PT(MSR)(r1)
	std	r9, PT(SOFTE)(r1)
	.cfi_def_cfa r1, 0
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	.cfi_offset \n, GPR(\n)
	.endr
	.cfi_offset CFI_LR, PT(NIP)		/* column 65 is where the frame returns to */
	lis	r2, .TOC.@ha
	addi	r2, r2, .TOC.@l
	ld	r12, VECTOR_DECODE(r3)
	li	r0, \msr
	stb	r0, CPU_SOFT_MASK(r13)
	mtctr	r12
	addi	r4, r1, FRAME_MIN
	mtmsrd	r0, 1
	bctrl
	li	r0, 0
	mtmsrd	r0, 1				/* EE and RI off */
	ld	r3, PT(SOFTE)(r1)
	ld	r4, PT(NIP)(r1)
	ld	r5, PT(MSR)(r1)
	ld	r6, PT(CCR)(r1)
	ld	r7, PT(LINK)(r1)
	ld	r8, PT(CTR)(r1)
	ld	r9, PT(XER)(r1)
	stb	r3, CPU_SOFT_MASK(r13)
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

	/* Here r1 is not the old one minus FRAME. */
.Lelsewhere_\name:
	std	r0, GPR(0)(r1)
	ld	r0, \area + AREA_R1(r13)
	b	.Lsave_\name
	.if	!\nmi
.Luser_\name:
	addi	r1, r1, FRAME
	std	r1, \area + AREA_R1(r13)
	take_stack CPU_USER_LO, CPU_USER_HI
	b	.Lelsewhere_\name
.Lother_\name:
	addi	r1, r1, FRAME
	std	r1, \area + AREA_R1(r13)
	if_on_stack CPU_EMERGENCY_LO, CPU_EMERGENCY_HI, .Lelsewhere_\name
	if_on_stack CPU_NMI_LO, CPU_NMI_HI, .Lelsewhere_\name
	if_on_stack CPU_USER_LO, CPU_USER_HI, .Lelsewhere_\name
2:	take_stack CPU_EMERGENCY_LO, CPU_EMERGENCY_HI
	b	.Lelsewhere_\name
	.endif
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
