/* SPDX-License-Identifier: GPL-2.0-only */
/* Copies that survive a fault. */
#include <asm/func.h>
#include <linux/errno.h>

	.section .kprobes.text, "ax", @progbits

/*
 * int nofault_copy(void *dst, const void *src, size_t n)
 *
 * Words, then bytes. Nothing but the four marked instructions may fault. Clobbers: rax rcx rdx rsi rdi.
 */
func nofault_copy
	cmp	$8, %rdx
	jb	3f
1:	mov	(%rsi), %rax
2:	mov	%rax, (%rdi)
	add	$8, %rsi
	add	$8, %rdi
	sub	$8, %rdx
	cmp	$8, %rdx
	jae	1b
3:	test	%rdx, %rdx
	jz	6f
4:	mov	(%rsi), %al
5:	mov	%al, (%rdi)
	inc	%rsi
	inc	%rdi
	dec	%rdx
	jnz	4b
6:	xor	%eax, %eax
	ret
7:	mov	$-EFAULT, %eax
	ret
	extable	1b, 7b
	extable	2b, 7b
	extable	4b, 7b
	extable	5b, 7b
endfunc nofault_copy

	.section .note.GNU-stack, "", @progbits
