/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the compiler has no words for: another stack, non-local jumps. */
#include <asm-offsets.h>
#include <asm/func.h>

	.text

/*
 * void arch_call_on_stack(void (*fn)(void *), void *arg, const struct stack *stack)
 *
 * rbp holds the way back, so gdb and the backtrace cross from one stack to the other.
 */
func arch_call_on_stack
	save	rbp
	mov	%rsp, %rbp
	.cfi_def_cfa_register rbp
	push	%gs:CPU_STACK_LO
	push	%gs:CPU_STACK_HI
	mov	%rdi, %rax
	mov	%rsi, %rdi
	mov	STACK_LO(%rdx), %rcx
	mov	STACK_HI(%rdx), %rdx
	mov	%rcx, %gs:CPU_STACK_LO
	mov	%rdx, %gs:CPU_STACK_HI
	mov	%rdx, %rsp
	call	*%rax
	lea	-16(%rbp), %rsp
	pop	%gs:CPU_STACK_HI
	pop	%gs:CPU_STACK_LO
	restore	rbp
	.cfi_def_cfa rsp, 8
	ret
endfunc arch_call_on_stack

/* int setjmp(jmp_buf): rbx rbp r12 r13 r14 r15, rsp after the return, return address. */
func setjmp
	mov	(%rsp), %rdx
	lea	8(%rsp), %rcx
	mov	%rbx, 8*0(%rdi)
	mov	%rbp, 8*1(%rdi)
	mov	%r12, 8*2(%rdi)
	mov	%r13, 8*3(%rdi)
	mov	%r14, 8*4(%rdi)
	mov	%r15, 8*5(%rdi)
	mov	%rcx, 8*6(%rdi)
	mov	%rdx, 8*7(%rdi)
	xor	%eax, %eax
	ret
endfunc setjmp

/* void longjmp(jmp_buf, int): setjmp() returns the int, or 1 for 0. */
func longjmp
	mov	8*0(%rdi), %rbx
	mov	8*1(%rdi), %rbp
	mov	8*2(%rdi), %r12
	mov	8*3(%rdi), %r13
	mov	8*4(%rdi), %r14
	mov	8*5(%rdi), %r15
	mov	8*6(%rdi), %rsp
	mov	%esi, %eax
	mov	$1, %edx
	test	%eax, %eax
	cmovz	%edx, %eax
	jmp	*8*7(%rdi)
endfunc longjmp

	.section .note.GNU-stack, "", @progbits
