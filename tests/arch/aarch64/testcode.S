/* SPDX-License-Identifier: GPL-2.0-only */
/* Test code, see <whosetrap/testcode.h>. Every instruction has a label, and the tables are made of the labels. */
#include <asm-offsets.h>
#include <asm/func.h>

#define NZCV_BITS	0xf0000000

	/* Instruction number \n of \fn stands here. */
	.macro	i fn, n
.L\fn\()_\n:
	.endm

	.macro	table name
	.pushsection .rodata
	.balign	8
	.globl	\name
	.type	\name, %object
\name:
	.endm

	.macro	end_table name
	.quad	0
	.size	\name, . - \name
	.popsection
	.endm

	.macro	addrs fn, list:vararg
	.irp	n, \list
	.quad	.L\fn\()_\n
	.endr
	.endm

	.text

/* void tc_call(void (*fn)(void), struct tc_regs *io) */
func tc_call
	frame_push 16
	str	x19, [sp, #16]
	.cfi_offset x19, -16
	mov	x19, x1
	mov	x16, x0
	ldp	x0, x1, [x19, #TC_ARG]
	ldp	x2, x3, [x19, #TC_ARG + 16]
	ldp	x4, x5, [x19, #TC_ARG + 32]
	msr	nzcv, xzr			/* known flags */
	.globl	tc_call_break, tc_call_go, tc_call_return
tc_call_break:
	brk	#4
tc_call_go:
	blr	x16
tc_call_return:
	mrs	x16, nzcv
	str	x16, [x19, #TC_FLAGS]
	str	x0, [x19, #TC_RET]
	stp	x0, x1, [x19, #TC_ARG]
	stp	x2, x3, [x19, #TC_ARG + 16]
	stp	x4, x5, [x19, #TC_ARG + 32]
	ldr	x19, [sp, #16]
	frame_pop 16
	ret
endfunc tc_call

/* Eight instructions on registers and on the buffer at arg0, and the return. */
func tc_straight
i straight, 0
	ldr	x9, [x0]
i straight, 1
	add	x9, x9, x1
i straight, 2
	ldp	x10, x11, [x0, #8]
i straight, 3
	madd	x10, x10, x11, x9
i straight, 4
	str	x10, [x0, #24]
i straight, 5
	eor	w2, w10, w1, lsl #3
i straight, 6
	strh	w2, [x0, #34]
i straight, 7
	sub	x0, x10, x9
i straight, 8
	ret
endfunc tc_straight

table tc_straight_insns
	addrs straight, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_straight_insns
table tc_straight_trace
	addrs straight, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_straight_trace
table tc_straight_branches
	addrs straight, 0
end_table tc_straight_branches

/* Three rounds, a conditional branch not taken and one taken, a call, and every other form of branch. */
func tc_branchy
i branchy, 0
	mov	x9, #3
i branchy, 1
	mov	x0, xzr
i branchy, 2
	add	x0, x0, x9
i branchy, 3
	subs	x9, x9, #1
i branchy, 4
	b.ne	.Lbranchy_2
i branchy, 5
	cbnz	x9, .Lbranchy_14		/* not taken */
i branchy, 6
	tbz	w0, #0, .Lbranchy_8		/* taken: it is 6 */
i branchy, 7
	mov	x0, #-1				/* never */
i branchy, 8
	mov	x10, x30
i branchy, 9
	bl	.Lbranchy_16
i branchy, 10
	adr	x11, .Lbranchy_13
i branchy, 11
	br	x11
i branchy, 12
	mov	x0, #-2				/* never */
i branchy, 13
	b	.Lbranchy_15
i branchy, 14
	mov	x0, #-3				/* never */
i branchy, 15
	ret	x10
i branchy, 16
	add	x0, x0, #1
i branchy, 17
	ret
endfunc tc_branchy

table tc_branchy_insns
	addrs branchy, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
end_table tc_branchy_insns
table tc_branchy_trace
	addrs branchy, 0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 5, 6, 8, 9, 16, 17, 10, 11, 13, 15
end_table tc_branchy_trace
/* There is no branch step to hold this against. */
table tc_branchy_branches
	addrs branchy, 0, 2, 2, 5, 6, 8, 16, 10, 13, 15
end_table tc_branchy_branches

func tc_nops
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
i nops, \n
	nop
	.endr
i nops, 8
	ret
endfunc tc_nops

table tc_nops_insns
	addrs nops, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_nops_insns
table tc_nops_trace
	addrs nops, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_nops_trace
table tc_nops_branches
	addrs nops, 0
end_table tc_nops_branches

func tc_flags
i flags, 0
	mov	x9, #-1
i flags, 1
	adds	x9, x9, #1			/* Z C */
i flags, 2
	adc	x0, x9, x1
i flags, 3
	cset	x2, eq
i flags, 4
	mrs	x3, nzcv
i flags, 5
	mov	x4, #NZCV_BITS & 0x90000000	/* N V */
i flags, 6
	msr	nzcv, x4
i flags, 7
	csel	x5, x0, x3, mi
i flags, 8
	ccmp	x5, x0, #1, lt
i flags, 9
	sbcs	x0, x0, x2
i flags, 10
	ret
endfunc tc_flags

table tc_flags_insns
	addrs flags, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
end_table tc_flags_insns
table tc_flags_trace
	addrs flags, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
end_table tc_flags_trace
table tc_flags_branches
	addrs flags, 0
end_table tc_flags_branches

func tc_break
	nop
	.globl	tc_break_at
tc_break_at:
	brk	#4
	nop
	ret
endfunc tc_break

func tc_recurse
	frame_push
	bl	tc_recurse
	frame_pop
	ret
endfunc tc_recurse

func tc_spin
	b	tc_spin
endfunc tc_spin

func tc_spin_irqs_off
	msr	daifset, #2
1:	b	1b
endfunc tc_spin_irqs_off

func tc_clobber
	eor	x24, x24, #1
	ret
endfunc tc_clobber

	.section .note.GNU-stack, "", %progbits
