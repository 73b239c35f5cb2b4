/* SPDX-License-Identifier: GPL-2.0-only */
/* The trampoline of differential stepping: all registers from fuzz_io, and back. */
#include <asm/func.h>
#include "../fuzz.h"

#define R(n)	fuzz_io + 8 * (n)(%rip)

	.text
func fuzz_enter
	.irp	r, rbx, rbp, r12, r13, r14, r15
	push	%\r
	.endr
	mov	%rsp, fuzz_sp(%rip)
	mov	%rdi, fuzz_target(%rip)
	sub	$8 * FUZZ_STACK, %rsp
	lea	R(FUZZ_REGS), %rsi
	mov	%rsp, %rdi
	mov	$FUZZ_STACK, %ecx
	cld
	rep movsq
	add	$4 * FUZZ_STACK, %rsp
	push	R(15)
	popf
	.set	i, 0
	.irp	r, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
	mov	fuzz_io + 8 * i(%rip), %\r
	.set	i, i + 1
	.endr
	.globl	fuzz_break, fuzz_go, fuzz_return
fuzz_break:
	int3
fuzz_go:
	jmp	*fuzz_target(%rip)
fuzz_return:
	.set	i, 0
	.irp	r, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
	mov	%\r, fuzz_io + 8 * i(%rip)
	.set	i, i + 1
	.endr
	mov	%rsp, %rdx			/* no flag is changed before PUSHF */
	mov	fuzz_sp(%rip), %rbx
	lea	-8 * FUZZ_STACK(%rbx), %rsi
	lea	R(FUZZ_REGS), %rdi
	mov	$FUZZ_STACK, %ecx
	cld
	rep movsq				/* before anything is pushed over it */
	mov	%rbx, %rsp
	pushf
	pop	R(15)
	sub	%rdx, %rbx
	mov	%rbx, R(FUZZ_REGS + FUZZ_STACK)
	.irp	r, r15, r14, r13, r12, rbp, rbx
	pop	%\r
	.endr
	ret
endfunc fuzz_enter

	.bss
	.balign	8
fuzz_sp:
	.quad	0
fuzz_target:
	.quad	0
