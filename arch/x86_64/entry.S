/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the vector to C and back.
 *
 *   vector entry (16 bytes each) -> tail: save all registers, settle GS, call the row's decode function -> IRET
 *
 * The frame, struct pt_regs. Higher addresses above; [hw] is what the hardware pushes (SDM 3A figure 6-9), on a stack
 * pointer that it has aligned to 16 first:
 *
 *	ss		[hw]
 *	sp		[hw]
 *	flags		[hw]
 *	cs		[hw]
 *	ip		[hw]		  \  saved frame pointer and return address:
 *	bp		[hw error code *] /  rbp points here, a walk over frame pointers goes on in the interrupted code
 *	orig_ax		the error code, or -1
 *	di si dx cx ax
 *	r8 r9 r10 r11
 *	bx r12 r13 r14 r15
 *	entry		address of the vector's row   <- rsp at the call of C, 16-byte aligned
 *
 *  * where there is one; it changes places with rbp.
 *
 * Stacks: a trap from kernel mode stays on the stack it finds, but for NMI, #DF and #MC, which have an IST stack
 * each; one from user mode gets TSS.rsp0. #DB has no IST: where a second one is taken at the first instruction of its
 * own entry, an IST stack would lose the first one's frame.
 *
 * GS: the base is the kernel's in kernel mode (this_cpu()), the user's in user mode. "common" swaps by the privilege
 * level in CS. "paranoid" looks at the base itself: the kernel's is negative and no user's is (who sets a user's base
 * has to refuse others). On the way back it swaps when the code returned to is the user's, or had the user's base
 * before.
 *
 * Step control: the hardware has cleared RFLAGS.TF (SDM 3A section 6.12.1.3). Interrupts are off until IRET.
 *
 * Nothing of this may be probed or watched.
 */
#include <asm-offsets.h>
#include <asm/func.h>
#include <asm/processor.h>
#include <asm/segment.h>
#include "vectors.h"

	.section .vectors, "ax", @progbits
	.balign	VECTOR_ENTRY_SIZE
	.globl	entry_text_start, vector_entries
entry_text_start:
vector_entries:

	/* In an entry the frame that the hardware pushed is all there is; \words is 1 with an error code. */
	.macro	cfi_entry words
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa rsp, 8 * (5 + \words)
	.cfi_offset rip, -40
	.cfi_offset rsp, -16
	.endm

	/*
	 * Vector \nr stands at its place in the table. The assembler refuses to go backwards, so an entry that is too
	 * long is an error at the one behind it; what is left of a shorter one is filled with 06, an invalid opcode
	 * in 64-bit mode.
	 */
	.macro	entry_start nr, name, words
	.org	vector_entries + (\nr) * VECTOR_ENTRY_SIZE, 0x06
	.globl	vector_\name
	.type	vector_\name, @function
vector_\name:
	cfi_entry \words
	.endm

	.macro	entry_end name
	.cfi_endproc
	.size	vector_\name, . - vector_\name
	.endm

	/* No error code: bp, orig_ax and di go to their places at once. */
	.macro	enter_plain row, tail, orig_ax
	save	rbp
	push_cfi $\orig_ax
	save	rdi
	mov	$\row, %rdi
	jmp	trap_\tail
	.endm

	.macro	vector_plain nr, name, tail
	entry_start \nr, \name, 0
	enter_plain vector_rows+\nr*VECTOR_ROW_SIZE, \tail, -1
	entry_end \name
	.endm

	/* With one: the tail's first lines sort that out. */
	.macro	vector_error nr, name, tail
	entry_start \nr, \name, 1
	save	rdi
	mov	$vector_rows + \nr * VECTOR_ROW_SIZE, %rdi
	jmp	trap_\tail\()_error
	entry_end \name
	.endm

	.macro	vector_nmi nr, name
	entry_start \nr, \name, 0
	jmp	nmi_entry
	entry_end \name
	.endm

	.macro	vector nr, name, error, tail
	.ifc	\tail, nmi
	vector_nmi \nr, \name
	.elseif	\error
	vector_error \nr, \name, \tail
	.else
	vector_plain \nr, \name, \tail
	.endif
	.endm

