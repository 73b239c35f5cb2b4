// SPDX-License-Identifier: GPL-2.0-only
/*
 * Breakpoint and watchpoint registers, Arm ARM DDI 0487 D2.9 and D2.10. Both trap before the instruction, and nothing lets it
 * pass but the register disabled: it is stepped meanwhile. They fire where PSTATE.D is clear, so not in a handler.
 *
 * Slots: breakpoints from 0, watchpoints from WATCH.
 */
#include <asm/barrier.h>
#include <asm/sysreg.h>
#include <whosetrap/arch.h>
#include <whosetrap/hwbp.h>
#include <whosetrap/trap.h>

#include "debugreg.h"

#define WATCH		16

#define DBGBCR_EL1	(1 << 1)	/* PMC, PAC: EL1 */
#define DBGBCR_EL0	(2 << 1)
#define DBGBCR_BAS_A64	(15 << 5)
#define DBGWCR_LSC(t)	((unsigned long)(t) << 3)	/* 1 loads, 2 stores, 3 both: as the types */
#define DBGWCR_BAS(m)	((unsigned long)(m) << 5)

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

unsigned int arch_hwbp_slots(bool exec, unsigned int *first)
{
	*first = exec ? 0 : WATCH;
	return exec ? nr_breakpoint_regs() : nr_watchpoint_regs();
}

/* D2.10.5: the byte address select names bytes of one doubleword. */
int arch_hwbp_check(const struct hwbp *b)
{
	if (b->type == HWBP_X)
		return b->addr % 4 ? -EINVAL : 0;
	return b->type && b->type <= HWBP_RW && b->len && b->addr % 8 + b->len <= 8 ? 0 : -EINVAL;
}

void __kprobes arch_hwbp_set(unsigned int slot, const struct hwbp *b)
{
	unsigned long control = 0, value = 0;

	if (b) {
		control = DBGCR_E | (b->user ? DBGBCR_EL0 : DBGBCR_EL1);
		control |= b->type == HWBP_X ? (unsigned long)DBGBCR_BAS_A64 :
			   DBGWCR_LSC(b->type) | DBGWCR_BAS((BIT(b->len) - 1) << b->addr % 8);
		value = b->type == HWBP_X ? b->addr : b->addr & ~7UL;
		write_sysreg(read_sysreg(mdscr_el1) | MDSCR_EL1_MDE, mdscr_el1);
	}
#define SET(i)									\
	case i:									\
		write_sysreg(0, dbgbcr##i##_el1);				\
		write_sysreg(value, dbgbvr##i##_el1);				\
		write_sysreg(control, dbgbcr##i##_el1);				\
		break;								\
	case WATCH + i:								\
		write_sysreg(0, dbgwcr##i##_el1);				\
		write_sysreg(value, dbgwvr##i##_el1);				\
		write_sysreg(control, dbgwcr##i##_el1);				\
		break;
	switch (slot) { EACH(SET) }
#undef SET
	isb();
}

/* D2.10.5: FAR is some address of the access, and may lie below the watched bytes when that is wide (bug case E08): the nearest. */
static unsigned long __kprobes watch_hits(unsigned long far, bool write)
{
	unsigned long best = ~0UL, hits = 0;

	for (unsigned int i = WATCH; i < HWBP_SLOTS_MAX; i++) {
		const struct hwbp *b = hwbp_slots[i];
		unsigned long away;

		if (!b || hwbp_suspended & BIT(i) || !(b->type & (write ? HWBP_W : HWBP_R)))
			continue;
		away = far < b->addr ? b->addr - far : far >= b->addr + b->len ? far - (b->addr + b->len - 1) : 0;
		if (away > best)
			continue;
		hits = away < best ? BIT(i) : hits | BIT(i);
		best = away;
	}
	return hits;
}

unsigned long __kprobes arch_hwbp_hits(struct trap *t)
{
	unsigned long hits = 0;

	if (t->kind == TRAP_WATCHPOINT)
		return watch_hits(t->addr, t->cause & ESR_ABT_WNR);
	if (t->kind == TRAP_HW_BREAKPOINT)
		for (unsigned int i = 0; i < WATCH; i++)
			if (hwbp_slots[i] && hwbp_slots[i]->addr == t->pc)
				hits |= BIT(i);
	return hits;
}

enum hwbp_pass __kprobes arch_hwbp_pass(const struct hwbp *b)
{
	(void)b;
	return HWBP_PASS_STEP;
}

void __kprobes arch_hwbp_pass_once(struct pt_regs *regs)
{
	(void)regs;
}
