/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where kprobes hears of something without a trap: a function under a kretprobe returns, a boosted instruction is done. The frame
 * is that of a trap (entry.S), made without one. All registers are saved, though a function that returns has left nothing in
 * most of them: handlers see what is there.
 */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/reg.h>
#include "stack.h"

#define GPR(n)		(PT_GPR + 8 * (n))

	.section .kprobes.text, "ax", @progbits

	.macro	each_gpr op, first, last
	.set	n, \first
	.rept	\last - \first + 1
	\op	n, GPR(n)(r1)
	.set	n, n + 1
	.endr
	.endm

	/* \size: of the frame, with what below r1 is left alone. The pc \fn knows. */
	.macro	build_frame size, fn
	stdu	r1, -(\size)(r1)
	.cfi_def_cfa_offset \size
	std	r0, GPR(0)(r1)
	addi	r0, r1, \size
	each_gpr std, 2, 31
	std	r0, GPR(1)(r1)
	mflr	r3
	mfctr	r4
	mfxer	r5
	mfcr	r6
	mfmsr	r7
	std	r3, PT_LINK(r1)
	std	r4, PT_CTR(r1)
	std	r5, PT_XER(r1)
	std	r6, PT_CCR(r1)
	std	r7, PT_MSR(r1)
	addi	r3, r1, FRAME_REGS
	bl	\fn
	ld	r0, PT_NIP(r1)
	ld	r4, PT_CTR(r1)
	ld	r5, PT_XER(r1)
	ld	r6, PT_CCR(r1)
	mtctr	r4
	mtxer	r5
	mtcr	r6
	.endm

	/* A function that returns has done with LR, and with what is below its caller's r1. */
func arch_return_trampoline
	.cfi_undefined CFI_LR
	build_frame TRAP_FRAME_SIZE, kretprobe_return
	mtlr	r0
	ld	r0, GPR(0)(r1)
	each_gpr ld, 2, 12
	each_gpr ld, 15, 31
	addi	r1, r1, TRAP_FRAME_SIZE
	.cfi_def_cfa_offset 0
	blr
endfunc arch_return_trampoline

	/* In the middle of a function neither LR nor CTR is free to jump by: rfid does it. From SRR0 on no interrupt may come. */
func arch_after_trampoline
	.cfi_undefined CFI_LR
	build_frame TRAP_FRAME_SIZE + STACK_RED_ZONE, kprobe_after
	ld	r3, PT_LINK(r1)
	ld	r4, PT_MSR(r1)
	mtlr	r3
	li	r3, 0
	mtmsrd	r3, 1
	mtspr	SPRN_SRR0, r0
	mtspr	SPRN_SRR1, r4
	ld	r0, GPR(0)(r1)
	each_gpr ld, 2, 12
	each_gpr ld, 15, 31
	addi	r1, r1, TRAP_FRAME_SIZE + STACK_RED_ZONE
	.cfi_def_cfa_offset 0
	rfid
endfunc arch_after_trampoline

	.section .note.GNU-stack, "", @progbits