#define ENTRY(nr, symbol, words, error, tail, ist, dpl, decode, kind, signal, die_val) vector nr, symbol, error, tail;
VECTORS(ENTRY)

	/*
	 * The others say their number, minus 128 so that it fits the short form of PUSH; decode_unexpected() puts it
	 * right.
	 */
	.globl	vector_unexpected
	.type	vector_unexpected, @function
vector_unexpected:
	.set	nr, NR_TABLE_VECTORS
	.rept	UNSTEP_VECTOR - NR_TABLE_VECTORS
	.org	vector_entries + nr * VECTOR_ENTRY_SIZE, 0x06
	cfi_entry 0
	enter_plain vector_unexpected_row, common, (nr-128)
	.cfi_endproc
	.set	nr, nr + 1
	.endr
	.size	vector_unexpected, . - vector_unexpected

	entry_start UNSTEP_VECTOR, unstep, 0
	enter_plain vector_unstep_row, common, -1
	entry_end unstep

	entry_start SPURIOUS_VECTOR, spurious, 0
	enter_plain vector_spurious_row, common, -1
	entry_end spurious
	.org	vector_entries + 256 * VECTOR_ENTRY_SIZE, 0x06

	/* What a tail begins with: bp, orig_ax and di are saved, rdi is the row. */
	.macro	cfi_tail
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa rsp, 8 * 8
	.cfi_offset rip, -40
	.cfi_offset rsp, -16
	.cfi_offset rbp, -48
	.cfi_offset rdi, -64
	.endm

	.macro	save_regs
	save	rsi
	save	rdx
	save	rcx
	save	rax
	save	r8
	save	r9
	save	r10
	save	r11
	save	rbx
	save	r12
	save	r13
	save	r14
	save	r15
	push_cfi %rdi
	lea	PT_BP(%rsp), %rbp
	.cfi_def_cfa rbp, 48
	mov	%rsp, %rsi
	cld
	.endm

	.macro	restore_regs_iret
	add	$PT_R15, %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbx
	pop	%r11
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rax
	pop	%rcx
	pop	%rdx
	pop	%rsi
	pop	%rdi
	add	$8, %rsp
	pop	%rbp
	.cfi_def_cfa rsp, 40
	.cfi_same_value rbp
	iretq
	.endm

	/* The error code stands where bp belongs, di where the error code does. */
	.macro	sort_error
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa rsp, 8 * 7
	.cfi_offset rip, -40
	.cfi_offset rsp, -16
	.cfi_offset rdi, -56
	xchg	%rbp, 8(%rsp)
	.cfi_offset rbp, -48
	xchg	%rbp, (%rsp)
	.cfi_same_value rdi
	push	%rbp
	.cfi_endproc
	.endm

	.balign	64, 0x06
	.globl	trap_common
	.type	trap_common, @function
trap_common_error:
	sort_error
trap_common:
	cfi_tail
	save_regs
	testb	$3, PT_CS(%rsp)
	jnz	.Lfrom_user
.Lcall:
	call	*VECTOR_DECODE(%rdi)
.Lcalled:
	testb	$3, PT_CS(%rsp)
	jnz	.Lto_user
.Lreturn:
	.cfi_remember_state
	restore_regs_iret
	.cfi_restore_state
.Lfrom_user:
	swapgs
	jmp	.Lcall
.Lto_user:
	cli				/* a handler may have turned interrupts on */
	swapgs
	jmp	.Lreturn
	.cfi_endproc
	.size	trap_common, . - trap_common

	.balign	64, 0x06
	.globl	trap_paranoid
	.type	trap_paranoid, @function
trap_paranoid_error:
	sort_error
