/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the vector to C and back.
 *
 *   vector (128 bytes each) -> tail: save all registers, call the function that the vector names -> ERET
 *
 * The hardware pushes nothing (Arm ARM DDI 0487 D1.3, "Exception entry"): it writes ELR_EL1, SPSR_EL1, ESR_EL1 and
 * FAR_EL1 [hw], sets PSTATE.DAIF, clears PSTATE.SS and selects SP_EL1. The frame, struct pt_regs, higher addresses
 * above:
 *
 *	stackframe	x29, pc		a frame record: x29 points here, and a walk over frame records goes on
 *					in the interrupted code
 *	entry		function in decode.c
 *	esr		[hw ESR_EL1]
 *	syscallno	orig_x0		from EL0 only
 *	pstate		[hw SPSR_EL1]
 *	pc		[hw ELR_EL1]
 *	sp		the interrupted stack pointer: SP_EL1, or SP_EL0 if that was in use
 *	x30
 *	...
 *	x0		<- sp at the call of C
 *
 * Stacks: a trap from EL1 stays on the stack of SP_EL1. Before anything is stored there, the stub of the vector holds
 * it against the bounds of the stack in use (struct cpu: stack): it must be aligned to 16 and have room for the
 * frame. Otherwise the store would fault, and the fault of that store, for ever. If it is no good, the trap goes to
 * the emergency stack, which becomes the stack in use until it is returned from, and to decode_bad_stack(). A trap
 * from EL0 finds an empty kernel stack. In an EL1 that runs on SP_EL0, SP_EL1 is what it was before MSR SPSel.
 *
 * Masks: with the frame complete, the decode functions unmask A and F, so that the watchdog's FIQ reaches handlers
 * too. I and D stay masked in handlers: so nothing in there is stepped. Before the first register is restored all are
 * masked again.
 *
 * TPIDRRO_EL0 is scratch while a stub has no register of its own; nothing in between can trap.
 *
 * Nothing of this may be probed or watched.
 */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/ptrace.h>
#include <asm/sysreg.h>

