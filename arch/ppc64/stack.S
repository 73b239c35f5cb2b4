/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the compiler has no words for: another stack, non-local jumps. */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/reg.h>
#include "stack.h"

	.text

/*
 * void arch_call_on_stack(void (*fn)(void *), void *arg, const struct stack *stack)
 *
 * It has a frame on each stack. The back chain of the one on the new stack leads to its caller's, so that backtraces
 * cross.
 */
func arch_call_on_stack
	mflr	r0
	std	r0, FRAME_LR(r1)
	std	r31, -8(r1)
	std	r14, -16(r1)
	ld	r8, CPU_STACK_LO(r13)
	ld	r9, CPU_STACK_HI(r13)
	std	r8, -24(r1)
	std	r9, -32(r1)
	stdu	r1, -(FRAME_MIN + 32)(r1)
	.cfi_def_cfa_offset FRAME_MIN + 32
	.cfi_offset CFI_LR, FRAME_LR
	.cfi_offset r31, -8
	.cfi_offset r14, -16
	mr	r31, r1
	.cfi_def_cfa_register r31
	mr	r12, r3
	mr	r3, r4
	ld	r8, STACK_LO(r5)
	ld	r9, STACK_HI(r5)
	addi	r14, r8, STACK_MARGIN
	addi	r10, r9, -FRAME_MIN
	ld	r11, FRAME_BACK(r1)
	std	r11, FRAME_BACK(r10)
	/* A trap between these lines finds r1 on no known stack and gets the emergency stack. */
	std	r8, CPU_STACK_LO(r13)
	std	r9, CPU_STACK_HI(r13)
	mr	r1, r10
	mtctr	r12
	bctrl
	mr	r1, r31
	ld	r8, FRAME_MIN + 8(r1)
	ld	r9, FRAME_MIN(r1)
	std	r8, CPU_STACK_LO(r13)
	std	r9, CPU_STACK_HI(r13)
	ld	r14, FRAME_MIN + 16(r1)
	addi	r1, r1, FRAME_MIN + 32
	.cfi_def_cfa r1, 0
	ld	r0, FRAME_LR(r1)
	ld	r31, -8(r1)
	mtlr	r0
	blr
endfunc arch_call_on_stack

	.macro	jmp_gprs op
	.irp	n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\op	\n, 8 * (\n - 10)(r3)
	.endr
	.endm

/* int setjmp(jmp_buf): r1 r2 LR CR r14-r31 */
func setjmp
	mflr	r5
	mfcr	r6
	std	r1, 0(r3)
	std	r2, 8(r3)
	std	r5, 16(r3)
	std	r6, 24(r3)
	jmp_gprs std
	li	r3, 0
	blr
endfunc setjmp

/* void longjmp(jmp_buf, int): setjmp() returns the int, or 1 for 0. */
func longjmp
	ld	r5, 16(r3)
	ld	r6, 24(r3)
	ld	r1, 0(r3)
	ld	r2, 8(r3)
	mtlr	r5
	mtcr	r6
	jmp_gprs ld
	extsw	r3, r4
	cmpdi	r3, 0
	bnelr
	li	r3, 1
	blr
endfunc longjmp

/* void run_on_emergency_stack(void (*fn)(void *), void *arg) */
	.section .kprobes.text, "ax", @progbits
func run_on_emergency_stack
	mflr	r0
	std	r0, FRAME_LR(r1)
	std	r31, -8(r1)
	std	r14, -16(r1)
	stdu	r1, -(FRAME_MIN + 16)(r1)
	.cfi_def_cfa_offset FRAME_MIN + 16
	.cfi_offset CFI_LR, FRAME_LR
	.cfi_offset r31, -8
	.cfi_offset r14, -16
	mr	r31, r1
	.cfi_def_cfa_register r31
	mr	r12, r3
	mr	r3, r4
	ld	r14, CPU_EMERGENCY_LO(r13)
	ld	r10, CPU_EMERGENCY_HI(r13)
	addi	r14, r14, STACK_MARGIN
	ld	r11, FRAME_BACK(r1)
	stdu	r11, -FRAME_MIN(r10)
	mr	r1, r10
	mtctr	r12
	bctrl
	mr	r1, r31
	ld	r14, FRAME_MIN(r1)
	addi	r1, r1, FRAME_MIN + 16
	.cfi_def_cfa r1, 0
	ld	r0, FRAME_LR(r1)
	ld	r31, -8(r1)
	mtlr	r0
	blr
endfunc run_on_emergency_stack

/* void cpu_unstep(void) */
	.text
func cpu_unstep
	mfmsr	r3
	li	r4, MSR_SE | MSR_BE
	andc	r3, r3, r4
	mtmsrd	r3
	.globl	cpu_unstepped
cpu_unstepped:
	blr
endfunc cpu_unstep

	.section .note.GNU-stack, "", @progbits
