// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out-of-line execution: a function of which one instruction runs in a slot, or is emulated, does the same as the
 * function itself. Tried with each instruction of the test code in turn.
 */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>
#include <whosetrap/policy.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>

#include "../framework/lib.h"

static const struct trap_owner owner = { "ool test" };
static struct breakpoint bp;
static struct ool_insn insn;
static unsigned int hits, steps;

static int run_in_slot(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	struct pt_regs *regs = trap_regs(t);

	(void)nb;
	if (val == DIE_BREAKPOINT && t->pc == (unsigned long)bp.addr) {
		hits++;
		instruction_pointer_set(regs, t->pc);
		arch_ool_begin(&insn, regs);
		if (insn.class == OOL_STEP) {
			EXPECT(ool_in_slots(instruction_pointer(regs)));
			EXPECT_EQ(policy->step_arm(&owner, regs, STEP_INSN), 0);
		}
		return NOTIFY_STOP;
	}
	if (val == DIE_STEP && insn.class == OOL_STEP) {
		steps++;
		policy->step_disarm(&owner, regs);
		arch_ool_finish(&insn, regs);
		EXPECT(kernel_text_address(instruction_pointer(regs)));
		return NOTIFY_STOP;
	}
	return NOTIFY_DONE;
}

static void set(unsigned long addr)
{
	memset(&insn, 0, sizeof(insn));
	insn.addr = (kprobe_opcode_t *)addr;
	text_pristine(insn.insn, addr, MAX_INSN_SIZE);
}

static unsigned int count(const unsigned long *trace, unsigned long addr)
{
	unsigned int n = 0;

	for (; *trace; trace++)
		n += *trace == addr;
	return n;
}

static unsigned long memory[8];

static void prepare(struct tc_regs *io)
{
	for (int i = 0; i < 8; i++)
		memory[i] = 0x1122334455667788UL * (i + 1);
	*io = (struct tc_regs){ .arg = { (unsigned long)memory, 0x76543210, 0x44, 0x5555, 6, 0x7777 } };
}

static void each_instruction(void (*fn)(void), const unsigned long *insns, const unsigned long *trace)
{
	unsigned long plain_memory[8];
	struct notifier_block nb = { .notifier_call = run_in_slot };
	struct tc_regs plain, io;

	if (!arch_step_supported(STEP_INSN))
		SKIP("this CPU has no instruction step");
	prepare(&plain);
	tc_run(fn, &plain);
	memcpy(plain_memory, memory, sizeof(memory));
	ASSERT_EQ(register_die_notifier(&nb), 0);
	for (unsigned int i = 0; insns[i]; i++) {
		unsigned int runs = count(trace, insns[i]);

		set(insns[i]);
		if (!EXPECT_EQ(ool_prepare(&insn), 0)) {
			test_note("instruction %u: %s", i, insn.refusal ? insn.refusal : "no reason given");
			continue;
		}
		EXPECT_EQ(insn.size, arch_insn_size((void *)insns[i], MAX_INSN_SIZE));
		EXPECT_EQ(insn.slot != NULL, insn.class == OOL_STEP);
		bp = (struct breakpoint){ .owner = &owner, .addr = (kprobe_opcode_t *)insns[i] };
		ASSERT_EQ(policy->plant(&bp), 0);
		hits = steps = 0;
		prepare(&io);
		tc_run(fn, &io);
		ASSERT_EQ(policy->lift(&bp), 0);
		EXPECT_EQ(hits, runs);
		EXPECT_EQ(steps, insn.class == OOL_STEP ? runs : 0);
		EXPECT_EQ(io.ret, plain.ret);
		EXPECT_EQ(io.flags, plain.flags);
		EXPECT(!memcmp(memory, plain_memory, sizeof(memory)));
		for (int a = 0; a < 6; a++)
			EXPECT_EQ(io.arg[a], plain.arg[a]);
		ool_release(&insn);
	}
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

TEST(ool, straight)
{
	each_instruction(tc_straight, tc_straight_insns, tc_straight_trace);
}

TEST(ool, branchy)
{
	each_instruction(tc_branchy, tc_branchy_insns, tc_branchy_trace);
}

TEST(ool, flags)
{
	each_instruction(tc_flags, tc_flags_insns, tc_flags_trace);
}

TEST(ool, nops)
{
	each_instruction(tc_nops, tc_nops_insns, tc_nops_trace);
}

TEST(ool, trap_instruction_is_refused)
{
	memset(&insn, 0, sizeof(insn));
	insn.addr = (kprobe_opcode_t *)tc_break_at;
	memcpy(insn.insn, break_insn, BREAK_INSN_SIZE);
	EXPECT_EQ(ool_prepare(&insn), -EINVAL);
	EXPECT(insn.refusal != NULL);
	EXPECT(insn.slot == NULL);
	EXPECT_EQ(ool_slots_used(), 0);
}

/* The first instruction of the test code that needs a slot. */
static bool set_one_with_slot(void)
{
	for (unsigned int i = 0; tc_straight_insns[i]; i++) {
		set(tc_straight_insns[i]);
		if (!ool_prepare(&insn) && insn.slot) {
			ool_release(&insn);
			return true;
		}
	}
	return false;
}

TEST(ool, slots_run_out_and_come_back)
{
	static struct ool_insn many[NR_OOL_SLOTS];
	struct ool_insn more;

	if (!EXPECT(set_one_with_slot()))
		return;
	for (unsigned int i = 0; i < NR_OOL_SLOTS; i++) {
		many[i] = insn;
		ASSERT_EQ(ool_prepare(&many[i]), 0);
		EXPECT(ool_in_slots((unsigned long)many[i].slot));
		EXPECT_EQ((unsigned long)many[i].slot % 16, 0);
		EXPECT(!i || many[i].slot != many[i - 1].slot);
	}
	EXPECT_EQ(ool_slots_used(), NR_OOL_SLOTS);
	more = insn;
	EXPECT_EQ(ool_prepare(&more), -ENOMEM);
	EXPECT(more.refusal != NULL);
	ool_release(&many[77]);
	EXPECT_EQ(ool_prepare(&more), 0);
	EXPECT_EQ(ool_slots_used(), NR_OOL_SLOTS);
	ool_release(&more);
	for (unsigned int i = 0; i < NR_OOL_SLOTS; i++)
		ool_release(&many[i]);
	EXPECT_EQ(ool_slots_used(), 0);
}

TEST(ool, bounds_of_the_slots)
{
	if (!EXPECT(set_one_with_slot()))
		return;
	EXPECT_EQ(ool_prepare(&insn), 0);
	EXPECT(ool_in_slots((unsigned long)insn.slot));
	EXPECT(!kernel_text_address((unsigned long)insn.slot));
	EXPECT(!ool_in_slots(tc_nops_insns[0]));
	EXPECT(!ool_in_slots(0));
	ool_release(&insn);
}
