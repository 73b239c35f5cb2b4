/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stack frames; for assembly: functions with type, size and call frame information, so that gdb and the symbol table
 * know them. The kernel has one TOC and r2 always points to it, so a function has one entry point and needs no
 * .localentry.
 */
#ifndef ASM_FUNC_H
#define ASM_FUNC_H

#define CFI_LR	65		/* DWARF numbers, ELFv2 ABI 2.4 */
#define CFI_NIP	67		/* of no register: where a trap frame returns to, as in Linux's signal frames */

/* A stack frame without locals: back chain, CR, LR, TOC; ELFv2 ABI 2.2.3. */
#define FRAME_BACK	0
#define FRAME_CR	8
#define FRAME_LR	16
#define FRAME_MIN	32

#ifdef __ASSEMBLER__

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

	/* A fault at \insn goes on at \fixup. */
	.macro	extable insn, fixup
	.pushsection __ex_table, "a"
	.long	\insn - ., \fixup - .
	.popsection
	.endm

#endif
#endif
