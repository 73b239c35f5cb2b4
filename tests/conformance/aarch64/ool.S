/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One instruction each that is run out of line, between others that show what it did. A function ends with its
 * results in x0 to x5. ool_cases in .rodata has the address of each function and of its instruction.
 */
#include <asm/func.h>

	.macro	case
	.pushsection .rodata
	.quad	1f, 2f
	.popsection
1:
	.endm

	.pushsection .rodata
	.balign	8
	.globl	ool_cases
ool_cases:
	.popsection

	.text

	/* NZCV from x0. */
	.irp	cond, eq, ne, cs, cc, mi, pl, vs, vc, hi, ls, ge, lt, gt, le, al, nv
	case
	msr	nzcv, x0
2:	b.\cond	3f
	mov	x0, #0
	ret
3:	mov	x0, #1
	ret
	.endr

	.irp	insn, cbz, cbnz
	.irp	reg, x0, w0, xzr, wzr
	case
2:	\insn	\reg, 3f
	mov	x1, #0
	ret
3:	mov	x1, #1
	ret
	.endr
	.endr

	.irp	insn, tbz, tbnz
	.irp	bit, 0, 5, 31, 32, 63
	case
2:	\insn	x0, #\bit, 3f
	mov	x1, #0
	ret
3:	mov	x1, #1
	ret
	.endr
	.endr

	/* B, forwards and backwards */
	case
2:	b	3f
	mov	x0, #7
3:	ret

	case
	b	2f
3:	mov	x0, #9
	ret
2:	b	3b

	/* BL, BLR, BLR x30, BR, RET, RET with a register: x1 and x2 say where x30 was */
	case
	mov	x9, x30
	adr	x3, 4f
2:	bl	3f
4:	ret	x9
3:	sub	x1, x30, x3
	ret

	case
	mov	x9, x30
	adr	x3, 4f
	adr	x10, 3f
2:	blr	x10
4:	ret	x9
3:	sub	x1, x30, x3
	ret

	case
	mov	x9, x30
	adr	x3, 4f
	adr	x30, 3f
2:	blr	x30
4:	ret	x9
3:	sub	x1, x30, x3
	ret

	case
	adr	x10, 3f
2:	br	x10
	mov	x0, #5
3:	sub	x1, x10, x30
	ret

	case
	mov	x10, x30
	mov	x30, #3
2:	ret	x10

	case
2:	ret

	/* ADR and ADRP, both ways */
	.irp	insn, adr, adrp
	case
2:	\insn	x0, 2b + 0xf0000
	ret
	case
2:	\insn	x0, 2b - 0xf0000
	ret
	case
2:	\insn	xzr, 2b
	ret
	.endr
	case
2:	adr	x0, 2b + 3
	ret
	case
2:	adr	x0, 2b - 1
	ret

	/* literals */
	case
2:	ldr	x0, ool_literal
	ret
	case
2:	ldr	w0, ool_literal
	ret
	case
2:	ldr	w0, ool_literal + 4
	ret
	case
2:	ldrsw	x0, ool_literal + 4
	ret
	case
2:	ldr	xzr, ool_literal
	ret
	case
2:	prfm	pldl1keep, ool_literal
	ret

	/* no operation */
	.irp	hint, 0, 1, 32, 34, 36, 38
	case
2:	hint	#\hint
	ret
	.endr

	/* stepped in a slot: flags, loads and stores with write-back, sp, hints that are something on newer CPUs */
	case
2:	adds	x0, x0, x1
	mrs	x1, nzcv
	ret
	case
	msr	nzcv, x0
2:	adcs	x0, x0, x1
	mrs	x1, nzcv
	ret
	case
	msr	nzcv, x0
2:	mrs	x1, nzcv
	ret
	case
2:	msr	nzcv, x0
	mrs	x1, nzcv
	ret
	case
	str	x0, [sp, #-16]!
2:	ldr	x1, [sp], #16
	ret
	case
2:	stp	x0, x1, [sp, #-16]!
	ldp	x1, x2, [sp], #16
	ret
	case
2:	sub	sp, sp, #32
	add	sp, sp, #32
	ret
	case
2:	paciasp
	autiasp
	ret
	case
2:	mrs	x0, currentel
	ret
	case
2:	dsb	sy
	ret
	case
2:	isb
	ret
	case
2:	madd	x0, x0, x1, x2
	ret
	case
	mov	x3, x30
2:	mov	x30, x3
	ret

	.pushsection .rodata
	.quad	0, 0
	.popsection

	.balign	8
ool_literal:
	.quad	0x8899aabbccddeeff

	.section .note.GNU-stack, "", %progbits
