/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Instructions to be traced; see trace.c. A function made by `traced` sets a bit of the MSR, so that the first trap
 * comes after its first instruction, and expects its handler to take the bit away at NAME_next.
 */
#include <asm/func.h>
#include <asm/reg.h>

	.text

	.macro	traced name, bit
func \name
	addis	r5, r2, trace_buffer@toc@ha
	addi	r5, r5, trace_buffer@toc@l
	mflr	r7
	mfmsr	r6
	ori	r4, r6, \bit
	ori	r8, r6, MSR_EE | MSR_RI
	li	r3, 5
	mtmsrd	r4
	.globl	\name\()_at
\name\()_at:
	.endm

	.macro	end_traced name
	.globl	\name\()_next
\name\()_next:
	nop
	mtlr	r7
	blr
endfunc \name
	.endm

	traced	trace_simple, MSR_SE
	addi	r3, r3, 1
	ld	r4, 0(r5)
	std	r4, 8(r5)
	dcbt	0, r5
	sync
	isync
	mtctr	r3
	mfspr	r4, SPRN_SPRG0
	nop
	end_traced trace_simple

	traced	trace_branches, MSR_SE
	b	1f
	trap
1:	cmpdi	r3, 5
	bne	2f
	beq	2f
	trap
2:	bl	3f
	b	4f
3:	blr
4:	mtctr	r3
	bdnz	5f
5:	nop
	end_traced trace_branches

	/* Under BE: the same instructions, but only branches count. */
	traced	branch_branches, MSR_BE
	b	1f
	trap
1:	cmpdi	r3, 5
	bne	2f
	beq	2f
	trap
2:	bl	3f
	b	4f
3:	blr
4:	mtctr	r3
	bdnz	5f
5:	nop
	b	branch_branches_next
	end_traced branch_branches

	traced	trace_trap, MSR_SE
	trap
	nop
	nop
	end_traced trace_trap

	traced	trace_illegal, MSR_SE
	.long	0
	nop
	nop
	end_traced trace_illegal

	traced	trace_sc, MSR_SE
	sc
	nop
	nop
	end_traced trace_sc

	traced	trace_fp, MSR_SE
	fadd	1, 2, 3
	nop
	nop
	end_traced trace_fp

	/* The program takes SE away itself, and sets it again. */
	traced	trace_mtmsrd, MSR_SE
	mtmsrd	r6
	nop
	ori	r4, r6, MSR_SE
	mtmsrd	r4
	nop
	end_traced trace_mtmsrd

	/* L=1 touches EE and RI only. */
	traced	trace_mtmsrd_l1, MSR_SE
	mtmsrd	r6, 1
	nop
	end_traced trace_mtmsrd_l1

	/* trace.c has made the decrementer pending and switched EE off; here it is let in. */
	traced	trace_enable_ee, MSR_SE
	mtmsrd	r8, 1
	nop
	end_traced trace_enable_ee

	/* An rfid with SE on, to an MSR with SE off. Nothing may come between, so EE is off until then. */
func trace_rfid
	mflr	r7
	mfmsr	r6
	li	r0, 0
	mtmsrd	r0, 1
	bcl	20, 31, 1f
1:	mflr	r4
	addi	r4, r4, trace_rfid_next - 1b
	mtspr	SPRN_SRR0, r4
	mtspr	SPRN_SRR1, r6
	mr	r4, r6
	rldicl	r4, r4, 48, 1			/* without EE */
	rotldi	r4, r4, 16
	ori	r4, r4, MSR_SE
	mtmsrd	r4
	.globl	trace_rfid_at, trace_rfid_next
trace_rfid_at:
	rfid
trace_rfid_next:
	mtlr	r7
	blr
endfunc trace_rfid

	/* By rfid to raise_arg, with SE and EE. Comes back to trace_by_rfid_next. */
func trace_by_rfid
	mflr	r7
	addis	r5, r2, raise_arg@toc@ha
	ld	r12, raise_arg@toc@l(r5)
	mfmsr	r6
	ori	r6, r6, MSR_SE | MSR_EE
	li	r0, 0
	mtmsrd	r0, 1
	mtspr	SPRN_SRR0, r12
	mtspr	SPRN_SRR1, r6
	.globl	trace_by_rfid_at, trace_by_rfid_next
trace_by_rfid_at:
	rfid
trace_by_rfid_next:
	mtlr	r7
	blr
endfunc trace_by_rfid

	/* Where it goes to; is also copied elsewhere. */
	.globl	trace_target, trace_target_end
trace_target:
	addi	r3, r3, 1
	addi	r3, r3, 1
	trap
trace_target_end:

	.section .bss
	.balign	16
	.globl	trace_buffer
trace_buffer:
	.space	64

	.section .note.GNU-stack, "", @progbits
