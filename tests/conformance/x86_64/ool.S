/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions around one instruction each, NAME_at, that ool.c runs with a probe on it and without: both must leave the
 * same. arg0 (rdi) is a buffer of 8 words; the result is in rax and in the buffer.
 */
#include <asm/func.h>
#include <asm/processor.h>

	.text

	.macro	probed name
func ool_\name
	.endm

	.macro	at name
	.globl	ool_\name\()_at
ool_\name\()_at:
	.endm

	.macro	end name
endfunc ool_\name
	.endm

	/* Just the instruction and a return. */
	.macro	plain name, insn:vararg
	probed	\name
	at	\name
	\insn
	ret
	end	\name
	.endm

	.data
	.balign	8
ool_word:	.quad	0x1122334455667788
ool_pointer:	.quad	ool_callee

	.text
ool_callee:					/* says where it returns to */
	mov	(%rsp), %rax
	ret

	plain	load_relative, mov ool_word(%rip), %rax
	plain	lea_relative, lea ool_word(%rip), %rax
	plain	compare_relative_with_immediate, cmpl $0x55667788, ool_word(%rip)
	plain	landing_pad, endbr64
	plain	load_absolute, movabs ool_word, %rax
	plain	nop_66, .byte 0x66, 0x90
	plain	nop_long, nopw 0x100(%rax,%rax,1)
	plain	pause, pause
	plain	nop, nop
	plain	xchg_r8, xchg %r8, %rax
	plain	lock_add, lock addq $3, (%rdi)
	plain	cmpxchg, lock cmpxchg %rsi, (%rdi)
	plain	shift, shl %cl, %rsi
	plain	segment, mov %ss, %eax
	plain	ret_near, ret
	plain	ret_rep, rep ret

	probed	store_relative
	mov	ool_word(%rip), %rcx
	at	store_relative
	movl	$0x1234567, ool_word + 4(%rip)
	mov	ool_word(%rip), %rax
	mov	%rcx, ool_word(%rip)
	ret
	end	store_relative

	probed	cpuid
	push	%rbx
	xor	%eax, %eax
	xor	%ecx, %ecx
	at	cpuid
	cpuid
	mov	%rbx, (%rdi)
	pop	%rbx
	ret
	end	cpuid

	probed	string_load
	mov	%rdi, %rsi
	at	string_load
	lodsq
	sub	%rdi, %rsi
	ret
	end	string_load

	probed	call_relative
	at	call_relative
	call	ool_callee
	ret
	end	call_relative

	probed	call_register
	mov	$ool_callee, %rax
	at	call_register
	call	*%rax
	ret
	end	call_register

	probed	call_memory_relative
	at	call_memory_relative
	call	*ool_pointer(%rip)
	ret
	end	call_memory_relative

	probed	jump_register
	lea	1f(%rip), %rax
	at	jump_register
	jmp	*%rax
	ud2
1:	ret
	end	jump_register

	probed	jump_memory
	lea	1f(%rip), %rax
	mov	%rax, (%rdi)
	at	jump_memory
	jmp	*(%rdi)
	ud2
1:	movq	$0, (%rdi)
	ret
	end	jump_memory

	probed	jump_short
	mov	$1, %eax
	at	jump_short
	jmp	1f
	ud2
1:	inc	%eax
	ret
	end	jump_short

	probed	jump_back
	mov	$1, %eax
	jmp	2f
1:	inc	%eax
	ret
2:
	at	jump_back
	jmp	1b
	end	jump_back

	probed	jump_near
	mov	$1, %eax
	at	jump_near
	.byte	0xe9
	.long	1f - 2f
2:	ud2
1:	ret
	end	jump_near

	.macro	conditional name, insn:vararg
	probed	\name
	xor	%eax, %eax
	cmp	%rsi, %rdx
	at	\name
	\insn	1f
	add	$1, %eax
1:	adc	$2, %eax
	ret
	end	\name
	.endm

	conditional jump_equal, je
	conditional jump_not_equal, jne
	conditional jump_above, ja
	conditional jump_less, jl

	probed	jump_conditional_near
	xor	%eax, %eax
	at	jump_conditional_near
	.byte	0x0f, 0x84
	.long	1f - 2f
