// SPDX-License-Identifier: GPL-2.0-only
/* The trap log: order, the turn from one half to the other, nested traps, answers. */
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"

static const char mark[] = "mark";

/* Check that the marks in the log are @last, @last - 1 ... without a gap; return how many there are. */
static unsigned long expect_marks(unsigned long last)
{
	struct log_iter it;
	struct log_record r;
	unsigned long n = 0, next = 0;
	u32 seq = 0;

	trap_log_start(&it);
	while (trap_log_next(&it, &r)) {
		if (r.type != LOG_EVENT || r.name != mark)
			continue;
		if (n++)
			ASSERT_EQ(r.a, next);
		next = r.a + 1;
		EXPECT_EQ(r.b, ~r.a);
		ASSERT(n == 1 || r.seq > seq);
		seq = r.seq;
	}
	EXPECT_EQ(next, last + 1);
	return n;
}

TEST(traplog, records_are_in_order)
{
	for (unsigned long i = 0; i < 10; i++)
		trap_log_event(mark, i, ~i);
	EXPECT_EQ(expect_marks(9), 10);
	EXPECT_EQ(trap_log_count(LOG_EVENT, 0), 10);
}

TEST(traplog, reset_empties_it)
{
	trap_log_event(mark, 0, 0);
	trap_log_reset();
	EXPECT_EQ(trap_log_count(LOG_EVENT, 0), 0);
	/* What is on the chain is said first, so that answers can be told apart. */
	EXPECT_EQ(trap_log_count(LOG_CHAIN, 0), 1);
}

TEST(traplog, old_records_make_room)
{
	const unsigned long words_each = 4, per_half = TRAP_LOG_HALF / words_each;
	unsigned long written = 0;

	/* Past both halves several times, looked at in many states of filling. */
	for (int look = 0; look < 40; look++) {
		unsigned long n;

		for (unsigned long i = 0; i < 251; i++, written++)
			trap_log_event(mark, written, ~written);
		n = expect_marks(written - 1);
		/* At least one half less its record of the chain is always there, at most two. */
		EXPECT(n == written || n >= per_half - 20);
		EXPECT(n <= 2 * per_half);
	}
}

TEST(traplog, a_trap_is_recorded)
{
	struct breaker b = { 0 };
	struct log_record r;
	void *callback;
	int answer;
	unsigned int i;

	breaker_add(&b);
	tc_break();
	ASSERT(log_last_trap(TRAP_BREAKPOINT, &r));
	EXPECT_EQ(r.pc, tc_break_at);
	EXPECT_EQ(r.depth, 1);
	EXPECT_EQ(r.outcome, OUTCOME_CLAIMED);
	/* All asked before us had no interest, and we come last. */
	for (i = 0; trap_log_asked(&r, i, &callback, &answer); i++) {
		if (callback == b.nb.notifier_call)
			break;
		EXPECT_EQ(answer, NOTIFY_DONE);
	}
	EXPECT(trap_log_asked(&r, i, &callback, &answer));
	EXPECT_EQ(callback, b.nb.notifier_call);
	EXPECT_EQ(answer, NOTIFY_STOP);
	EXPECT(!trap_log_asked(&r, i + 1, &callback, &answer));
	EXPECT_EQ(r.nr_asked, i + 1);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_BREAKPOINT), 1);
	breaker_del(&b);
}

static void run_nops(struct trap *t)
{
	struct tc_regs io = { 0 };

	trap_log_event(mark, t->depth, 0);
	if (t->depth < 3)
		tc_break();
	else
		tc_run(tc_nops, &io);
}

