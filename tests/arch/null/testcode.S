/* SPDX-License-Identifier: GPL-2.0-only */
/* Test code without instructions: the names of <whosetrap/testcode.h>, one word each, and empty tables. */

	.macro	label name
	.globl	\name
\name:	.long	0
	.endm

	.macro	table name
	.globl	\name
\name:	.quad	0
	.endm

	.macro	testcode name
	.text
	label	\name
	.section .rodata
	.balign	8
	table	\name\()_insns
	table	\name\()_trace
	table	\name\()_branches
	.endm

	testcode tc_straight
	testcode tc_branchy
	testcode tc_nops
	testcode tc_flags

	.text
	label	tc_call
	label	tc_call_break
	label	tc_call_go
	label	tc_call_return
	label	tc_break
	label	tc_break_at
	label	tc_clobber
	label	tc_recurse
	label	tc_spin
	label	tc_spin_irqs_off

	.section .note.GNU-stack, "", @progbits
