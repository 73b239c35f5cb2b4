/* SPDX-License-Identifier: GPL-2.0-only */
/* Code for instruction breakpoints and for the debug registers themselves. See code.h, and hwbp.c for what is armed. */
#include "code.h"

	/* Offset 1 is watched. */
	code	hwbp_insn
	nop
1:	stops	1b
	nop
	nop
	end_code hwbp_insn

	code	hwbp_insn_repeats
	nop
1:	stops	1b
	stops	1b
	stops	1b
	nop
	nop
	end_code hwbp_insn_repeats

	/* Offset 5, three times round. */
	code	hwbp_insn_loop
	mov	$3, %ecx
1:	stops	1b
	stops	1b
	stops	1b
	nop
	loop	1b
	end_code hwbp_insn_loop

	/* Offsets 1 and 2. */
	code	hwbp_insn_neighbours
	nop
1:	stops	1b
	nop
2:	expect	2b, CODE_SECOND
	nop
	end_code hwbp_insn_neighbours

	/* Offset 0 has the first byte, a prefix. */
	code	hwbp_insn_prefix
1:	stops	1b
	lock incq (%rsi)
	nop
	end_code hwbp_insn_prefix

	code	hwbp_insn_inside
	lock incq (%rsi)
	nop
	end_code hwbp_insn_inside

	/* Offset 2 is not executed. */
	code	hwbp_insn_jumped_over
	jmp	1f
	nop
1:	nop
	end_code hwbp_insn_jumped_over

	/* Offset 2, a jump's target. */
	code	hwbp_insn_target
	jmp	1f
1:	stops	1b
	nop
	end_code hwbp_insn_target

	/* Offset 7 is read as data. */
	code	hwbp_insn_data
	mov	1f(%rip), %al
	nop
	jmp	2f
1:	nop
2:	nop
	end_code hwbp_insn_data

	/* Offset 0 to 7 are watched for accesses. */
	code	hwbp_fetch
	nop
	nop
	nop
	jmp	1f
	nop
1:	nop
	end_code hwbp_fetch

	/* Offset 0 */
	code	hwbp_insn_faults
1:	stops	1b
	second	ud2
	nop
	end_code hwbp_insn_faults

	code	hwbp_insn_int3
1:	stops	1b
	second	int3
	nop
	end_code hwbp_insn_int3

	code	hwbp_insn_store
1:	stops	1b
	mov	%rax, (%rsi)
	expect	1b+3, CODE_SECOND
	nop
	end_code hwbp_insn_store

	/* Offset 2. RF stays set from round to round. */
	code	hwbp_insn_rep
	mov	%rsi, %rdi
1:	stops	1b
	rep stosb
	nop
	end_code hwbp_insn_rep

	/* Offset 1 */
	code	hwbp_insn_sti
	sti
1:	stops	1b
	nop
	nop
	end_code hwbp_insn_sti

	/* Offset 3 */
	code	hwbp_insn_mov_segment
	mov	%ds, %eax
	nop
1:	stops	1b
	mov	%eax, %ds
	nop
	end_code hwbp_insn_mov_segment

	/* The debug registers. DR7.GD is not set before: the way into the code reads them. */
	code	hwbp_guard_read
	mov	$DR7_RESET | DR7_GD, %edx
	mov	%rdx, %db7
	raises	mov %db0, %rax
	mov	%db0, %rax
	end_code hwbp_guard_read

	code	hwbp_guard_write
	mov	$DR7_RESET | DR7_GD, %edx
	mov	%rdx, %db7
	raises	mov %rax, %db3
	mov	%db3, %rax
	end_code hwbp_guard_write

	code	hwbp_guard_read_dr7
	mov	$DR7_RESET | DR7_GD, %edx
	mov	%rdx, %db7
	raises	mov %db7, %rax
	mov	%db7, %rax
	mov	%rax, (%rsi)
	end_code hwbp_guard_read_dr7

	code	hwbp_dr7_upper
	movabs	$0x100000400, %rax
	raises	mov %rax, %db7
	nop
	end_code hwbp_dr7_upper

	code	hwbp_dr6_upper
	movabs	$0x1ffff0ff0, %rax
	raises	mov %rax, %db6
	nop
	end_code hwbp_dr6_upper

	/* MOV to and from DR8, DR15: there are none. */
	code	hwbp_dr8
	raises	.byte 0x44, 0x0f, 0x21, 0xc0
	raises	.byte 0x44, 0x0f, 0x23, 0xf8
	nop
	end_code hwbp_dr8

	/* CR4.DE is set. */
	code	hwbp_dr4
	raises	.byte 0x0f, 0x21, 0xe0
	raises	.byte 0x0f, 0x21, 0xe8
	raises	.byte 0x0f, 0x23, 0xe0
	raises	.byte 0x0f, 0x23, 0xe8
	nop
	end_code hwbp_dr4

	code	hwbp_privileged
	raises	mov %db0, %rax
	raises	mov %db6, %rax
	raises	mov %rax, %db7
	nop
	end_code hwbp_privileged

	.section .note.GNU-stack, "", @progbits
