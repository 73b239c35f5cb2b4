/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The entry from firmware, in big-endian mode, MMU off:
 *
 *   pseries   r3 0 or an initrd, r5 the client interface; 32-bit mode; at the link address
 *   powernv   r3 device tree, r5 0, r8 OPAL's base, r9 its entry; MSR[HV]; the file lies raw in
 *             memory, so the image has to move
 */
#include <asm/endian.h>
#include <asm/func.h>
#include <asm/layout.h>
#include <asm/reg.h>
#include "../../arch/ppc64/stack.h"

#define BOOT_STACK	(32 * 1024)

	.section .head, "ax", @progbits

func _start
	fixup_endian
	mr	r31, r3
	mr	r30, r5
	mr	r29, r8
	mr	r28, r9

	/*
	 * 64-bit mode, machine checks and RI on; MSR[ME] can only be set by rfid. Of what firmware left only HV stays:
	 * SLOF leaves FP on.
	 */
	bcl	20, 31, 1f
1:	mflr	r27				/* where label 1 really is */
	li	r10, 0
	mtmsrd	r10, 1
	mfmsr	r11
	rldicr	r11, r11, 0, 3
	li	r10, 1
	rldimi	r11, r10, 63, 0
	ori	r11, r11, MSR_ME | MSR_RI | MSR_ENDIAN
	addi	r12, r27, 2f - 1b
	mtspr	SPRN_SRR0, r12
	mtspr	SPRN_SRR1, r11
	rfid
2:
	lis	r4, 1b@ha
	addi	r4, r4, 1b@l
	cmpd	r4, r27
	beq	.Lthere

	/* Move the image to where it is linked; it is one piece in the file too. */
	lis	r5, _image@ha
	addi	r5, r5, _image@l
	lis	r6, _edata@ha
	addi	r6, r6, _edata@l
	sub	r7, r27, r4
	add	r4, r5, r7			/* from */
	subf	r6, r5, r6
	addi	r6, r6, 7
	srdi	r6, r6, 3
	mtctr	r6
	addi	r4, r4, -8
	addi	r6, r5, -8
3:	ldu	r0, 8(r4)
	stdu	r0, 8(r6)
	bdnz	3b
	lis	r6, _edata@ha
	addi	r6, r6, _edata@l
4:	dcbst	0, r5				/* Power ISA 3.0B Book II 1.8 */
	icbi	0, r5
	addi	r5, r5, 64
	cmpd	r5, r6
	blt	4b
	sync
	isync
	lis	r4, .Lthere@ha
	addi	r4, r4, .Lthere@l
	mtctr	r4
	bctr

.Lthere:
	lis	r2, .TOC.@ha
	addi	r2, r2, .TOC.@l
	lis	r4, _bss@ha
	addi	r4, r4, _bss@l
	lis	r5, _ebss@ha
	addi	r5, r5, _ebss@l
	subf	r5, r4, r5
	srdi	r5, r5, 3
	mtctr	r5
	li	r0, 0
	addi	r4, r4, -8
5:	stdu	r0, 8(r4)
	bdnz	5b

	lis	r13, cpus@ha
	addi	r13, r13, cpus@l
	mtspr	SPRN_SPRG0, r13
	lis	r14, (boot_stack + STACK_MARGIN)@ha
	addi	r14, r14, (boot_stack + STACK_MARGIN)@l
	lis	r1, boot_stack_end@ha
	addi	r1, r1, boot_stack_end@l
	stdu	r0, -FRAME_MIN(r1)
	mr	r3, r31
	mr	r4, r30
	mr	r5, r29
	mr	r6, r28
	bl	boot_main
	b	.
endfunc _start

	.section .bss.stacks, "aw", @nobits
	.balign	16
	.globl	boot_stack, boot_stack_end
boot_stack:
	.space	BOOT_STACK
boot_stack_end:

	.section .note.GNU-stack, "", @progbits