2:	ud2
1:	ret
	end	jump_conditional_near

	.macro	looping name, insn:vararg
	probed	\name
	mov	$3, %ecx
	xor	%eax, %eax
1:	inc	%eax
	cmp	$2, %eax
	at	\name
	\insn	1b
	ret
	end	\name
	.endm

	looping	loop, loop
	looping	loop_equal, loope
	looping	loop_not_equal, loopne

	probed	loop_ecx
	mov	$-1, %rcx
	xor	%eax, %eax
	at	loop_ecx
	addr32 loop 1f
	inc	%eax
1:	ret
	end	loop_ecx

	probed	jump_rcx_zero
	xor	%ecx, %ecx
	xor	%eax, %eax
	at	jump_rcx_zero
	jrcxz	1f
	ud2
1:	ret
	end	jump_rcx_zero

	probed	return_and_pop
	push	%rdi
	call	1f
	ret
1:
	at	return_and_pop
	ret	$8
	end	return_and_pop

	probed	push_register
	at	push_register
	push	%rdx
	pop	%rax
	ret
	end	push_register

	probed	push_stack_pointer
	mov	%rsp, %rcx
	at	push_stack_pointer
	push	%rsp
	pop	%rax
	sub	%rcx, %rax
	xor	%ecx, %ecx
	ret
	end	push_stack_pointer

	probed	pop_stack_pointer
	mov	%rsp, %rcx
	push	%rcx
	at	pop_stack_pointer
	pop	%rsp
	mov	%rsp, %rax
	sub	%rcx, %rax
	xor	%ecx, %ecx
	ret
	end	pop_stack_pointer

	probed	frame_enter
	at	frame_enter
	enter	$16, $0
	leave
	mov	%rsi, %rax
	ret
	end	frame_enter

	probed	frame_leave
	push	%rbp
	mov	%rsp, %rbp
	sub	$32, %rsp
	at	frame_leave
	leave
	ret
	end	frame_leave

	/* The image must show the program's TF, which is clear, and IF as it is. */
	probed	push_flags
	at	push_flags
	pushf
	pop	%rax
	and	$X86_EFLAGS_TF | X86_EFLAGS_IF | X86_EFLAGS_RF, %eax
	ret
	end	push_flags

	probed	push_flags_16
	xor	%eax, %eax
	at	push_flags_16
	pushfw
	popw	%ax
	and	$X86_EFLAGS_TF | X86_EFLAGS_IF, %eax
	ret
	end	push_flags_16

	probed	pop_flags
	pushf
	orl	$X86_EFLAGS_CF | X86_EFLAGS_OF | X86_EFLAGS_DF, (%rsp)
	andl	$~(X86_EFLAGS_ZF | X86_EFLAGS_IF), (%rsp)
	at	pop_flags
	popf
	pushf
	pop	%rax
	cld
	sti
	and	$X86_EFLAGS_CF | X86_EFLAGS_OF | X86_EFLAGS_DF | X86_EFLAGS_ZF | X86_EFLAGS_IF | X86_EFLAGS_TF, %eax
	ret
	end	pop_flags

	probed	interrupts_off
	at	interrupts_off
	cli
	pushf
	pop	%rax
	sti
	and	$X86_EFLAGS_IF, %eax
	ret
	end	interrupts_off

	probed	interrupts_on
	cli
	at	interrupts_on
	sti
	nop
	pushf
	pop	%rax
	and	$X86_EFLAGS_IF, %eax
	ret
	end	interrupts_on

	/* int ool_condition[16](unsigned long flags): SETcc on these flags, 16 bytes each */
	.balign	16
	.globl	ool_conditions
	.type	ool_conditions, @function
ool_conditions:
	.macro	condition cc
	push	%rdi
	popf
	set\cc	%al
	movzbl	%al, %eax
	ret
	.balign	16
	.endm
	.irp	cc, o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g
	condition \cc
	.endr
	.size	ool_conditions, . - ool_conditions

	.section .note.GNU-stack, "", @progbits
