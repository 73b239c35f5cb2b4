/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that raise one trap each; see raise.h. */
#include <asm/func.h>

	.text

	.macro	at name
	.globl	\name\()_at
\name\()_at:
	.endm

	.macro	next name
	.globl	\name\()_next
\name\()_next:
	.endm

	.macro	raise name, insn:vararg
func \name
	at	\name
	\insn
	next	\name
	ret
endfunc \name
	.endm

	raise	raise_breakpoint, int3
	raise	raise_overflow, .byte 0xcd, 4
	raise	raise_undefined, ud2
	raise	raise_no_fpu, fld1
	raise	raise_icebp, .byte 0xf1

/* With DF set, which C code must not see. */
func raise_backwards
	std
	at	raise_backwards
	int3
	next	raise_backwards
	cld
	ret
endfunc raise_backwards

func raise_divide
	mov	$1, %eax
	xor	%edx, %edx
	xor	%ecx, %ecx
	at	raise_divide
	div	%ecx
	next	raise_divide
	ret
endfunc raise_divide

func raise_divide_overflow
	movabs	$0x8000000000000000, %rax
	cqto
	mov	$-1, %rcx
	at	raise_divide_overflow
	idiv	%rcx
	next	raise_divide_overflow
	ret
endfunc raise_divide_overflow

func raise_noncanonical
	movabs	$0x5a5a5a5a5a5a5000, %rax
	at	raise_noncanonical
	mov	(%rax), %rdx
	next	raise_noncanonical
	ret
endfunc raise_noncanonical

func raise_bad_selector
	mov	$0xfff8, %eax
	at	raise_bad_selector
	mov	%eax, %ds
	next	raise_bad_selector
	ret
endfunc raise_bad_selector

/* The test has made entry 1 of the GDT a data segment that is not present. */
func raise_not_present
	mov	$8, %eax
	at	raise_not_present
	mov	%eax, %ds
	next	raise_not_present
	ret
endfunc raise_not_present

func raise_stack_noncanonical
	save	rbp
	movabs	$0x5a5a5a5a5a5a5000, %rbp
	at	raise_stack_noncanonical
	mov	(%rbp), %rdx
	next	raise_stack_noncanonical
	restore	rbp
	ret
endfunc raise_stack_noncanonical

func raise_read
	mov	raise_addr(%rip), %rax
	at	raise_read
	mov	(%rax), %edx
	next	raise_read
	ret
endfunc raise_read

func raise_write
	mov	raise_addr(%rip), %rax
	at	raise_write
	movl	$0, (%rax)
	next	raise_write
	ret
endfunc raise_write

func raise_fetch
	mov	raise_addr(%rip), %rax
	at	raise_fetch
	jmp	*%rax
	next	raise_fetch
	ret
endfunc raise_fetch

/*
 * The test has cleared CR0.TS. The division makes the exception pending, the next x87 instruction takes it: SDM 1
 * section 8.7.
 */
func raise_x87
	fninit
	pushq	$0x037b			/* control word with division by zero unmasked */
	fldcw	(%rsp)
	pop	%rax
	fld1
	fldz
	fdivrp
	at	raise_x87
	fwait
	next	raise_x87
	fnclex
	fninit
	ret
endfunc raise_x87

/* The test has cleared CR0.TS and set CR4.OSFXSR and OSXMMEXCPT. */
func raise_simd
	pushq	$0x1d80			/* MXCSR with division by zero unmasked */
	ldmxcsr	(%rsp)
	movl	$0x3f800000, (%rsp)
	movss	(%rsp), %xmm0
	pxor	%xmm1, %xmm1
	at	raise_simd
	divss	%xmm1, %xmm0
	next	raise_simd
	movl	$0x1f80, (%rsp)
	ldmxcsr	(%rsp)
	pop	%rax
	ret
endfunc raise_simd

	.macro	on_bad_stack name, insn
func \name
	save	rbx
	mov	%rsp, %rbx
	.cfi_def_cfa_register rbx
	mov	raise_addr(%rip), %rsp
	at	\name
	\insn
	next	\name
	mov	%rbx, %rsp
	restore	rbx
	.cfi_def_cfa rsp, 8
	ret
endfunc \name
	.endm

	on_bad_stack raise_push, "push %rax"
	on_bad_stack raise_breakpoint_on_bad_stack, int3

	.globl	raise_int
	.type	raise_int, @function
raise_int:
	.set	nr, 0
	.rept	256
	.byte	0xcd, nr
	ret
	nop
	.set	nr, nr + 1
	.endr
	.size	raise_int, . - raise_int

	.section .note.GNU-stack, "", @progbits
