// SPDX-License-Identifier: GPL-2.0-only
/* Instructions that fault, under a probe and under a breakpoint. */
#include <whosetrap/arch.h>

#include "../framework/story.h"

/* A fault of the probed instruction is that instruction's, as if there were no probe. */
static unsigned long fault_pc[16];
static unsigned int faults;
static unsigned long under;		/* where there is a breakpoint of xmon's */

static bool skip_fault(struct trap *t)
{
	struct pt_regs *regs = trap_regs(t);
	unsigned int i = 0;

	if (t->kind == TRAP_BREAKPOINT || t->kind == TRAP_STEP)
		return false;
	while (tc_straight_insns[i] && tc_straight_insns[i] != t->pc)
		i++;
	if (!EXPECT(tc_straight_insns[i] != 0))
		return false;
	EXPECT_EQ(instruction_pointer(regs), t->pc);
	EXPECT(!kprobe_running());
	if (t->pc == under) {
		EXPECT(arch_insn_is_break((const void *)under));
		EXPECT_EQ(arch_step_kind(regs), STEP_NONE);
	}
	if (faults < ARRAY_SIZE(fault_pc))
		fault_pc[faults] = t->pc;
	faults++;
	instruction_pointer_set(regs, tc_straight_insns[i + 1]);
	return true;
}

static void run_faulting(void)
{
	struct tc_regs io = { .arg = { -4096UL } };

	faults = 0;
	tc_run(tc_straight, &io);
}

static unsigned int wrong_posts;

static void never_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)regs;
	(void)flags;
	wrong_posts++;
}

TEST(kprobes, probed_instruction_faults)
{
	unsigned long wanted[16];
	unsigned int n;
	struct probe p;

	trap_catch_unclaimed(skip_fault);
	run_faulting();
	n = faults;
	if (!n)
		SKIP("no address faults on this machine while the MMU is off");
	ASSERT(n <= ARRAY_SIZE(wanted));
	memcpy(wanted, fault_pc, sizeof(wanted));
	for (unsigned int i = 0; tc_straight_insns[i]; i++) {
		bool faulting = false;

		if (probe_add(&p, tc_straight_insns[i]))
			continue;
		for (unsigned int f = 0; f < n; f++)
			faulting |= wanted[f] == tc_straight_insns[i];
		/* A faulting hit is given up: no post-handler, and nothing is left of it. */
		p.kp.post_handler = faulting ? never_post : probe_post;
		wrong_posts = 0;
		run_faulting();
		EXPECT_EQ(faults, n);
		EXPECT(!memcmp(wanted, fault_pc, n * sizeof(*wanted)));
		EXPECT_EQ(p.pre, 1);
		EXPECT_EQ(wrong_posts, 0);
		EXPECT_EQ(p.post, !faulting);
		EXPECT(!kprobe_running());
		unregister_kprobe(&p.kp);
	}
	EXPECT(insns_are_pristine(tc_straight_insns));
}

/* The same with xmon getting over its breakpoint: it is back in its place before anybody looks at the fault. */
TEST(xmon, instruction_under_a_breakpoint_faults)
{
	unsigned long wanted[16];
	unsigned int n;

	under = 0;
	trap_catch_unclaimed(skip_fault);
	run_faulting();
	n = faults;
	if (!n)
		SKIP("no address faults on this machine while the MMU is off");
	ASSERT(n <= ARRAY_SIZE(wanted));
	memcpy(wanted, fault_pc, sizeof(wanted));
	ASSERT_EQ(xmon_enable(), 0);
	for (unsigned int i = 0; tc_straight_insns[i]; i++) {
		xmon_script(NULL);
		under = tc_straight_insns[i];
		ASSERT_EQ(xmon_break_set(under), 0);
		for (unsigned int round = 1; round <= 2; round++) {
			run_faulting();
			EXPECT_EQ(faults, n);
			EXPECT(!memcmp(wanted, fault_pc, n * sizeof(*wanted)));
			EXPECT_EQ(xmon_entries(), round);
		}
		EXPECT(!insns_are_pristine(tc_straight_insns));
		EXPECT_EQ(xmon_break_clear(tc_straight_insns[i]), 0);
	}
	under = 0;
	EXPECT(insns_are_pristine(tc_straight_insns));
	xmon_disable();
}