#define VECTOR_SIZE	128
#define STACK_SPAN	0x1fff0		/* offsets above the lower bound that a stack pointer may have */

	.section .vectors, "ax", %progbits

	.macro	cfi_frame
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_return_column 32		/* the pc itself, as gdb numbers it */
	.cfi_def_cfa sp, PT_SIZE
	.endm

	/* Registers that are in the frame. */
	.macro	cfi_saved list:vararg
	.irp	n, \list
	.cfi_offset \n, PT_R0 + 8 * \n - PT_SIZE
	.endr
	.endm

	.macro	cfi_saved_all
	cfi_saved 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	.cfi_offset 31, PT_LR + 8 - PT_SIZE
	.cfi_offset 32, PT_PC - PT_SIZE
	.endm

	/* NE if SP_EL1 is no good. The flags of the interrupted code are in SPSR_EL1. */
	.macro	check_stack
	msr	tpidrro_el0, x0
	mrs	x0, tpidr_el1
	ldr	x0, [x0, #CPU_STACK]
	sub	x0, sp, x0
	tst	x0, #~STACK_SPAN
	mrs	x0, tpidrro_el0
	.endm

	/* \from: el1h runs on SP_EL1; el1t and el0 run on SP_EL0. */
	.macro	vector name, from, decode
	.balign	VECTOR_SIZE, 0
	.globl	vector_\name
	.type	vector_\name, %function
vector_\name:
	cfi_frame
	sub	sp, sp, #PT_SIZE
	.ifnc	\from, el0
	check_stack
	b.ne	.Lbad_\name
	.endif
	stp	x0, x1, [sp, #PT_R0]
	stp	x2, x3, [sp, #PT_R0 + 16]
	adr	x2, \decode
	.ifc	\from, el1h
	b	trap_el1h
	.else
	b	trap_sp0
	.endif
	.ifnc	\from, el0
.Lbad_\name:
	msr	tpidrro_el0, x0
	mrs	x0, tpidr_el1
	str	x1, [x0, #CPU_SCRATCH + 8]
	mrs	x1, tpidrro_el0
	str	x1, [x0, #CPU_SCRATCH]
	adr	x1, \decode
	b	trap_bad_stack
	.endif
	.if	. - vector_\name > VECTOR_SIZE
	.error	"vector \name does not fit its slot"
	.endif
	.cfi_endproc
	.size	vector_\name, . - vector_\name
	.endm


	.balign	2048, 0
	.globl	vectors, entry_text_start
entry_text_start:
vectors:
	/* Arm ARM DDI 0487 D1.3, table "Vector offsets from vector table base address". */
	vector	el1t_sync,		el1t,	decode_sync
	vector	el1t_irq,		el1t,	decode_irq
	vector	el1t_fiq,		el1t,	decode_fiq
	vector	el1t_serror,		el1t,	decode_serror

	vector	el1h_sync,		el1h,	decode_sync
	vector	el1h_irq,		el1h,	decode_irq
	vector	el1h_fiq,		el1h,	decode_fiq
	vector	el1h_serror,		el1h,	decode_serror

	vector	el0_sync,		el0,	decode_sync
	vector	el0_irq,		el0,	decode_irq
	vector	el0_fiq,		el0,	decode_fiq
	vector	el0_serror,		el0,	decode_serror

	vector	el0_aarch32_sync,	el0,	decode_aarch32_sync
	vector	el0_aarch32_irq,	el0,	decode_aarch32_irq
	vector	el0_aarch32_fiq,	el0,	decode_aarch32_fiq
	vector	el0_aarch32_serror,	el0,	decode_aarch32_serror
	.org	vectors + 16 * VECTOR_SIZE, 0	/* an error if there are more */

	/* x4 to x29: stp or ldp. The vector has saved x0 to x3. */
	.macro	pt_regs op
	\op	x4, x5, [sp, #PT_R0 + 8 * 4]
	\op	x6, x7, [sp, #PT_R0 + 8 * 6]
	\op	x8, x9, [sp, #PT_R0 + 8 * 8]
	\op	x10, x11, [sp, #PT_R0 + 8 * 10]
	\op	x12, x13, [sp, #PT_R0 + 8 * 12]
	\op	x14, x15, [sp, #PT_R0 + 8 * 14]
	\op	x16, x17, [sp, #PT_R0 + 8 * 16]
	\op	x18, x19, [sp, #PT_R0 + 8 * 18]
	\op	x20, x21, [sp, #PT_R0 + 8 * 20]
	\op	x22, x23, [sp, #PT_R0 + 8 * 22]
	\op	x24, x25, [sp, #PT_R0 + 8 * 24]
	\op	x26, x27, [sp, #PT_R0 + 8 * 26]
	\op	x28, x29, [sp, #PT_R0 + 8 * 28]
	.endm

	/* x21: the interrupted stack pointer. Leaves the arguments of the decode function in x0 and x1. */
	.macro	save_rest
	mrs	x22, elr_el1
	mrs	x23, spsr_el1
	mrs	x1, esr_el1
	stp	x30, x21, [sp, #PT_LR]
	stp	x22, x23, [sp, #PT_PC]
	stp	x1, x2, [sp, #PT_ESR]
	stp	x29, x22, [sp, #PT_STACKFRAME]
	add	x29, sp, #PT_STACKFRAME
	mov	x0, sp
	.endm

	.balign	64, 0
	.type	trap_el1h, %function
trap_el1h:
	cfi_frame
	cfi_saved 0, 1, 2, 3
	pt_regs	stp
	add	x21, sp, #PT_SIZE
	save_rest
	cfi_saved_all
	blr	x2
trap_return:
	msr	daifset, #DAIF_D | DAIF_A | DAIF_I | DAIF_F
trap_return_masked:
	/* A handler may have changed anything in the frame, sp too. */
	ldp	x22, x23, [sp, #PT_PC]
	tbz	x23, #0, trap_return_sp0	/* PSTATE.SP */
	msr	elr_el1, x22
	msr	spsr_el1, x23
	ldp	x2, x3, [sp, #PT_R0 + 8 * 2]
	pt_regs	ldp
	ldp	x30, x0, [sp, #PT_LR]
	mov	x1, sp
	mov	sp, x0
	.cfi_def_cfa x1, PT_SIZE
	ldp	x0, x1, [x1, #PT_R0]
	eret
	.cfi_endproc
	.size	trap_el1h, . - trap_el1h

	.balign	64, 0
	.type	trap_sp0, %function
trap_sp0:
	cfi_frame
	cfi_saved 0, 1, 2, 3
	pt_regs	stp
	mrs	x21, sp_el0
	save_rest
	cfi_saved_all
	ldr	x3, [sp, #PT_R0]
	str	x3, [sp, #PT_ORIG_X0]
	mov	w3, #-1
	str	w3, [sp, #PT_SYSCALLNO]
	blr	x2
	b	trap_return
trap_return_sp0:
	msr	elr_el1, x22
	msr	spsr_el1, x23
	msr	tpidrro_el0, xzr
	ldp	x2, x3, [sp, #PT_R0 + 8 * 2]
	pt_regs	ldp
	ldp	x30, x0, [sp, #PT_LR]
	msr	sp_el0, x0
	ldp	x0, x1, [sp, #PT_R0]
	add	sp, sp, #PT_SIZE
	eret
	.cfi_endproc
	.size	trap_sp0, . - trap_sp0

	/*
	 * x0: the CPU, x1: decode function of the vector. Behind the frame on the emergency stack stand the bounds of
	 * the stack that was in use.
	 */
	.balign	64, 0
	.type	trap_bad_stack, %function
trap_bad_stack:
	cfi_frame
	stp	x2, x3, [x0, #CPU_SCRATCH + 8 * 2]
	add	x2, sp, #PT_SIZE
	stp	x1, x2, [x0, #CPU_SCRATCH + 8 * 4]
	ldp	x1, x2, [x0, #CPU_STACK]
	ldr	x3, [x0, #CPU_EMERGENCY + 8]
	cmp	x2, x3
	mov	sp, x3
	b.eq	.Lno_stack_left
	stp	x1, x2, [sp, #-16]!
	sub	sp, sp, #PT_SIZE
	ldr	x1, [x0, #CPU_EMERGENCY]
	stp	x1, x3, [x0, #CPU_STACK]
	ldp	x1, x2, [x0, #CPU_SCRATCH]
	stp	x1, x2, [sp, #PT_R0]
	ldp	x1, x2, [x0, #CPU_SCRATCH + 8 * 2]
	stp	x1, x2, [sp, #PT_R0 + 8 * 2]
	ldp	x2, x3, [x0, #CPU_SCRATCH + 8 * 4]
	pt_regs	stp
	mov	x21, x3
	mrs	x22, spsr_el1
	tbnz	x22, #0, 1f
	mrs	x21, sp_el0
1:	save_rest
	cfi_saved 0, 1, 2, 3
	cfi_saved_all
	mov	x2, x3
	bl	decode_bad_stack
	msr	daifset, #DAIF_D | DAIF_A | DAIF_I | DAIF_F
	mrs	x0, tpidr_el1
	ldp	x1, x2, [sp, #PT_SIZE]
	stp	x1, x2, [x0, #CPU_STACK]
	b	trap_return_masked
.Lno_stack_left:
	ldr	x2, [x0, #CPU_SCRATCH + 8 * 5]
	mrs	x0, elr_el1
	mrs	x1, esr_el1
	mov	x29, xzr
	bl	emergency_lost
	.cfi_endproc
	.size	trap_bad_stack, . - trap_bad_stack

	.globl	entry_text_end
entry_text_end:

	.section .note.GNU-stack, "", %progbits
