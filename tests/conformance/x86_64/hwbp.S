/* SPDX-License-Identifier: GPL-2.0-only */
/* Code for breakpoint registers, run without TF. See code.h, and hwbp.c for what is armed. */
#include "code.h"

	.macro	hits insn:vararg
	raises_next \insn
	.endm

	/* A byte below the watched ones, which begin at 8(%rsi), each of them, one above. */
	.macro	sweeps kind, insn:vararg
	.irp	len, 1, 2, 4, 8
	code	hwbp_\kind\len
	\insn	7(%rsi)
	.set	n, 0
	.rept	\len
	hits	\insn 8 + n(%rsi)
	.set	n, n + 1
	.endr
	\insn	8 + \len(%rsi)
	end_code hwbp_\kind\len
	.endr
	.endm

	sweeps	write, movb $1,
	sweeps	access, testb $1,

	/* All of these only read. */
	code	hwbp_reads
	mov	8(%rsi), %rax
	cmpb	$0, 8(%rsi)
	lea	8(%rsi), %rax
	push	8(%rsi)
	pop	%rax
	prefetcht0 8(%rsi)
	end_code hwbp_reads

	/* One byte is watched, 7(%rsi), by accesses of all widths that begin elsewhere. */
	code	hwbp_wide
	hits	mov %rax, (%rsi)
	hits	mov %rax, 7(%rsi)
	hits	mov %eax, 4(%rsi)
	hits	mov %ax, 6(%rsi)
	mov	%ax, 5(%rsi)
	mov	%eax, 3(%rsi)
	mov	%rax, 8(%rsi)
	end_code hwbp_wide

	code	hwbp_store
	nop
	hits	mov %rax, (%rsi)
	nop
	end_code hwbp_store

	code	hwbp_read_and_write
	hits	incq (%rsi)
	hits	lock decq (%rsi)
	hits	xchg %rax, (%rsi)
	hits	lock xadd %rax, (%rsi)
	hits	btsq $3, (%rsi)
	hits	negl (%rsi)
	hits	mov %rax, (%rsi)
	end_code hwbp_read_and_write

	/* One that does not exchange writes all the same: SDM 2A CMPXCHG. */
	code	hwbp_cmpxchg
	mov	$99, %eax
	hits	lock cmpxchg %rcx, (%rsi)
	end_code hwbp_cmpxchg

	/* rsi + 56 is watched, and is where the stack goes. At CPL 3: in the kernel the trap itself would push there. */
	code	hwbp_stack
	lea	64(%rsi), %rsp
	hits	push %rax
	pop	%rax
	call	1f
	jmp	2f
1:	expect	1b, CODE_OTHER
	ret
2:	hits	pushf
	mov	%rsp, %rbp
	leave
	mov	%rsi, %rsp
	end_code hwbp_stack

	code	hwbp_stack_access
	lea	64(%rsi), %rsp
	hits	push %rax
	hits	pop %rax
	lea	1f(%rip), %rax
	hits	push %rax
	ret
	nop
1:	expect	1b, CODE_OTHER
	end_code hwbp_stack_access

	code	hwbp_strings
	hits	movsb
	std
	scasb
	hits	stosb
	cld
	end_code hwbp_strings

	code	hwbp_strings_read
	hits	lodsb
	lodsb
	std
	lodsb
	lodsb
	hits	lodsb
	cld
	end_code hwbp_strings_read

	/* The upper part of the store is watched. */
	code	hwbp_page_crossing_above
	mov	$hwbp_pages + 4092, %rax
	hits	mov %rcx, (%rax)
	mov	%ecx, (%rax)
	nop
	end_code hwbp_page_crossing_above

	code	hwbp_page_crossing_below
	mov	$hwbp_pages + 4092, %rax
	hits	mov %rcx, (%rax)
	mov	%ecx, 4(%rax)
	nop
	end_code hwbp_page_crossing_below

	/* A store that faults was not made. */
	code	hwbp_store_faults
	movabs	$0x7ffffffff000, %rax
	raises	mov %rcx, (%rax)
	nop
	end_code hwbp_store_faults

	/* Ports. DX is 2 at the beginning. */
	code	hwbp_out
	hits	out %al, $0x80
	out	%al, $0x84
	mov	$0x80, %edx
	hits	outb %al, %dx
	end_code hwbp_out

	code	hwbp_in
	hits	in $0x80, %al
	in	$0x84, %al
	mov	$0x80, %edx
	hits	inb %dx, %al
	end_code hwbp_in

	/* Two bytes are watched. */
	code	hwbp_port_range
	hits	out %al, $0x80
	hits	out %al, $0x81
	out	%al, $0x84
	end_code hwbp_port_range

	.section .note.GNU-stack, "", @progbits
