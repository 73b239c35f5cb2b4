// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kinds of chain. The die chain is walked in two ways: by notify_die() as a list, and by trap_dispatch() as a
 * flat table. Both must ask the same callbacks in the same order.
 */
#include <asm/ptrace.h>
#include <string.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"
#include "chain.h"

ATOMIC_NOTIFIER_HEAD(chain_atomic_head);
static RAW_NOTIFIER_HEAD(raw_head);

/* A value of enum die_val that no consumer cares for. */
#define NOBODYS_VAL	0x77

static unsigned long wanted_val;

static int atomic_register(struct notifier_block *nb)
{
	return atomic_notifier_chain_register(&chain_atomic_head, nb);
}

static int atomic_unregister(struct notifier_block *nb)
{
	return atomic_notifier_chain_unregister(&chain_atomic_head, nb);
}

static int atomic_call(void)
{
	return atomic_notifier_call_chain(&chain_atomic_head, NOBODYS_VAL, NULL);
}

static int raw_register(struct notifier_block *nb)
{
	return raw_notifier_chain_register(&raw_head, nb);
}

static int raw_unregister(struct notifier_block *nb)
{
	return raw_notifier_chain_unregister(&raw_head, nb);
}

static int raw_call(void)
{
	return raw_notifier_call_chain(&raw_head, NOBODYS_VAL, NULL);
}

static int die_call(void)
{
	struct pt_regs regs;

	memset(&regs, 0, sizeof(regs));
	return notify_die((enum die_val)NOBODYS_VAL, "test", &regs, 0, 0, 0);
}

static bool skip_break(struct trap *t)
{
	if (t->kind != TRAP_BREAKPOINT || t->pc != (unsigned long)tc_break_at)
		return false;
	regs_skip_break(trap_regs(t), t->pc);
	return true;
}

/* The answer of the walk for a real trap is that of the last callback asked, as the trap log has it. */
static int trap_call(void)
{
	unsigned int depth = this_cpu()->depth + 1;
	struct log_iter it;
	struct log_record r;
	void *callback;
	int ret = NOTIFY_DONE;

	trap_catch_unclaimed(skip_break);
	tc_break();
	trap_log_start(&it);
	while (trap_log_next(&it, &r)) {
		if (r.type != LOG_TRAP || r.pc != (unsigned long)tc_break_at || r.depth != depth)
			continue;
		for (unsigned int i = 0; trap_log_asked(&r, i, &callback, &ret); i++)
			;
	}
	return ret;
}

const struct chain chains[NR_CHAINS] = {
	[CHAIN_ATOMIC] = { "atomic", atomic_register, atomic_unregister, atomic_call, true },
	[CHAIN_RAW] = { "raw", raw_register, raw_unregister, raw_call, false },
	[CHAIN_DIE] = { "die", register_die_notifier, unregister_die_notifier, die_call, true },
	[CHAIN_DIE_BY_TRAP] = { "die (by a trap)", register_die_notifier, unregister_die_notifier, trap_call, true },
};

const struct chain *chain;
static char asked[256];
static unsigned int nr_asked;

unsigned int chain_asked(void)
{
	return nr_asked;
}

static int answer(struct notifier_block *nb, unsigned long val, void *data)
{
	struct block *b = container_of(nb, struct block, nb);

	EXPECT_EQ(val, wanted_val);
	if (nr_asked < sizeof(asked) - 1)
		asked[nr_asked++] = b->letter;
	if (b->inside)
		b->inside(b);
	if (chain->call == trap_call && b->answer == NOTIFY_STOP)
		skip_break(die_trap(data));
	return b->answer;
}

void block_init(struct block *b, char letter, int priority, int ret)
{
	*b = (struct block){ .nb = { .notifier_call = answer, .priority = priority }, .letter = letter, .answer = ret };
}

void block_add(struct block *b, char letter, int priority, int ret)
{
	block_init(b, letter, priority, ret);
	EXPECT_EQ(chain->add(&b->nb), 0);
}

void block_del(struct block *b)
{
	EXPECT_EQ(chain->del(&b->nb), 0);
}

void chain_walk(const char *wanted, int ret)
{
	int seen;

	memset(asked, 0, sizeof(asked));
	nr_asked = 0;
	seen = chain->call();
	if (!EXPECT_EQ(seen, ret) | !EXPECT_STR(asked, wanted))
		test_note("on the %s chain", chain->name);
}

void chain_begin(const struct chain *c)
{
	nr_asked = 0;
	chain = c;
	wanted_val = c->call == trap_call ? DIE_BREAKPOINT : NOBODYS_VAL;
	chain_atomic_head.head = NULL;
	raw_head.head = NULL;
}
