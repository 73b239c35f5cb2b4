/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Instructions to be stepped and watched; see debug.c. A function made by `stepped` sets TF, so that the first trap
 * comes after its first instruction (SDM 3B section 18.3.1.4), and expects its handler to take TF away at NAME_next.
 */
#include <asm/func.h>
#include <asm/processor.h>

	.text

	.macro	stepped name
func \name
	mov	%ss, %eax
	mov	$debug_word, %rdx
	pushf
	orl	$X86_EFLAGS_TF, (%rsp)
	popf
	.globl	\name\()_at
\name\()_at:
	.endm

	.macro	end_stepped name
	.globl	\name\()_next
\name\()_next:
	nop
	ret
endfunc \name
	.endm

	stepped	debug_nops
	nop
	nop
	nop
	end_stepped debug_nops

	stepped	debug_mov_ss
	mov	%eax, %ss
	nop
	nop
	end_stepped debug_mov_ss

	stepped	debug_sti
	sti
	nop
	nop
	end_stepped debug_sti

	stepped	debug_pause
	pause
	nop
	end_stepped debug_pause

	stepped	debug_breakpoint
	int3
	nop
	nop
	end_stepped debug_breakpoint

	stepped	debug_undefined
	ud2
	nop
	nop
	end_stepped debug_undefined

	stepped	debug_pushf
	pushf
	pop	%rax
	mov	%rax, (%rdx)
	end_stepped debug_pushf

	/* TF cleared by the program: one more trap, after the POPF. */
	stepped	debug_popf
	pushf
	andl	$~X86_EFLAGS_TF, (%rsp)
	popf
	nop
	nop
	end_stepped debug_popf

	/* Each of these is one instruction and one trap. */
	stepped	debug_system
	cpuid
	rdtsc
	mov	%cr3, %rcx
	mov	%rcx, %cr3
	mov	%cr8, %rcx
	mov	%rcx, %cr8
	mov	%db7, %rcx
	mov	%rcx, %db7
	in	$0x61, %al
	sidt	-16(%rsp)
	invlpg	(%rsp)
	end_stepped debug_system

	stepped	debug_store
	mov	%rax, (%rdx)
	nop
	end_stepped debug_store

	stepped	debug_out
	out	%al, $0x80
	nop
	end_stepped debug_out

	/* Without TF. */
	.macro	watched name, insn:vararg
func \name
	mov	%ss, %eax
	mov	$debug_word, %rdx
	.globl	\name\()_at, \name\()_next
\name\()_at:
	\insn
\name\()_next:
	nop
	nop
	ret
endfunc \name
	.endm

	watched	watch_store, mov %rax, (%rdx)
	watched	watch_store_byte, mov %al, 7(%rdx)
	watched	watch_store_beside, mov %al, 8(%rdx)
	watched	watch_load, mov (%rdx), %rcx
	watched	watch_add, addq $1, (%rdx)
	watched	watch_nop, nop
	watched	watch_mov_ss, mov (%rdx), %ss
	watched	watch_read_dr, mov %db0, %rcx
	watched	watch_dr4, .byte 0x0f, 0x21, 0xe1		/* MOV ecx, DR4 */
	watched	watch_int1, int $1

	.section .note.GNU-stack, "", @progbits
