// SPDX-License-Identifier: GPL-2.0-only
/*
 * Notifier chains: Linux's rules (include/linux/notifier.h, kernel/notifier.c), on each kind of chain. The die chain is
 * walked in two ways: by notify_die() as a list, and by trap_dispatch() as a flat table. Both must ask the same callbacks in
 * the same order.
 */
#include <asm/ptrace.h>
#include <limits.h>
#include <string.h>
#include <whosetrap/cpu.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>
#include <whosetrap/test.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"

static ATOMIC_NOTIFIER_HEAD(atomic_head);
static RAW_NOTIFIER_HEAD(raw_head);

/* A value of enum die_val that no consumer cares for. */
#define NOBODYS_VAL	0x77

static unsigned long wanted_val;

static int atomic_register(struct notifier_block *nb)
{
	return atomic_notifier_chain_register(&atomic_head, nb);
}

static int atomic_unregister(struct notifier_block *nb)
{
	return atomic_notifier_chain_unregister(&atomic_head, nb);
}

static int atomic_call(void)
{
	return atomic_notifier_call_chain(&atomic_head, NOBODYS_VAL, NULL);
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

static const struct chain {
	const char *name;
	int (*add)(struct notifier_block *nb);
	int (*del)(struct notifier_block *nb);
	int (*call)(void);
	bool guards_callbacks;		/* tells who unregisters from inside a callback */
} chains[] = {
	{ "atomic", atomic_register, atomic_unregister, atomic_call, true },
	{ "raw", raw_register, raw_unregister, raw_call, false },
	{ "die", register_die_notifier, unregister_die_notifier, die_call, true },
	{ "die (by a trap)", register_die_notifier, unregister_die_notifier, trap_call, true },
};

#define for_each_chain(c) for ((c) = chains; (c) < chains + ARRAY_SIZE(chains); (c)++)

/* A block that answers what it is told to and writes its letter down when it is asked. */
struct block {
	struct notifier_block nb;
	int answer;
	char letter;
	void (*inside)(struct block *b);
};

static const struct chain *chain;
static char asked[256];
static unsigned int nr_asked;

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

static void add(struct block *b, char letter, int priority, int ret)
{
	*b = (struct block){ .nb = { .notifier_call = answer, .priority = priority }, .letter = letter, .answer = ret };
	EXPECT_EQ(chain->add(&b->nb), 0);
}

static void del(struct block *b)
{
	EXPECT_EQ(chain->del(&b->nb), 0);
}

/* Walk the chain; check who was asked and what came back. */
static void walk(const char *wanted, int ret)
{
	int seen;

	memset(asked, 0, sizeof(asked));
	nr_asked = 0;
	seen = chain->call();
	if (!EXPECT_EQ(seen, ret) | !EXPECT_STR(asked, wanted))
		test_note("on the %s chain", chain->name);
}

static void begin(const struct chain *c)
{
	chain = c;
	wanted_val = c->call == trap_call ? DIE_BREAKPOINT : NOBODYS_VAL;
	atomic_head.head = NULL;
	raw_head.head = NULL;
}

TEST(chain, higher_priority_first)
{
	const struct chain *c;
	struct block a, b, d, e;

	for_each_chain(c) {
		begin(c);
		add(&a, 'a', 5, NOTIFY_DONE);
		add(&b, 'b', 7, NOTIFY_DONE);
		add(&d, 'd', -3, NOTIFY_DONE);
		add(&e, 'e', 6, NOTIFY_DONE);
		walk("bead", NOTIFY_DONE);
		del(&e);
		walk("bad", NOTIFY_DONE);
		del(&a);
		del(&b);
		del(&d);
		walk("", NOTIFY_DONE);
	}
}

TEST(chain, equal_priority_in_order_of_registration)
{
	const struct chain *c;
	struct block b[4];

	for_each_chain(c) {
		begin(c);
		for (int i = 0; i < 4; i++)
			add(&b[i], 'a' + i, 1, NOTIFY_DONE);
		walk("abcd", NOTIFY_DONE);
		/* Who comes back goes behind. */
		del(&b[1]);
		add(&b[1], 'b', 1, NOTIFY_DONE);
		walk("acdb", NOTIFY_DONE);
		for (int i = 0; i < 4; i++)
			del(&b[i]);
	}
}

TEST(chain, extreme_priorities)
{
	const struct chain *c;
	struct block lo, mid, hi;

	for_each_chain(c) {
		begin(c);
		add(&lo, 'l', INT_MIN, NOTIFY_DONE);
		add(&mid, 'm', 0, NOTIFY_DONE);
		add(&hi, 'h', INT_MAX, NOTIFY_DONE);
		walk("hml", NOTIFY_DONE);
		del(&mid);
		walk("hl", NOTIFY_DONE);
		del(&lo);
		del(&hi);
	}
}

TEST(chain, stop_mask_ends_the_walk)
{
	static const int stops[] = { NOTIFY_STOP, NOTIFY_BAD, NOTIFY_STOP_MASK, NOTIFY_STOP_MASK | 0x40 };
	const struct chain *c;
	struct block a, b, d;

	for_each_chain(c) {
		begin(c);
		add(&a, 'a', 3, NOTIFY_OK);
		add(&b, 'b', 2, NOTIFY_DONE);
		add(&d, 'd', 1, NOTIFY_OK);
		for (size_t i = 0; i < ARRAY_SIZE(stops); i++) {
			b.answer = stops[i];
			walk("ab", stops[i]);
		}
		b.answer = NOTIFY_OK;
		walk("abd", NOTIFY_OK);
		del(&a);
		del(&b);
		del(&d);
	}
}

TEST(chain, result_is_the_last_answer)
{
	const struct chain *c;
	struct block a, b;

	for_each_chain(c) {
		begin(c);
		/* Not an OR of the answers, and not the first one. */
		add(&a, 'a', 2, 0x10);
		add(&b, 'b', 1, 0x20);
		walk("ab", 0x20);
		b.answer = NOTIFY_DONE;
		walk("ab", NOTIFY_DONE);
		del(&a);
		del(&b);
	}
}

TEST(chain, empty_chain_is_done)
{
	begin(&chains[0]);
	walk("", NOTIFY_DONE);
	begin(&chains[1]);
	walk("", NOTIFY_DONE);
}

TEST(chain, second_registration_is_refused)
{
	const struct chain *c;
	struct block a, b;

	test_expect_warnings(2 * ARRAY_SIZE(chains));
	for_each_chain(c) {
		begin(c);
		add(&a, 'a', 1, NOTIFY_DONE);
		add(&b, 'b', 1, NOTIFY_DONE);
		EXPECT_EQ(c->add(&a.nb), -EEXIST);
		EXPECT_EQ(c->add(&b.nb), -EEXIST);
		walk("ab", NOTIFY_DONE);
		del(&a);
		del(&b);
	}
}

TEST(chain, unregister_of_a_stranger)
{
	const struct chain *c;
	struct block a, b;

	for_each_chain(c) {
		begin(c);
		add(&a, 'a', 1, NOTIFY_DONE);
		memset(&b, 0, sizeof(b));
		b.nb.notifier_call = answer;
		EXPECT_EQ(c->del(&b.nb), -ENOENT);
		walk("a", NOTIFY_DONE);
		del(&a);
		EXPECT_EQ(c->del(&a.nb), -ENOENT);
	}
}

TEST(chain, unique_priority)
{
	struct block a = { .nb = { .notifier_call = answer, .priority = 3 }, .letter = 'a' };
	struct block b = { .nb = { .notifier_call = answer, .priority = 3 }, .letter = 'b' };

	begin(&chains[0]);
	EXPECT_EQ(atomic_notifier_chain_register_unique_prio(&atomic_head, &a.nb), 0);
	EXPECT_EQ(atomic_notifier_chain_register_unique_prio(&atomic_head, &b.nb), -EBUSY);
	walk("a", NOTIFY_DONE);
	b.nb.priority = 4;
	EXPECT_EQ(atomic_notifier_chain_register_unique_prio(&atomic_head, &b.nb), 0);
	walk("ba", NOTIFY_DONE);
}

/* The walk has read the next pointer before it calls: who is put right behind the running block is not asked this time. */
static struct block newcomer;

static void register_newcomer(struct block *b)
{
	b->inside = NULL;
	EXPECT_EQ(chain->add(&newcomer.nb), 0);
}

static void register_in_callback(int priority, const char *first, const char *second)
{
	struct block a, b, d;

	newcomer = (struct block){ .nb = { .notifier_call = answer, .priority = priority }, .letter = 'n' };
	add(&a, 'a', 30, NOTIFY_DONE);
	add(&b, 'b', 20, NOTIFY_DONE);
	add(&d, 'd', 10, NOTIFY_DONE);
	a.inside = register_newcomer;
	walk(first, NOTIFY_DONE);
	walk(second, NOTIFY_DONE);
	del(&newcomer);
	del(&a);
	del(&b);
	del(&d);
}

TEST(chain, registration_inside_a_callback)
{
	const struct chain *c;

	for_each_chain(c) {
		begin(c);
		register_in_callback(40, "abd", "nabd");	/* before the walk */
		register_in_callback(30, "abd", "anbd");	/* right behind the running block */
		register_in_callback(25, "abd", "anbd");
		register_in_callback(20, "abnd", "abnd");	/* further on */
		register_in_callback(15, "abnd", "abnd");
		register_in_callback(10, "abdn", "abdn");
		register_in_callback(0, "abdn", "abdn");	/* at the end */
	}
}

TEST(chain, registration_inside_the_last_callback)
{
	const struct chain *c;
	struct block a;

	for_each_chain(c) {
		begin(c);
		/* The die chain goes on to consumers of lower priority, so be the last there too. */
		newcomer = (struct block){ .nb = { .notifier_call = answer, .priority = INT_MIN }, .letter = 'n' };
		add(&a, 'a', INT_MIN, NOTIFY_OK);
		a.inside = register_newcomer;
		walk("a", NOTIFY_OK);
		walk("an", NOTIFY_DONE);
		del(&newcomer);
		del(&a);
	}
}

static struct block *victim;
static int del_result;

static void unregister_victim(struct block *b)
{
	(void)b;
	del_result = chain->del(&victim->nb);
}

TEST(chain, unregister_inside_a_callback)
{
	const struct chain *c;
	struct block a, b;

	if (policy->unregister_in_callback)
		SKIP("policy %s allows it", policy->name);
	for_each_chain(c) {
		if (!c->guards_callbacks)
			continue;
		begin(c);
		add(&a, 'a', 2, NOTIFY_DONE);
		add(&b, 'b', 1, NOTIFY_DONE);
		a.inside = unregister_victim;
		victim = &a;
		walk("ab", NOTIFY_DONE);
		EXPECT_EQ(del_result, -EDEADLK);
		victim = &b;
		walk("ab", NOTIFY_DONE);
		EXPECT_EQ(del_result, -EDEADLK);
		a.inside = NULL;
		walk("ab", NOTIFY_DONE);
		del(&a);
		del(&b);
	}
}

TEST(chain, raw_chain_reads_next_before_the_call)
{
	struct block a, b, d;

	begin(&chains[1]);
	add(&a, 'a', 3, NOTIFY_DONE);
	add(&b, 'b', 2, NOTIFY_DONE);
	add(&d, 'd', 1, NOTIFY_DONE);
	a.inside = unregister_victim;
	/* Itself: the walk goes on behind it. */
	victim = &a;
	walk("abd", NOTIFY_DONE);
	EXPECT_EQ(del_result, 0);
	walk("bd", NOTIFY_DONE);
	/* The next one: its turn was already fixed. */
	begin(&chains[1]);
	add(&a, 'a', 3, NOTIFY_DONE);
	add(&b, 'b', 2, NOTIFY_DONE);
	add(&d, 'd', 1, NOTIFY_DONE);
	a.inside = unregister_victim;
	victim = &b;
	walk("abd", NOTIFY_DONE);
	a.inside = NULL;
	walk("ad", NOTIFY_DONE);
}

static void walk_again(struct block *b)
{
	b->inside = NULL;
	b->answer = NOTIFY_DONE;
	EXPECT_EQ(chain->call(), NOTIFY_DONE);
	b->answer = NOTIFY_OK;
}

TEST(chain, walk_inside_a_callback)
{
	const struct chain *c;
	struct block a, b;

	for_each_chain(c) {
		begin(c);
		add(&a, 'a', -1, NOTIFY_OK);
		add(&b, 'b', -2, NOTIFY_DONE);
		a.inside = walk_again;
		walk("aabb", NOTIFY_DONE);
		/* After both walks are over the chain may be changed again. */
		del(&a);
		del(&b);
	}
}

TEST(chain, die_chain_has_a_bound)
{
	static struct block many[DIE_CHAIN_MAX + 1];
	unsigned int before = 0, n = 0;

	begin(&chains[3]);
	while (die_chain_nth(before))
		before++;
	while (before + n < DIE_CHAIN_MAX)
		add(&many[n++], 'x', 0, NOTIFY_DONE);
	many[n] = (struct block){ .nb = { .notifier_call = answer } };
	EXPECT_EQ(chain->add(&many[n].nb), -ENOSPC);
	nr_asked = 0;
	EXPECT_EQ(chain->call(), NOTIFY_DONE);
	EXPECT_EQ(nr_asked, n);
	while (n--)
		del(&many[n]);
	EXPECT(!die_chain_nth(before));
}

TEST(chain, errno_values)
{
	EXPECT_EQ(NOTIFY_DONE, 0x0000);
	EXPECT_EQ(NOTIFY_OK, 0x0001);
	EXPECT_EQ(NOTIFY_STOP_MASK, 0x8000);
	EXPECT_EQ(NOTIFY_BAD, 0x8002);
	EXPECT_EQ(NOTIFY_STOP, 0x8001);
	EXPECT_EQ(notifier_from_errno(0), NOTIFY_OK);
	EXPECT_EQ(notifier_from_errno(-EINVAL), NOTIFY_STOP_MASK | (NOTIFY_OK + EINVAL));
	for (int err = -1; err > -4096; err -= 7) {
		EXPECT_EQ(notifier_to_errno(notifier_from_errno(err)), err);
		EXPECT(notifier_from_errno(err) & NOTIFY_STOP_MASK);
	}
	EXPECT_EQ(notifier_to_errno(NOTIFY_DONE), 0);
	EXPECT_EQ(notifier_to_errno(NOTIFY_OK), 0);
	EXPECT_EQ(notifier_to_errno(NOTIFY_STOP), 0);
	EXPECT_EQ(notifier_to_errno(NOTIFY_BAD), -EPERM);
}
