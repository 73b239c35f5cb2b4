/* SPDX-License-Identifier: GPL-2.0-only */
/* Copies that survive a fault. */
#include <asm/func.h>
#include <linux/errno.h>

	.section .kprobes.text, "ax", %progbits

/*
 * int nofault_copy(void *dst, const void *src, size_t n)
 *
 * Words while there are eight bytes, a half of that, then bytes: an aligned access of four or eight bytes is one
 * access, for a device too. Nothing but the marked instructions may fault. Clobbers: x0-x3.
 */
func nofault_copy
	cmp	x2, #8
	b.lo	3f
1:	ldr	x3, [x1], #8
2:	str	x3, [x0], #8
	sub	x2, x2, #8
	cmp	x2, #8
	b.hs	1b
3:	tbz	x2, #2, 6f
4:	ldr	w3, [x1], #4
5:	str	w3, [x0], #4
	sub	x2, x2, #4
6:	cbz	x2, 9f
7:	ldrb	w3, [x1], #1
8:	strb	w3, [x0], #1
	subs	x2, x2, #1
	b.ne	7b
9:	mov	w0, #0
	ret
10:	mov	w0, #-EFAULT
	ret
	extable	1b, 10b
	extable	2b, 10b
	extable	4b, 10b
	extable	5b, 10b
	extable	7b, 10b
	extable	8b, 10b
endfunc nofault_copy

	.section .note.GNU-stack, "", %progbits
