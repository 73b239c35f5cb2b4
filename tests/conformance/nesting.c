// SPDX-License-Identifier: GPL-2.0-only
/* Breakpoints inside the handlers of breakpoints, as deep as it goes: each frame is its own, and each is returned to. */
#include <whosetrap/cpu.h>
#include <whosetrap/test.h>

#include "../framework/lib.h"

static unsigned int entered, left;

static void nest(struct trap *t)
{
	struct pt_regs *regs = trap_regs(t), before = *regs;

	EXPECT_EQ(t->depth, ++entered);
	EXPECT_EQ(t->pc, tc_break_at);
	if (t->depth < TRAP_DEPTH_MAX)
		tc_break();
	left++;
	for (unsigned int i = 0; i < sizeof(before) / sizeof(long); i++)
		EXPECT_EQ(((unsigned long *)regs)[i], ((unsigned long *)&before)[i]);
}

TEST(arch_nesting, breakpoints_down_to_the_bound)
{
	struct breaker b = { .inside = nest };

	entered = left = 0;
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(b.hits, TRAP_DEPTH_MAX);
	EXPECT_EQ(left, TRAP_DEPTH_MAX);
	EXPECT_EQ(this_cpu()->depth, 0);
}

static struct trap noted;

static int note_first(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	noted = *die_trap(data);
	return NOTIFY_DONE;
}

/* There is a short way for breakpoints while kprobes is asked first (arch_breakpoint_by_site()), and one for when it is not. */
TEST(arch_nesting, breakpoint_with_nobody_but_us)
{
	struct notifier_block *kprobes = die_chain_nth(0), nb = { .notifier_call = note_first };
	struct breaker b = { 0 };

	ASSERT(kprobes != NULL);
	noted = (struct trap){ 0 };
	ASSERT_EQ(unregister_die_notifier(kprobes), 0);
	ASSERT_EQ(register_die_notifier(&nb), 0);
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(register_die_notifier(kprobes), 0);
	EXPECT_EQ(b.hits, 1);
	EXPECT_EQ(noted.kind, TRAP_BREAKPOINT);
	EXPECT_EQ(noted.val, DIE_BREAKPOINT);
	EXPECT_EQ(noted.pc, tc_break_at);
	EXPECT_EQ(noted.depth, 1);
	EXPECT(die_chain_nth(0) == kprobes);
}
