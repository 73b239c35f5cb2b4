/* SPDX-License-Identifier: GPL-2.0-only */
/* The trampoline of differential stepping: all registers from fuzz_io, and back, but r2 and r13 to r15. */
#include <asm/func.h>
#include "../fuzz.h"

#define STACK	(8 * FUZZ_REGS)
#define SP_AT	(STACK + 8 * FUZZ_STACK)
#define FRAME	(FRAME_MIN + 8 * 18 + 16)

	.macro	io reg, sym
	addis	\reg, r2, \sym@toc@ha
	addi	\reg, \reg, \sym@toc@l
	.endm
	.macro	each op, base, list:vararg
	.irp	n, \list
	\op	\n, 8 * \n(\base)
	.endr
	.endm

	.text
func fuzz_enter
	mflr	r0
	mfcr	r12
	std	r0, FRAME_LR(r1)
	stw	r12, FRAME_CR(r1)
	stdu	r1, -FRAME(r1)
	.irp	n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	std	\n, FRAME_MIN + 8 * (\n - 14)(r1)
	.endr
	io	r4, fuzz_sp
	std	r1, 0(r4)
	mtlr	r3
	io	r15, fuzz_io
	addi	r5, r1, -8 * FUZZ_STACK - 8
	addi	r6, r15, STACK - 8
	mr	r9, r1
	addi	r1, r1, -8 * FUZZ_STACK
	li	r7, FUZZ_STACK
	mtctr	r7
1:	ldu	r8, 8(r6)
	stdu	r8, 8(r5)
	bdnz	1b
	addi	r1, r1, 4 * FUZZ_STACK
	std	r9, 0(r1)			/* the back chain */
	ld	r3, 8 * 32(r15)
	mtcr	r3
	ld	r3, 8 * 33(r15)
	mtxer	r3
	ld	r3, 8 * 34(r15)
	mtctr	r3
	each	ld, r15, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	.globl	fuzz_break, fuzz_go, fuzz_return
fuzz_break:
	trap
fuzz_go:
	blr
fuzz_return:
	io	r15, fuzz_io
	each	std, r15, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	mfcr	r3
	std	r3, 8 * 32(r15)
	mfxer	r3
	std	r3, 8 * 33(r15)
	mfctr	r3
	std	r3, 8 * 34(r15)
	mflr	r3
	std	r3, 8 * 35(r15)
	io	r4, fuzz_sp
	ld	r4, 0(r4)
	subf	r5, r1, r4
	std	r5, SP_AT(r15)
	addi	r6, r4, -8 * FUZZ_STACK - 8
	addi	r5, r15, STACK - 8
	li	r7, FUZZ_STACK
	mtctr	r7
1:	ldu	r8, 8(r6)
	stdu	r8, 8(r5)
	bdnz	1b
	mr	r1, r4
	.irp	n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld	\n, FRAME_MIN + 8 * (\n - 14)(r1)
	.endr
	addi	r1, r1, FRAME
	ld	r0, FRAME_LR(r1)
	lwz	r12, FRAME_CR(r1)
	mtlr	r0
	mtcrf	0x38, r12
	blr
endfunc fuzz_enter

	.bss
	.balign	8
fuzz_sp:
	.quad	0
