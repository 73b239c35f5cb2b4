// SPDX-License-Identifier: GPL-2.0-only
/* Notifier chains: Linux's rules (include/linux/notifier.h, kernel/notifier.c), on each kind of chain. */
#include <limits.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>

#include "chain.h"

TEST(chain, higher_priority_first)
{
	const struct chain *c;
	struct block a, b, d, e;

	for_each_chain(c) {
		chain_begin(c);
		block_add(&a, 'a', 5, NOTIFY_DONE);
		block_add(&b, 'b', 7, NOTIFY_DONE);
		block_add(&d, 'd', -3, NOTIFY_DONE);
		block_add(&e, 'e', 6, NOTIFY_DONE);
		chain_walk("bead", NOTIFY_DONE);
		block_del(&e);
		chain_walk("bad", NOTIFY_DONE);
		block_del(&a);
		block_del(&b);
		block_del(&d);
		chain_walk("", NOTIFY_DONE);
	}
}

TEST(chain, equal_priority_in_order_of_registration)
{
	const struct chain *c;
	struct block b[4];

	for_each_chain(c) {
		chain_begin(c);
		for (int i = 0; i < 4; i++)
			block_add(&b[i], 'a' + i, 1, NOTIFY_DONE);
		chain_walk("abcd", NOTIFY_DONE);
		/* Who comes back goes behind. */
		block_del(&b[1]);
		block_add(&b[1], 'b', 1, NOTIFY_DONE);
		chain_walk("acdb", NOTIFY_DONE);
		for (int i = 0; i < 4; i++)
			block_del(&b[i]);
	}
}

TEST(chain, extreme_priorities)
{
	const struct chain *c;
	struct block lo, mid, hi;

	for_each_chain(c) {
		chain_begin(c);
		block_add(&lo, 'l', INT_MIN, NOTIFY_DONE);
		block_add(&mid, 'm', 0, NOTIFY_DONE);
		block_add(&hi, 'h', INT_MAX, NOTIFY_DONE);
		chain_walk("hml", NOTIFY_DONE);
		block_del(&mid);
		chain_walk("hl", NOTIFY_DONE);
		block_del(&lo);
		block_del(&hi);
	}
}

TEST(chain, stop_mask_ends_the_walk)
{
	static const int stops[] = { NOTIFY_STOP, NOTIFY_BAD, NOTIFY_STOP_MASK, NOTIFY_STOP_MASK | 0x40 };
	const struct chain *c;
	struct block a, b, d;

	for_each_chain(c) {
		chain_begin(c);
		block_add(&a, 'a', 3, NOTIFY_OK);
		block_add(&b, 'b', 2, NOTIFY_DONE);
		block_add(&d, 'd', 1, NOTIFY_OK);
		for (size_t i = 0; i < ARRAY_SIZE(stops); i++) {
			b.answer = stops[i];
			chain_walk("ab", stops[i]);
		}
		b.answer = NOTIFY_OK;
		chain_walk("abd", NOTIFY_OK);
		block_del(&a);
		block_del(&b);
		block_del(&d);
	}
}

TEST(chain, result_is_the_last_answer)
{
	const struct chain *c;
	struct block a, b;

	for_each_chain(c) {
		chain_begin(c);
		/* Not an OR of the answers, and not the first one. */
		block_add(&a, 'a', 2, 0x10);
		block_add(&b, 'b', 1, 0x20);
		chain_walk("ab", 0x20);
		b.answer = NOTIFY_DONE;
		chain_walk("ab", NOTIFY_DONE);
		block_del(&a);
		block_del(&b);
	}
}

TEST(chain, empty_chain_is_done)
{
	chain_begin(&chains[CHAIN_ATOMIC]);
	chain_walk("", NOTIFY_DONE);
	chain_begin(&chains[CHAIN_RAW]);
	chain_walk("", NOTIFY_DONE);
}

TEST(chain, second_registration_is_refused)
{
	const struct chain *c;
	struct block a, b;

	test_expect_warnings(2 * NR_CHAINS);
	for_each_chain(c) {
		chain_begin(c);
		block_add(&a, 'a', 1, NOTIFY_DONE);
		block_add(&b, 'b', 1, NOTIFY_DONE);
		EXPECT_EQ(c->add(&a.nb), -EEXIST);
		EXPECT_EQ(c->add(&b.nb), -EEXIST);
		chain_walk("ab", NOTIFY_DONE);
		block_del(&a);
		block_del(&b);
	}
}

TEST(chain, unregister_of_a_stranger)
{
	const struct chain *c;
	struct block a, b;

	for_each_chain(c) {
		chain_begin(c);
		block_add(&a, 'a', 1, NOTIFY_DONE);
		block_init(&b, 'b', 1, NOTIFY_DONE);
		EXPECT_EQ(c->del(&b.nb), -ENOENT);
		chain_walk("a", NOTIFY_DONE);
		block_del(&a);
		EXPECT_EQ(c->del(&a.nb), -ENOENT);
	}
}

TEST(chain, unique_priority)
{
	struct block a, b;

	block_init(&a, 'a', 3, NOTIFY_DONE);
	block_init(&b, 'b', 3, NOTIFY_DONE);
	chain_begin(&chains[CHAIN_ATOMIC]);
	EXPECT_EQ(atomic_notifier_chain_register_unique_prio(&chain_atomic_head, &a.nb), 0);
	EXPECT_EQ(atomic_notifier_chain_register_unique_prio(&chain_atomic_head, &b.nb), -EBUSY);
	chain_walk("a", NOTIFY_DONE);
	b.nb.priority = 4;
	EXPECT_EQ(atomic_notifier_chain_register_unique_prio(&chain_atomic_head, &b.nb), 0);
	chain_walk("ba", NOTIFY_DONE);
}

TEST(chain, die_chain_has_a_bound)
{
	static struct block many[DIE_CHAIN_MAX + 1];
	unsigned int before = 0, n = 0;

	chain_begin(&chains[CHAIN_DIE_BY_TRAP]);
	while (die_chain_nth(before))
		before++;
	while (before + n < DIE_CHAIN_MAX)
		block_add(&many[n++], 'x', 0, NOTIFY_DONE);
	block_init(&many[n], 'x', 0, NOTIFY_DONE);
	EXPECT_EQ(chain->add(&many[n].nb), -ENOSPC);
	EXPECT_EQ(chain->call(), NOTIFY_DONE);
	EXPECT_EQ(chain_asked(), n);
	while (n--)
		block_del(&many[n]);
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
