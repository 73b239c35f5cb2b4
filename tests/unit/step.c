// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single step: exactly one trap for each instruction, each at the right pc, and the stepped run leaves the same
 * registers, flags and memory as the free run. Branch step: one trap for each branch.
 */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"

static unsigned long memory[8];

static void prepare(struct tc_regs *io)
{
	for (int i = 0; i < 8; i++)
		memory[i] = 0x0123456789abcdefUL * (i + 1);
	*io = (struct tc_regs){ .arg = { (unsigned long)memory, 0xfedcba98, 0x11, 0x2222, 3, ~0UL } };
}

/* Run @fn freely and with steps; hold the two against each other and the traps against @pcs. */
static void compare(void (*fn)(void), enum step_kind kind, enum trap_kind trap, const unsigned long *pcs)
{
	unsigned long memory_free[8];
	struct tc_regs free_run, stepped;
	struct steps steps;

	prepare(&free_run);
	tc_run(fn, &free_run);
	memcpy(memory_free, memory, sizeof(memory));
	prepare(&stepped);
	tc_step(fn, &stepped, kind, &steps);
	steps_expect(&steps, trap, pcs);
	EXPECT_EQ(trap_log_count(LOG_TRAP, trap), steps.n);
	EXPECT(!memcmp(memory_free, memory, sizeof(memory)));
	EXPECT_EQ(stepped.ret, free_run.ret);
	EXPECT_EQ(stepped.flags, free_run.flags);
	for (int i = 0; i < 6; i++)
		EXPECT_EQ(stepped.arg[i], free_run.arg[i]);
}

static void step(void (*fn)(void), const unsigned long *trace)
{
	compare(fn, STEP_INSN, TRAP_STEP, trace);
}

static void branch_step(void (*fn)(void), const unsigned long *branches)
{
	compare(fn, STEP_BRANCH, TRAP_BRANCH_STEP, branches);
}

TEST(step, straight)
{
	step(tc_straight, tc_straight_trace);
}

TEST(step, nops)
{
	step(tc_nops, tc_nops_trace);
}

TEST(step, flags)
{
	step(tc_flags, tc_flags_trace);
}

TEST(step, branchy)
{
	step(tc_branchy, tc_branchy_trace);
}

TEST(step, twice_in_a_row)
{
	step(tc_nops, tc_nops_trace);
	trap_log_reset();
	step(tc_straight, tc_straight_trace);
}

TEST(step, branches_of_branchy)
{
	branch_step(tc_branchy, tc_branchy_branches);
}

TEST(step, branches_of_straight)
{
	branch_step(tc_straight, tc_straight_branches);
}

TEST(step, nothing_is_armed_afterwards)
{
	struct tc_regs io;
	struct steps steps;

	prepare(&io);
	tc_step(tc_nops, &io, STEP_INSN, &steps);
	EXPECT(arch_cpu_armed() == NULL);
	trap_log_reset();
	tc_run(tc_nops, &io);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_STEP), 0);
}

static enum step_kind seen[4];

static void look(struct trap *t)
{
	struct pt_regs *regs = trap_regs(t);

	seen[0] = arch_step_kind(regs);
	EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
	seen[1] = arch_step_kind(regs);
	arch_step_disarm(regs);
	seen[2] = arch_step_kind(regs);
	arch_step_disarm(regs);
	seen[3] = arch_step_kind(regs);
}

TEST(step, kind_is_told)
{
	struct breaker b = { .inside = look };

	if (!arch_step_supported(STEP_INSN))
		SKIP("this CPU has no instruction step");
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(seen[0], STEP_NONE);
	EXPECT_EQ(seen[1], STEP_INSN);
	EXPECT_EQ(seen[2], STEP_NONE);
	EXPECT_EQ(seen[3], STEP_NONE);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_STEP), 0);
}

static void arm_unsupported(struct trap *t)
{
	EXPECT_EQ(arch_step_arm(trap_regs(t), STEP_BRANCH), -EOPNOTSUPP);
	EXPECT_EQ(arch_step_kind(trap_regs(t)), STEP_NONE);
}

TEST(step, what_is_not_supported_is_refused)
{
	struct breaker b = { .inside = arm_unsupported };

	if (arch_step_supported(STEP_BRANCH))
		SKIP("this CPU has the branch step");
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
}

static void step_nops_inside(struct trap *t)
{
	struct tc_regs io;
	struct steps steps;

	(void)t;
	prepare(&io);
	tc_step(tc_nops, &io, STEP_INSN, &steps);
	steps_expect(&steps, TRAP_STEP, tc_nops_trace);
}

TEST(step, inside_a_trap_handler)
{
	struct breaker b = { .inside = step_nops_inside };

	tc_driver_add();
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	tc_driver_del();
	EXPECT_EQ(b.hits, 1);
}
