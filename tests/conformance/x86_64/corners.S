/* SPDX-License-Identifier: GPL-2.0-only */
/* Code for corners.c. */
#include <asm/func.h>
#include <asm/processor.h>

	.text

	/* OUT alone, raised as raise.h has it. */
func corner_out
	.globl	corner_out_at, corner_out_next
corner_out_at:
	out	%al, $0x80
corner_out_next:
	nop
	ret
endfunc corner_out

	/*
	 * unsigned long corner_nmi_on_user_gs(void): vector 2 in kernel code that has the user's GS base, as in the first
	 * instructions of syscall_entry. Returns the base behind it.
	 */
func corner_nmi_on_user_gs
	pushf
	cli
	swapgs
	int	$2
	mov	$MSR_GS_BASE, %ecx
	rdmsr
	test	%edx, %edx			/* the kernel's is negative: it is there already */
	js	1f
	swapgs
1:	shl	$32, %rdx
	or	%rdx, %rax
	popf
	ret
endfunc corner_nmi_on_user_gs

	.section .note.GNU-stack, "", @progbits
