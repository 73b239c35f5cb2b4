/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that raise one trap each; see raise.h. */
#include <asm/func.h>
#include <asm/reg.h>

	.text

	.macro	at name
	.globl	\name\()_at
\name\()_at:
	.endm

	.macro	next name
	.globl	\name\()_next
\name\()_next:
	.endm

	/* r3 is 5, r4 is 7, r5 the address of 24 bytes that are aligned to 16. */
	.macro	raise name, insn:vararg
func \name
	addis	r5, r2, raise_buffer@toc@ha
	addi	r5, r5, raise_buffer@toc@l
	li	r3, 5
	li	r4, 7
	at	\name
	\insn
	next	\name
	blr
endfunc \name
	.endm

	raise	raise_trap, trap
	raise	raise_tw, tw 4, r3, r3
	raise	raise_tw_signed, twllt r3, r4
	raise	raise_td, tdne r3, r4
	raise	raise_twi, twi 4, r3, 5
	raise	raise_tdi, tdlti r3, 6
	raise	raise_td_r1, tdlgt r1, r3
	raise	raise_no_trap, tdeq r3, r4
	raise	raise_zero, .long 0
	raise	raise_illegal, .long 0x7c000006 | 0x3f << 1
	raise	raise_sc, sc
	raise	raise_fp, fadd 1, 2, 3
	raise	raise_vector, vaddubm 1, 2, 3
	raise	raise_vsx, xxlor 1, 2, 3
	raise	raise_scv, .long 0x44000001
	raise	raise_tar, mfspr r6, 815
	raise	raise_reservation, ldarx r6, r5, r3

/* What stands here is written by trap-to.c; operands in r3 and r4. */
func raise_operands
	addis	r5, r2, raise_operand@toc@ha
	ld	r3, raise_operand@toc@l(r5)
	addi	r5, r5, raise_operand@toc@l
	ld	r4, 8(r5)
	at	raise_operands
	nop
	next	raise_operands
	blr
endfunc raise_operands

/* Take a breakpoint with another stack pointer. r1 is back before the return. */
func raise_with_sp
	mr	r12, r1
	addis	r5, r2, raise_arg@toc@ha
	ld	r1, raise_arg@toc@l(r5)
	at	raise_with_sp
	trap
	next	raise_with_sp
	mr	r1, r12
	blr
endfunc raise_with_sp

	.macro	pattern n
	li	\n, 0x100 + \n
	rldimi	\n, \n, 32, 0
	.endm

/*
 * A trap with a value of its own in each register: 0x100 + n in both halves of GPR n and, with n = 32, 33, in CTR and
 * LR; CR 0x12345678, XER SO and CA. Afterwards all are written to raise_arg[]: GPRs, CTR, LR, CR, XER. Not r1, r2, r13,
 * r14, which all code shares.
 */
func raise_registers
	mflr	r0
	mfcr	r12
	std	r0, FRAME_LR(r1)
	stw	r12, FRAME_CR(r1)
	stdu	r1, -(FRAME_MIN + 18 * 8)(r1)
	.cfi_def_cfa_offset FRAME_MIN + 18 * 8
	.cfi_offset CFI_LR, FRAME_LR
	.irp	n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	std	\n, FRAME_MIN + 8 * (\n - 14)(r1)
	.endr
	pattern	0
	li	r3, 0x120
	rldimi	r3, r3, 32, 0
	mtctr	r3
	li	r3, 0x121
	rldimi	r3, r3, 32, 0
	mtlr	r3
	lis	r3, 0x1234
	ori	r3, r3, 0x5678
	mtcr	r3
	lis	r3, -0x6000
	mtxer	r3
	.irp	n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	pattern	\n
	.endr
	at	raise_registers
	trap
	next	raise_registers
	std	r3, FRAME_MIN(r1)
	addis	r3, r2, raise_arg@toc@ha
	ld	r3, raise_arg@toc@l(r3)
	.irp	n, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	std	\n, 8 * \n(r3)
	.endr
	ld	r4, FRAME_MIN(r1)
	mfctr	r5
	mflr	r6
	mfcr	r7
	mfxer	r8
	std	r4, 8 * 3(r3)
	std	r5, 8 * 32(r3)
	std	r6, 8 * 33(r3)
	std	r7, 8 * 34(r3)
	std	r8, 8 * 35(r3)
	.irp	n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld	\n, FRAME_MIN + 8 * (\n - 14)(r1)
	.endr
	addi	r1, r1, FRAME_MIN + 18 * 8
	.cfi_def_cfa_offset 0
	ld	r0, FRAME_LR(r1)
	lwz	r12, FRAME_CR(r1)
	mtlr	r0
	mtcr	r12
	blr
endfunc raise_registers

/* Jump somewhere, with the way back in LR. */
func raise_jump
	addis	r5, r2, raise_arg@toc@ha
	ld	r12, raise_arg@toc@l(r5)
	mtctr	r12
	at	raise_jump
	bctr
	next	raise_jump
	blr
endfunc raise_jump

	.section .bss
	.balign	16
raise_buffer:
	.space	24

	.section .note.GNU-stack, "", @progbits
