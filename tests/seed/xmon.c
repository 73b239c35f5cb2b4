// SPDX-License-Identifier: GPL-2.0-only
/* xmon by script: what it says, what it does, where the kernel stands afterwards. */
#include <whosetrap/arch.h>
#include <whosetrap/priorities.h>
#include <whosetrap/symbols.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;

static void run_nops(void)
{
	struct tc_regs io = { 0 };

	trap_log_reset();
	tc_run(tc_nops, &io);
}

static void begin(const char *script)
{
	ASSERT_EQ(xmon_enable(), 0);
	xmon_script(script);
}

TEST(xmon, breaks_in_when_asked)
{
	xmon("nobody hears this");
	begin("r\nc\n");
	xmon("the test asks");
	EXPECT_EQ(xmon_entries(), 1);
	xmon_said("xmon: the test asks at xmon_landing\n");
	xmon_said("pc is at xmon_landing");
	EXPECT_STR(story(NULL), "B:k.x!");
	xmon("and again");
	EXPECT_EQ(xmon_entries(), 2);
	xmon_disable();
	xmon("nobody hears this");
	EXPECT_EQ(xmon_entries(), 2);
}

TEST(xmon, is_on_the_chain_only_when_enabled)
{
	unsigned int i, n;

	for (n = 0; die_chain_nth(n); n++)
		EXPECT(die_chain_nth(n)->notifier_call != xmon_exceptions_notify);
	begin(NULL);
	EXPECT_EQ(xmon_enable(), 0);
	for (i = 0; die_chain_nth(i) && die_chain_nth(i)->notifier_call != xmon_exceptions_notify; i++)
		;
	EXPECT_EQ(i, n);
	ASSERT(die_chain_nth(i) != NULL);
	EXPECT_EQ(die_chain_nth(i)->priority, DIE_PRIO_xmon);
	xmon_disable();
	xmon_disable();
	EXPECT(!die_chain_nth(n));
}

/* One walk through: set, go on, look, step, clear, go on. */
TEST(xmon, session)
{
	char script[256], line[64];

	snprintf(script, sizeof(script), "b tc_nops+%#lx\nbl\nc\n" "r\nt\nm . 8\ns 3\n" "la .\nbc 1\nbl\nc\n",
		 insns[2] - insns[0]);
	begin(script);
	xmon("start");
	run_nops();
	EXPECT_EQ(xmon_entries(), 3);
	snprintf(line, sizeof(line), "breakpoint 1 at tc_nops+%#lx/", insns[2] - insns[0]);
	xmon_said(line);
	xmon_said("hits 0\n");
	xmon_said_at("xmon: breakpoint", insns[2]);
	snprintf(line, sizeof(line), "%016lx  tc_nops+", insns[2]);
	xmon_said(line);
	/*
	 * The backtrace goes from the trap to the caller and on; a function that has made no frame may hide its
	 * caller.
	 */
	xmon_said("test_xmon_session+");
	snprintf(line, sizeof(line), "%016lx  ", insns[2]);
	xmon_said(line);
	xmon_said_at("xmon: step", insns[5]);
	snprintf(line, sizeof(line), "%016lx is tc_nops+", insns[5]);
	xmon_said(line);
	xmon_said("breakpoint 1 cleared\n");
	xmon_said("no breakpoints\n");
	EXPECT_STR(story(insns), "B2:k.x! S:k.x! S:k.x! S:k.x!");
	EXPECT(insns_are_pristine(insns));
	run_nops();
	EXPECT_EQ(xmon_entries(), 3);
	xmon_disable();
}

/* What it shows of memory is the memory, without its own breakpoints. */
TEST(xmon, memory_shows_no_breakpoint)
{
	char script[64], row[80];
	u8 was[8];
	size_t n;

	begin(script);
	ASSERT_EQ(text_pristine(was, insns[2], sizeof(was)), sizeof(was));
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	snprintf(script, sizeof(script), "d %lx 8\nc\n", insns[2]);
	run_nops();
	n = snprintf(row, sizeof(row), "%016lx ", insns[2]);
	for (size_t i = 0; i < sizeof(was); i++)
		n += snprintf(row + n, sizeof(row) - n, " %02x", was[i]);
	xmon_said(row);
	/* And when the kernel runs again it is back. */
	EXPECT(!insns_are_pristine(insns));
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

/*
 * Three steps are three instructions; the hit of a probe is one of them, with its handlers, whether the instruction
 * is run out of line or emulated. xmon is not asked about the probe's breakpoint, but the step that it had armed
 * before is also its own.
 */
static void step_across(void (*fn)(void), const unsigned long *list, const char *script, unsigned int entries)
{
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };
	struct probe p;

	begin(script);
	ASSERT_EQ(probe_add(&p, list[3]), 0);
	ASSERT_EQ(xmon_break_set(list[2]), 0);
	trap_log_reset();
	tc_run(fn, &io);
	xmon_said_at("xmon: step", list[5]);
	EXPECT_EQ(xmon_entries(), entries);
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_STR(story(list), "B2:k.x! S:k.x! B3:k! S:k.x! S:k.x!");
	unregister_kprobe(&p.kp);
	xmon_disable();
	EXPECT(insns_are_pristine(list));
}

