// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests that do not end. The watchdog ends them, with interrupts on and off.
 *
 *	hangs_with_interrupts_on	not ok	the watchdog ended it: not done after
 *	hangs_with_interrupts_off	not ok	tc_spin_irqs_off
 *	hangs_in_a_notifier	not ok	while serving: breakpoint at tc_break
 *	hangs_in_a_nested_notifier	not ok	while serving: breakpoint at tc_break
 *	hangs_while_stepped	not ok	the watchdog ended it
 *	hangs_with_a_trap_that_returns_to_itself	not ok	the watchdog ended it
 *	has_a_short_limit	not ok	not done after 20 ms
 */
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>

#include "../framework/lib.h"
#include "clean.h"

TEST(selftest, hangs_with_interrupts_on)
{
	tc_spin();
}

AFTER(hangs_with_interrupts_on)

TEST(selftest, hangs_with_interrupts_off)
{
	tc_spin_irqs_off();
}

AFTER(hangs_with_interrupts_off)

static void spin(struct trap *t)
{
	(void)t;
	/* Not cpu_relax(): an emulator may take very long over that. */
	for (;;)
		barrier();
}

TEST(selftest, hangs_in_a_notifier)
{
	struct breaker b = { .inside = spin };

	breaker_add(&b);
	tc_break();
}

AFTER(hangs_in_a_notifier)

static void nest_and_spin(struct trap *t)
{
	if (t->depth == 3)
		spin(t);
	tc_break();
}

TEST(selftest, hangs_in_a_nested_notifier)
{
	struct breaker b = { .inside = nest_and_spin };

	breaker_add(&b);
	tc_break();
}

AFTER(hangs_in_a_nested_notifier)

TEST(selftest, hangs_while_stepped)
{
	struct tc_regs io = { 0 };
	struct steps steps;

	tc_step(tc_spin, &io, STEP_INSN, &steps);
}

AFTER(hangs_while_stepped)

static void go_back(struct trap *t)
{
	instruction_pointer_set(trap_regs(t), t->pc);
}

/* A claim that changes nothing: the same instruction traps again, for ever. */
TEST(selftest, hangs_with_a_trap_that_returns_to_itself)
{
	struct breaker b = { .inside = go_back };

	breaker_add(&b);
	tc_break();
}

AFTER(hangs_with_a_trap_that_returns_to_itself)

TEST(selftest, has_a_short_limit)
{
	test_time_limit(20);
	tc_spin();
}

AFTER(has_a_short_limit)
