// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hits without a step: the copy of the instruction goes on by itself, and where there is a post-handler it goes on by way of
 * arch_after_trampoline. Whoever looks must not see a difference but for the missing step trap. Linux: boosting.
 */
#include <asm/irqflags.h>
#include <whosetrap/ool.h>
#include <whosetrap/symbols.h>

#include "../framework/story.h"

static unsigned long memory[8];

static const struct {
	void (*fn)(void);
	const unsigned long *insns;
} functions[] = {
	{ tc_nops, tc_nops_insns }, { tc_straight, tc_straight_insns }, { tc_branchy, tc_branchy_insns }, { tc_flags, tc_flags_insns },
};

struct seen {
	struct tc_regs io;
	unsigned long memory[8], pre_pc, post_pc, post_sp;
	unsigned int pre, post;
};

static struct seen now;

static int pre(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	now.pre++;
	now.pre_pc = instruction_pointer(regs);
	return 0;
}

static void post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)flags;
	now.post++;
	now.post_pc = instruction_pointer(regs);
	now.post_sp = kernel_stack_pointer(regs);
	EXPECT(kprobe_running() == p);
}

static struct seen run_with(unsigned int f, unsigned long at, kprobe_post_handler_t post_handler, bool boost, unsigned long *steps)
{
	struct kprobe p = { .addr = (kprobe_opcode_t *)at, .pre_handler = pre, .post_handler = post_handler };

	options.boost = boost;
	now = (struct seen){ .io.arg = { (unsigned long)memory, 5, 3 } };
	for (size_t i = 0; i < ARRAY_SIZE(memory); i++)
		memory[i] = i * 0x1234567;
	ASSERT_EQ(register_kprobe(&p), 0);
	trap_log_reset();
	tc_run(functions[f].fn, &now.io);
	*steps = trap_log_count(LOG_TRAP, TRAP_STEP);
	unregister_kprobe(&p);
	EXPECT(!kprobe_running());
	memcpy(now.memory, memory, sizeof(memory));
	return now;
}

static void compare(kprobe_post_handler_t post_handler)
{
	unsigned long with, without, saved = 0;

	for (unsigned int f = 0; f < ARRAY_SIZE(functions); f++)
		for (unsigned int i = 0; functions[f].insns[i]; i++) {
			struct seen a = run_with(f, functions[f].insns[i], post_handler, false, &without);
			struct seen b = run_with(f, functions[f].insns[i], post_handler, true, &with);

			if (!EXPECT(!memcmp(&a, &b, sizeof(a))))
				test_note("function %u, instruction %u: %u %u, pc %lx %lx, sp %lx %lx", f, i, a.post, b.post, a.post_pc,
					  b.post_pc, a.post_sp, b.post_sp);
			EXPECT(with <= without);
			saved += without - with;
		}
	/* Some are emulated either way, most are not. */
	EXPECT(saved >= 8);
}

TEST_OF(kprobes, boost, same_result_with_a_pre_handler)
{
	compare(NULL);
}

TEST_OF(kprobes, boost, same_result_with_both_handlers)
{
	compare(post);
}

/* The first instruction from @i on that is run in a slot and goes on at the next one. */
static unsigned long boostable(void)
{
	options.boost = true;
	for (unsigned int i = 0; tc_straight_insns[i + 1]; i++) {
		struct kprobe p = { .addr = (kprobe_opcode_t *)tc_straight_insns[i] };
		bool in_slot;

		ASSERT_EQ(register_kprobe(&p), 0);
		in_slot = p.ainsn.insn;
		unregister_kprobe(&p);
		if (in_slot)
			return tc_straight_insns[i];
	}
	TEST_ERROR("nothing in tc_straight runs in a slot");
}

static void straight(void)
{
	struct tc_regs io = { .arg = { (unsigned long)memory } };

	tc_run(tc_straight, &io);
}

/* With a probe of two handlers there, then of one, then of two again: the slot follows. */
TEST_OF(kprobes, boost, follows_the_probes_at_the_place)
{
	unsigned long at = boostable();
	struct kprobe a = { .addr = (void *)at, .pre_handler = pre }, b = { .addr = (void *)at, .pre_handler = pre, .post_handler = post };

	now = (struct seen){ 0 };
	ASSERT_EQ(register_kprobe(&a), 0);
	straight();
	ASSERT_EQ(register_kprobe(&b), 0);
	straight();
	EXPECT_EQ(now.pre, 3);
	EXPECT_EQ(now.post, 1);
	unregister_kprobe(&b);
	straight();
	EXPECT_EQ(now.pre, 4);
	EXPECT_EQ(now.post, 1);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_STEP), 0);
	unregister_kprobe(&a);
}

static void call_straight(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	post(p, regs, flags);
	straight();
	EXPECT(kprobe_running() == p);
}

/* A hit inside the post-handler is missed, and runs in the same slot. */
TEST_OF(kprobes, boost, hit_inside_the_post_handler)
{
	struct kprobe p = { .addr = (void *)boostable(), .pre_handler = pre, .post_handler = call_straight };

	now = (struct seen){ 0 };
	ASSERT_EQ(register_kprobe(&p), 0);
	straight();
	EXPECT_EQ(now.pre, 1);
	EXPECT_EQ(now.post, 1);
	EXPECT_EQ(p.nmissed, 1);
	straight();
	EXPECT_EQ(now.post, 2);
	EXPECT_EQ(p.nmissed, 2);
	unregister_kprobe(&p);
}

static struct kprobe *leaving;

static int leave_pre(struct kprobe *p, struct pt_regs *regs)
{
	(void)regs;
	now.pre++;
	if (p == leaving)
		unregister_kprobe(p);
	return 0;
}

static void leave_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)regs;
	(void)flags;
	now.post++;
	unregister_kprobe(p);
}

