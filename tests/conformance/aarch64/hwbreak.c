// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hardware breakpoints field by field (Arm ARM D2.8), every register of both kinds, and which exception comes first where
 * several are due (D1.4, synchronous exception prioritization; D2.11.7).
 */
#include <asm/barrier.h>
#include <asm/irqflags.h>

#include "../../../arch/aarch64/debugreg.h"
#include "../../framework/lib.h"
#include "access.h"
#include "debugregs.h"

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define WRITE(kind, i) case i: write_sysreg(value, dbg##kind##vr##i##_el1); write_sysreg(control, dbg##kind##cr##i##_el1); break;

void breakpoint_write(unsigned int n, unsigned long value, unsigned long control)
{
#define B(i) WRITE(b, i)
	switch (n) { EACH(B) }
	isb();
}

void watchpoint_write(unsigned int n, unsigned long value, unsigned long control)
{
#define W(i) WRITE(w, i)
	switch (n) { EACH(W) }
	isb();
}

#define MDE_ON	(MDSCR_EL1_KDE | MDSCR_EL1_MDE)
#define EL1	(BCR_PMC(1) | BCR_BAS | DBGCR_E)

enum break_mode { PLAIN, MASKED, OS_LOCKED, LINKED, LINKED_ELSEWHERE, LINKED_TO_NOTHING, CONTEXT_ALONE };

struct break_row {
	int offset;			/* of DBGBVR from an instruction that is executed once */
	unsigned int control;
	unsigned long mdscr;
	bool hit;
	enum break_mode mode;
};

#define HIT	true
#define MISS	false

static void lift_all(struct trap *t, struct raised *r)
{
	(void)r;
	if (t->kind == TRAP_HW_BREAKPOINT || t->kind == TRAP_WATCHPOINT)
		write_sysreg(MDSCR_EL1_KDE, mdscr_el1);
	else
		trap_regs(t)->pc += 4;
}

static void call_nops(void)
{
	tc_run(tc_nops, &(struct tc_regs){ 0 });
}

static void put_back(void)
{
	write_sysreg(0, oslar_el1);
	arch_cpu_reset();
	__asm__ __volatile__("msr daifclr, #8" ::: "memory");
	write_sysreg(0, contextidr_el1);
	isb();
}

static void check_break(void)
{
	const struct break_row *row = test_row();
	unsigned int last = nr_breakpoint_regs() - 1;
	unsigned long control = row->control, at = tc_nops_insns[3];

	if (row->mode >= LINKED && row->mode <= LINKED_TO_NOTHING)
		control |= BCR_BT(1) | BCR_LBN(last);
	if (row->mode == LINKED || row->mode == LINKED_ELSEWHERE || row->mode == CONTEXT_ALONE)
		breakpoint_write(last, row->mode == LINKED_ELSEWHERE ? 0x56 : 0x55, BCR_BT(3) | EL1);
	write_sysreg(0x55, contextidr_el1);
	if (row->mode != CONTEXT_ALONE)
		breakpoint_write(0, at + row->offset, control);
	if (row->mode == MASKED)
		__asm__ __volatile__("msr daifset, #8" ::: "memory");
	if (row->mode == OS_LOCKED)
		write_sysreg(1, oslar_el1);
	write_sysreg(row->mdscr, mdscr_el1);
	isb();
	raise(call_nops, 0, lift_all);
	put_back();
	EXPECT_EQ(raised.n, row->hit);
	if (!row->hit || !raised.n)
		return;
	EXPECT_EQ(raised.seen[0].kind, TRAP_HW_BREAKPOINT);
	EXPECT_EQ(raised.seen[0].cause, 0x31UL << ESR_EC_SHIFT | ESR_IL | 0x22);
	EXPECT_EQ(raised.seen[0].pc, at + row->offset);
}

#define BREAK(name, rule, offset, control, mdscr, hit, mode) \
	CONFORMANCE_ROW(hwbreak, name, "Arm ARM " rule, check_break, struct break_row, offset, control, mdscr, hit, mode);

BREAK(el1, "D2.8.8", 0, EL1, MDE_ON, HIT, PLAIN)
BREAK(next_instruction, "D2.8.5", 4, EL1, MDE_ON, HIT, PLAIN)
BREAK(elsewhere, "D2.8.5", 0x1000, EL1, MDE_ON, MISS, PLAIN)
BREAK(el0_only, "D2.8.4", 0, BCR_PMC(2) | BCR_BAS | DBGCR_E, MDE_ON, MISS, PLAIN)
BREAK(both_levels, "D2.8.4", 0, BCR_PMC(3) | BCR_BAS | DBGCR_E, MDE_ON, HIT, PLAIN)
BREAK(disabled, "D2.8.1", 0, BCR_PMC(1) | BCR_BAS, MDE_ON, MISS, PLAIN)
BREAK(without_mde, "D2.3", 0, EL1, MDSCR_EL1_KDE, MISS, PLAIN)
BREAK(without_kde, "D2.3.1", 0, EL1, MDSCR_EL1_MDE, MISS, PLAIN)
BREAK(masked_by_d, "D2.3.1", 0, EL1, MDE_ON, MISS, MASKED)
BREAK(os_lock, "H6.6.7", 0, EL1, MDE_ON, MISS, OS_LOCKED)
BREAK(linked_context, "D2.8.3.1", 0, EL1, MDE_ON, HIT, LINKED)
BREAK(linked_other_context, "D2.8.3.1", 0, EL1, MDE_ON, MISS, LINKED_ELSEWHERE)
BREAK(linked_to_a_disabled_one, "D2.8.7", 0, EL1, MDE_ON, MISS, LINKED_TO_NOTHING)
BREAK(context_that_nobody_links_to, "D2.8.3.1", 0, EL1, MDE_ON, MISS, CONTEXT_ALONE)

/* As many as ID_AA64DFR0_EL1 says, at least two of each; each one alone hits. */
CONFORMANCE(hwbreak, every_breakpoint_register, "Arm ARM D2.8.1")
{
	unsigned int n = nr_breakpoint_regs();

	EXPECT(n >= 2 && n <= 16);
	for (unsigned int i = 0; i < n; i++) {
		breakpoint_write(i, tc_nops_insns[2], EL1);
		write_sysreg(MDE_ON, mdscr_el1);
		isb();
		raise(call_nops, 0, lift_all);
		arch_cpu_reset();
		EXPECT_EQ(raised.n, 1);
		EXPECT_EQ(raised.seen[0].pc, tc_nops_insns[2]);
	}
}

static u64 word[4] __aligned(32);

CONFORMANCE(hwbreak, every_watchpoint_register, "Arm ARM D2.9.1")
{
	static const struct access str = ACCESS_str;
	unsigned int n = nr_watchpoint_regs();

	EXPECT(n >= 2 && n <= 16);
	for (unsigned int i = 0; i < n; i++) {
		watchpoint_write(i, (unsigned long)word, WCR_PAC(1) | WCR_LSC(2) | WCR_BAS(0xff) | DBGCR_E);
		write_sysreg(MDE_ON, mdscr_el1);
		isb();
		access_do(&str, (unsigned long)word, lift_all);
		arch_cpu_reset();
		EXPECT_EQ(raised.n, 1);
		EXPECT_EQ(raised.seen[0].kind, TRAP_WATCHPOINT);
	}
}

/* Several that match are one exception (bug case E10). */
CONFORMANCE(hwbreak, several_on_one_address, "Arm ARM D2.8.1")
{
	breakpoint_write(0, tc_nops_insns[2], EL1);
	breakpoint_write(1, tc_nops_insns[2], EL1);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(call_nops, 0, lift_all);
	arch_cpu_reset();
	EXPECT_EQ(raised.n, 1);
}

CONFORMANCE(hwbreak, several_watchpoints_of_one_access, "Arm ARM D2.9.8")
{
	static const struct access stp = ACCESS_stp;

	for (unsigned int i = 0; i < 2; i++)
		watchpoint_write(i, (unsigned long)(word + i), WCR_PAC(1) | WCR_LSC(2) | WCR_BAS(0xff) | DBGCR_E);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	access_do(&stp, (unsigned long)word, lift_all);
	arch_cpu_reset();
	EXPECT_EQ(raised.n, 1);
	EXPECT(raised.seen[0].addr >= (unsigned long)word && raised.seen[0].addr < (unsigned long)(word + 2));
}

/* Instructions are fetched from the watched place, not loaded. */
CONFORMANCE(hwbreak, watchpoint_is_not_for_fetches, "Arm ARM D2.9.1")
{
	watchpoint_write(0, tc_nops_insns[2] & ~7UL, WCR_PAC(1) | WCR_LSC(3) | WCR_BAS(0xff) | DBGCR_E);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(call_nops, 0, lift_all);
	arch_cpu_reset();
	EXPECT_EQ(raised.n, 0);
}

/* Nothing lets the instruction pass but the breakpoint taken away: returning to it hits again (bug cases E07, E11). */
static void lift_at_the_third(struct trap *t, struct raised *r)
{
	if (r->n == 3)
		lift_all(t, r);
}

CONFORMANCE(hwbreak, hits_again_until_lifted, "Arm ARM D2.8.8")
{
	breakpoint_write(0, tc_nops_insns[2], EL1);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(call_nops, 0, lift_at_the_third);
	arch_cpu_reset();
	EXPECT_EQ(raised.n, 3);
	EXPECT_EQ(raised.seen[2].pc, tc_nops_insns[2]);
}

/* --- which comes first --- */

static void expect_order(const enum trap_kind *kinds, unsigned int n)
{
	EXPECT_EQ(raised.n, n);
	for (unsigned int i = 0; i < n; i++)
		EXPECT_EQ(raised.seen[i].kind, kinds[i]);
}

#define EXPECT_ORDER(...) do {								\
	static const enum trap_kind kinds[] = { __VA_ARGS__ };				\
	expect_order(kinds, ARRAY_SIZE(kinds));						\
} while (0)

