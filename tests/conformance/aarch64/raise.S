/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that raise traps, see raise.h. */
#include <asm/func.h>

	.macro	at name
	.globl	\name\()_at
\name\()_at:
	.endm

	.macro	next name
	.globl	\name\()_next
\name\()_next:
	.endm

	/* One instruction. */
	.macro	raises name, insn:vararg
	func \name
	at \name
	\insn
	next \name
	ret
	endfunc \name
	.endm

	/* \reg = raise_addr */
	.macro	ldr_addr reg
	adr_l	\reg, raise_addr
	ldr	\reg, [\reg]
	.endm

	.text

raises raise_svc, svc #0x1234
raises raise_brk, brk #4
raises raise_brk_max, brk #0xffff
raises raise_udf, .inst 0
raises raise_hlt, hlt #1
raises raise_sysreg, .inst 0xd53bffe9	/* MRS x9, of a register that nobody has */
raises raise_fp, fmov d0, xzr

func raise_read
	ldr_addr x9
at raise_read
	ldr	x10, [x9]
next raise_read
	ret
endfunc raise_read

func raise_write
	ldr_addr x9
at raise_write
	strb	wzr, [x9]
next raise_write
	ret
endfunc raise_write

/* The second of the pair lies across raise_addr's page boundary. */
func raise_write_pair
	ldr_addr x9
at raise_write_pair
	stp	xzr, xzr, [x9, #-8]
next raise_write_pair
	ret
endfunc raise_write_pair

/* The trap comes at the target, so there is nothing to go on with but the return. */
func raise_fetch
	frame_push
	ldr_addr x9
at raise_fetch
	blr	x9
next raise_fetch
	frame_pop
	ret
endfunc raise_fetch

func raise_pc_align
	frame_push
	adr	x9, raise_pc_align_next
	add	x9, x9, #2
at raise_pc_align
	br	x9
next raise_pc_align
	frame_pop
	ret
endfunc raise_pc_align

func raise_unaligned_exclusive
	ldr_addr x9
at raise_unaligned_exclusive
	ldxr	x10, [x9]
next raise_unaligned_exclusive
	clrex
	ret
endfunc raise_unaligned_exclusive

func raise_sp_align
	mov	x9, sp
	sub	x10, x9, #0x108
	mov	sp, x10
at raise_sp_align
	ldr	x10, [sp, #8]
next raise_sp_align
	mov	sp, x9
	ret
endfunc raise_sp_align

func raise_brk_on_misaligned_sp
	mov	x9, sp
	sub	x10, x9, #0x104
	mov	sp, x10
at raise_brk_on_misaligned_sp
	brk	#5
next raise_brk_on_misaligned_sp
	mov	x10, sp
	mov	sp, x9
	ret
endfunc raise_brk_on_misaligned_sp

/* x10: the stack pointer after the trap */
func raise_brk_on_sp
	mov	x9, sp
	ldr_addr x10
	mov	sp, x10
at raise_brk_on_sp
	brk	#6
next raise_brk_on_sp
	mov	x10, sp
	mov	sp, x9
	adr_l	x11, raise_addr
	str	x10, [x11]
	ret
endfunc raise_brk_on_sp

/* EL1t, on a stack of its own below the caller's; a trap, and the stack pointer of both kinds is as before. */
func raise_sp0
	mov	x9, sp
	sub	x10, x9, #0x800
	msr	sp_el0, x10
	msr	spsel, #0
at raise_sp0
	brk	#7
next raise_sp0
	str	x9, [sp, #-16]!
	add	sp, sp, #16
	mov	x11, sp
	msr	spsel, #1
	mov	x12, sp
	cmp	x10, x11
	ccmp	x9, x12, #0, eq
	cset	w0, eq
	adr_l	x11, raise_addr
	str	x0, [x11]
	ret
endfunc raise_sp0

/* ERET with an M field that is reserved sets PSTATE.IL instead of anything else. */
func raise_illegal
	mrs	x9, daif
	msr	daifset, #15
	mov	x10, #0x3cb
	msr	spsr_el1, x10
	adr	x10, raise_illegal_at
	msr	elr_el1, x10
	eret
at raise_illegal
	nop
next raise_illegal
	msr	daif, x9
	ret
endfunc raise_illegal

	/* 0x1122334455667788 * (n + 1) */
	.macro	pattern n
	.set	v, 0x1122334455667788 * (\n + 1)
	movz	x\n, #(v & 0xffff)
	movk	x\n, #((v >> 16) & 0xffff), lsl #16
	movk	x\n, #((v >> 32) & 0xffff), lsl #32
	movk	x\n, #((v >> 48) & 0xffff), lsl #48
	.endm

	.macro	regs_each macro
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	\macro	\n
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	\macro	\n
	.endr
	.endm

	.macro	keep n
	str	x\n, [sp, #(8 * \n)]
	.endm

	.macro	back n
	ldr	x\n, [sp, #(256 + 8 * \n)]
	.endm

	.macro	away n
	str	x\n, [sp, #(256 + 8 * \n)]
	.endm

/* A pattern in each register before the trap; raise_regs has them as they are behind it. */
func raise_all_regs
	sub	sp, sp, #512
	regs_each away
	regs_each pattern
	msr	nzcv, x3			/* bits 31 to 28 of it */
at raise_all_regs
	brk	#8
next raise_all_regs
	regs_each keep
	adr_l	x0, raise_regs
	mov	x1, sp
	mov	x2, #31
1:	ldr	x3, [x1], #8
	str	x3, [x0], #8
	subs	x2, x2, #1
	b.ne	1b
	regs_each back
	add	sp, sp, #512
	ret
endfunc raise_all_regs

	.section .bss
	.balign	8
	.globl	raise_regs
raise_regs:
	.skip	8 * 31

	.section .note.GNU-stack, "", %progbits
