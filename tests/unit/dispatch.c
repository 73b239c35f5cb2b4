// SPDX-License-Identifier: GPL-2.0-only
/* trap_dispatch(): what a consumer is told about a trap, and what becomes of one that nobody claims. */
#include <asm/irqflags.h>
#include <string.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"

static struct trap copy;
static unsigned long cpu_depth;
static bool was_walking, irqs_were_off;

static void keep(struct trap *t)
{
	copy = *t;
	cpu_depth = this_cpu()->depth;
	was_walking = trap_walking();
	irqs_were_off = irqs_disabled();
}

TEST(dispatch, breakpoint_is_described)
{
	struct breaker b = { .inside = keep };

	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	ASSERT_EQ(b.hits, 1);
	EXPECT_EQ(copy.kind, TRAP_BREAKPOINT);
	EXPECT_EQ(copy.pc, tc_break_at);
	EXPECT_EQ(copy.val, DIE_BREAKPOINT);
	EXPECT_EQ(copy.die.signr, 5);		/* SIGTRAP */
	EXPECT(copy.die.str != NULL);
	EXPECT_EQ(copy.source, IRQ_NONE);
	EXPECT_EQ(copy.depth, 1);
	EXPECT(copy.outer == NULL);
	EXPECT_EQ(cpu_depth, 1);
	EXPECT(was_walking);
	EXPECT(irqs_were_off);
	EXPECT_EQ(this_cpu()->depth, 0);
	EXPECT(this_cpu()->trap == NULL);
	EXPECT(!trap_walking());
	EXPECT(!irqs_disabled());
}

static void check_nesting(struct trap *t)
{
	EXPECT_EQ(this_cpu()->depth, t->depth);
	EXPECT(this_cpu()->trap == t);
	if (t->depth > 1 && EXPECT(t->outer != NULL)) {
		EXPECT_EQ(t->outer->depth, t->depth - 1);
		EXPECT_EQ(t->outer->pc, tc_break_at);
	}
	if (t->depth < TRAP_DEPTH_MAX)
		tc_break();
	EXPECT(this_cpu()->trap == t);
}

TEST(dispatch, nesting_up_to_the_bound)
{
	struct breaker b = { .inside = check_nesting };

	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(b.hits, TRAP_DEPTH_MAX);
	EXPECT_EQ(this_cpu()->depth, 0);
}

static unsigned int caught;
static bool deal_with_it;

static bool catch(struct trap *t)
{
	caught++;
	copy = *t;
	if (t->kind == TRAP_BREAKPOINT && deal_with_it)
		regs_skip_break(trap_regs(t), t->pc);
	return deal_with_it;
}

TEST(dispatch, unclaimed_trap_goes_to_the_hook)
{
	struct log_record r;

	caught = 0;
	deal_with_it = true;
	trap_catch_unclaimed(catch);
	tc_break();
	EXPECT_EQ(caught, 1);
	EXPECT_EQ(copy.kind, TRAP_BREAKPOINT);
	EXPECT_EQ(copy.pc, tc_break_at);
	EXPECT_EQ(trap_unclaimed(), 0);
	ASSERT(log_last_trap(TRAP_BREAKPOINT, &r));
	EXPECT_EQ(r.outcome, OUTCOME_CAUGHT);
}

static int answer_with;

static int answer(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	(void)data;
	return answer_with;
}

TEST(dispatch, only_notify_stop_is_handled)
{
	/* Linux's callers compare with NOTIFY_STOP, so whatever else stops the walk leaves the trap unclaimed. */
	static const int others[] = { NOTIFY_DONE, NOTIFY_OK, NOTIFY_BAD, NOTIFY_STOP_MASK, NOTIFY_STOP_MASK | 0x10 };
	struct notifier_block nb = { .notifier_call = answer };

	deal_with_it = true;
	trap_catch_unclaimed(catch);
	EXPECT_EQ(register_die_notifier(&nb), 0);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		caught = 0;
		answer_with = others[i];
		tc_break();
		EXPECT_EQ(caught, 1);
	}
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

