/* SPDX-License-Identifier: GPL-2.0-only */
/* The pieces of code of code-rows.h, and how they are entered. */
#include <asm/func.h>
#include <asm/reg.h>

#define SAVED	(FRAME_MIN + 18 * 8)

	.text

/* void code_enter(const char *at, unsigned long msr, unsigned long count): see code-rows.h for the registers. */
func code_enter
	mflr	r0
	mfcr	r12
	std	r0, FRAME_LR(r1)
	stw	r12, FRAME_CR(r1)
	stdu	r1, -SAVED(r1)
	.cfi_def_cfa_offset SAVED
	.cfi_offset CFI_LR, FRAME_LR
	.irp	n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	std	\n, FRAME_MIN + 8 * (\n - 14)(r1)
	.endr
	mfmsr	r10
	ori	r9, r10, MSR_SE
	ori	r12, r10, MSR_BE
	li	r0, 0
	mtmsrd	r0, 1				/* nothing may come between here and the rfid */
	mtspr	SPRN_SRR0, r3
	mtspr	SPRN_SRR1, r4
	mtctr	r5
	addi	r6, r3, 8
	mtlr	r6
	mtcr	r0
	mtxer	r0
	addis	r5, r2, code_buffer + 64@toc@ha
	addi	r5, r5, code_buffer + 64@toc@l
	mr	r11, r5
	li	r3, 5
	li	r4, 7
	li	r6, 0
	li	r7, 3
	li	r8, -1
	li	r29, 29
	rfid
	.globl	code_done
code_done:
	.irp	n, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld	\n, FRAME_MIN + 8 * (\n - 14)(r1)
	.endr
	addi	r1, r1, SAVED
	.cfi_def_cfa_offset 0
	ld	r0, FRAME_LR(r1)
	lwz	r12, FRAME_CR(r1)
	mtlr	r0
	mtcr	r12
	blr
endfunc code_enter

	.macro	code name
	.globl	code_\name
code_\name:
	.endm

	.macro	end_code name
	.globl	end_\name
end_\name:
	trap
	.endm

#define CODE(name, ...)					code name; __VA_ARGS__; end_code name;
#define ROW(name, section, traces, reg, value, ...)	CODE(name, __VA_ARGS__)
#define BRANCH(name, n, traces, be, reg, value, ...)	CODE(name, __VA_ARGS__)
#define ALONE(name, needs, traces, ...)			CODE(name, __VA_ARGS__)
#define PREFIXED(name, traces, ...)			.balign 64; CODE(name, __VA_ARGS__)
#define OTHER(name, needs, vector, traces, ...)		CODE(name, __VA_ARGS__)
#define SWITCH(name, msr, traces, ...)			CODE(name, __VA_ARGS__)

	.machine "power9"
	.balign	64
#include "code-rows.h"

	/* Not in the table: stores with nothing behind them that touches the same bytes; rfscv, to LR, with the MSR in CTR; what must
	   not be. */
	CODE(only_std, std r4, 8(r5))
	CODE(only_stb, stb r4, 1(r5))
	CODE(only_dcbz, dcbz 0, r5)
	CODE(rfscv, mtctr r9; .long 0x4c0000a4; nop)
	.balign	64
	.space	60
	/* Gone on with at its suffix, which is an instruction too. */
	CODE(crossing, .long 0x06000000, 0x38600001)

	.section .note.GNU-stack, "", @progbits
