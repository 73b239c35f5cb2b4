/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside the test framework.
 *
 *   select.c   which tests, in which order
 *   run.c      one after the other, each on a stack of its own, and the verdict lines
 *   world.c    a clean world before each, its invariants after it
 *   check.c    what a test says: checks, notes, skip, error
 *   kill.c     how a test is left that does not return: failed ASSERT, unclaimed trap, watchdog
 *   output.c   holds printk's output back until the verdict line is out
 *   known.c    known faults of emulators
 *   clock.c    guest time and guest instructions
 */
#ifndef TESTS_FRAMEWORK_H
#define TESTS_FRAMEWORK_H

#include <asm/setjmp.h>
#include <whosetrap/cpu.h>
#include <whosetrap/test.h>

#define TESTS_MAX	2048
#define TEST_STACK	(16 * 1024)

/* By severity: the worst that was said about a test is its verdict. */
enum verdict { VERDICT_PASS, VERDICT_SKIP, VERDICT_FAIL, VERDICT_ERROR };

/* The test in progress. Nothing of it outlives the test but what run.c makes of it. */
struct run {
	const struct test *test;
	jmp_buf runner;			/* where a test is left to that does not return */
	bool running;			/* between arch_call_on_stack() and its end */
	bool cut;			/* left by longjmp */
	bool killing;			/* inside the diagnosis of test_kill() */
	bool talked;			/* the framework or the test has a line to show even if all is well */
	unsigned long checks;
	unsigned int warnings, warnings_expected;
	enum verdict verdict;
	char reason[160];		/* behind # SKIP and # ERROR: what was said first */
	u64 deadline;			/* of arch_clock() */
};

extern struct run run;

/* select.c */
/** select_tests - apply options; number of tests selected, or -1 after a line that says which glob matches nothing. */
int select_tests(const struct test **selected);
/** test_glob - does @name match @glob (with * and ?) as far as @len bytes of it? */
bool test_glob(const char *glob, size_t len, const char *name);
/** test_matches - does test @t match one of the comma-separated @globs, as "suite.name" or as a whole suite? */
bool test_matches(const struct test *t, const char *globs);

/* world.c */
/** world_prepare - make all of it clean. Interrupts are off before and after. */
void world_prepare(void);
/** world_verify - hold the invariants after a test, report violations and repair them. Interrupts are off then. */
void world_verify(void);
extern const struct stack test_stack;

/* check.c */
/** run_says - record @v with @reason unless something worse has been said. */
void run_says(enum verdict v, const char *reason);

/* kill.c */
/** test_leave - end the running test from wherever it is. Returns where that must wait: cpu->kill is set. */
void test_leave(void);
/** watchdog_arm - give the running test @ms of guest time. */
void watchdog_arm(unsigned int ms);

/* output.c */
/** output_hold - printk goes into the buffer. */
void output_hold(void);
/** output_release - printk goes to the console; what is in the buffer stays there. */
void output_release(void);
/** output_show - print the buffer, each line behind "  # ", and empty it. */
void output_show(void);
/** output_drop - empty it. */
void output_drop(void);
/** output_reserve - may printk use the last quarter of the buffer too, which is kept for the framework's own words? */
bool output_reserve(bool open);
/** output_indent - printk goes to the console with each line behind "  # ", or as it is. */
void output_indent(bool on);

/* known.c */
struct known_issue;
/** known_issue_applies - is @emulator ("qemu-7.2.22", NULL: not told) one that has fault @k? */
bool known_issue_applies(const struct known_issue *k, const char *emulator);
/** known_issue_of - the known fault of this emulator that @t is expected to show, or NULL. */
const struct known_issue *known_issue_of(const struct test *t);

/* clock.c */
/** clock_counts - does arch_clock() count guest instructions, the same for the same code each time? */
bool clock_counts(void);
/** clock_ms - ticks of arch_clock() in @ms of guest time. */
u64 clock_ms(unsigned int ms);
/** clock_first_test - arch_clock() when the first test began. */
extern u64 clock_first_test;

#endif
