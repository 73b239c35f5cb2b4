/* SPDX-License-Identifier: GPL-2.0-only */
/* Code with an interrupt waiting: it is taken at the first place where it may be. See code.h, and nest.c. */
#include "code.h"

	code	pending_popf
	pushf
	orl	$X86_EFLAGS_IF, (%rsp)
	popf
1:	stops	1b
	nop
	end_code pending_popf

	code	pending_sti
	sti
	nop
1:	stops	1b
	nop
	end_code pending_sti

	/* STI that is undone at once lets nothing in. */
	code	pending_sti_cli
	sti
	cli
	nop
	nop
	sti
	nop
1:	stops	1b
	end_code pending_sti_cli

	code	pending_iret
	mov	%rsp, %rdx
	mov	%ss, %eax
	push	%rax
	push	%rdx
	pushf
	orl	$X86_EFLAGS_IF, (%rsp)
	mov	%cs, %eax
	push	%rax
	lea	1f(%rip), %rax
	push	%rax
	iretq
	ud2
1:	stops	1b
	nop
	end_code pending_iret

	/* It ends HLT, and that is complete. */
	code	pending_hlt
	sti
	hlt
1:	stops	1b
	nop
	end_code pending_hlt

	/* At the beginning, before the instruction that is stepped; the step is not lost. */
	code	pending_step
1:	stops	1b
	steps	nop
	steps	nop
	end_code pending_step

	/* A step trap comes first where both are due: SDM 3A 6.9, table 6-2. */
	code	pending_step_popf
	steps	pushf
	steps	orl $X86_EFLAGS_IF, (%rsp)
	steps	popf
	stops	.Lt_irq
.Lt_irq:
	steps	nop
	end_code pending_step_popf

	/* Functions to be raised, see raise.h. */
	.macro	raising name
	.globl	\name, \name\()_at, \name\()_next
	.type	\name, @function
\name:
	.endm

	raising shadow_insn
	mov	%ss, %eax
	mov	%eax, %ss
shadow_insn_at:
	nop
shadow_insn_next:
	nop
	ret
	.size	shadow_insn, . - shadow_insn

	raising shadow_int3
	mov	$debug_word, %rdx
	mov	(%rdx), %ss
shadow_int3_at:
	int3
shadow_int3_next:
	nop
	ret
	.size	shadow_int3, . - shadow_int3

	/* 2000 rounds under TF. */
	raising step_many
	pushf
	orl	$X86_EFLAGS_TF, (%rsp)
	popf
	mov	$2000, %ecx
step_many_at:
	loop	step_many_at
step_many_next:
	nop
	ret
	.size	step_many, . - step_many

	.section .note.GNU-stack, "", @progbits
