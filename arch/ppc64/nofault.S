/* SPDX-License-Identifier: GPL-2.0-only */
/* Copies that survive a fault. */
#include <asm/func.h>
#include <linux/errno.h>

	.section .kprobes.text, "ax", @progbits

/*
 * int nofault_copy(void *dst, const void *src, size_t n)
 *
 * Words, then bytes. Nothing but the four marked instructions may fault. Alignment does not matter: Power ISA 3.0B Book
 * II 1.4
 */
func nofault_copy
	cmpldi	r5, 8
	blt	3f
1:	ld	r6, 0(r4)
2:	std	r6, 0(r3)
	addi	r4, r4, 8
	addi	r3, r3, 8
	addi	r5, r5, -8
	cmpldi	r5, 8
	bge	1b
3:	cmpldi	r5, 0
	beq	6f
4:	lbz	r6, 0(r4)
5:	stb	r6, 0(r3)
	addi	r4, r4, 1
	addi	r3, r3, 1
	addi	r5, r5, -1
	b	3b
6:	li	r3, 0
	blr
7:	li	r3, -EFAULT
	blr
	extable	1b, 7b
	extable	2b, 7b
	extable	4b, 7b
	extable	5b, 7b
endfunc nofault_copy

/* int ciabr_probe(void) */
func ciabr_probe
	li	r3, 0
	.globl	ciabr_probed
ciabr_probed:
	nop
3:	nop
	blr
1:	li	r3, 1
	blr
2:	li	r3, 2
	blr
	extable	3b, 1b
	extable	ciabr_probed, 2b
endfunc ciabr_probe

	.section .note.GNU-stack, "", @progbits
