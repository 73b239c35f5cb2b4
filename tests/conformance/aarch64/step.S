/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code to be stepped, see step.c. Each function begins with a BRK at which the step is armed; NAME_next is the
 * instruction behind it.
 */
#include <asm/func.h>

	.macro	stepped name
	func \name
	.globl	\name\()_at, \name\()_next
\name\()_at:
	brk	#9
\name\()_next:
	.endm

	.macro	place name
	.globl	\name
\name:
	.endm

	.text

stepped step_nops
	nop
	nop
	nop
	ret
endfunc step_nops

stepped step_svc
	svc	#0
	nop
	nop
	ret
endfunc step_svc

stepped step_brk
	brk	#10
	nop
	nop
	ret
endfunc step_brk

stepped step_udf
	.inst	0
	nop
	nop
	ret
endfunc step_udf

stepped step_load
	adr_l	x9, raise_addr
	ldr	x9, [x9]
place step_load_fault
	ldr	x10, [x9]
	nop
	nop
	ret
endfunc step_load

/* x11: did the store fail? */
stepped step_exclusive
	adr_l	x9, step_exclusive_word
place step_exclusive_load
	ldxr	x10, [x9]
	add	x10, x10, #1
	stxr	w11, x10, [x9]
	nop
	nop
	ret
endfunc step_exclusive

stepped step_waits
	sevl
	wfe
	yield
	wfi
	isb
	dsb	sy
	dmb	sy
	nop
	nop
	ret
endfunc step_waits

/* x9: DAIF while D is set. */
stepped step_mask
	nop
	msr	daifset, #8
	mrs	x9, daif
	msr	daifclr, #8
place step_mask_clear
	nop
	nop
	adr_l	x10, raise_addr
	str	x9, [x10]
	ret
endfunc step_mask

/* void step_daif(unsigned long *out): DAIF as it is read at five places. */
func step_daif
	.globl	step_daif_at, step_daif_next
step_daif_at:
	brk	#9
step_daif_next:
	mrs	x9, daif
	msr	daifclr, #8
	mrs	x10, daif
	msr	daifset, #8
	mrs	x11, daif
	msr	daif, x10
	mrs	x12, daif
	msr	daif, x9
	mrs	x13, daif
place step_daif_end
	stp	x9, x10, [x0]
	stp	x11, x12, [x0, #16]
	str	x13, [x0, #32]
	ret
endfunc step_daif

	.section .bss
	.balign	8
step_exclusive_word:
	.skip	8

	.section .note.GNU-stack, "", %progbits
