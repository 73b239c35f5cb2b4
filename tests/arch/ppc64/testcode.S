/* SPDX-License-Identifier: GPL-2.0-only */
/* Test code, see <whosetrap/testcode.h>. Every instruction has a label, and the tables are made of the labels. */
#include <asm-offsets.h>
#include <asm/func.h>

	/* Instruction number \n of \fn stands here. */
	.macro	i fn, n
.L\fn\()_\n:
	.endm

	.macro	table name
	.pushsection .rodata
	.balign	8
	.globl	\name
	.type	\name, @object
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
	mflr	r0
	mfcr	r12
	std	r0, FRAME_LR(r1)
	stw	r12, FRAME_CR(r1)		/* CR2 to CR4 belong to the caller */
	std	r31, -8(r1)
	stdu	r1, -(FRAME_MIN + 16)(r1)
	.cfi_def_cfa_offset FRAME_MIN + 16
	.cfi_offset CFI_LR, FRAME_LR
	.cfi_offset r31, -8
	mr	r31, r4
	mr	r12, r3
	mtctr	r3
	ld	r3, TC_ARG + 8 * 0(r31)
	ld	r4, TC_ARG + 8 * 1(r31)
	ld	r5, TC_ARG + 8 * 2(r31)
	ld	r6, TC_ARG + 8 * 3(r31)
	ld	r7, TC_ARG + 8 * 4(r31)
	ld	r8, TC_ARG + 8 * 5(r31)
	li	r9, 0
	mtcr	r9				/* known flags */
	mtxer	r9
	.globl	tc_call_break, tc_call_go, tc_call_return
tc_call_break:
	trap
tc_call_go:
	bctrl
tc_call_return:
	mfcr	r10
	std	r10, TC_FLAGS(r31)
	std	r3, TC_RET(r31)
	std	r3, TC_ARG + 8 * 0(r31)
	std	r4, TC_ARG + 8 * 1(r31)
	std	r5, TC_ARG + 8 * 2(r31)
	std	r6, TC_ARG + 8 * 3(r31)
	std	r7, TC_ARG + 8 * 4(r31)
	std	r8, TC_ARG + 8 * 5(r31)
	addi	r1, r1, FRAME_MIN + 16
	.cfi_def_cfa_offset 0
	ld	r0, FRAME_LR(r1)
	lwz	r12, FRAME_CR(r1)
	ld	r31, -8(r1)
	mtlr	r0
	mtcrf	0x38, r12
	blr
endfunc tc_call

/* Eight instructions on registers and on the buffer at arg0, and the return. */
func tc_straight
i straight, 0
	ld	r9, 0(r3)
i straight, 1
	mulli	r9, r9, 3
i straight, 2
	std	r9, 16(r3)
i straight, 3
	xor	r4, r4, r4
i straight, 4
	addi	r5, r9, 7
i straight, 5
	stdu	r5, 24(r3)
i straight, 6
	rldicl	r6, r5, 17, 5
i straight, 7
	subf	r3, r9, r6
i straight, 8
	blr
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

/* Three rounds, a conditional branch not taken and one taken, a call. */
func tc_branchy
i branchy, 0
	li	r9, 3
i branchy, 1
	mtctr	r9
i branchy, 2
	li	r3, 0
i branchy, 3
	mflr	r10
i branchy, 4
	addi	r3, r3, 5
i branchy, 5
	bdnz	.Lbranchy_4
i branchy, 6
	cmpdi	r3, 10
i branchy, 7
	beq	.Lbranchy_11
i branchy, 8
	bne	.Lbranchy_10
i branchy, 9
	li	r3, -1				/* never */
i branchy, 10
	bl	.Lbranchy_13
i branchy, 11
	mtlr	r10
i branchy, 12
	blr
i branchy, 13
	addi	r3, r3, 1
i branchy, 14
	blr
endfunc tc_branchy

table tc_branchy_insns
	addrs branchy, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
end_table tc_branchy_insns
table tc_branchy_trace
	addrs branchy, 0, 1, 2, 3, 4, 5, 4, 5, 4, 5, 6, 7, 8, 10, 13, 14, 11, 12
end_table tc_branchy_trace
/* A branch trace reports each branch executed, taken or not: Power ISA 3.0B Book III 6.5.15. */
table tc_branchy_branches
	addrs branchy, 0, 4, 4, 6, 8, 10, 13, 11
end_table tc_branchy_branches

func tc_nops
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
i nops, \n
	nop
	.endr
i nops, 8
	blr
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

/* A carry made, used and read; CR fields made by record forms, compare and logic. */
func tc_flags
i flags, 0
	li	r9, -1
i flags, 1
	addic.	r9, r9, 1
i flags, 2
	adde	r3, r9, r5
i flags, 3
	cmpdi	cr1, r3, 0x45
i flags, 4
	cror	4*cr5+lt, 4*cr1+eq, eq
i flags, 5
	mfxer	r4
i flags, 6
	mfcr	r6
i flags, 7
	subfe	r3, r9, r3
i flags, 8
	subfco.	r5, r3, r7
i flags, 9
	blr
endfunc tc_flags

table tc_flags_insns
	addrs flags, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
end_table tc_flags_insns
table tc_flags_trace
	addrs flags, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
end_table tc_flags_trace
table tc_flags_branches
	addrs flags, 0
end_table tc_flags_branches

func tc_break
	nop
	.globl	tc_break_at
tc_break_at:
	trap
	nop
	blr
endfunc tc_break

/* With the check of the stack that gcc makes. */
func tc_recurse
	mflr	r0
	std	r0, FRAME_LR(r1)
	addi	r0, r14, FRAME_MIN
	tdllt	r1, r0
	stdu	r1, -FRAME_MIN(r1)
	.cfi_def_cfa_offset FRAME_MIN
	.cfi_offset CFI_LR, FRAME_LR
	bl	tc_recurse
	addi	r1, r1, FRAME_MIN
	.cfi_def_cfa_offset 0
	ld	r0, FRAME_LR(r1)
	mtlr	r0
	blr
endfunc tc_recurse

func tc_spin
	b	tc_spin
endfunc tc_spin

/* Off as local_irq_disable() has it. */
func tc_spin_irqs_off
	li	r3, 1
	stb	r3, CPU_SOFT_MASK(r13)
1:	b	1b
endfunc tc_spin_irqs_off

func tc_clobber
	xori	r20, r20, 1
	blr
endfunc tc_clobber

	.section .note.GNU-stack, "", @progbits
