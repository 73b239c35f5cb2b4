/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * HLT #0xf000, HVC and SMC are undefined where nobody listens. They are tried with vectors of their own, which end in
 * the caller with OUTSIDE_TRAPPED: whatever state the kernel is in, it does not hear of it.
 */
#include <asm/func.h>

#include "machine.h"

	.section .vectors, "ax", %progbits

	.balign	2048, 0
outside_vectors:
	.rept	16
	.balign	128, 0
	b	outside_trapped
	.endr
	.balign	128, 0

	.type	outside_trapped, %function
outside_trapped:
	mov	x0, #OUTSIDE_TRAPPED
	adr	x1, .Loutside_back
	msr	elr_el1, x1
	eret
	.size	outside_trapped, . - outside_trapped

	/* x9: how. ELR_EL1 and SPSR_EL1 may be live in the caller. */
	.type	outside, %function
outside:
	.cfi_startproc
	mrs	x10, elr_el1
	mrs	x11, spsr_el1
	mrs	x12, vbar_el1
	mrs	x13, daif
	msr	daifset, #15
	adr	x14, outside_vectors
	msr	vbar_el1, x14
	isb
	br	x9
.Lhlt:
	hlt	#0xf000
	b	.Loutside_back
.Lhvc:
	hvc	#0
	b	.Loutside_back
.Lsmc:
	smc	#0
.Loutside_back:
	msr	vbar_el1, x12
	msr	elr_el1, x10
	msr	spsr_el1, x11
	isb
	msr	daif, x13
	ret
	.cfi_endproc
	.size	outside, . - outside

func outside_semihosting
	adr	x9, .Lhlt
	b	outside
endfunc outside_semihosting

func outside_hvc
	adr	x9, .Lhvc
	b	outside
endfunc outside_hvc

func outside_smc
	adr	x9, .Lsmc
	b	outside
endfunc outside_smc

	.section .note.GNU-stack, "", %progbits
