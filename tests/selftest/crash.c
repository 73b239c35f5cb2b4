// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests that take a trap nobody claims, or bring the kernel to the edge in other ways. Only the last ones may take the
 * guest with them; then the host goes on with the next test in a new one.
 *
 *	unclaimed_breakpoint	not ok	nobody claimed this trap: breakpoint at tc_break
 *	backtrace_begins_at_pc	not ok	] tc_break_at <trap>
 *	unclaimed_step		not ok	nobody claimed this trap: step at
 *	unclaimed_in_a_notifier	not ok	while serving: breakpoint at tc_break
 *	faults_in_a_notifier	not ok	while serving: breakpoint at tc_break
 *	recurses		not ok	tc_recurse
 *	nests_beyond_the_bound	not ok	traps nested beyond the bound
 *	jumps_to_nowhere	not ok	nobody claimed this trap
 *	jumps_to_zero		not ok	nobody claimed this trap
 *	floods_the_console	not ok	more bytes of output were dropped
 *	panics			lost	panic: as the test wished
 *	dies_in_its_own_diagnosis	lost	panic: another trap inside the diagnosis of the first
 */
#include <whosetrap/arch.h>
#include <whosetrap/console.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>

#include "../framework/lib.h"
#include "clean.h"

TEST(selftest, unclaimed_breakpoint)
{
	EXPECT(true);
	tc_break();
}

AFTER(unclaimed_breakpoint)

/* Not behind the breakpoint instruction, where the pc of the frame is on x86_64. */
TEST(selftest, backtrace_begins_at_pc)
{
	EXPECT(true);
	tc_break();
}

AFTER(backtrace_begins_at_pc)

static void arm_and_leave(struct trap *t)
{
	EXPECT_EQ(arch_step_arm(trap_regs(t), STEP_INSN), 0);
}

TEST(selftest, unclaimed_step)
{
	struct breaker b = { .inside = arm_and_leave };

	breaker_add(&b);
	tc_break();
}

AFTER(unclaimed_step)

static void break_elsewhere(struct trap *t)
{
	struct tc_regs io = { 0 };

	(void)t;
	tc_call(tc_nops, &io);
}

TEST(selftest, unclaimed_in_a_notifier)
{
	struct breaker b = { .inside = break_elsewhere };

	breaker_add(&b);
	tc_break();
}

AFTER(unclaimed_in_a_notifier)

static void jump_to(unsigned long addr)
{
	((void (*)(void))HIDDEN(addr))();
}

static void jump_inside(struct trap *t)
{
	(void)t;
	jump_to(NOWHERE);
}

TEST(selftest, faults_in_a_notifier)
{
	struct breaker b = { .inside = jump_inside };

	breaker_add(&b);
	tc_break();
}

AFTER(faults_in_a_notifier)

TEST(selftest, recurses)
{
	tc_recurse();
}

AFTER(recurses)

static void again(struct trap *t)
{
	(void)t;
	tc_break();
}

TEST(selftest, nests_beyond_the_bound)
{
	struct breaker b = { .inside = again };

	breaker_add(&b);
	tc_break();
}

AFTER(nests_beyond_the_bound)

TEST(selftest, jumps_to_nowhere)
{
	jump_to(NOWHERE);
}

AFTER(jumps_to_nowhere)

TEST(selftest, jumps_to_zero)
{
	jump_to(0);
}

AFTER(jumps_to_zero)

TEST(selftest, floods_the_console)
{
	for (int i = 0; i < 3000; i++)
		printk("line %d of very many that nobody will ever read\n", i);
	EXPECT(false);
}

AFTER(floods_the_console)

TEST(selftest, panics)
{
	panic("as the test wished");
}

AFTER(panics)

static void break_in_printk(const char *s, size_t n)
{
	(void)s;
	(void)n;
	tc_break();
}

TEST(selftest, dies_in_its_own_diagnosis)
{
	printk_hook = break_in_printk;
	tc_break();
}

AFTER(dies_in_its_own_diagnosis)
