// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traps of user mode that look like the kernel's: the same address, another address space. Who serves the kernel must let them
 * pass. There are no tasks yet, so the frames are made by hand.
 */
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;
static struct pt_regs frame;

/* A trap at @pc in user mode. */
static struct trap user_trap(enum trap_kind kind, enum die_val val, unsigned long pc)
{
	struct trap t = { .die.regs = &frame, .val = val, .kind = kind, .pc = pc, .depth = 1 };

	memset(&frame, 0, sizeof(frame));
	tc_user_frame(&frame);
	instruction_pointer_set(&frame, pc + (kind == TRAP_BREAKPOINT ? BREAK_PC_OFFSET : 0));
	EXPECT(user_mode(&frame));
	return t;
}

TEST(kprobes, user_mode_is_not_ours)
{
	struct trap t = user_trap(TRAP_BREAKPOINT, DIE_BREAKPOINT, insns[2]);
	struct pt_regs before = frame;
	struct probe p;

	ASSERT_EQ(probe_add(&p, insns[2]), 0);
	EXPECT_EQ(kprobe_exceptions_notify(NULL, t.val, &t.die), NOTIFY_DONE);
	EXPECT_EQ(p.pre, 0);
	EXPECT(!memcmp(&frame, &before, sizeof(frame)));
	unregister_kprobe(&p.kp);
}

TEST(xmon, user_mode_is_not_ours)
{
	struct trap t = user_trap(TRAP_BREAKPOINT, DIE_BREAKPOINT, insns[2]);
	struct pt_regs before = frame;

	ASSERT_EQ(xmon_enable(), 0);
	xmon_script(NULL);
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	EXPECT_EQ(xmon_exceptions_notify(NULL, t.val, &t.die), NOTIFY_DONE);
	EXPECT_EQ(xmon_entries(), 0);
	EXPECT_EQ(xmon_break_hits(insns[2]), 0);
	EXPECT(!memcmp(&frame, &before, sizeof(frame)));
	xmon_disable();
}

static unsigned int caught;

static bool catch(struct trap *t)
{
	caught += user_mode(trap_regs(t));
	return user_mode(trap_regs(t));
}

TEST(dispatch, fixup_table_is_not_for_user_mode)
{
	extern const s32 __extable_start[];
	unsigned long at = (unsigned long)__extable_start + __extable_start[0];
	struct trap t = user_trap(TRAP_PAGE_FAULT, DIE_OOPS, at);

	ASSERT(search_extable(at));
	caught = 0;
	trap_catch_unclaimed(catch);
	trap_dispatch(&t);
	trap_catch_unclaimed(NULL);
	EXPECT_EQ(caught, 1);
	EXPECT_EQ(instruction_pointer(&frame), at);
}
