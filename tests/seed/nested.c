// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes hit inside the handlers of others. Linux: reenter_kprobe() on x86, kprobe_handler() on powerpc: one level of
 * saved state.
 */
#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;

static void run_nops(void)
{
	struct tc_regs io = { 0 };

	tc_run(tc_nops, &io);
}

/* Handler of the outer probe: run a function with another probe in it, or with the same. */
static void call_nops(struct probe *p)
{
	(void)p;
	tc_nops();
}

static struct probe inner;
static unsigned int in_post;

static void post_calls_nops(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	(void)kp;
	(void)regs;
	(void)flags;
	in_post++;
	tc_nops();
}

/* A hit inside a handler is missed: counted, its instruction run, no handler. iovisor/bcc #2825, arm b34c7e98a6. */
TEST(kprobes, hit_inside_a_handler_is_missed)
{
	struct probe outer;
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };

	probe_init(&outer, tc_straight_insns[0]);
	outer.inside = call_nops;
	ASSERT_EQ(register_kprobe(&outer.kp), 0);
	ASSERT_EQ(probe_add(&inner, insns[3]), 0);
	tc_run(tc_straight, &io);
	EXPECT_EQ(outer.pre, 1);
	EXPECT_EQ(outer.post, 1);
	EXPECT_EQ(outer.kp.nmissed, 0);
	EXPECT_EQ(inner.pre, 0);
	EXPECT_EQ(inner.post, 0);
	EXPECT_EQ(inner.kp.nmissed, 1);
	/* Not in a handler it is hit again. */
	run_nops();
	EXPECT_EQ(inner.pre, 1);
	EXPECT_EQ(inner.post, 1);
	EXPECT_EQ(inner.kp.nmissed, 1);
	unregister_kprobe(&outer.kp);
	unregister_kprobe(&inner.kp);
}

TEST(kprobes, hit_inside_a_post_handler_is_missed)
{
	struct kprobe outer = { .addr = (kprobe_opcode_t *)tc_straight_insns[0], .post_handler = post_calls_nops };
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };

	in_post = 0;
	ASSERT_EQ(register_kprobe(&outer), 0);
	ASSERT_EQ(probe_add(&inner, insns[3]), 0);
	tc_run(tc_straight, &io);
	EXPECT_EQ(in_post, 1);
	EXPECT_EQ(inner.pre, 0);
	EXPECT_EQ(inner.kp.nmissed, 1);
	unregister_kprobe(&outer);
	unregister_kprobe(&inner.kp);
}

/* The outer probe is also what its handler runs into. */
TEST(kprobes, hit_of_itself_inside_its_handler)
{
	struct probe p;

	probe_init(&p, insns[2]);
	p.inside = call_nops;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	run_nops();
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(p.kp.nmissed, 1);
	unregister_kprobe(&p.kp);
}

/* Many hits in a handler, one after the other: the one level of saved state is free again after each. */
TEST(kprobes, many_hits_inside_one_handler)
{
	static struct probe many[8];
	struct probe outer;
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };

	probe_init(&outer, tc_straight_insns[1]);
	outer.inside = call_nops;
	ASSERT_EQ(register_kprobe(&outer.kp), 0);
	for (int i = 0; i < 8; i++)
		ASSERT_EQ(probe_add(&many[i], insns[i]), 0);
	tc_run(tc_straight, &io);
	EXPECT_EQ(outer.post, 1);
	for (int i = 0; i < 8; i++) {
		EXPECT_EQ(many[i].pre, 0);
		EXPECT_EQ(many[i].kp.nmissed, 1);
		unregister_kprobe(&many[i].kp);
	}
	unregister_kprobe(&outer.kp);
}
