/* SPDX-License-Identifier: GPL-2.0-only */
/* The trampoline of differential stepping: all registers but X28 from fuzz_io, and back. */
#include <asm/func.h>
#include "../fuzz.h"

#define STACK	(8 * FUZZ_REGS)
#define SP_AT	(STACK + 8 * FUZZ_STACK)

	.macro	each_pair op, base
	\op	x2, x3, [\base, #16]
	\op	x4, x5, [\base, #32]
	\op	x6, x7, [\base, #48]
	\op	x8, x9, [\base, #64]
	\op	x10, x11, [\base, #80]
	\op	x12, x13, [\base, #96]
	\op	x14, x15, [\base, #112]
	\op	x16, x17, [\base, #128]
	\op	x18, x19, [\base, #144]
	\op	x20, x21, [\base, #160]
	\op	x22, x23, [\base, #176]
	\op	x24, x25, [\base, #192]
	\op	x26, x27, [\base, #208]
	.endm

	.text
func fuzz_enter
	stp	x29, x30, [sp, #-96]!
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	adr_l	x28, fuzz_sp
	mov	x1, sp
	stp	x1, x0, [x28]
	adr_l	x28, fuzz_io
	add	x2, x28, #STACK
	sub	sp, sp, #8 * FUZZ_STACK
	mov	x3, sp
	mov	x4, #FUZZ_STACK
1:	ldr	x5, [x2], #8
	str	x5, [x3], #8
	subs	x4, x4, #1
	b.ne	1b
	add	sp, sp, #4 * FUZZ_STACK
	ldr	x0, [x28, #8 * 31]
	msr	nzcv, x0
	each_pair ldp, x28
	ldp	x0, x1, [x28]
	ldp	x29, x30, [x28, #8 * 29]
	adr_l	x28, fuzz_sp
	ldr	x28, [x28, #8]
	.globl	fuzz_break, fuzz_go, fuzz_return
fuzz_break:
	brk	#4
fuzz_go:
	br	x28
fuzz_return:
	adr_l	x28, fuzz_io
	each_pair stp, x28
	stp	x0, x1, [x28]
	stp	x29, x30, [x28, #8 * 29]
	mrs	x0, nzcv
	str	x0, [x28, #8 * 31]
	adr_l	x0, fuzz_sp
	ldr	x1, [x0]
	mov	x2, sp
	sub	x2, x1, x2
	str	x2, [x28, #SP_AT]
	sub	x3, x1, #8 * FUZZ_STACK
	add	x2, x28, #STACK
	mov	x4, #FUZZ_STACK
1:	ldr	x5, [x3], #8
	str	x5, [x2], #8
	subs	x4, x4, #1
	b.ne	1b
	mov	sp, x1
	ldp	x19, x20, [sp, #16]
	ldp	x21, x22, [sp, #32]
	ldp	x23, x24, [sp, #48]
	ldp	x25, x26, [sp, #64]
	ldp	x27, x28, [sp, #80]
	ldp	x29, x30, [sp], #96
	ret
endfunc fuzz_enter

	.bss
	.balign	16
fuzz_sp:
	.quad	0, 0			/* and the sequence */