TEST_OF(kprobes, boost, taken_out_by_its_own_handlers)
{
	unsigned long at = boostable();
	struct kprobe a = { .addr = (void *)at, .pre_handler = leave_pre, .post_handler = post },
		      b = { .addr = (void *)at, .pre_handler = pre, .post_handler = leave_post };

	now = (struct seen){ 0 };
	leaving = &a;
	ASSERT_EQ(register_kprobe(&a), 0);
	straight();
	EXPECT_EQ(now.pre, 1);
	EXPECT_EQ(now.post, 0);
	ASSERT_EQ(register_kprobe(&b), 0);
	straight();
	straight();
	EXPECT_EQ(now.pre, 2);
	EXPECT_EQ(now.post, 1);
	EXPECT(insns_are_pristine(tc_straight_insns));
}

static unsigned long fault_pc, fault_addr;

static bool catch_fault(struct trap *t)
{
	if (t->kind != TRAP_PAGE_FAULT)
		return false;
	fault_pc = t->pc;
	fault_addr = instruction_pointer(trap_regs(t));
	instruction_pointer_set(trap_regs(t), tc_straight_insns[count_insns(tc_straight_insns) - 1]);
	return true;
}

/* The first load of tc_straight() faults in its slot: the fault is that of the original place, with handlers and without. */
static void fault_under(kprobe_post_handler_t post_handler)
{
	struct tc_regs io = { .arg = { 0x8 } };
	struct kprobe p = { .addr = (void *)tc_straight_insns[0], .pre_handler = pre, .post_handler = post_handler };

	if (arch_text_alias((void *)tc_straight) == tc_straight)
		SKIP("no MMU: no page faults");
	now = (struct seen){ 0 };
	fault_pc = fault_addr = 0;
	ASSERT_EQ(register_kprobe(&p), 0);
	trap_catch_unclaimed(catch_fault);
	tc_run(tc_straight, &io);
	trap_catch_unclaimed(NULL);
	EXPECT_EQ(fault_pc, tc_straight_insns[0]);
	EXPECT_EQ(fault_addr, tc_straight_insns[0]);
	EXPECT_EQ(now.pre, 1);
	EXPECT_EQ(now.post, 0);
	EXPECT(!kprobe_running());
	unregister_kprobe(&p);
}

TEST_OF(kprobes, boost, fault_in_the_slot)
{
	fault_under(NULL);
}

TEST_OF(kprobes, boost, fault_in_the_slot_before_the_post_handler)
{
	fault_under(post);
}

/* Somebody else's step is armed: the instruction is stepped after all, and he hears of it. */
TEST_OF(kprobes, boost, stepped_where_somebody_steps)
{
	unsigned long at = boostable();
	struct kprobe p = { .addr = (void *)at, .pre_handler = pre, .post_handler = post };
	struct tc_regs io = { .arg = { (unsigned long)memory } };
	struct steps steps;

	now = (struct seen){ 0 };
	ASSERT_EQ(register_kprobe(&p), 0);
	tc_step(tc_straight, &io, STEP_INSN, &steps);
	steps_expect(&steps, TRAP_STEP, tc_straight_trace);
	EXPECT_EQ(now.pre, 1);
	EXPECT_EQ(now.post, 1);
	unregister_kprobe(&p);
}

/* The record of a hit says who claimed it, as if the chain had been walked. */
TEST_OF(kprobes, boost, is_in_the_log_like_any_hit)
{
	struct kprobe p = { .addr = (void *)boostable(), .pre_handler = pre };
	struct log_record r;
	void *callback;
	int answer;

	ASSERT_EQ(register_kprobe(&p), 0);
	trap_log_reset();
	straight();
	unregister_kprobe(&p);
	ASSERT(log_last_trap(TRAP_BREAKPOINT, &r));
	EXPECT_EQ(r.pc, p.addr);
	EXPECT_EQ(r.outcome, OUTCOME_CLAIMED);
	EXPECT_EQ(r.nr_asked, 1);
	ASSERT(trap_log_asked(&r, 0, &callback, &answer));
	EXPECT(callback == kprobe_exceptions_notify);
	EXPECT_EQ(answer, NOTIFY_STOP);
}

static unsigned int asked;

static int ask_first(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	if (die_trap(data)->pc != (unsigned long)tc_call_break)
		asked++;
	return NOTIFY_DONE;
}

/* Who stands before kprobes on the chain is asked about its breakpoints too: no short way then. */
TEST_OF(kprobes, boost, who_comes_first_is_asked_first)
{
	struct notifier_block nb = { .notifier_call = ask_first, .priority = INT_MAX }, *kprobes_nb;
	struct kprobe p = { .addr = (void *)boostable(), .pre_handler = pre, .post_handler = post };
	unsigned int i = 0;

	now = (struct seen){ 0 };
	ASSERT_EQ(register_kprobe(&p), 0);
	asked = 0;
	straight();
	EXPECT_EQ(asked, 0);
	while (die_chain_nth(i) && die_chain_nth(i)->notifier_call != kprobe_exceptions_notify)
		i++;
	kprobes_nb = die_chain_nth(i);
	ASSERT(kprobes_nb != NULL);
	ASSERT_EQ(unregister_die_notifier(kprobes_nb), 0);
	ASSERT_EQ(register_die_notifier(&nb), 0);
	ASSERT_EQ(register_die_notifier(kprobes_nb), 0);
	straight();
	EXPECT_EQ(asked, 1);
	ASSERT_EQ(unregister_die_notifier(&nb), 0);
	straight();
	EXPECT_EQ(asked, 1);
	EXPECT_EQ(now.pre, 3);
	EXPECT_EQ(now.post, 3);
	unregister_kprobe(&p);
}
