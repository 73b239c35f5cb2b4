/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that the compiler has no words for: another stack, non-local jumps. The bounds in struct cpu and sp change
 * together, with all of DAIF set, because every vector holds the one against the other.
 */
#include <asm-offsets.h>
#include <asm/func.h>

	.text

/*
 * void arch_call_on_stack(void (*fn)(void *), void *arg, const struct stack *stack)
 *
 * x29 holds the way back, so gdb and the backtrace cross from one stack to the other.
 */
func arch_call_on_stack
	frame_push 32
	stp	x19, x20, [sp, #16]
	.cfi_offset x19, -32
	.cfi_offset x20, -24
	.cfi_def_cfa_register x29
	mov	x9, x0
	mov	x0, x1
	ldp	x10, x11, [x2]
	mrs	x12, tpidr_el1
	ldp	x19, x20, [x12, #CPU_STACK]
	mrs	x13, daif
	msr	daifset, #15
	stp	x10, x11, [x12, #CPU_STACK]
	mov	sp, x11
	msr	daif, x13
	blr	x9
	mrs	x12, tpidr_el1
	mrs	x13, daif
	msr	daifset, #15
	stp	x19, x20, [x12, #CPU_STACK]
	mov	sp, x29
	msr	daif, x13
	.cfi_def_cfa_register sp
	ldp	x19, x20, [sp, #16]
	frame_pop 32
	ret
endfunc arch_call_on_stack

/* int setjmp(jmp_buf): x19-x30, sp, bounds. */
func setjmp
	stp	x19, x20, [x0]
	stp	x21, x22, [x0, #16]
	stp	x23, x24, [x0, #32]
	stp	x25, x26, [x0, #48]
	stp	x27, x28, [x0, #64]
	stp	x29, x30, [x0, #80]
	mov	x9, sp
	mrs	x10, tpidr_el1
	ldp	x10, x11, [x10, #CPU_STACK]
	stp	x9, x10, [x0, #96]
	str	x11, [x0, #112]
	mov	w0, #0
	ret
endfunc setjmp

/* void longjmp(jmp_buf, int): setjmp() returns the int, or 1 for 0. */
func longjmp
	ldp	x19, x20, [x0]
	ldp	x21, x22, [x0, #16]
	ldp	x23, x24, [x0, #32]
	ldp	x25, x26, [x0, #48]
	ldp	x27, x28, [x0, #64]
	ldp	x29, x30, [x0, #80]
	ldp	x9, x10, [x0, #96]
	ldr	x11, [x0, #112]
	cmp	w1, #0
	csinc	w0, w1, wzr, ne
	mrs	x12, tpidr_el1
	mrs	x13, daif
	msr	daifset, #15
	stp	x10, x11, [x12, #CPU_STACK]
	mov	sp, x9
	msr	daif, x13
	ret
endfunc longjmp

	.section .note.GNU-stack, "", %progbits
