/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where kprobes hears of something without a trap: a function under a kretprobe returns, a boosted instruction is done. The frame
 * is struct pt_regs as the entry makes it (entry.S), directly below the stack pointer. Its highest word, ss, is where a return
 * address would be, and serves as one on the way out.
 */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/segment.h>

	.section .kprobes.text, "ax", @progbits

	.macro	trampoline name, fn
	.balign	16
func \name
	.cfi_undefined rip
	push_cfi $KERNEL_DS
	push_cfi %rsp
	pushfq
	.cfi_adjust_cfa_offset 8
	addq	$8, 8(%rsp)		/* sp, as it was before all this */
	push_cfi $KERNEL_CS
	push_cfi $0			/* ip: \fn knows */
	save	rbp
	push_cfi $-1
	save	rdi
	save	rsi
	save	rdx
	save	rcx
	save	rax
	save	r8
	save	r9
	save	r10
	save	r11
	save	rbx
	save	r12
	save	r13
	save	r14
	save	r15
	push_cfi $0
	mov	%rsp, %rdi
	lea	PT_BP(%rsp), %rbp
	.cfi_def_cfa rbp, PT_SS + 8 - PT_BP
	and	$-16, %rsp
	cld
	call	\fn
	lea	PT_R15 - PT_BP(%rbp), %rsp
	mov	8(%rbp), %rax		/* ip */
	mov	%rax, PT_SS - PT_BP(%rbp)
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbx
	pop	%r11
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rax
	pop	%rcx
	pop	%rdx
	pop	%rsi
	pop	%rdi
	lea	8(%rsp), %rsp
	pop	%rbp
	.cfi_def_cfa rsp, PT_SS - PT_BP
	.cfi_same_value rbp
	lea	16(%rsp), %rsp
	popfq
	lea	8(%rsp), %rsp
	.cfi_def_cfa rsp, 8
	ret
endfunc \name
	.endm

	trampoline arch_return_trampoline, kretprobe_return
	trampoline arch_after_trampoline, kprobe_after

	.section .note.GNU-stack, "", @progbits
