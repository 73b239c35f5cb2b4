/* SPDX-License-Identifier: GPL-2.0-only */
/* Code that raises exceptions, run without TF. See code.h, and fault.c. */
#include "code.h"

	/* Breakpoint instructions. */
	code	break_int3
	raises	int3
	raises	int3
	nop
	end_code break_int3

	/* pc is that of the byte CC, whatever stands before it. */
	.macro	prefixed prefix:vararg
	.byte	\prefix
	raises	int3
	.endm

	code	break_int3_with_prefixes
	prefixed 0x66
	prefixed 0x48
	prefixed 0xf3
	prefixed 0x2e, 0x67
	nop
	end_code break_int3_with_prefixes

	/* The form of two bytes: RIP is behind it, and so pc, which is one byte less, is inside. */
	code	break_int_3
	.byte	0xcd
1:	.byte	3
	stops	1b
	nop
	end_code break_int_3

	code	break_int_4
	raises_next .byte 0xcd, 4
	nop
	end_code break_int_4

	code	break_into
	raises	.byte 0xce
	nop
	end_code break_into

	code	break_int_1
	raises	int $1
	nop
	end_code break_int_1

	code	break_int_0
	raises	int $0
	nop
	end_code break_int_0

	code	break_int_255
	raises	int $255
	nop
	end_code break_int_255

	code	break_icebp
	raises	.byte 0xf1
	nop
	end_code break_icebp

	code	break_neighbours
	raises	int3
	second	ud2
	raises	int3
	second	ud2
	second	ud2
	raises	int3
	end_code break_neighbours

	/* Invalid opcodes. */
	code	undefined_ud0
	raises	.byte 0x0f, 0xff, 0xc0
	nop
	end_code undefined_ud0

	code	undefined_ud1
	raises	.byte 0x0f, 0xb9, 0xc0
	nop
	end_code undefined_ud1

	code	undefined_ud2
	raises	ud2
	raises	.byte 0x66, 0x0f, 0x0b
	nop
	end_code undefined_ud2

	code	undefined_push_segment
	raises	.byte 0x06
	raises	.byte 0x07
	raises	.byte 0x0e
	raises	.byte 0x16
	raises	.byte 0x17
	raises	.byte 0x1e
	raises	.byte 0x1f
	nop
	end_code undefined_push_segment

	code	undefined_decimal
	raises	.byte 0x27
	raises	.byte 0x2f
	raises	.byte 0x37
	raises	.byte 0x3f
	raises	.byte 0xd4, 10
	raises	.byte 0xd5, 10
	nop
	end_code undefined_decimal

	code	undefined_push_all
	raises	.byte 0x60
	raises	.byte 0x61
	nop
	end_code undefined_push_all

	code	undefined_far_direct
	raises	.byte 0x9a, 0, 0, 0, 0, 0, 0
	raises	.byte 0xea, 0, 0, 0, 0, 0, 0
	nop
	end_code undefined_far_direct

	code	undefined_alias_82
	raises	.byte 0x82, 0xc0, 1
	nop
	end_code undefined_alias_82

	code	undefined_lock
	raises	.byte 0xf0, 0x90
	raises	.byte 0xf0, 0x01, 0xc8
	raises	.byte 0xf0, 0x39, 0x06
	nop
	end_code undefined_lock

	code	undefined_lock_mov
	raises	.byte 0xf0, 0x8b, 0x06
	raises	.byte 0xf0, 0x89, 0x06
	nop
	end_code undefined_lock_mov

	code	undefined_load_cs
	raises	.byte 0x8e, 0xc8
	nop
	end_code undefined_load_cs

	code	undefined_rsm
	raises	.byte 0x0f, 0xaa
	nop
	end_code undefined_rsm

	code	undefined_lea_register
	raises	.byte 0x8d, 0xc0
	nop
	end_code undefined_lea_register

	code	undefined_cr1
	raises	.byte 0x0f, 0x20, 0xc8
	raises	.byte 0x0f, 0x22, 0xc8
	nop
	end_code undefined_cr1

	/* Division. */
	code	divide_byte
	xor	%ecx, %ecx
	raises	div %cl
	mov	$0x1000, %eax
	mov	$1, %cl
	raises	div %cl
	raises	idiv %cl
	end_code divide_byte

	code	divide_word
	xor	%ecx, %ecx
	raises	div %cx
	mov	$1, %edx
	mov	$1, %ecx
	raises	div %cx
	raises	idiv %cx
	end_code divide_word

	code	divide_long
	xor	%ecx, %ecx
	raises	idiv %rcx
	mov	$1, %edx
	mov	$1, %ecx
	raises	div %rcx
	raises	div %ecx
	raises	divl (%rdi)
	end_code divide_long

	/* General protection. */
	code	protection_noncanonical
	movabs	$0x800000000000, %rax
	raises	mov (%rax), %rcx
	raises	mov %rcx, (%rax)
	raises	lock incq (%rax)
	movabs	$0xffff7ffffffffff8, %rax
	raises	mov (%rax), %rcx
	end_code protection_noncanonical

	code	protection_too_long
	raises	.byte 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x90
	nop
	end_code protection_too_long

	code	protection_selector
	mov	$0xfff8, %eax
	raises	mov %eax, %ds
	raises	mov %eax, %es
	raises	mov %eax, %fs
	raises	mov %eax, %ss
	end_code protection_selector

	code	protection_null_ss
	xor	%eax, %eax
	raises	mov %eax, %ss
	end_code protection_null_ss

	code	protection_cr8
	mov	$16, %eax
	raises	mov %rax, %cr8
	nop
	end_code protection_cr8

	code	protection_msr
	mov	$0xc0000102, %ecx
	mov	$0x00800000, %edx
	raises	wrmsr
	nop
	end_code protection_msr

	code	protection_cmpxchg16b
	raises	lock cmpxchg16b 8(%rsi)
	nop
	end_code protection_cmpxchg16b

	/* The test has switched the FPU on. */
	code	protection_movaps
	raises	movaps 8(%rsi), %xmm0
	nop
	end_code protection_movaps

	code	protection_privileged
	raises	cli
	raises	sti
	raises	hlt
	raises	in $0x61, %al
	raises	out %al, $0x80
	raises	insb
	raises	outsb
	raises	clts
	raises	invlpg (%rsi)
	raises	wbinvd
	raises	lgdt (%rsi)
	raises	lidt (%rsi)
	raises	lldt %ax
	raises	ltr %ax
	raises	lmsw %ax
	raises	mov %cr3, %rax
	raises	mov %rax, %cr4
	raises	rdmsr
	raises	wrmsr
	raises	swapgs
	raises	sysretq
	end_code protection_privileged

	/* Page faults; 7ffffffff000 is not mapped. */
	code	page_reads
	movabs	$0x7ffffffff000, %rax
	raises	mov (%rax), %rcx
	raises	testb $1, (%rax)
	raises	movzbl (%rax), %ecx
	raises	push (%rax)
	end_code page_reads

	code	page_writes
	movabs	$0x7ffffffff000, %rax
	raises	mov %rcx, (%rax)
	raises	movb $1, (%rax)
	raises	movnti %rcx, (%rax)
	end_code page_writes

	code	page_strings
	movabs	$0x7ffffffff000, %rdi
	raises	rep stosb
	raises	movsb
	end_code page_strings

	code	page_push
	mov	%rsp, %rbx
	movabs	$0x7ffffffff008, %rsp
	raises	push %rax
	raises	pushf
	raises	call 1f
1:	mov	%rbx, %rsp
	end_code page_push

	/* Text may not be written. */
	code	page_text
	lea	1f(%rip), %rax
	raises	movb $0x90, (%rax)
1:	nop
	end_code page_text

	/* From CPL 3 no trap needs the program's stack. */
	code	stack_breakpoint
	mov	%rsp, %rbx
	movabs	$0x5a5a5a5a5a5a5000, %rsp
	raises	int3
	mov	%rbx, %rsp
	end_code stack_breakpoint

	code	stack_syscall
	mov	%rsp, %rbx
	mov	$7, %eax
	movabs	$0x5a5a5a5a5a5a5000, %rsp
	raises_next syscall
	mov	%rbx, %rsp
	end_code stack_syscall

	code	stack_step
	steps	mov %rsp, %rbx
	steps	movabs $0x5a5a5a5a5a5a5000, %rsp
	steps	nop
	steps	mov %rbx, %rsp
	end_code stack_step

	code	stack_segment
	mov	%rsp, %rbx
	movabs	$0x5a5a5a5a5a5a5000, %rsp
	raises	push %rax
	raises	mov (%rsp), %rax
	mov	%rbx, %rsp
	end_code stack_segment

	.section .note.GNU-stack, "", @progbits
