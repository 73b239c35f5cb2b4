// SPDX-License-Identifier: GPL-2.0-only
/* Parts of the framework that can be looked at from a test. What needs a failing test is in tests/selftest. */
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/known-issues.h>

#include "../framework/framework.h"

static bool glob(const char *g, const char *name)
{
	return test_glob(g, strlen(g), name);
}

TEST(framework, globs)
{
	EXPECT(glob("abc", "abc"));
	EXPECT(!glob("abc", "abcd"));
	EXPECT(!glob("abc", "ab"));
	EXPECT(glob("a?c", "abc"));
	EXPECT(!glob("a?c", "ac"));
	EXPECT(glob("*", ""));
	EXPECT(glob("*", "anything"));
	EXPECT(glob("a*", "a"));
	EXPECT(glob("a*c", "abcbc"));
	EXPECT(!glob("a*c", "abcb"));
	EXPECT(glob("*b*", "abc"));
	EXPECT(glob("**", "x"));
	EXPECT(!glob("", "x"));
	EXPECT(glob("", ""));
	EXPECT(!glob("a.c", "abc"));
	EXPECT(test_glob("abc*", 3, "abc"));
	EXPECT(!test_glob("abc*", 3, "abcd"));
}

TEST(framework, lists_of_globs)
{
	const struct test t = { .suite = "kprobes", .name = "hit" }, self = { .suite = "selftest", .name = "hit" };

	EXPECT(test_matches(&t, "kprobes"));
	EXPECT(test_matches(&t, "kprobes.hit"));
	EXPECT(test_matches(&t, "xmon,kprobes.h*"));
	EXPECT(test_matches(&t, ",,*.hit,"));
	EXPECT(!test_matches(&t, "xmon,chain"));
	EXPECT(!test_matches(&t, "hit"));
	EXPECT(!test_matches(&t, ""));
	/* Suites that fail on purpose must be spelled out. */
	EXPECT(!test_matches(&self, "*"));
	EXPECT(!test_matches(&self, "self*"));
	EXPECT(test_matches(&self, "selftest"));
	EXPECT(test_matches(&self, "selftest.h*"));
}

static bool applies(const char *from, const char *to, const char *emulator)
{
	const struct known_issue k = { .id = "x", .tests = "*", .emulator = "qemu", .from = from, .to = to };

	return known_issue_applies(&k, emulator);
}

TEST(framework, known_issues_by_version)
{
	EXPECT(applies(NULL, NULL, "qemu-7.2.22"));
	EXPECT(!applies(NULL, NULL, NULL));
	EXPECT(!applies(NULL, NULL, "bochs-2.7"));
	EXPECT(!applies(NULL, NULL, "qemu"));
	EXPECT(!applies(NULL, NULL, "qemux-7.2"));
	EXPECT(applies("7.2", NULL, "qemu-7.2.22"));
	EXPECT(applies("7.2.22", "7.2.22", "qemu-7.2.22"));
	EXPECT(!applies("7.2.23", NULL, "qemu-7.2.22"));
	EXPECT(applies("6.10", NULL, "qemu-7.2.22"));
	EXPECT(!applies("10.0", NULL, "qemu-7.2.22"));
	EXPECT(!applies(NULL, "7.2", "qemu-7.2.22"));
	EXPECT(applies(NULL, "7.10", "qemu-7.2.22"));
	EXPECT(applies(NULL, "8", "qemu-7.2.22"));
}

TEST(framework, names_are_unique)
{
	for (const struct test *t = __tests_start; t < __tests_end; t++)
		for (const struct test *u = t + 1; u < __tests_end; u++)
			if (!strcmp(t->name, u->name) && !strcmp(t->suite, u->suite))
				test_fail("%s.%s is both in %s and in %s", t->suite, t->name, t->file, u->file);
	EXPECT((unsigned long)__tests_end > (unsigned long)__tests_start);
}

TEST(framework, checks_tell)
{
	/* What the macros return is what the expression said. */
	EXPECT(EXPECT(true));
	EXPECT(EXPECT_EQ(2, 1 + 1));
	EXPECT(EXPECT_STR("a", "a"));
	EXPECT(EXPECT_STR(NULL, NULL));
	EXPECT(test_running());
}

TEST(framework, time_passes_for_the_watchdog)
{
	u64 before;

	test_time_limit(100);
	before = run.deadline;
	test_time_limit(300);
	EXPECT(run.deadline >= before + clock_ms(200));
}
