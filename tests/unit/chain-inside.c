// SPDX-License-Identifier: GPL-2.0-only
/*
 * Notifier chains: what a callback may do to the chain that it is on (Linux: include/linux/notifier.h,
 * kernel/notifier.c). The walk has read the next pointer before it calls, so who is put right behind the running
 * block is not asked this time.
 */
#include <limits.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>

#include "chain.h"

static struct block newcomer;

static void register_newcomer(struct block *b)
{
	b->inside = NULL;
	EXPECT_EQ(chain->add(&newcomer.nb), 0);
}

static void register_in_callback(int priority, const char *first, const char *second)
{
	struct block a, b, d;

	block_init(&newcomer, 'n', priority, NOTIFY_DONE);
	block_add(&a, 'a', 30, NOTIFY_DONE);
	block_add(&b, 'b', 20, NOTIFY_DONE);
	block_add(&d, 'd', 10, NOTIFY_DONE);
	a.inside = register_newcomer;
	chain_walk(first, NOTIFY_DONE);
	chain_walk(second, NOTIFY_DONE);
	block_del(&newcomer);
	block_del(&a);
	block_del(&b);
	block_del(&d);
}

TEST(chain, registration_inside_a_callback)
{
	const struct chain *c;

	for_each_chain(c) {
		chain_begin(c);
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
		chain_begin(c);
		/* The die chain goes on to consumers of lower priority, so be the last there too. */
		block_init(&newcomer, 'n', INT_MIN, NOTIFY_DONE);
		block_add(&a, 'a', INT_MIN, NOTIFY_OK);
		a.inside = register_newcomer;
		chain_walk("a", NOTIFY_OK);
		chain_walk("an", NOTIFY_DONE);
		block_del(&newcomer);
		block_del(&a);
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
		chain_begin(c);
		block_add(&a, 'a', 2, NOTIFY_DONE);
		block_add(&b, 'b', 1, NOTIFY_DONE);
		a.inside = unregister_victim;
		victim = &a;
		chain_walk("ab", NOTIFY_DONE);
		EXPECT_EQ(del_result, -EDEADLK);
		victim = &b;
		chain_walk("ab", NOTIFY_DONE);
		EXPECT_EQ(del_result, -EDEADLK);
		a.inside = NULL;
		chain_walk("ab", NOTIFY_DONE);
		block_del(&a);
		block_del(&b);
	}
}

TEST(chain, raw_chain_reads_next_before_the_call)
{
	struct block a, b, d;

	chain_begin(&chains[CHAIN_RAW]);
	block_add(&a, 'a', 3, NOTIFY_DONE);
	block_add(&b, 'b', 2, NOTIFY_DONE);
	block_add(&d, 'd', 1, NOTIFY_DONE);
	a.inside = unregister_victim;
	/* Itself: the walk goes on behind it. */
	victim = &a;
	chain_walk("abd", NOTIFY_DONE);
	EXPECT_EQ(del_result, 0);
	chain_walk("bd", NOTIFY_DONE);
	/* The next one: its turn was already fixed. */
	chain_begin(&chains[CHAIN_RAW]);
	block_add(&a, 'a', 3, NOTIFY_DONE);
	block_add(&b, 'b', 2, NOTIFY_DONE);
	block_add(&d, 'd', 1, NOTIFY_DONE);
	a.inside = unregister_victim;
	victim = &b;
	chain_walk("abd", NOTIFY_DONE);
	a.inside = NULL;
	chain_walk("ad", NOTIFY_DONE);
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
		chain_begin(c);
		block_add(&a, 'a', -1, NOTIFY_OK);
		block_add(&b, 'b', -2, NOTIFY_DONE);
		a.inside = walk_again;
		chain_walk("aabb", NOTIFY_DONE);
		/* After both walks are over the chain may be changed again. */
		block_del(&a);
		block_del(&b);
	}
}
