/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of step-table.S: name, what is special about its step, what the CPU has to have, the rule. Those of
 * STEPPED_ANYWHERE are stepped at EL1 and at EL0.
 */
#ifndef CONFORMANCE_STEP_TABLE_H
#define CONFORMANCE_STEP_TABLE_H

#include "raise.h"

enum step_flags {
	TAKEN = 1,		/* a branch that is taken */
	EXCLUSIVE = 2,		/* ESR_ELx.EX */
	ISV_FREE = 4,		/* ESR_ELx.ISV may be either */
	EVENT = 8,		/* the event register is set before */
	WAITS = 16,		/* for an interrupt, if for anything */
};

enum step_need { NEED_NOTHING, NEED_LSE, NEED_CRC, NEED_RCPC, NEED_PAC };

struct step_row {
	char *fn, *at;
	unsigned int flags;
	enum step_need need;
};

extern char rows[], rows_end[];

/* step_row_need - skip the test where the CPU has no such instruction. Context: task. */
void step_row_need(const struct step_row *row);
/* step_row_expect - trap @i of raised is the step over the row's instruction, in code that is @moved from its place. */
void step_row_expect(const struct step_row *row, unsigned int i, unsigned long ec, unsigned long moved);

#define STEPPED_ANYWHERE(X) \
	X(nop, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(add_immediate, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(adds, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(subs, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(adcs, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(movz, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(movk, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(logical, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(extr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(bitfield, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(shift, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(csel, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ccmp, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(madd, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(umulh, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(division, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(division_by_zero, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(clz, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(rev, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(adr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(adrp, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldr_post_index, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldrb, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldrsw, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldr_unaligned, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldr_literal, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldp_post_index, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(str_pre_index, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(strh, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(stp_pre_index, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldar, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(stlr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(prfm, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(stack_pointer, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(b, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(b_al, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(b_ne_taken, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(b_eq_not_taken, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(bl, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(br, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(blr, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ret, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(cbz_taken, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(cbz_not_taken, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(cbnz_taken, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(cbnz_not_taken, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(tbz_taken, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(tbz_not_taken, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(tbnz_taken, TAKEN, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(tbnz_not_taken, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(mrs_nzcv, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(msr_nzcv, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(mrs_tpidr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(msr_tpidr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(dmb, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(dsb, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(isb, ISV_FREE, NEED_NOTHING, "Arm ARM D2.11.9.1") \
	X(clrex, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(yield, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(sev, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(sevl, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(hint, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(bti, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(paciasp, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldxr, EXCLUSIVE, NEED_NOTHING, "Arm ARM D2.11.9.1") \
	X(ldxrb, EXCLUSIVE, NEED_NOTHING, "Arm ARM D2.11.9.1") \
	X(ldaxr, EXCLUSIVE, NEED_NOTHING, "Arm ARM D2.11.9.1") \
	X(ldxp, EXCLUSIVE, NEED_NOTHING, "Arm ARM D2.11.9.1") \
	X(ldaxp, EXCLUSIVE, NEED_NOTHING, "Arm ARM D2.11.9.1") \
	X(stxr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(stlxr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(stxp, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ldadd, 0, NEED_LSE, "Arm ARM D2.11.5") \
	X(ldset, 0, NEED_LSE, "Arm ARM D2.11.5") \
	X(swp, 0, NEED_LSE, "Arm ARM D2.11.5") \
	X(cas, 0, NEED_LSE, "Arm ARM D2.11.5") \
	X(casp, 0, NEED_LSE, "Arm ARM D2.11.5") \
	X(stadd, 0, NEED_LSE, "Arm ARM D2.11.5") \
	X(crc32, 0, NEED_CRC, "Arm ARM D2.11.5") \
	X(ldapr, 0, NEED_RCPC, "Arm ARM D2.11.5") \
	X(pacia, 0, NEED_PAC, "Arm ARM D2.11.5")

#define STEPPED_AT_EL1(X) \
	X(wfe, EVENT, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(wfi, WAITS, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(mrs_currentel, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(mrs_id, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(msr_daifset, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(msr_daifclr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(msr_contextidr, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(dc_zva, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(dc_civac, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(ic_ivau, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(tlbi, 0, NEED_NOTHING, "Arm ARM D2.11.5") \
	X(at_s1e1r, 0, NEED_NOTHING, "Arm ARM D2.11.5")

#define STEPPED_AT_EL0(X) \
	X(ldtr, 0, NEED_NOTHING, "Arm ARM D2.11.5")

#endif
