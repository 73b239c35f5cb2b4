/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that raise one trap each; see raise.h. */
#include <asm/func.h>
#include <asm/reg.h>

	.text

	.macro	at name
	.globl	\name\()_at
\name\()_at:
	.endm

	.macro	next name
	.globl	\name\()_next
\name\()_next:
	.endm

	/* r3 is 5, r4 is 7, r5 the address of 24 bytes that are aligned to 16. */
	.macro	raise name, insn:vararg
func \name
	addis	r5, r2, raise_buffer@toc@ha
	addi	r5, r5, raise_buffer@toc@l
	li	r3, 5
	li	r4, 7
	at	\name
	\insn
	next	\name
	blr
endfunc \name
	.endm

	raise	raise_trap, trap
	raise	raise_tw, tw 4, r3, r3
	raise	raise_tw_signed, twllt r3, r4
	raise	raise_td, tdne r3, r4
	raise	raise_twi, twi 4, r3, 5
	raise	raise_tdi, tdlti r3, 6
	raise	raise_td_r1, tdlgt r1, r3
	raise	raise_no_trap, tdeq r3, r4
	raise	raise_zero, .long 0
	raise	raise_illegal, .long 0x7c000006 | 0x3f << 1
	raise	raise_sc, sc
	raise	raise_fp, fadd 1, 2, 3
	raise	raise_vector, vaddubm 1, 2, 3
	raise	raise_vsx, xxlor 1, 2, 3
	raise	raise_scv, .long 0x44000001
	raise	raise_tar, mfspr r6, 815
	raise	raise_reservation, ldarx r6, r5, r3

/* Take a breakpoint with another stack pointer. r1 is back before the return. */
func raise_with_sp
	mr	r12, r1
	addis	r5, r2, raise_arg@toc@ha
	ld	r1, raise_arg@toc@l(r5)
	at	raise_with_sp
	trap
	next	raise_with_sp
	mr	r1, r12
	blr
endfunc raise_with_sp

/* Jump somewhere, with the way back in LR. */
func raise_jump
	addis	r5, r2, raise_arg@toc@ha
	ld	r12, raise_arg@toc@l(r5)
	mtctr	r12
	at	raise_jump
	bctr
	next	raise_jump
	blr
endfunc raise_jump

	.section .bss
	.balign	16
raise_buffer:
	.space	24

	.section .note.GNU-stack, "", @progbits