TEST(traplog, nested_traps)
{
	static const u8 depths[] = { 1, 1, 2, 2, 3, 3, 4 };	/* trap, mark, trap, mark ... trap of tc_run() */
	struct breaker b = { .inside = run_nops };
	struct log_iter it;
	struct log_record r;
	unsigned int i = 0;

	tc_driver_add();
	breaker_add(&b);
	tc_break();
	EXPECT_EQ(b.hits, 3);
	trap_log_start(&it);
	while (trap_log_next(&it, &r)) {
		if (r.type != LOG_TRAP && r.type != LOG_EVENT)
			continue;
		if (!EXPECT(i < ARRAY_SIZE(depths)))
			break;
		EXPECT_EQ(r.depth, depths[i]);
		EXPECT_EQ(r.type, i % 2 ? LOG_EVENT : LOG_TRAP);
		if (r.type == LOG_TRAP)
			EXPECT_EQ(r.outcome, OUTCOME_CLAIMED);
		i++;
	}
	EXPECT_EQ(i, ARRAY_SIZE(depths));
	breaker_del(&b);
	tc_driver_del();
}

static void fill_log(struct trap *t)
{
	(void)t;
	for (unsigned long i = 0; i < 3 * TRAP_LOG_HALF / 4; i++)
		trap_log_event(mark, i, ~i);
}

TEST(traplog, open_record_survives_a_turn)
{
	struct breaker b = { .inside = fill_log };
	struct log_record r;

	/* The record of a trap still being served must not be overwritten: its outcome is written at the end. */
	breaker_add(&b);
	tc_break();
	ASSERT(log_last_trap(TRAP_BREAKPOINT, &r));
	EXPECT_EQ(r.pc, tc_break_at);
	EXPECT_EQ(r.outcome, OUTCOME_CLAIMED);
	expect_marks(3 * TRAP_LOG_HALF / 4 - 1);
	breaker_del(&b);
}

static int say_done(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	(void)data;
	return NOTIFY_DONE;
}

TEST(traplog, changes_of_the_chain)
{
	struct notifier_block nb = { .notifier_call = say_done };
	unsigned long before = trap_log_count(LOG_CHAIN, 0);

	EXPECT_EQ(register_die_notifier(&nb), 0);
	EXPECT_EQ(trap_log_count(LOG_CHAIN, 0), before + 1);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(trap_log_count(LOG_CHAIN, 0), before + 2);
}

static struct notifier_block latecomer = { .notifier_call = say_done, .priority = -10 };

static int add_latecomer(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	(void)data;
	if (!latecomer.next)
		register_die_notifier(&latecomer);
	return NOTIFY_DONE;
}

static int say_nothing(struct notifier_block *nb, unsigned long val, void *data)
{
	return say_done(nb, val, data);
}

TEST(traplog, answers_after_a_change_inside_the_walk)
{
	struct notifier_block first = { .notifier_call = add_latecomer, .priority = 10 };
	struct notifier_block middle = { .notifier_call = say_nothing, .priority = 5 };
	struct breaker last = { .nb.priority = -20 };
	struct log_record r;
	void *callback;
	int answer;
	bool seen_latecomer = false, seen_last = false;

	latecomer.next = NULL;
	EXPECT_EQ(register_die_notifier(&first), 0);
	/* The block behind the one that registers is fixed already: the newcomer must come later than that. */
	EXPECT_EQ(register_die_notifier(&middle), 0);
	breaker_add(&last);
	tc_break();
	EXPECT_EQ(last.hits, 1);
	ASSERT(log_last_trap(TRAP_BREAKPOINT, &r));
	EXPECT_EQ(r.outcome, OUTCOME_CLAIMED);
	for (unsigned int i = 0; trap_log_asked(&r, i, &callback, &answer); i++) {
		seen_latecomer |= callback == (void *)say_done;
		if (callback == (void *)last.nb.notifier_call) {
			seen_last = true;
			EXPECT_EQ(answer, NOTIFY_STOP);
		} else {
			EXPECT_EQ(answer, NOTIFY_DONE);
		}
	}
	EXPECT(seen_latecomer);
	EXPECT(seen_last);
	EXPECT_EQ(unregister_die_notifier(&latecomer), 0);
	EXPECT_EQ(unregister_die_notifier(&first), 0);
	EXPECT_EQ(unregister_die_notifier(&middle), 0);
	breaker_del(&last);
}
