/* SPDX-License-Identifier: GPL-2.0-only */
/* Test code, see <whosetrap/testcode.h>. Every instruction has a label, and the tables are made of the labels. */
#include <asm-offsets.h>
#include <asm/func.h>

	/* Instruction number \n of \fn stands here. */
	.macro	i fn, n
.L\fn\()_\n:
	.endm

	.macro	table name
	.pushsection .rodata
	.balign	8
	.globl	\name
	.type	\name, @object
\name:
	.endm

	.macro	end_table name
	.quad	0
	.size	\name, . - \name
	.popsection
	.endm

	.macro	addrs fn, list:vararg
	.irp	n, \list
	.quad	.L\fn\()_\n
	.endr
	.endm

	.text

/* void tc_call(void (*fn)(void), struct tc_regs *io). The stack is aligned to 16 at the call, as C wants it. */
func tc_call
	save	rbp
	mov	%rsp, %rbp
	.cfi_def_cfa_register rbp
	push	%rbx
	.cfi_offset rbx, -24
	sub	$8, %rsp
	mov	%rsi, %rbx
	mov	%rdi, %r11
	mov	TC_ARG + 8 * 0(%rbx), %rdi
	mov	TC_ARG + 8 * 1(%rbx), %rsi
	mov	TC_ARG + 8 * 2(%rbx), %rdx
	mov	TC_ARG + 8 * 3(%rbx), %rcx
	mov	TC_ARG + 8 * 4(%rbx), %r8
	mov	TC_ARG + 8 * 5(%rbx), %r9
	xor	%eax, %eax			/* and known flags */
	.globl	tc_call_break, tc_call_go, tc_call_return
tc_call_break:
	int3
tc_call_go:
	call	*%r11
tc_call_return:
	pushf
	pop	%r11
	and	$0x8d5, %r11d			/* CF PF AF ZF SF OF */
	mov	%r11, TC_FLAGS(%rbx)
	mov	%rax, TC_RET(%rbx)
	mov	%rdi, TC_ARG + 8 * 0(%rbx)
	mov	%rsi, TC_ARG + 8 * 1(%rbx)
	mov	%rdx, TC_ARG + 8 * 2(%rbx)
	mov	%rcx, TC_ARG + 8 * 3(%rbx)
	mov	%r8, TC_ARG + 8 * 4(%rbx)
	mov	%r9, TC_ARG + 8 * 5(%rbx)
	add	$8, %rsp
	pop	%rbx
	restore	rbp
	.cfi_def_cfa rsp, 8
	ret
endfunc tc_call

/* Eight instructions on registers and on the buffer at arg0, and the return. */
func tc_straight
i straight, 0
	mov	(%rdi), %rax
i straight, 1
	add	8(%rdi), %rax
i straight, 2
	imul	$3, %rax, %rax
i straight, 3
	mov	%rax, 16(%rdi)
i straight, 4
	xor	%esi, %esi
i straight, 5
	lea	7(%rax, %rsi, 2), %rdx
i straight, 6
	mov	%rdx, 24(%rdi)
i straight, 7
	sub	%rdx, %rax
i straight, 8
	ret
endfunc tc_straight

table tc_straight_insns
	addrs straight, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_straight_insns
table tc_straight_trace
	addrs straight, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_straight_trace
table tc_straight_branches
	addrs straight, 0
end_table tc_straight_branches

/* Three rounds, a conditional branch not taken and one taken, a call. */
func tc_branchy
i branchy, 0
	mov	$3, %ecx
i branchy, 1
	xor	%eax, %eax
i branchy, 2
	add	%rcx, %rax
i branchy, 3
	dec	%rcx
i branchy, 4
	jnz	.Lbranchy_2
i branchy, 5
	cmp	$5, %eax
i branchy, 6
	je	.Lbranchy_10
i branchy, 7
	jne	.Lbranchy_9
i branchy, 8
	mov	$-1, %rax			/* never */
i branchy, 9
	call	.Lbranchy_11
i branchy, 10
	ret
i branchy, 11
	lea	1(%rax), %rax
i branchy, 12
	ret
endfunc tc_branchy

table tc_branchy_insns
	addrs branchy, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
end_table tc_branchy_insns
table tc_branchy_trace
	addrs branchy, 0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 5, 6, 7, 9, 11, 12, 10
end_table tc_branchy_trace
/* A branch step reports branches that are taken and no others, SDM 3B section 18.4.3. */
table tc_branchy_branches
	addrs branchy, 0, 2, 2, 9, 11, 10
end_table tc_branchy_branches

func tc_nops
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
i nops, \n
	nop
	.endr
i nops, 8
	ret
endfunc tc_nops

table tc_nops_insns
	addrs nops, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_nops_insns
table tc_nops_trace
	addrs nops, 0, 1, 2, 3, 4, 5, 6, 7, 8
end_table tc_nops_trace
table tc_nops_branches
	addrs nops, 0
end_table tc_nops_branches

/* A carry made, used and read; all of RFLAGS read. */
func tc_flags
i flags, 0
	mov	$-1, %rax
i flags, 1
	add	$1, %rax
i flags, 2
	adc	$5, %rax
i flags, 3
	stc
i flags, 4
	pushf
i flags, 5
	pop	%rdx
i flags, 6
	and	$0x8d5, %edx
i flags, 7
	stc
i flags, 8
	sbb	$2, %rax
i flags, 9
	ret
endfunc tc_flags

table tc_flags_insns
	addrs flags, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
end_table tc_flags_insns
table tc_flags_trace
	addrs flags, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
end_table tc_flags_trace
table tc_flags_branches
	addrs flags, 0
end_table tc_flags_branches

func tc_break
	nop
	.globl	tc_break_at
tc_break_at:
	int3
	nop
	ret
endfunc tc_break

func tc_recurse
	save	rbp
	mov	%rsp, %rbp
	.cfi_def_cfa_register rbp
	call	tc_recurse
	restore	rbp
	.cfi_def_cfa rsp, 8
	ret
endfunc tc_recurse

func tc_spin
	jmp	tc_spin
endfunc tc_spin

func tc_spin_irqs_off
	cli
1:	jmp	1b
endfunc tc_spin_irqs_off

func tc_clobber
	xor	$1, %r12
	ret
endfunc tc_clobber

	.section .note.GNU-stack, "", @progbits
