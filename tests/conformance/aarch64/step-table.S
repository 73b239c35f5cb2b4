/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One instruction each, to be stepped: see step-table.c. A row is called with x1 a buffer, x2 the row's "away"; a taken branch
 * goes there, past an instruction that is not executed then. The code is position independent, for use at EL0 too.
 */
#include <asm/func.h>

	.arch	armv8.5-a

	.macro	row name, insn:vararg
	func row_\name
	mov	x9, x30
	cmp	x1, xzr			/* NE */
	brk	#9
	.globl	row_\name\()_at
row_\name\()_at:
	\insn
	nop
3:	msr	daifclr, #2
	ret	x9
	endfunc row_\name
	.endm

	.text
	.balign	16
	.globl	rows, rows_end
rows:
row nop, nop
row add_immediate, add x3, x3, #1
row adds, adds x3, x3, x4
row subs, subs x3, x3, x4
row adcs, adcs x3, x3, x4
row movz, movz x3, #0x1234, lsl #16
row movk, movk x3, #0x1234, lsl #48
row logical, ands x3, x3, #0xff00ff00ff00ff00
row extr, extr x3, x3, x4, #7
row bitfield, bfi x3, x4, #5, #9
row shift, lslv x3, x3, x4
row csel, csel x3, x3, x4, ne
row ccmp, ccmp x3, x4, #5, ne
row madd, madd x3, x3, x4, x3
row umulh, umulh x3, x3, x4
row division, udiv x3, x3, x4
row division_by_zero, udiv x3, x3, xzr
row clz, clz x3, x3
row rev, rev x3, x3
row adr, adr x3, . + 8
row adrp, adrp x3, .
row ldr, ldr x3, [x1]
row ldr_post_index, ldr x3, [x1], #8
row ldrb, ldrb w3, [x1, #3]
row ldrsw, ldrsw x3, [x1, #4]
row ldr_unaligned, ldr x3, [x1, #1]
row ldr_literal, ldr w3, .
row ldp_post_index, ldp x3, x4, [x1], #16
row str_pre_index, str x3, [x1, #8]!
row strh, strh w3, [x1]
row stp_pre_index, stp x3, x4, [x1, #-16]!
row ldar, ldar x3, [x1]
row stlr, stlr x3, [x1]
row ldtr, ldtr x3, [x1]
row prfm, prfm pldl1keep, [x1]
row stack_pointer, add sp, sp, #0
row b, b 3f
row b_al, b.al 3f
row b_ne_taken, b.ne 3f
row b_eq_not_taken, b.eq 3f
row bl, bl 3f
row br, br x2
row blr, blr x2
row ret, ret x2
row cbz_taken, cbz xzr, 3f
row cbz_not_taken, cbz x1, 3f
row cbnz_taken, cbnz x1, 3f
row cbnz_not_taken, cbnz xzr, 3f
row tbz_taken, tbz xzr, #3, 3f
row tbz_not_taken, tbz x1, #63, 3f
row tbnz_taken, tbnz x1, #63, 3f
row tbnz_not_taken, tbnz wzr, #3, 3f
row mrs_nzcv, mrs x3, nzcv
row msr_nzcv, msr nzcv, x3
row mrs_tpidr, mrs x3, tpidr_el0
row msr_tpidr, msr tpidr_el0, x3
row dmb, dmb ish
row dsb, dsb sy
row isb, isb
row clrex, clrex
row yield, yield
row sev, sev
row sevl, sevl
row hint, hint #127
row bti, bti c
row paciasp, paciasp
row ldxr, ldxr x3, [x1]
row ldxrb, ldxrb w3, [x1]
row ldaxr, ldaxr x3, [x1]
row ldxp, ldxp x3, x4, [x1]
row ldaxp, ldaxp w3, w4, [x1]
row stxr, stxr w3, x4, [x1]
row stlxr, stlxr w3, x4, [x1]
row stxp, stxp w3, x4, x5, [x1]
row ldadd, ldadd x3, x4, [x1]
row ldset, ldset x3, x4, [x1]
row swp, swp x3, x4, [x1]
row cas, cas x3, x4, [x1]
row casp, casp x4, x5, x6, x7, [x1]
row stadd, stadd x3, [x1]
row crc32, crc32x w3, w3, x4
row ldapr, ldapr x3, [x1]
row pacia, pacia x3, x4
row wfe, wfe
row wfi, wfi
row mrs_currentel, mrs x3, currentel
row mrs_id, mrs x3, midr_el1
row msr_daifset, msr daifset, #2
row msr_daifclr, msr daifclr, #2
row msr_contextidr, msr contextidr_el1, x0
row dc_zva, dc zva, x1
row dc_civac, dc civac, x1
row ic_ivau, ic ivau, x1
row tlbi, tlbi vae1, xzr
row at_s1e1r, at s1e1r, x1
rows_end:

	.section .note.GNU-stack, "", %progbits
