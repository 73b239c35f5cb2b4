/* SPDX-License-Identifier: GPL-2.0-only */
/* For assembly: functions with type, size and call frame information, so that gdb and the symbol table know them. */
#ifndef ASM_FUNC_H
#define ASM_FUNC_H

	.cfi_sections .debug_frame

	.macro	func name
	.globl	\name
	.type	\name, %function
\name:
	.cfi_startproc
	.endm

	.macro	endfunc name
	.cfi_endproc
	.size	\name, . - \name
	.endm

	/* A frame record with room for \more bytes behind it; and away with it. */
	.macro	frame_push more=0
	stp	x29, x30, [sp, #-(16 + \more)]!
	.cfi_def_cfa_offset 16 + \more
	.cfi_offset x29, -(16 + \more)
	.cfi_offset x30, -(8 + \more)
	mov	x29, sp
	.endm

	.macro	frame_pop more=0
	ldp	x29, x30, [sp], #16 + \more
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	.endm

	/* A fault at \insn goes on at \fixup. */
	.macro	extable insn, fixup
	.pushsection __ex_table, "a"
	.long	\insn - ., \fixup - .
	.popsection
	.endm

	/* \reg = address of \sym, wherever the image runs, up to 4 GiB away. */
	.macro	adr_l reg, sym
	adrp	\reg, \sym
	add	\reg, \reg, :lo12:\sym
	.endm

#endif
