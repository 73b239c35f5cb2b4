/* SPDX-License-Identifier: GPL-2.0-only */
/* Code that is copied into a page for EL0, see user.c. It ends in SVC #99 each time, x8 is 7. */
#include <asm/func.h>

	.macro	place name
	.globl	\name
\name:
	.endm

	.section .rodata
	.balign	4
place user_code
place user_svc
	mov	x0, #42
	mov	x8, #7
	svc	#5
	svc	#99
place user_brk
	brk	#12
	svc	#99
place user_udf
	.inst	0
	svc	#99
place user_load
	ldr	x1, [x0]
	svc	#99
place user_privileged
	mrs	x1, sctlr_el1
	svc	#99
place user_fp
	fmov	d0, xzr
	svc	#99
place user_jump
	br	x0
	svc	#99
place user_steps
	mov	x1, #1
	add	x1, x1, #1
	add	x1, x1, #1
	svc	#99
place user_wait
	add	x1, x1, #1
	cbnz	x1, user_wait
	svc	#99
place user_code_end

	.section .note.GNU-stack, "", %progbits
