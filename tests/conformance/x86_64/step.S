/* SPDX-License-Identifier: GPL-2.0-only */
/* Code to be stepped; code.h says how to read it, step.c what the rules are. */
#include "code.h"

	code	step_arithmetic
	steps	add %rcx, %rax
	steps	adc $5, %rax
	steps	imul $3, %rax, %rdx
	steps	mul %rcx
	steps	div %rcx
	steps	shl %cl, %rdx
	steps	neg %rdx
	steps	bsf %rcx, %rax
	steps	bswap %rdx
	steps	cmp %rax, %rdx
	steps	setne %al
	steps	cmovne %rcx, %rdx
	end_code step_arithmetic

	code	step_memory
	steps	movb $1, (%rsi)
	steps	mov %rax, 1(%rsi)
	steps	movzwl 2(%rsi), %eax
	steps	movslq (%rsi), %rax
	steps	incq (%rsi)
	steps	bts %rcx, 8(%rsi)
	steps	mov %rsi, %rbx
	steps	xlat
	end_code step_memory

	code	step_atomic
	steps	lock incq (%rsi)
	steps	xchg %rax, (%rsi)
	steps	lock xadd %rax, (%rsi)
	steps	lock cmpxchg %rcx, (%rsi)
	steps	lock cmpxchg16b (%rdi)
	end_code step_atomic

	code	step_nops
	steps	nop
	steps	.byte 0x66, 0x90
	steps	.byte 0x48, 0x90
	steps	nopw 0x100(%rax,%rax,1)
	steps	.byte 0x2e, 0x3e, 0x66, 0x66, 0x90
	steps	endbr64
	end_code step_nops

	code	step_longest
	steps	.byte 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0
	steps	movabs $0x123456789abcdef0, %rax
	end_code step_longest

	code	step_fences
	steps	mfence
	steps	lfence
	steps	sfence
	steps	prefetcht0 (%rsi)
	steps	clflush (%rsi)
	end_code step_fences

	code	step_pause
	steps	pause
	steps	nop
	end_code step_pause

	/* After a branch pc is where it has gone. */
	code	step_jumps
	jmp	1f
	ud2
1:	visits	1b
	jmp	2f
	.skip	130, 0x90
2:	visits	2b
	steps	lea 3f(%rip), %rax
	jmp	*%rax
	ud2
3:	visits	3b
	steps	mov %rax, (%rsi)
	steps	lea 4f(%rip), %rax
	steps	mov %rax, 8(%rsi)
	jmp	*8(%rsi)
	ud2
4:	visits	4b
	end_code step_jumps

	code	step_jumps_taken
	steps	cmp %rcx, %rcx
	je	1f
	ud2
1:	visits	1b
	jns	2f
	.skip	130, 0x90
2:	visits	2b
	steps	xor %ecx, %ecx
	jrcxz	3f
	ud2
3:	visits	3b
	end_code step_jumps_taken

	code	step_jumps_not_taken
	steps	cmp %rcx, %rcx
	steps	jne 1f
	steps	js 1f
	steps	jrcxz 1f
	steps	.byte 0x0f, 0x85, 0, 0, 0, 0
1:	nop
	expect	1b+1, CODE_STEP
	end_code step_jumps_not_taken

	code	step_loop
1:	steps	nop
	loop	1b
	visits	1b
	expect	1b+1, CODE_STEP
	visits	1b
	expect	1b+1, CODE_STEP
	visits	2f
2:
	end_code step_loop

	code	step_calls
	call	1f
2:	jmp	3f
1:	visits	1b
	ret
	visits	2b
3:	visits	3b
	steps	lea 4f(%rip), %rax
	steps	push %rcx
	call	*%rax
5:	jmp	6f
4:	visits	4b
	ret	$8
	visits	5b
6:	visits	6b
	end_code step_calls

	code	step_stack
	steps	push %rax
	steps	pop %rdx
	steps	push $-1
	steps	pushw $2
	steps	popw %dx
	steps	pop %rdx
	steps	enter $16, $0
	steps	leave
	end_code step_stack

	code	step_strings
	steps	movsb
	steps	stosq
	steps	lodsl
	steps	scasb
	steps	cmpsw
	steps	std
	steps	stosb
	steps	cld
	end_code step_strings

	/* Three rounds: two traps on the instruction itself, one behind it. */
	code	step_rep_movs
	steps	nop
1:	rep movsb
	visits	1b
	visits	1b
	visits	2f
2:	steps	nop
	end_code step_rep_movs

	code	step_rep_stos
	steps	mov $2, %ecx
1:	rep stosq
	visits	1b
	visits	2f
2:	steps	mov %rcx, (%rsi)
	end_code step_rep_stos

	code	step_rep_once
	steps	mov $1, %ecx
1:	rep stosb
	visits	2f
