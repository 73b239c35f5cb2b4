// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a trap costs, in guest instructions. Each figure is a difference of two loops of 2000 operations that differ
 * in the operation alone. The limits are in <asm/bench.h>; those of kprobes are half of what Linux takes under the same
 * emulator.
 */
#include <asm/bench.h>
#include <linux/kprobes.h>
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>
#include <whosetrap/test.h>
#include <whosetrap/testcode.h>
#include <whosetrap/trap.h>

#include "../framework/framework.h"
#include "../framework/lib.h"
#include "measure.h"

TEST(bench, entry_to_first_test)
{
	bench_begin();
	bench_report("entry_to_first_test", bench_tenths(clock_first_test - boot_clock, 1), 0);
}

static int __kprobes claim(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	if (val != DIE_BREAKPOINT || t->pc != (unsigned long)tc_break_at)
		return NOTIFY_DONE;
	instruction_pointer_set(trap_regs(t), (unsigned long)tc_break_at + BREAK_INSN_SIZE);
	return NOTIFY_STOP;
}

static int __kprobes not_mine(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	(void)data;
	return NOTIFY_DONE;
}

/* tc_break() is nop, break, nop, return: the same without the break is the end of tc_nops(). */
static u64 time_breaks(void)
{
	return bench_calls(tc_break, OPERATIONS) - bench_calls((void (*)(void))tc_nops_insns[6], OPERATIONS);
}

TEST(bench, trap_round_trip)
{
	struct notifier_block nb = { .notifier_call = claim };

	bench_begin();
	bench_take_chain();
	ASSERT_EQ(register_die_notifier(&nb), 0);
	bench_report("trap_round_trip", bench_tenths(time_breaks(), OPERATIONS), BENCH_MAX_TRAP);
	ASSERT_EQ(unregister_die_notifier(&nb), 0);
	bench_return_chain();
}

TEST(bench, further_notifier)
{
	static struct notifier_block others[8];
	struct notifier_block nb = { .notifier_call = claim, .priority = -1 };
	u64 alone;

	bench_begin();
	bench_take_chain();
	ASSERT_EQ(register_die_notifier(&nb), 0);
	alone = time_breaks();
	for (int i = 0; i < 8; i++) {
		others[i] = (struct notifier_block){ .notifier_call = not_mine };
		ASSERT_EQ(register_die_notifier(&others[i]), 0);
	}
	bench_report("further_notifier", bench_tenths(time_breaks() - alone, 8 * OPERATIONS), BENCH_MAX_NOTIFIER);
	for (int i = 0; i < 8; i++)
		ASSERT_EQ(unregister_die_notifier(&others[i]), 0);
	ASSERT_EQ(unregister_die_notifier(&nb), 0);
	bench_return_chain();
}

static int __kprobes step_through(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	struct pt_regs *regs = trap_regs(t);

	(void)nb;
	if (val == DIE_STEP) {
		if (t->pc == (unsigned long)tc_call_return)
			arch_step_disarm(regs);
		else
			arch_step_arm(regs, STEP_INSN);
		return NOTIFY_STOP;
	}
	if (val != DIE_BREAKPOINT || t->pc != (unsigned long)tc_call_break)
		return NOTIFY_DONE;
	instruction_pointer_set(regs, (unsigned long)tc_call_go);
	arch_step_arm(regs, STEP_INSN);
	return NOTIFY_STOP;
}

static u64 time_stepped(unsigned long fn)
{
	struct tc_regs io = { 0 };
	u64 start = arch_clock();

	for (int i = 0; i < OPERATIONS; i++)
		tc_call((void (*)(void))fn, &io);
	return arch_clock() - start;
}

TEST(bench, single_step)
{
	struct notifier_block nb = { .notifier_call = step_through };
	u64 eight_more;

	if (!arch_step_supported(STEP_INSN))
		SKIP("this CPU has no instruction step");
	bench_begin();
	bench_take_chain();
	ASSERT_EQ(register_die_notifier(&nb), 0);
	eight_more = time_stepped(tc_nops_insns[0]) - time_stepped(tc_nops_insns[8]);
	bench_report("single_step", bench_tenths(eight_more, 8 * OPERATIONS), 0);
	ASSERT_EQ(unregister_die_notifier(&nb), 0);
	bench_return_chain();
}

static unsigned long pre_hits, post_hits;

static int __kprobes pre(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	(void)regs;
	pre_hits++;
	return 0;
}

static void __kprobes post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)regs;
	(void)flags;
	post_hits++;
}

/* Time hits of the first instruction of tc_straight() that is run as @in_slot says. False: there is none. */
static bool bench_kprobe(const char *name, bool in_slot, kprobe_post_handler_t post_handler, unsigned long limit)
{
	static unsigned long memory[8];
	void (*fn)(void) = in_slot ? tc_straight : tc_nops;
	const unsigned long *insns = in_slot ? tc_straight_insns : tc_nops_insns;
	struct kprobe p;
	u64 plain, probed;

	for (unsigned int i = 0; insns[i]; i++) {
		p = (struct kprobe){ .addr = (kprobe_opcode_t *)insns[i], .pre_handler = pre, .post_handler = post_handler };
		if (register_kprobe(&p))
			continue;
		if (in_slot == (p.ainsn.insn != NULL)) {
			pre_hits = post_hits = 0;
			probed = bench_calls_arg(fn, (unsigned long)memory, OPERATIONS);
			EXPECT_EQ(pre_hits, OPERATIONS);
			EXPECT_EQ(post_hits, post_handler ? OPERATIONS : 0);
			unregister_kprobe(&p);
			plain = bench_calls_arg(fn, (unsigned long)memory, OPERATIONS);
			bench_report(name, bench_tenths(probed - plain, OPERATIONS), limit);
			return true;
		}
		unregister_kprobe(&p);
	}
	return false;
}

/* Out of line, with both handlers; no second trap. */
TEST(bench, kprobe_hit)
{
	bench_begin();
	EXPECT(bench_kprobe("kprobe_hit", true, post, BENCH_MAX_KPROBE));
}

/* Out of line, with a pre-handler alone. */
TEST(bench, kprobe_hit_boosted)
{
	bench_begin();
	EXPECT(bench_kprobe("kprobe_hit_boosted", true, NULL, BENCH_MAX_EMULATED));
}

/* boost=off: the copy is stepped, which is a second trap. */
TEST(bench, kprobe_hit_stepped)
{
	bench_begin();
	options.boost = false;
	EXPECT(bench_kprobe("kprobe_hit_stepped", true, post, 0));
}

TEST(bench, kprobe_hit_emulated)
{
	bench_begin();
	if (!bench_kprobe("kprobe_hit_emulated", false, NULL, BENCH_MAX_EMULATED))
		SKIP("no instruction of the test code is emulated");
}

static int at_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)ri;
	(void)regs;
	post_hits++;
	return 0;
}

static noinline void callee(void)
{
	__asm__ volatile("");
}

TEST(bench, kretprobe)
{
	struct kretprobe rp = { .kp.addr = (void *)kprobe_func_entry((unsigned long)callee), .handler = at_return };
	u64 plain, probed;

	bench_begin();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	post_hits = 0;
	probed = bench_calls(callee, OPERATIONS);
	EXPECT_EQ(post_hits, OPERATIONS);
	unregister_kretprobe(&rp);
	plain = bench_calls(callee, OPERATIONS);
	bench_report("kretprobe", bench_tenths(probed - plain, OPERATIONS), BENCH_MAX_KRETPROBE);
}
