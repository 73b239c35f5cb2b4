/* SPDX-License-Identifier: GPL-2.0-only */
/* Code for corners.c. */
#include <asm/func.h>

	/* Stepped from corner_daif_zr_next on, with D set before; x9 is DAIF behind MSR DAIF, XZR. */
func corner_daif_zr
	.globl	corner_daif_zr_at, corner_daif_zr_next
	msr	daifset, #8
corner_daif_zr_at:
	brk	#9
corner_daif_zr_next:
	nop
	msr	daif, xzr
	mrs	x9, daif
	nop
	ret
endfunc corner_daif_zr

	.section .note.GNU-stack, "", %progbits