static struct die_args *seen_args;
static struct pt_regs *seen_regs;
static unsigned long seen_val;

static int look(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	seen_val = val;
	seen_args = data;
	seen_regs = seen_args->regs;
	EXPECT_STR(seen_args->str, "test");
	EXPECT_EQ(seen_args->err, 11);
	EXPECT_EQ(seen_args->trapnr, 22);
	EXPECT_EQ(seen_args->signr, 33);
	return NOTIFY_STOP;
}

TEST(dispatch, notify_die_passes_its_arguments)
{
	struct notifier_block nb = { .notifier_call = look, .priority = INT_MAX };
	struct pt_regs regs;

	memset(&regs, 0, sizeof(regs));
	EXPECT_EQ(register_die_notifier(&nb), 0);
	EXPECT_EQ(notify_die(DIE_OOPS, "test", &regs, 11, 22, 33), NOTIFY_STOP);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(seen_val, DIE_OOPS);
	EXPECT(seen_regs == &regs);
	EXPECT(this_cpu()->trap == NULL);
	EXPECT(!trap_walking());
}

static struct trap *current, *around;
static struct trap one;

static int look_at_current(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	if (val != DIE_OOPS)
		return NOTIFY_DONE;
	current = this_cpu()->trap;
	one = *die_trap(data);
	return die_trap(data) == current ? NOTIFY_STOP : NOTIFY_BAD;
}

static void oops_inside(struct trap *t)
{
	around = t;
	EXPECT_EQ(notify_die(DIE_OOPS, "test", trap_regs(t), 0, 0, 0), NOTIFY_STOP);
	EXPECT(this_cpu()->trap == t);
}

/* What notify_die() tells of is the trap at hand as long as it asks, with the one that it came in around it. */
TEST(dispatch, notify_die_is_the_trap_at_hand)
{
	struct notifier_block nb = { .notifier_call = look_at_current, .priority = INT_MAX };
	struct breaker b = { .inside = oops_inside };
	struct pt_regs regs;

	memset(&regs, 0, sizeof(regs));
	EXPECT_EQ(register_die_notifier(&nb), 0);
	EXPECT_EQ(notify_die(DIE_OOPS, "test", &regs, 0, 0, 0), NOTIFY_STOP);
	EXPECT(one.outer == NULL);
	EXPECT_EQ(one.depth, 0);
	EXPECT(this_cpu()->trap == NULL);
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(b.hits, 1);
	EXPECT(one.outer == around);
	EXPECT_EQ(one.depth, 1);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

static void set_return_value(struct trap *t)
{
	regs_set_return_value(trap_regs(t), 0x7357);
}

TEST(dispatch, a_handler_may_change_the_frame)
{
	struct breaker b = { .inside = set_return_value };
	unsigned long (*fn)(void) = (unsigned long (*)(void))tc_break;

	breaker_add(&b);
	EXPECT_EQ(fn(), 0x7357);
	breaker_del(&b);
}

TEST(dispatch, traps_keep_registers_and_memory)
{
	unsigned long with[8], without[8];
	struct tc_regs a = { .arg = { (unsigned long)with, 2, 3, 4, 5, 6 } }, b = a;
	struct breaker br = { 0 };
	volatile unsigned long local = 0x1234;

	memset(with, 0x5a, sizeof(with));
	memset(without, 0x5a, sizeof(without));
	b.arg[0] = (unsigned long)without;
	tc_run(tc_straight, &a);
	breaker_add(&br);
	for (int i = 0; i < 100; i++)
		tc_break();
	breaker_del(&br);
	tc_run(tc_straight, &b);
	EXPECT(!memcmp(with, without, sizeof(with)));
	EXPECT_EQ(a.ret, b.ret);
	EXPECT_EQ(a.flags, b.flags);
	EXPECT_EQ(local, 0x1234);
}