/* A hardware breakpoint on a BRK: both, in this order. */
CONFORMANCE(order, breakpoint_before_brk, "Arm ARM D1.4.5.6")
{
	breakpoint_write(0, (unsigned long)raise_brk_at, EL1);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(raise_brk, 0, lift_all);
	arch_cpu_reset();
	EXPECT_ORDER(TRAP_HW_BREAKPOINT, TRAP_BREAKPOINT);
}

CONFORMANCE(order, breakpoint_before_undefined, "Arm ARM D1.4.5.6")
{
	breakpoint_write(0, (unsigned long)raise_udf_at, EL1);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(raise_udf, 0, lift_all);
	arch_cpu_reset();
	EXPECT_ORDER(TRAP_HW_BREAKPOINT, TRAP_UNDEFINED);
}

CONFORMANCE(order, breakpoint_before_data_abort, "Arm ARM D1.4.5.6")
{
	raise_addr = UNMAPPED;
	breakpoint_write(0, (unsigned long)raise_read_at, EL1);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(raise_read, 0, lift_all);
	arch_cpu_reset();
	EXPECT_ORDER(TRAP_HW_BREAKPOINT, TRAP_PAGE_FAULT);
}

CONFORMANCE(order, breakpoint_before_watchpoint, "Arm ARM D1.4.5.6")
{
	raise_addr = (unsigned long)word;
	watchpoint_write(0, (unsigned long)word, WCR_PAC(1) | WCR_LSC(1) | WCR_BAS(0xff) | DBGCR_E);
	breakpoint_write(0, (unsigned long)raise_read_at, EL1);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(raise_read, 0, lift_all);
	arch_cpu_reset();
	EXPECT_ORDER(TRAP_HW_BREAKPOINT);
}

