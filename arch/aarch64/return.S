/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where kprobes hears of something without a trap: a function under a kretprobe returns, a boosted instruction is done. The frame
 * is struct pt_regs as the entry makes it (entry.S), below the stack pointer.
 */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/ptrace.h>
#include <asm/sysreg.h>

	.section .kprobes.text, "ax", %progbits

	/* x0 to x29: stp or ldp. */
	.altmacro
	.macro	pt_pair op, a, b
	\op	x\a, x\b, [sp, #PT_R0 + 8 * \a]
	.endm

	.macro	pt_regs op
	.irp	n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28
	pt_pair	\op, \n, %(\n + 1)
	.endr
	.endm

	/* PSTATE as an exception would save it: flags, masks, EL1h. The pc \fn knows. */
	.macro	build_frame fn
	sub	sp, sp, #PT_SIZE
	.cfi_def_cfa_offset PT_SIZE
	pt_regs	stp
	add	x0, sp, #PT_SIZE
	stp	x30, x0, [sp, #PT_LR]
	mrs	x0, nzcv
	mrs	x1, daif
	orr	x0, x0, x1
	mov	x1, #PSR_MODE_EL1h
	orr	x0, x0, x1
	stp	xzr, x0, [sp, #PT_PC]
	stp	x29, x30, [sp, #PT_STACKFRAME]
	add	x29, sp, #PT_STACKFRAME
	mov	x0, sp
	bl	\fn
	.endm

	/* A function that returns has done with x30. */
func arch_return_trampoline
	.cfi_undefined 30
	build_frame kretprobe_return
	ldp	x30, x0, [sp, #PT_PC]
	msr	nzcv, x0
	pt_regs	ldp
	add	sp, sp, #PT_SIZE
	.cfi_def_cfa_offset 0
	ret
endfunc arch_return_trampoline

	/* In the middle of a function no register is free to jump by: ERET does it, which also puts back the masks. */
func arch_after_trampoline
	.cfi_undefined 30
	build_frame kprobe_after
	ldp	x0, x1, [sp, #PT_PC]
	msr	daifset, #DAIF_D | DAIF_A | DAIF_I | DAIF_F
	msr	elr_el1, x0
	msr	spsr_el1, x1
	ldr	x30, [sp, #PT_LR]
	pt_regs	ldp
	add	sp, sp, #PT_SIZE
	.cfi_def_cfa_offset 0
	eret
endfunc arch_after_trampoline

	.section .note.GNU-stack, "", %progbits
