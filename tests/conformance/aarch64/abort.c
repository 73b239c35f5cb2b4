// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each kind of access where nothing is mapped: class, fault status, WnR and CM of ESR_EL1 (Arm ARM D24.2.45, ISS encoding for
 * an exception from a Data Abort), FAR_EL1, and a base register that is as before (D1.4.1.4).
 */
#include <string.h>

#include "../../framework/lib.h"
#include "access.h"

#define ESR_ABT_CM	(1UL << 8)

static const struct access *doing;
static struct tc_regs io;

static void call_access(void)
{
	tc_run((void (*)(void))(unsigned long)doing->fn, &io);
}

void access_do(const struct access *a, unsigned long addr, void (*fix)(struct trap *t, struct raised *r))
{
	struct step_row need = { .need = a->need };

	step_row_need(&need);
	doing = a;
	io = (struct tc_regs){ .arg = { 0, addr, 2, 3, 4, 5 } };
	raise(call_access, 0, fix);
}

static void skip_it(struct trap *t, struct raised *r)
{
	(void)r;
	trap_regs(t)->pc += 4;
}

static void check_abort(void)
{
	const struct access *a = test_row();
	const struct seen *s = &raised.seen[0];

	access_do(a, UNMAPPED, skip_it);
	if (a->kind == PREFETCH || a->kind == OTHER_OP) {
		EXPECT_EQ(raised.n, 0);
		return;
	}
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(s->kind, TRAP_PAGE_FAULT);
	EXPECT_EQ(ESR_EC(s->cause), 0x25);
	EXPECT_EQ(s->cause & 0x3c, 0x04);
	EXPECT_EQ(s->cause & ESR_ABT_CM, 0);		/* DC ZVA is none of cache maintenance */
	/* An atomic whose read would fault counts as a read. */
	EXPECT_EQ(!!(s->cause & ESR_ABT_WNR), a->kind == STORE);
	EXPECT_EQ(s->pc, a->at);
	EXPECT_EQ(s->addr, UNMAPPED);
	EXPECT_EQ(s->regs.regs[1], UNMAPPED);
}

#define ROW(name, size, kind, need) \
	CONFORMANCE_ROW(abort, name, "Arm ARM D24.2.45", check_abort, struct access, access_##name, access_##name##_at, size, kind, need);

#define ROWS(X) \
	X(ldrb, 1, LOAD, NEED_NOTHING) X(ldp, 16, LOAD, NEED_NOTHING) X(ldr_post, 8, LOAD, NEED_NOTHING) \
	X(ldar, 8, LOAD, NEED_NOTHING) X(ldxr, 8, LOAD, NEED_NOTHING) X(ldtr, 8, LOAD, NEED_NOTHING) \
	X(strb, 1, STORE, NEED_NOTHING) X(stp, 16, STORE, NEED_NOTHING) X(str_pre, 8, STORE, NEED_NOTHING) \
	X(stlr, 8, STORE, NEED_NOTHING) X(zva, 64, STORE, NEED_NOTHING) X(prfm, 1, PREFETCH, NEED_NOTHING) X(at, 1, OTHER_OP, NEED_NOTHING) \
	X(ldadd, 8, ATOMIC, NEED_LSE) X(swp, 8, ATOMIC, NEED_LSE) X(cas, 8, ATOMIC, NEED_LSE)

ROWS(ROW)
