/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The vectors of the EL2 stub. It runs at physical addresses with translation off, on its own stack (SP_EL2).
 *
 * Frame, struct el2_frame:
 *	esr [hw]  spsr [hw]  elr [hw]  x30 ... x0 <- sp
 */
#include <asm-offsets.h>
#include <asm/func.h>

	.section .vectors, "ax", %progbits

	/* Number \nr goes to \handler (C), which gets the frame. */
	.macro	el2_vector nr, handler
	.org	el2_vectors + \nr * 128, 0	/* an error if the one before is too long */
	sub	sp, sp, #EL2_FRAME_SIZE
	stp	x0, x1, [sp, #EL2_REGS]
	adr	x1, \handler
	mov	x0, #\nr
	b	el2_common
	.endm

	.balign	2048, 0
	.globl	el2_vectors
el2_vectors:
	.irp	nr, 0, 1, 2, 3, 4, 5, 6, 7
	el2_vector \nr, el2_unexpected
	.endr
	el2_vector 8, el2_sync			/* synchronous, from EL1 or EL0 in AArch64 */
	.irp	nr, 9, 10, 11, 12, 13, 14, 15
	el2_vector \nr, el2_unexpected
	.endr
	.org	el2_vectors + 16 * 128, 0

	/* x2 to x29 */
	.macro	el2_regs op
	\op	x2, x3, [sp, #EL2_REGS + 8 * 2]
	\op	x4, x5, [sp, #EL2_REGS + 8 * 4]
	\op	x6, x7, [sp, #EL2_REGS + 8 * 6]
	\op	x8, x9, [sp, #EL2_REGS + 8 * 8]
	\op	x10, x11, [sp, #EL2_REGS + 8 * 10]
	\op	x12, x13, [sp, #EL2_REGS + 8 * 12]
	\op	x14, x15, [sp, #EL2_REGS + 8 * 14]
	\op	x16, x17, [sp, #EL2_REGS + 8 * 16]
	\op	x18, x19, [sp, #EL2_REGS + 8 * 18]
	\op	x20, x21, [sp, #EL2_REGS + 8 * 20]
	\op	x22, x23, [sp, #EL2_REGS + 8 * 22]
	\op	x24, x25, [sp, #EL2_REGS + 8 * 24]
	\op	x26, x27, [sp, #EL2_REGS + 8 * 26]
	\op	x28, x29, [sp, #EL2_REGS + 8 * 28]
	.endm

	.type	el2_common, %function
el2_common:
	el2_regs stp
	mrs	x2, elr_el2
	mrs	x3, spsr_el2
	mrs	x4, esr_el2
	stp	x30, x2, [sp, #EL2_REGS + 8 * 30]
	stp	x3, x4, [sp, #EL2_SPSR]
	mov	x9, x1
	mov	x1, x0
	mov	x0, sp
	mov	x29, xzr
	blr	x9
	ldp	x30, x2, [sp, #EL2_REGS + 8 * 30]
	ldr	x3, [sp, #EL2_SPSR]
	msr	elr_el2, x2
	msr	spsr_el2, x3
	el2_regs ldp
	ldp	x0, x1, [sp, #EL2_REGS]
	add	sp, sp, #EL2_FRAME_SIZE
	eret
	.size	el2_common, . - el2_common

	.section .bss.stacks, "aw", %nobits
	.balign	16
	.skip	4096
	.globl	el2_stack_end
el2_stack_end:

	.section .note.GNU-stack, "", %progbits
