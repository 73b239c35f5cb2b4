// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each verdict, and each way to come to it. tests/host/selftest.t reads this table: name, verdict, and what the lines
 * under the verdict line must say.
 *
 *	passes			ok
 *	fails_by_expect		not ok	verdict.c:NN: not so: 1 + 1 == 3
 *	fails_by_value		not ok	one is 1, not 2 = 2
 *	fails_by_string		not ok	is "seen", not "wanted"
 *	fails_by_assert		not ok	not so: one == 2
 *	fails_in_a_handler	not ok	not so: t->depth == 2
 *	asserts_in_a_handler	not ok	not so: t->depth == 77
 *	asserts_in_a_nested_handler	not ok	not so: t->depth != 3
 *	asserts_in_a_walk	not ok	not so: val == 78
 *	says_nothing		error	the test checks nothing
 *	errs			error	a reason of 7
 *	errs_in_a_handler	error	in a handler
 *	skips			skip	a reason of 8
 *	skips_in_a_handler	skip	in a handler
 *	fails_then_skips	not ok	not so: one == 3
 *	fails_then_errs		error	after a failure
 *	warns			not ok	warning: one == 1 at tests/selftest/verdict.c
 *	expects_a_warning_in_vain	not ok	1 of 2 expected warnings
 *	known_issue_fails	todo	known issue selftest-fails
 *	known_issue_passes	not ok	unexpected pass of known issue selftest-passes
 */
#include <linux/kdebug.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/trap.h>

#include "../framework/lib.h"
#include "clean.h"

static int one = 1;

TEST(selftest, passes)
{
	EXPECT(one == 1);
}

TEST(selftest, fails_by_expect)
{
	EXPECT(1 + 1 == 3);
	EXPECT(true);
}

AFTER(fails_by_expect)

TEST(selftest, fails_by_value)
{
	EXPECT_EQ(one, 2);
}

AFTER(fails_by_value)

TEST(selftest, fails_by_string)
{
	EXPECT_STR("seen", "wanted");
}

AFTER(fails_by_string)

TEST(selftest, fails_by_assert)
{
	ASSERT(one == 2);
	TEST_ERROR("the code behind a failed ASSERT was run");
}

AFTER(fails_by_assert)

static void expect_depth(struct trap *t)
{
	EXPECT(t->depth == 2);
}

TEST(selftest, fails_in_a_handler)
{
	struct breaker b = { .inside = expect_depth };

	breaker_add(&b);
	tc_break();
	breaker_del(&b);
}

AFTER(fails_in_a_handler)

static void assert_depth(struct trap *t)
{
	ASSERT(t->depth == 77);
	TEST_ERROR("the code behind a failed ASSERT was run");
}

TEST(selftest, asserts_in_a_handler)
{
	struct breaker b = { .inside = assert_depth };

	breaker_add(&b);
	tc_break();
	TEST_ERROR("the code behind a failed ASSERT was run");
}

AFTER(asserts_in_a_handler)

static void nest(struct trap *t)
{
	ASSERT(t->depth != 3);
	tc_break();
	TEST_ERROR("an outer handler was returned to");
}

TEST(selftest, asserts_in_a_nested_handler)
{
	struct breaker b = { .inside = nest };

	breaker_add(&b);
	tc_break();
	TEST_ERROR("the test was returned to");
}

AFTER(asserts_in_a_nested_handler)

static int assert_value(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)data;
	ASSERT(val == 78);
	TEST_ERROR("the code behind a failed ASSERT was run");
}

/* No trap is being served here: the walk of a chain is left by longjmp. */
TEST(selftest, asserts_in_a_walk)
{
	static ATOMIC_NOTIFIER_HEAD(head);
	static struct notifier_block nb = { .notifier_call = assert_value };

	EXPECT_EQ(atomic_notifier_chain_register(&head, &nb), 0);
	atomic_notifier_call_chain(&head, 77, NULL);
}

AFTER(asserts_in_a_walk)

TEST(selftest, says_nothing)
{
}

AFTER(says_nothing)

TEST(selftest, errs)
{
	TEST_ERROR("a reason of %d", 7);
}

AFTER(errs)

static void err_inside(struct trap *t)
{
	(void)t;
	TEST_ERROR("in a handler");
}

TEST(selftest, errs_in_a_handler)
{
	struct breaker b = { .inside = err_inside };

	breaker_add(&b);
	tc_break();
}

AFTER(errs_in_a_handler)

TEST(selftest, skips)
{
	EXPECT(one == 1);
	SKIP("a reason of %d", 8);
}

AFTER(skips)

static void skip_inside(struct trap *t)
{
	(void)t;
	SKIP("in a handler");
}

TEST(selftest, skips_in_a_handler)
{
	struct breaker b = { .inside = skip_inside };

	breaker_add(&b);
	tc_break();
}

AFTER(skips_in_a_handler)

TEST(selftest, fails_then_skips)
{
	EXPECT(one == 3);
	SKIP("too late");
}

AFTER(fails_then_skips)

TEST(selftest, fails_then_errs)
{
	EXPECT(one == 4);
	TEST_ERROR("after a failure");
}

AFTER(fails_then_errs)

TEST(selftest, warns)
{
	EXPECT(true);
	WARN_ON(one == 1);
}

AFTER(warns)

TEST(selftest, expects_a_warning_in_vain)
{
	test_expect_warnings(2);
	WARN_ON(one == 1);
}

AFTER(expects_a_warning_in_vain)

/* These two stand in tests/known-issues, for every version of every emulator that the self-test runs on. */
TEST(selftest, known_issue_fails)
{
	EXPECT(one == 5);
}

AFTER(known_issue_fails)

TEST(selftest, known_issue_passes)
{
	EXPECT(one == 1);
}

AFTER(known_issue_passes)
