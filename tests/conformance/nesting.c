// SPDX-License-Identifier: GPL-2.0-only
/* Traps inside the handlers of traps, as deep as it goes: each frame is its own, and each is returned to. */
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
