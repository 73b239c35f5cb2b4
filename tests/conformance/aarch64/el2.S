/* SPDX-License-Identifier: GPL-2.0-only */
/* Code that only EL2 can step through, see el2.c. Each instruction of interest has a name. */
#include <asm/func.h>

	.macro	place name
	.globl	\name
\name:
	.endm

	.text

/* Exception entry. */
func el2_svc
	nop
place el2_svc_at
	svc	#1
place el2_svc_next
	nop
	ret
endfunc el2_svc

/* ELR_EL1 and SPSR_EL1 live, and the return that uses them; all of DAIF set from the second instruction on. */
func el2_eret
	mrs	x9, daif
place el2_eret_mask
	msr	daifset, #15
	mov	x10, #0x5
	orr	x10, x10, x9
	msr	spsr_el1, x10
	adr	x11, el2_eret_to
	msr	elr_el1, x11
	mrs	x12, elr_el1
place el2_eret_at
	eret
	.inst	0
place el2_eret_to
	cmp	x11, x12
	cset	x0, eq
	ret
endfunc el2_eret

/* A breakpoint, which TDE routes to EL2 too. */
func el2_brk
	nop
place el2_brk_at
	brk	#11
place el2_brk_next
	nop
	ret
endfunc el2_brk

	.section .note.GNU-stack, "", %progbits
