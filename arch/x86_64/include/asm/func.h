/* SPDX-License-Identifier: GPL-2.0-only */
/* For assembly: functions with type, size and call frame information, so that gdb and the symbol table know them. */
#ifndef ASM_FUNC_H
#define ASM_FUNC_H

	.cfi_sections .debug_frame

	.macro	func name
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	.endm

	.macro	endfunc name
	.cfi_endproc
	.size	\name, . - \name
	.endm

	.macro	push_cfi what
	push	\what
	.cfi_adjust_cfa_offset 8
	.endm

	.macro	pop_cfi what
	pop	\what
	.cfi_adjust_cfa_offset -8
	.endm

	/* Push register @reg and say that its caller's value is there. */
	.macro	save reg
	push	%\reg
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset \reg, 0
	.endm

	.macro	restore reg
	pop	%\reg
	.cfi_adjust_cfa_offset -8
	.cfi_restore \reg
	.endm

	/* A fault at \insn goes on at \fixup. */
	.macro	extable insn, fixup
	.pushsection __ex_table, "a"
	.long	\insn - ., \fixup - .
	.popsection
	.endm

#endif
