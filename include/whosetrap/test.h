/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tests. One is declared where it stands, with one macro, and needs no list:
 *
 *	TEST(chain, equal_priority_is_fifo)
 *	{
 *		EXPECT_EQ(notify(...), NOTIFY_DONE);
 *	}
 *
 * A test that checks nothing is an error. Each runs in a clean world; see tests/framework.
 */
#ifndef WHOSETRAP_TEST_H
#define WHOSETRAP_TEST_H

#include <linux/kernel.h>

struct trap;

struct test {
	const char *suite, *name, *file;
	int line;			/* orders the tests of a file */
	void (*fn)(void);
	const char *rule;		/* manual and section that it holds the machine to; NULL: no manual's */
	const void *row;		/* what test_row() gives */
};

extern const struct test __tests_start[], __tests_end[];

#define TEST(suite_, name_)							\
	static void test_##suite_##_##name_(void);				\
	__TEST(suite_##_##name_, #suite_, #name_, test_##suite_##_##name_, NULL, NULL); \
	static void test_##suite_##_##name_(void)

/** TEST_OF - the same, in suite group_.topic_: SUITE='group.*' means it and suite group. */
#define TEST_OF(group_, topic_, name_)						\
	static void test_##group_##_##topic_##_##name_(void);			\
	__TEST(group_##_##topic_##_##name_, #group_ "." #topic_, #name_, test_##group_##_##topic_##_##name_, NULL, NULL); \
	static void test_##group_##_##topic_##_##name_(void)

/**
 * CONFORMANCE - a check of what an architecture's manual says, in suite conformance.@topic_.
 *
 * @rule_: manual and section, as "SDM 3B 18.3.1.4", "Arm ARM D2.12.3", "ISA 3.1 III 6.5.15". It is listed with the test, printed
 * when it fails, and counted; the manual's name comes first and its chapter is the section's first part.
 */
#define CONFORMANCE(topic_, name_, rule_)					\
	static void test_conformance_##topic_##_##name_(void);			\
	__CONFORMANCE(topic_, name_, rule_, test_conformance_##topic_##_##name_, NULL); \
	static void test_conformance_##topic_##_##name_(void)

/** CONFORMANCE_ROW - the same, one row of a table: @fn_ is run, and test_row() gives it the address of this @type_ { ... }. */
#define CONFORMANCE_ROW(topic_, name_, rule_, fn_, type_, ...)			\
	static const type_ row_conformance_##topic_##_##name_ = { __VA_ARGS__ }; \
	__CONFORMANCE(topic_, name_, rule_, fn_, &row_conformance_##topic_##_##name_)

#define __CONFORMANCE(topic_, name_, rule_, fn_, row_)				\
	_Static_assert(sizeof(rule_) > 8, "a rule is a manual and a section");	\
	__TEST(conformance_##topic_##_##name_, "conformance." #topic_, #name_, fn_, rule_, row_)

#define __TEST(id_, suite_, name_, fn_, rule_, row_)				\
	static const struct test _test_##id_					\
		__used __section(".tests") __aligned(8) = {			\
		.suite = suite_, .name = name_, .file = __FILE__, .line = __LINE__, \
		.fn = fn_, .rule = rule_, .row = row_ }

/** test_row - the row of the table that the running test stands for; see CONFORMANCE_ROW. Context: any. */
const void *test_row(void);

/* Checks. EXPECT goes on after a failure, ASSERT ends the test. All count as a check made. Context: any. */
#define EXPECT(cond)		test_check(!!(cond), __LINE__, #cond "\0" CHECK_FILE)
#define ASSERT(cond)		test_check(!!(cond), -__LINE__, #cond "\0" CHECK_FILE)
#define EXPECT_EQ(seen, wanted)	test_check_eq((long)(seen), (long)(wanted), __LINE__, #seen "\0" #wanted "\0" CHECK_FILE)
#define ASSERT_EQ(seen, wanted)	test_check_eq((long)(seen), (long)(wanted), -__LINE__, #seen "\0" #wanted "\0" CHECK_FILE)
#define EXPECT_STR(seen, wanted) test_check_str((seen), (wanted), __LINE__, #seen "\0" CHECK_FILE)

/* Where a check stands that is in no test's own file: such a file defines this as __FILE__ before its includes. */
#ifndef CHECK_FILE
#define CHECK_FILE ""
#endif
/** SKIP - end the test; it says nothing about the subject because of @fmt. */
#define SKIP(...)		test_skip(__VA_ARGS__)
/** TEST_ERROR - end the test; the test itself or the framework is wrong. */
#define TEST_ERROR(...)		test_error(__VA_ARGS__)

/*
 * A negative line ends the test when the check fails. The texts are strings one behind the other: what was compared, with what
 * (test_check_eq only), the file ("": that of the running test). There are a thousand checks; few arguments keep them small.
 */
bool test_check(bool ok, int line, const char *texts);
bool test_check_eq(long seen, long wanted, int line, const char *texts);
bool test_check_str(const char *seen, const char *wanted, int line, const char *texts);
void __noreturn test_skip(const char *fmt, ...) __printf(1, 2);
void __noreturn test_error(const char *fmt, ...) __printf(1, 2);
/** test_fail - fail the running test with a line of its own and go on. Context: any. */
void test_fail(const char *fmt, ...) __printf(1, 2);
/** test_note - a diagnostic line, printed under the verdict line. Context: any. */
void test_note(const char *fmt, ...) __printf(1, 2);
/** test_time_limit - from now on the running test has @ms of guest time before the watchdog ends it. Context: task. */
void test_time_limit(unsigned int ms);

/** test_expect_warnings - the running test is to see exactly @n warnings; without this one fails it. Context: any. */
void test_expect_warnings(unsigned int n);
/** test_warned - warn() reports a warning to the running test. Context: any. */
void test_warned(const char *file, int line, const char *what);

/** test_running - is a test in progress? Context: any. */
bool test_running(void);
/**
 * test_kill - the running test is lost: give the diagnosis of @t and make its frame return to the runner.
 *
 * @why: in words; NULL when the test has said so itself and cpu->kill is set. Traps that @t interrupted are given up.
 * Panics when no test is running, and when the diagnosis itself is what failed. Context: trap.
 */
void test_kill(struct trap *t, const char *why);
/** test_flush - print what the running test has said so far, hold nothing back any more. Context: any, from panic(). */
void test_flush(void);

/** run_tests - run what options select. True when all passed. Context: boot stack. */
bool run_tests(void);

/** watchdog_tick - called for each timer interrupt; kills the running test when its time is over. Context: trap. */
void watchdog_tick(struct trap *t);

#endif