trap_paranoid:
	cfi_tail
	save_regs
	mov	$MSR_GS_BASE, %ecx
	rdmsr
	test	%edx, %edx
	jns	.Lparanoid_from_user_gs
.Lparanoid_call:
	call	*VECTOR_DECODE(%rdi)
	mov	PT_CS(%rsp), %eax
	or	PT_ENTRY(%rsp), %eax	/* rows are aligned to 8 */
	test	$3, %al
	jnz	.Lparanoid_to_user_gs
.Lparanoid_return:
	.cfi_remember_state
	restore_regs_iret
	.cfi_restore_state
.Lparanoid_from_user_gs:
	swapgs
	orq	$1, PT_ENTRY(%rsp)
	jmp	.Lparanoid_call
.Lparanoid_to_user_gs:
	cli
	swapgs
	jmp	.Lparanoid_return
	.cfi_endproc
	.size	trap_paranoid, . - trap_paranoid

	/*
	 * NMI. An IRET inside the handler, of a breakpoint say, lets the next NMI in (SDM 3A section 6.7.1), and that
	 * would start at the top of the same IST stack. So the IST stack is only a landing place: before anything
	 * else the frame moves to the NMI stack, below whatever is in use there. Until then no other NMI can come.
	 * Above the landing place stand the bounds of the NMI stack (cpu.c), found without GS.
	 */
#define IP	16			/* behind two saved registers */
#define CS	24
#define SP	40
#define STACK	56
	.balign	64, 0x06
	.globl	nmi_entry
	.type	nmi_entry, @function
nmi_entry:
	cfi_entry 0
	save	rax
	save	rcx
	mov	STACK + 8(%rsp), %rax
	testb	$3, CS(%rsp)
	jnz	1f			/* a user's stack pointer says nothing */
	cmp	%rax, SP(%rsp)
	ja	1f
	mov	STACK(%rsp), %rcx
	cmp	%rcx, SP(%rsp)
	jbe	1f
	mov	SP(%rsp), %rax		/* an NMI is being served: go on below it */
	and	$-16, %rax
1:
	.irp	word, 4, 3, 2, 1, 0
	mov	IP + 8 * \word(%rsp), %rcx
	mov	%rcx, 8 * (\word - 5)(%rax)
	.endr
	mov	8(%rsp), %rcx		/* rax */
	mov	%rcx, -48(%rax)
	pop	%rcx
	.cfi_def_cfa rax, 0
	lea	-48(%rax), %rsp
	pop	%rax
	.cfi_def_cfa rsp, 40
	.cfi_same_value rax
	.cfi_same_value rcx
	enter_plain vector_rows+2*VECTOR_ROW_SIZE, paranoid, -1
	.cfi_endproc
	.size	nmi_entry, . - nmi_entry
#undef IP
#undef CS
#undef SP
#undef STACK

	/*
	 * SYSCALL: rcx is the return address, r11 the flags, the stack is still the user's (SDM 2B, SYSCALL). It
	 * makes the frame that an interrupt would have made and returns by IRET.
	 */
	.balign	64, 0x06
	.globl	syscall_entry
	.type	syscall_entry, @function
syscall_entry:
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa rsp, 0
	.cfi_register rip, rcx
	swapgs
	mov	%rsp, %gs:CPU_USER_SP
	mov	%gs:CPU_KERNEL_SP, %rsp
	push	$USER_DS
	push	%gs:CPU_USER_SP
	push	%r11
	push	$USER_CS
	push	%rcx
	push	%rbp
	push	%rax
	push	%rdi
	.cfi_endproc
	cfi_tail
	mov	$vector_syscall_row, %rdi
	save_regs
	call	*VECTOR_DECODE(%rdi)
	jmp	.Lcalled
	.cfi_endproc
	.size	syscall_entry, . - syscall_entry

	.globl	entry_text_end
entry_text_end:

	.section .note.GNU-stack, "", @progbits