TEST(xmon, step_over_a_kprobed_instruction)
{
	step_across(tc_nops, tc_nops_insns, "s 3\n", 2);
	step_across(tc_straight, tc_straight_insns, "s 3\n", 2);
}

TEST(xmon, step_onto_and_from_a_kprobe)
{
	step_across(tc_nops, tc_nops_insns, "s\ns\ns\n", 4);
	step_across(tc_straight, tc_straight_insns, "s\ns\ns\n", 4);
}

TEST(xmon, steps_follow_branches)
{
	char script[32];
	unsigned int n = count_insns(tc_branchy_trace);
	struct tc_regs io = { 0 };

	/* From the first instruction as many steps as there are end behind the call. */
	begin(script);
	snprintf(script, sizeof(script), "s %u\n", n);
	ASSERT_EQ(xmon_break_set(tc_branchy_insns[0]), 0);
	tc_run(tc_branchy, &io);
	xmon_said_at("xmon: step", (unsigned long)tc_call_return);
	EXPECT_EQ(xmon_entries(), 2);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_STEP), n);
	xmon_disable();
}

TEST(xmon, steps_end_at_a_breakpoint)
{
	begin("s 100\nbl\n");
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	ASSERT_EQ(xmon_break_set(insns[5]), 0);
	run_nops();
	xmon_said_at("xmon: step reached breakpoint", insns[5]);
	EXPECT_EQ(xmon_entries(), 2);
	EXPECT_EQ(xmon_break_hits(insns[5]), 1);
	/* Going on from there steps over it once more, without a second stop. */
	EXPECT_STR(story(insns), "B2:k.x! S:k.x! S:k.x! S:k.x! S:k.x!");
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

/* Breakpoints one after the other: the step over one lands on the next. */
TEST(xmon, adjacent_breakpoints)
{
	begin(NULL);
	for (int i = 2; i < 5; i++)
		ASSERT_EQ(xmon_break_set(insns[i]), 0);
	run_nops();
	EXPECT_EQ(xmon_entries(), 3);
	EXPECT_STR(story(insns), "B2:k.x! S:k.x! B3:k.x! S:k.x! B4:k.x! S:k.x!");
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

static void call_nops(struct probe *p)
{
	(void)p;
	tc_nops();
}

/* A breakpoint in what a probe's handler calls: its step is over before the probe's own begins, each at its depth. */
TEST(xmon, breakpoint_inside_a_probe_handler)
{
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };
	struct probe p;

	begin("t\ns 2\n");
	no_boost();
	probe_init(&p, tc_straight_insns[1]);
	p.inside = call_nops;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	trap_log_reset();
	tc_run(tc_straight, &io);
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(p.kp.nmissed, 0);
	EXPECT_EQ(xmon_entries(), 2);
	xmon_said("<trap>");
	EXPECT_STR(story(insns), p.kp.ainsn.insn ? "B:k! 2B2:k.x! 2S:k.x! 2S:k.x! S:k!" :
						   "B:k! 2B2:k.x! 2S:k.x! 2S:k.x!");
	unregister_kprobe(&p.kp);
	xmon_disable();
}

static void step_inside(struct trap *t)
{
	(void)t;
	tc_nops();
}

/* A trap handler with a breakpoint in it, run while xmon is in the middle of a step: that step is not touched. */
TEST(xmon, breakpoint_while_a_step_is_pending)
{
	struct breaker b = { .inside = step_inside };

	begin("s 4\n" "c\n" "bl\n");
	ASSERT_EQ(xmon_break_set((unsigned long)tc_break), 0);
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	breaker_add(&b);
	trap_log_reset();
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(b.hits, 1);
	EXPECT_EQ(xmon_break_hits(insns[2]), 1);
	/* Stepping over tc_break's first instruction, the break (claimed by another, who calls tc_nops) and on. */
	EXPECT_EQ(xmon_entries(), 3);
	xmon_said_at("xmon: breakpoint", insns[2]);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

static struct probe intruder;

/* Asked between kprobes and xmon: puts a probe where xmon's breakpoint is lifted for its step. */
static int intrude(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)data;
	if (val == DIE_STEP && !get_kprobe((void *)insns[2]))
		EXPECT_EQ(probe_add(&intruder, insns[2]), 0);
	return NOTIFY_DONE;
}

TEST(xmon, does_not_overwrite_who_came_meanwhile)
{
	struct notifier_block nb = { .notifier_call = intrude, .priority = INT_MAX };

	begin("c\n");
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	ASSERT_EQ(register_die_notifier(&nb), 0);
	run_nops();
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(xmon_entries(), 1);
	xmon_said("disabled: somebody else's trap instruction is there now\n");
	run_nops();
	EXPECT_EQ(intruder.pre, 1);
	EXPECT_EQ(intruder.post, 1);
	EXPECT_EQ(xmon_entries(), 1);
	unregister_kprobe(&intruder.kp);
	EXPECT(insns_are_pristine(insns));
	run_nops();
	EXPECT_EQ(xmon_entries(), 1);
	xmon_disable();
}