2:	steps	mov %rcx, (%rsi)
	end_code step_rep_once

	code	step_rep_none
	steps	xor %ecx, %ecx
	steps	rep movsb
	steps	mov %rdi, (%rsi)
	end_code step_rep_none

	/* The first bytes differ, so there is one round. */
	code	step_rep_cmps
	steps	movb $1, (%rsi)
	steps	repe cmpsb
	steps	mov %rcx, (%rsi)
	end_code step_rep_cmps

	/* The image in the program's memory has TF; that of RF is always 0. */
	code	step_pushf
	steps	pushf
	steps	pop (%rsi)
	steps	pushfw
	steps	popw 8(%rsi)
	end_code step_pushf

	code	step_pushf_unstepped
	pushf
	pop	(%rsi)
	end_code step_pushf_unstepped

	/* TF set by the program: the first trap is behind the instruction after. */
	code	step_popf_sets
	pushf
	orl	$X86_EFLAGS_TF, (%rsp)
	popf
	steps	nop
	steps	nop
	end_code step_popf_sets

	code	step_popf_clears
	steps	pushf
	steps	andl $~X86_EFLAGS_TF, (%rsp)
	last	popf
	nop
	nop
	end_code step_popf_clears

	code	step_popf_keeps
	steps	pushf
	steps	popf
	steps	nop
	end_code step_popf_keeps

	code	step_popfw_clears
	steps	pushfw
	steps	andw $~X86_EFLAGS_TF, (%rsp)
	last	popfw
	nop
	end_code step_popfw_clears

	.macro	set_tf
	orl	$X86_EFLAGS_TF, (%rsp)
	.endm

	.macro	clear_tf
	andl	$~X86_EFLAGS_TF, (%rsp)
	.endm

	/* The frame of an IRET. */
	.macro	frame do, flags, to
	\do	mov %rsp, %rdx
	\do	mov %ss, %eax
	\do	push %rax
	\do	push %rdx
	\do	pushf
	\do	\flags
	\do	mov %cs, %eax
	\do	push %rax
	\do	lea \to(%rip), %rax
	\do	push %rax
	.endm

	.macro	plain insn:vararg
	\insn
	.endm

	code	step_iret_sets
	frame	plain, set_tf, 1f
	iretq
	ud2
1:	steps	nop
	steps	nop
	end_code step_iret_sets

	code	step_iret_clears
	frame	steps, clear_tf, 1f
	iretq
	ud2
1:	expect	1b, CODE_LAST
	nop
	nop
	end_code step_iret_clears

	code	step_iret_keeps
	frame	steps, nop, 1f
	iretq
	ud2
1:	visits	1b
	steps	nop
	end_code step_iret_keeps

	/* CS that does not exist: nothing was executed. Goes on behind, with the frame still there. */
	code	step_iret_faults
	steps	push $0
	steps	push %rsp
	steps	pushf
	steps	push $0xfff8
	steps	push $0
	raises	iretq
	steps	nop
	end_code step_iret_faults

	code	step_far_return_faults
	steps	push $0xfff8
	steps	push $0
	raises	lretq
	steps	nop
	end_code step_far_return_faults

	code	step_far_return
	steps	mov %cs, %eax
	steps	push %rax
	steps	lea 1f(%rip), %rax
	steps	push %rax
	lretq
	ud2
1:	visits	1b
	steps	nop
	end_code step_far_return

	code	step_far_jump
	steps	lea 1f(%rip), %rax
	steps	mov %eax, (%rsi)
	steps	mov %cs, 4(%rsi)
	ljmpl	*(%rsi)
	ud2
1:	visits	1b
	steps	nop
	end_code step_far_jump

	/* A software interrupt is a trap of its own, and its pc our business; none of a step comes with it. */
	code	step_int3
	raises	int3
	steps	nop
	steps	nop
	end_code step_int3

	code	step_int_4
	raises_next .byte 0xcd, 4
	steps	nop
	end_code step_int_4

	code	step_int_64
	raises_next int $64
	steps	nop
	end_code step_int_64

	code	step_int_gate_closed
	raises	int $64
	steps	nop
	end_code step_int_gate_closed

	code	step_int_1
	raises	int $1
	steps	nop
	end_code step_int_1

	code	step_icebp
	raises	.byte 0xf1
	steps	nop
	end_code step_icebp

	code	step_undefined
	raises	ud2
	steps	nop
	raises	ud2
	raises	ud2
	steps	nop
	end_code step_undefined

	code	step_divide
	steps	xor %ecx, %ecx
	raises	div %ecx
	steps	nop
	end_code step_divide

	code	step_load_faults
	steps	movabs $0x7ffffffff000, %rax
	raises	mov (%rax), %rcx
	steps	nop
	end_code step_load_faults

	code	step_store_faults
	steps	movabs $0x7ffffffff000, %rax
	raises	mov %rcx, (%rax)
	steps	nop
	end_code step_store_faults

	code	step_noncanonical
	steps	movabs $0x5a5a5a5a5a5a5000, %rax
	raises	mov (%rax), %rcx
	steps	nop
	end_code step_noncanonical

	.section .note.GNU-stack, "", @progbits
