// SPDX-License-Identifier: GPL-2.0-only
/* The policy in force: plant, lift, step, and what it says of what is left. Holds for every policy. */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"

static const struct trap_owner owner = { "policy test" };

static struct breakpoint at(unsigned long addr)
{
	return (struct breakpoint){ .owner = &owner, .addr = (kprobe_opcode_t *)addr };
}

TEST(policy, plant_and_lift)
{
	struct breakpoint b = at(tc_nops_insns[3]);
	u8 before[BREAK_INSN_SIZE];

	memcpy(before, b.addr, sizeof(before));
	EXPECT(policy->residue() == NULL);
	ASSERT_EQ(policy->plant(&b), 0);
	EXPECT(b.planted);
	EXPECT(!memcmp(b.addr, break_insn, BREAK_INSN_SIZE));
	EXPECT(policy->residue() != NULL);
	EXPECT_EQ(policy->lift(&b), 0);
	EXPECT(!b.planted);
	EXPECT(!memcmp(b.addr, before, sizeof(before)));
	EXPECT(policy->residue() == NULL);
}

TEST(policy, refusals)
{
	struct breakpoint b = at(tc_nops_insns[3]), nowhere = at((unsigned long)&b), stranger = at(tc_nops_insns[4]);

	EXPECT_EQ(policy->lift(&stranger), -ENOENT);
	EXPECT_EQ(policy->plant(&nowhere), -EFAULT);
	EXPECT(!nowhere.planted);
	ASSERT_EQ(policy->plant(&b), 0);
	EXPECT_EQ(policy->plant(&b), -EEXIST);
	EXPECT_EQ(policy->lift(&b), 0);
	EXPECT_EQ(policy->lift(&b), -ENOENT);
}

TEST(policy, changes_of_text_are_logged)
{
	struct breakpoint b = at(tc_nops_insns[2]);
	struct log_iter it;
	struct log_record r;
	unsigned int n = 0;

	ASSERT_EQ(policy->plant(&b), 0);
	ASSERT_EQ(policy->lift(&b), 0);
	trap_log_start(&it);
	while (trap_log_next(&it, &r)) {
		if (r.type != LOG_TEXT)
			continue;
		n++;
		EXPECT_EQ(r.a, b.addr);
		EXPECT_STR(r.name, owner.name);
	}
	EXPECT_EQ(n, 2);
}

static struct breakpoint *planted;
static unsigned int hits;

static int lift_on_hit(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	if (val != DIE_BREAKPOINT || t->pc != (unsigned long)planted->addr)
		return NOTIFY_DONE;
	hits++;
	EXPECT_EQ(policy->lift(planted), 0);
	instruction_pointer_set(trap_regs(t), t->pc);
	return NOTIFY_STOP;
}

TEST(policy, planted_breakpoint_traps)
{
	struct notifier_block nb = { .notifier_call = lift_on_hit };
	struct breakpoint b = at(0);

	planted = &b;
	EXPECT_EQ(register_die_notifier(&nb), 0);
	/* Every place of the function in turn, so that the text is also changed where it has just been executed. */
	for (unsigned int i = 0; tc_nops_insns[i]; i++) {
		b = at(tc_nops_insns[i]);
		hits = 0;
		ASSERT_EQ(policy->plant(&b), 0);
		tc_nops();
		EXPECT_EQ(hits, 1);
		tc_nops();
		EXPECT_EQ(hits, 1);
	}
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

static void arm_and_disarm(struct trap *t)
{
	if (!EXPECT_EQ(policy->step_arm(&owner, trap_regs(t), STEP_INSN), 0))
		return;
	EXPECT_EQ(arch_step_kind(trap_regs(t)), STEP_INSN);
	policy->step_disarm(&owner, trap_regs(t));
	EXPECT_EQ(arch_step_kind(trap_regs(t)), STEP_NONE);
}

TEST(policy, steps_are_logged)
{
	struct breaker b = { .inside = arm_and_disarm };
	struct log_iter it;
	struct log_record r;
	unsigned int n = 0;

	if (!arch_step_supported(STEP_INSN))
		SKIP("this CPU has no instruction step");
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	trap_log_start(&it);
	while (trap_log_next(&it, &r)) {
		if (r.type != LOG_STEP)
			continue;
		EXPECT_EQ(r.b, n ? STEP_NONE : STEP_INSN);
		EXPECT_STR(r.name, owner.name);
		EXPECT_EQ(r.depth, 1);
		n++;
	}
	EXPECT_EQ(n, 2);
}

TEST(policy, reset_forgets)
{
	struct breakpoint b = at(tc_nops_insns[1]);

	ASSERT_EQ(policy->plant(&b), 0);
	text_repair();
	policy->reset();
	EXPECT(policy->residue() == NULL);
}
