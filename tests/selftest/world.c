// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests that leave something behind. The framework names it and puts it right.
 *
 *	corrupts_text		not ok	left behind: kernel text changed at tc_nops
 *	leaves_a_step_armed	not ok	is armed
 *	leaves_a_notifier	not ok	left behind: notifier say_done, priority 7, is still on the die chain
 *	takes_a_consumer_off	not ok	is gone from the die chain
 *	leaves_a_breakpoint	not ok	breakpoint(s) left planted, the last one planted by selftest
 *	leaves_a_debugger	not ok	left behind: xmon: a breakpoint is still set
 *	leaves_a_probe		not ok	left behind: kprobes:
 *	leaks_a_slot		not ok	left behind: 1 out-of-line slot(s) in use
 *	leaves_interrupts_off	not ok	left behind: interrupts are off
 *	leaves_the_depth_wrong	not ok	left behind: trap depth is 1, not 0
 *	changes_a_register	not ok	a register that a function must keep has changed while the test ran
 *	overwrites_the_stack	not ok	left behind: the bottom of the test's stack is overwritten
 *	leaves_much		not ok	left behind: interrupts are off
 *	is_cut_with_things_left	not ok	left behind: notifier say_done
 *	passes_at_last		ok
 */
#include <asm/irqflags.h>
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>
#include <whosetrap/text.h>
#include <whosetrap/xmon.h>

#include "../framework/lib.h"
#include "clean.h"

static const struct trap_owner owner = { "selftest" };

TEST(selftest, corrupts_text)
{
	EXPECT(true);
	arch_text_write((void *)tc_nops_insns[2], break_insn, BREAK_INSN_SIZE);
}

AFTER(corrupts_text)

static int step_on(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	if (val != DIE_STEP)
		return NOTIFY_DONE;
	arch_step_arm(trap_regs(t), STEP_INSN);
	return NOTIFY_STOP;
}

static struct notifier_block stepper = { .notifier_call = step_on };

static void start_stepping(struct trap *t)
{
	EXPECT_EQ(arch_step_arm(trap_regs(t), STEP_INSN), 0);
}

TEST(selftest, leaves_a_step_armed)
{
	struct breaker b = { .inside = start_stepping };

	EXPECT_EQ(register_die_notifier(&stepper), 0);
	breaker_add(&b);
	tc_break();
}

AFTER(leaves_a_step_armed)

static int say_done(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	(void)data;
	return NOTIFY_DONE;
}

static struct notifier_block bystander = { .notifier_call = say_done, .priority = 7 };

TEST(selftest, leaves_a_notifier)
{
	EXPECT_EQ(register_die_notifier(&bystander), 0);
}

AFTER(leaves_a_notifier)

TEST(selftest, takes_a_consumer_off)
{
	EXPECT_EQ(unregister_die_notifier(die_chain_nth(0)), 0);
}

AFTER(takes_a_consumer_off)

TEST(selftest, leaves_a_breakpoint)
{
	static struct breakpoint b = { .owner = &owner };

	b.addr = (kprobe_opcode_t *)tc_nops_insns[1];
	b.planted = false;
	EXPECT_EQ(policy->plant(&b), 0);
}

AFTER(leaves_a_breakpoint)

TEST(selftest, leaves_a_debugger)
{
	ASSERT_EQ(xmon_enable(), 0);
	EXPECT_EQ(xmon_break_set(tc_nops_insns[1]), 0);
}

AFTER(leaves_a_debugger)

TEST(selftest, leaves_a_probe)
{
	static struct kprobe p;

	memset(&p, 0, sizeof(p));
	p.addr = (kprobe_opcode_t *)tc_nops_insns[1];
	EXPECT_EQ(register_kprobe(&p), 0);
}

AFTER(leaves_a_probe)

TEST(selftest, leaks_a_slot)
{
	static struct ool_insn o;

	for (unsigned int i = 0; tc_straight_insns[i]; i++) {
		memset(&o, 0, sizeof(o));
		o.addr = (kprobe_opcode_t *)tc_straight_insns[i];
		text_pristine(o.insn, tc_straight_insns[i], MAX_INSN_SIZE);
		if (!ool_prepare(&o) && o.slot)
			break;
	}
	EXPECT(o.slot != NULL);
}

AFTER(leaks_a_slot)

TEST(selftest, leaves_interrupts_off)
{
	EXPECT(!irqs_disabled());
	local_irq_disable();
}

AFTER(leaves_interrupts_off)

TEST(selftest, leaves_the_depth_wrong)
{
	EXPECT_EQ(this_cpu()->depth, 0);
	this_cpu()->depth = 1;
}

AFTER(leaves_the_depth_wrong)

TEST(selftest, changes_a_register)
{
	EXPECT(true);
	tc_clobber();
}

AFTER(changes_a_register)

TEST(selftest, overwrites_the_stack)
{
	EXPECT(true);
	memset((void *)this_cpu()->stack.lo, 0, 24);
}

AFTER(overwrites_the_stack)

TEST(selftest, leaves_much)
{
	EXPECT_EQ(register_die_notifier(&bystander), 0);
	arch_text_write((void *)tc_nops_insns[2], break_insn, BREAK_INSN_SIZE);
	local_irq_disable();
}

AFTER(leaves_much)

TEST(selftest, is_cut_with_things_left)
{
	EXPECT_EQ(register_die_notifier(&bystander), 0);
	ASSERT(irqs_disabled());
}

AFTER(is_cut_with_things_left)

TEST(selftest, passes_at_last)
{
	expect_clean_world();
}