/* What cannot be fetched is no instruction that a breakpoint could be on. */
static void back_to_the_caller(struct trap *t, struct raised *r)
{
	(void)r;
	trap_regs(t)->pc = (unsigned long)raise_fetch_next;
}

CONFORMANCE(order, instruction_abort_before_breakpoint, "Arm ARM D1.4.5.6")
{
	raise_addr = UNMAPPED;
	breakpoint_write(0, UNMAPPED, EL1);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(raise_fetch, 0, back_to_the_caller);
	arch_cpu_reset();
	EXPECT_ORDER(TRAP_PAGE_FAULT);
}

CONFORMANCE(order, data_abort_before_watchpoint, "Arm ARM D1.4.5.6")
{
	raise_addr = UNMAPPED;
	watchpoint_write(0, UNMAPPED, WCR_PAC(1) | WCR_LSC(3) | WCR_BAS(0xff) | DBGCR_E);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(raise_read, 0, lift_all);
	arch_cpu_reset();
	EXPECT_ORDER(TRAP_PAGE_FAULT);
}

CONFORMANCE(order, alignment_fault_before_watchpoint, "Arm ARM D1.4.5.6")
{
	raise_addr = (unsigned long)word + 12;		/* over 16 bytes: FEAT_LSE2 does not allow it either */
	watchpoint_write(0, (unsigned long)(word + 1), WCR_PAC(1) | WCR_LSC(3) | WCR_BAS(0xff) | DBGCR_E);
	write_sysreg(MDE_ON, mdscr_el1);
	isb();
	raise(raise_unaligned_exclusive, 0, lift_all);
	arch_cpu_reset();
	EXPECT_ORDER(TRAP_ALIGNMENT);
}
