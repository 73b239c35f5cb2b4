// SPDX-License-Identifier: GPL-2.0-only
/*
 * What may come between a trap and kprobes' look at it. The test puts a notifier of its own in front of kprobes: so
 * what an interrupt or another CPU would do at that moment is done there, each time at the same instruction.
 */
#include <linux/kdebug.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_straight_insns;

static void run(void)
{
	unsigned long memory[8] = { 3, 4 };
	struct tc_regs io = { .arg = { (unsigned long)memory } };

	tc_run(tc_straight, &io);
}

static struct notifier_block *kprobes_nb;
static void (*at_step)(struct trap *t), (*at_break)(struct trap *t);
static bool inside;

static int first(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	void (*fn)(struct trap *) = val == DIE_STEP ? at_step : val == DIE_BREAKPOINT ? at_break : NULL;

	(void)nb;
	if (!fn || inside || t->pc == (unsigned long)tc_call_break)
		return NOTIFY_DONE;
	inside = true;
	fn(t);
	inside = false;
	return NOTIFY_DONE;
}

static struct notifier_block first_nb;

/* Equal priority is first come, first asked; so kprobes has to come again. */
static void come_first(void (*step)(struct trap *), void (*brk)(struct trap *))
{
	unsigned int i = 0;

	at_step = step;
	at_break = brk;
	inside = false;
	while (die_chain_nth(i) && die_chain_nth(i)->notifier_call != kprobe_exceptions_notify)
		i++;
	kprobes_nb = die_chain_nth(i);
	ASSERT(kprobes_nb != NULL);
	ASSERT_EQ(unregister_die_notifier(kprobes_nb), 0);
	first_nb = (struct notifier_block){ .notifier_call = first, .priority = INT_MAX };
	ASSERT_EQ(register_die_notifier(&first_nb), 0);
	ASSERT_EQ(register_die_notifier(kprobes_nb), 0);
}

static void go_away(void)
{
	EXPECT_EQ(unregister_die_notifier(&first_nb), 0);
}

/* The first probe of @insns that has a slot; ends the test with SKIP when all are emulated here. */
static void add_stepped(struct probe *p)
{
	no_boost();
	for (unsigned int i = 1; insns[i]; i++) {
		if (!probe_add(p, insns[i]) && p->kp.ainsn.insn)
			return;
		unregister_kprobe(&p->kp);
	}
	SKIP("no instruction of tc_straight runs out of line here");
}

static void call_nops(struct trap *t)
{
	(void)t;
	tc_nops();
}

/* Steps of xmon, one trap deeper, while the step of a probe's hit has been reported and not been looked at. */
TEST(kprobes, deeper_step_is_not_its_own)
{
	struct probe p;

	add_stepped(&p);
	ASSERT_EQ(xmon_enable(), 0);
	xmon_script("s 3\n");
	ASSERT_EQ(xmon_break_set(tc_nops_insns[2]), 0);
	tc_driver_add();
	come_first(call_nops, NULL);
	trap_log_reset();
	run();
	go_away();
	tc_driver_del();
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(xmon_entries(), 2);
	/* kprobes is asked about each of the deeper traps, and waits for its own. */
	EXPECT_STR(story(tc_nops_insns), "B:k! S:k! 2B2:k.x! 2S:k.x! 2S:k.x! 2S:k.x!");
	unregister_kprobe(&p.kp);
	xmon_disable();
}

/* A probe hit there is a hit inside a hit: missed, and the outer one goes on. */
static struct probe deep, deeper;

TEST(kprobes, hit_between_step_and_post_handler)
{
	struct probe p;

	add_stepped(&p);
	ASSERT_EQ(probe_add(&deep, tc_nops_insns[2]), 0);
	tc_driver_add();
	come_first(call_nops, NULL);
	run();
	go_away();
	tc_driver_del();
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(deep.pre, 0);
	EXPECT_EQ(deep.kp.nmissed, 1);
	EXPECT(!kprobe_running());
	unregister_kprobe(&p.kp);
	unregister_kprobe(&deep.kp);
}

static unsigned int caught;

/* The third level: step behind the breakpoint by hand. */
static bool skip_third(struct trap *t)
{
	if (t->kind != TRAP_BREAKPOINT || t->pc != tc_nops_insns[2])
		return false;
	caught++;
	instruction_pointer_set(trap_regs(t), tc_nops_insns[3]);
	return true;
}

static void call_nops_once(struct trap *t)
{
	at_step = NULL;
	call_nops(t);
}

static void call_straight(struct probe *p)
{
	(void)p;
	run();
}

/*
 * Hit in a handler, whose instruction is being stepped when a third probe is hit: there is one level of saved state.
 * Linux: BUG() on x86 and arm64. Here it is said, and the trap is nobody's; no hang, and the two outer hits end well.
 */
TEST(kprobes, third_level_is_reported)
{
	struct tc_regs io = { 0 };
	struct probe outer;

	add_stepped(&deep);
	ASSERT_EQ(probe_add(&deeper, tc_nops_insns[2]), 0);
	probe_init(&outer, tc_flags_insns[1]);
	outer.inside = call_straight;
	ASSERT_EQ(register_kprobe(&outer.kp), 0);
	tc_driver_add();
	come_first(call_nops_once, NULL);
	trap_catch_unclaimed(skip_third);
	caught = 0;
	hush();
	tc_run(tc_flags, &io);
	speak();
	go_away();
	tc_driver_del();
	EXPECT_EQ(caught, 1);
	heard_line("kprobes: BUG: tc_nops+");
	EXPECT_EQ(outer.pre, 1);
	EXPECT_EQ(outer.post, 1);
	EXPECT_EQ(deep.pre, 0);
	EXPECT_EQ(deep.kp.nmissed, 1);
	EXPECT_EQ(deeper.kp.nmissed, 0);
	EXPECT(!kprobe_running());
	unregister_kprobe(&outer.kp);
	unregister_kprobe(&deep.kp);
	unregister_kprobe(&deeper.kp);
}

static void remove_deep(struct trap *t)
{
	(void)t;
	unregister_kprobe(&deep.kp);
}

static bool try_again(struct trap *t)
{
	if (t->kind != TRAP_BREAKPOINT)
		return false;
	caught++;
	EXPECT(!arch_insn_is_break((const void *)t->pc));
	instruction_pointer_set(trap_regs(t), t->pc);
	return true;
}

/*
 * The probe is gone between its trap and the look into the table. Linux 8e791f7eba4c: that is nobody's, and the place
 * is run again.
 */
TEST(kprobes, removed_between_trap_and_lookup)
{
	ASSERT_EQ(probe_add(&deep, insns[2]), 0);
	come_first(NULL, remove_deep);
	trap_catch_unclaimed(try_again);
	caught = 0;
	trap_log_reset();
	run();
	go_away();
	EXPECT_EQ(caught, 1);
	EXPECT_EQ(deep.pre, 0);
	EXPECT_STR(story(insns), "B2:k.");
	EXPECT(insns_are_pristine(insns));
}
