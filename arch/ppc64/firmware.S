/* SPDX-License-Identifier: GPL-2.0-only */
/* The ways into firmware, see firmware.h. */
#include <asm-offsets.h>
#include <asm/endian.h>
#include <asm/func.h>
#include <asm/reg.h>

	.section .kprobes.text, "ax", @progbits

	.machine push
	.machine power9

/* LoPAR 14.5: token in r3, arguments from r4, answer in r3. CR, CTR, XER and r0, r4-r12 may be lost; LR is not. */
func hcall
	sc	1
	blr
endfunc hcall

func hcall_ret3
	mr	r9, r5
	std	r9, -8(r1)
	sc	1
	ld	r9, -8(r1)
	std	r4, 0(r9)
	std	r5, 8(r9)
	std	r6, 16(r9)
	blr
endfunc hcall_ret3

	.machine pop

	/* Keep what firmware need not, and the MSR. */
#define KEEP_FRAME	(FRAME_MIN + 8 * 24)
#define KEEP(n)		(FRAME_MIN + 8 * (n))
	.macro	keep op
	.irp	n, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\op	\n, KEEP(\n - 13)(r1)
	.endr
	.endm

	.macro	leave_kernel
	mflr	r0
	mfcr	r12
	std	r0, FRAME_LR(r1)
	stw	r12, FRAME_CR(r1)
	stdu	r1, -KEEP_FRAME(r1)
	.cfi_def_cfa_offset KEEP_FRAME
	.cfi_offset CFI_LR, FRAME_LR
	keep	std
	mfmsr	r12
	std	r12, KEEP(20)(r1)
	li	r0, 0
	mtmsrd	r0, 1
	.endm

	/* Go to the address in r12 with the MSR in r11, to be called back at \at. */
	.macro	go at
	lis	r10, \at@ha
	addi	r10, r10, \at@l
	mtlr	r10
	mtspr	SPRN_SRR0, r12
	mtspr	SPRN_SRR1, r11
	rfid
	.endm

	.macro	back_in_kernel
	fixup_endian
	/* SF too may be off; the addresses here have 32 bits. */
	lis	r10, 1f@ha
	addi	r10, r10, 1f@l
	ld	r11, KEEP(20)(r1)
	li	r0, 0
	mtmsrd	r0, 1
	mtspr	SPRN_SRR0, r10
	mtspr	SPRN_SRR1, r11
	rfid
1:	keep	ld
	lis	r2, .TOC.@ha
	addi	r2, r2, .TOC.@l
	addi	r1, r1, KEEP_FRAME
	.cfi_def_cfa_offset 0
	ld	r0, FRAME_LR(r1)
	lwz	r12, FRAME_CR(r1)
	mtlr	r0
	mtcr	r12
	.endm

/* OPAL: token in r0, its base in r2, arguments from r3; real mode, big-endian, MSR[EE] off. */
func opal_call
	leave_kernel
	li	r11, 0
	ori	r11, r11, MSR_EE | MSR_LE | MSR_SE | MSR_BE
	andc	r11, r12, r11
	mr	r0, r3
	mr	r3, r4
	mr	r4, r5
	mr	r5, r6
	mr	r6, r7
	mr	r7, r8
	lis	r10, boot_info@ha
	addi	r10, r10, boot_info@l
	ld	r12, BOOT_OPAL_ENTRY(r10)
	ld	r2, BOOT_OPAL_BASE(r10)
	go	.Lopal_back
.Lopal_back:
	back_in_kernel
	blr
endfunc opal_call

/* IEEE 1275 client interface of SLOF: arguments in r3; big-endian, 32-bit mode. */
func of_call_slof
	leave_kernel
	mr	r12, r4
	li	r11, MSR_ME | MSR_FP
	go	.Lslof_back
.Lslof_back:
	back_in_kernel
	extsw	r3, r3
	blr
endfunc of_call_slof

	.section .note.GNU-stack, "", @progbits
