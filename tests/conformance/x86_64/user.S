/* SPDX-License-Identifier: GPL-2.0-only */
/* Code for user mode, copied to a page of its own by user.c; position-independent. rdi is what the test puts there. */
#include <asm/processor.h>

	.section .rodata

	.macro	user name
	.globl	\name, \name\()_end
	.type	\name, @object
\name:
	.endm

	.macro	end_user name
\name\()_end:
	.size	\name, . - \name
	.endm

	user	user_breakpoint
	int3
	end_user user_breakpoint

	user	user_privileged
	cli
	end_user user_privileged

	user	user_undefined
	ud2
	end_user user_undefined

	user	user_kernel_read
	mov	(%rdi), %rax
	end_user user_kernel_read

	user	user_jump
	jmp	*%rdi
	end_user user_jump

	user	user_syscall
	mov	$0x1234, %eax
	syscall
	nop
	int3
	end_user user_syscall

	/* With TF set: NOP, SYSCALL, NOP, INT3. */
	user	user_stepped_syscall
	pushf
	orl	$X86_EFLAGS_TF, (%rsp)
	popf
	nop
	syscall
	nop
	int3
	end_user user_stepped_syscall

	/* With AC set, a load that is not aligned. */
	user	user_unaligned
	pushf
	orl	$X86_EFLAGS_AC, (%rsp)
	popf
	mov	1(%rsp), %eax
	int3
	end_user user_unaligned

	/* A store under TF; the test watches the place. */
	user	user_stepped_store
	pushf
	orl	$X86_EFLAGS_TF, (%rsp)
	popf
	mov	%rdi, (%rdi)
	nop
	int3
	end_user user_stepped_store

	/* Until the time stamp counter has reached rdi. */
	user	user_wait
1:	rdtsc
	shl	$32, %rdx
	or	%rdx, %rax
	cmp	%rdi, %rax
	jb	1b
	int3
	end_user user_wait

	.section .note.GNU-stack, "", @progbits
