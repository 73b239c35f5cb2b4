// SPDX-License-Identifier: GPL-2.0-only
/* xmon beside others who step and who have breakpoints of their own, and what it does not take for its own. */
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;

static void begin(const char *script)
{
	ASSERT_EQ(xmon_enable(), 0);
	xmon_script(script);
}

/* Armed once, a step stays until it is disarmed: he who traces does not arm it again. */
static unsigned long seen[STEPS_MAX + 1];
static unsigned int n_seen;
static const struct trap_owner tracer = { "tracer" };

static int trace(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	if (val == DIE_BREAKPOINT && t->pc == (unsigned long)tc_call_break) {
		instruction_pointer_set(trap_regs(t), (unsigned long)tc_call_go);
		policy->step_arm(&tracer, trap_regs(t), STEP_INSN);
		return NOTIFY_STOP;
	}
	if (val != DIE_STEP)
		return NOTIFY_DONE;
	if (n_seen < STEPS_MAX)
		seen[n_seen++] = t->pc;
	if (t->pc == (unsigned long)tc_call_return)
		policy->step_disarm(&tracer, trap_regs(t));
	return NOTIFY_STOP;
}

/* Somebody traces a function in which xmon has a breakpoint. He is asked after xmon, and sees every step of it. */
static void traced(const char *script, unsigned int entries)
{
	struct notifier_block nb = { .notifier_call = trace, .priority = -INT_MAX };
	struct tc_regs io = { 0 };
	unsigned int i;

	begin(script);
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	ASSERT_EQ(register_die_notifier(&nb), 0);
	n_seen = 0;
	tc_call(tc_nops, &io);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(xmon_entries(), entries);
	for (i = 0; tc_nops_trace[i]; i++)
		EXPECT_EQ(seen[i], tc_nops_trace[i]);
	EXPECT_EQ(seen[i], tc_call_return);
	EXPECT_EQ(n_seen, i + 1);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

TEST(xmon, step_over_is_passed_on)
{
	traced("c\n", 1);
}

TEST(xmon, steps_are_passed_on)
{
	traced("s 3\nc\n", 2);
}

/* Somebody else's breakpoint, which comes while xmon's is lifted. */
static const struct trap_owner other = { "other" };
static struct breakpoint theirs;
static unsigned int their_hits;

static int plant(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)data;
	if (val == DIE_STEP && !theirs.planted)
		EXPECT_EQ(policy->plant(&theirs), 0);
	return NOTIFY_DONE;
}

static int claim(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	if (val != DIE_BREAKPOINT || t->pc != insns[2])
		return NOTIFY_DONE;
	their_hits++;
	EXPECT_EQ(policy->lift(&theirs), 0);
	instruction_pointer_set(trap_regs(t), t->pc);
	return NOTIFY_STOP;
}

/* A breakpoint instruction at an address in xmon's table is not xmon's when xmon has not planted it. */
TEST(xmon, address_alone_does_not_make_it_ours)
{
	struct notifier_block first = { .notifier_call = plant, .priority = INT_MAX };
	struct notifier_block last = { .notifier_call = claim, .priority = -INT_MAX };
	struct tc_regs io = { 0 };

	theirs = (struct breakpoint){ .owner = &other, .addr = (kprobe_opcode_t *)insns[2] };
	their_hits = 0;
	begin(NULL);
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	ASSERT_EQ(register_die_notifier(&first), 0);
	ASSERT_EQ(register_die_notifier(&last), 0);
	tc_run(tc_nops, &io);
	EXPECT_EQ(unregister_die_notifier(&first), 0);
	EXPECT_EQ(xmon_entries(), 1);
	EXPECT(theirs.planted);
	tc_run(tc_nops, &io);
	EXPECT_EQ(their_hits, 1);
	EXPECT_EQ(xmon_entries(), 1);
	EXPECT_EQ(xmon_break_hits(insns[2]), 1);
	EXPECT_EQ(unregister_die_notifier(&last), 0);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

static unsigned int asked;

static void call_nops(struct trap *t)
{
	(void)t;
	tc_nops();
}

/* strlen() as the prompt prints: a trap there, told as the end of the step that is pending outside. */
static void trap_in_the_prompt(struct probe *p)
{
	struct pt_regs regs = *trap_regs(this_cpu()->trap);
	struct trap t = { .die.regs = &regs, .val = DIE_STEP, .kind = TRAP_STEP, .pc = instruction_pointer(&regs), .depth = 1 };

	(void)p;
	if (xmon_entries() != 2 || asked++)
		return;
	EXPECT_EQ(xmon_exceptions_notify(NULL, t.val, &t.die), NOTIFY_DONE);
}

/* What traps while the prompt is open is nothing that was asked for outside. */
TEST(xmon, traps_in_the_prompt_are_not_ours)
{
	struct breaker b = { .inside = call_nops };
	struct probe p;

	asked = 0;
	begin("s 4\n" "c\n");
	probe_init(&p, (unsigned long)strlen);
	p.inside = trap_in_the_prompt;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	ASSERT_EQ(xmon_break_set((unsigned long)tc_break), 0);
	ASSERT_EQ(xmon_break_set(insns[2]), 0);
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	unregister_kprobe(&p.kp);
	EXPECT(asked > 0);
	EXPECT_EQ(b.hits, 1);
	EXPECT_EQ(xmon_entries(), 3);
	xmon_said_at("xmon: breakpoint", insns[2]);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}
