// SPDX-License-Identifier: GPL-2.0-only
/* The runner: one test after the other, each on a stack of its own, and what the console says of it (KTAP). */
#include <asm/irqflags.h>
#include <stdio.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/known-issues.h>
#include <whosetrap/trap-log.h>

#include "framework.h"

/* Guest time that a test may take: 100 million instructions under a counted clock, else enough for a busy host. */
#define LIMIT_MS	100
#define LIMIT_MS_REAL	5000

struct run run;

const void *test_row(void)
{
	return run.test->row;
}

static const struct test *selected[TESTS_MAX];
static unsigned int passed, failed, skipped;

/*
 * The callee-saved registers of the C ABI: as many values as any of our CPUs has such registers are kept alive across
 * the test. They come from volatile memory, so the compiler must keep them somewhere, and the registers are the
 * cheapest place.
 */
static volatile unsigned long token[16] = { 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59 };

#define TOKENS(T) T(0) T(1) T(2) T(3) T(4) T(5) T(6) T(7) T(8) T(9) T(10) T(11) T(12) T(13) T(14) T(15)
#define TAKE(i)	const unsigned long t##i = token[i];
#define DIFF(i)	| (t##i ^ token[i])

static void on_test_stack(void *arg)
{
	TOKENS(TAKE)

	((const struct test *)arg)->fn();
	if (0 TOKENS(DIFF))
		test_fail("a register that a function must keep has changed while the test ran");
}

static void enter(const struct test *t)
{
	struct stack outer = this_cpu()->stack;

	if (!setjmp(run.runner)) {
		run.running = true;
		watchdog_arm(clock_counts() ? LIMIT_MS : LIMIT_MS_REAL);
		local_irq_enable();
		arch_call_on_stack(on_test_stack, (void *)t, &test_stack);
	} else {
		run.cut = true;
		this_cpu()->stack = outer;
	}
	run.running = false;
	if (!run.cut && run.warnings < run.warnings_expected)
		test_fail("%u of %u expected warnings were given", run.warnings, run.warnings_expected);
	if (!run.cut && !run.checks && run.verdict == VERDICT_PASS)
		run_says(VERDICT_ERROR, "the test checks nothing");
}

static void report(unsigned int n)
{
	const struct known_issue *known = known_issue_of(run.test);
	bool ok = run.verdict == VERDICT_SKIP || (run.verdict == VERDICT_PASS && !known);

	printk("%sok %u %s.%s", ok ? "" : "not ", n, run.test->suite, run.test->name);
	switch (run.verdict) {
	case VERDICT_PASS:
		if (known)
			printk(" # unexpected pass of known issue %s", known->id);
		ok ? passed++ : failed++;
		break;
	case VERDICT_SKIP:
		printk(" # SKIP %s", run.reason);
		skipped++;
		break;
	case VERDICT_FAIL:
		if (known)
			printk(" # TODO known issue %s: %s", known->id, known->rule);
		known ? skipped++ : failed++;
		break;
	case VERDICT_ERROR:
		printk(" # ERROR %s", run.reason);
		failed++;
		break;
	}
	printk("\n");
	if (run.verdict == VERDICT_FAIL && run.test->rule)
		printk("  # rule: %s\n", run.test->rule);
}

static void run_one(unsigned int n, const struct test *t)
{
	printk("#> %u %s.%s\n", n, t->suite, t->name);
	memset(&run, 0, sizeof(run));
	run.test = t;
	output_hold();
	world_prepare();
	if (run.verdict == VERDICT_PASS)
		enter(t);
	output_reserve(true);
	world_verify();
	output_release();
	report(n);
	/* What the kernel has printed while all went well is of no interest: warnings that were asked for, refusals. */
	if (run.verdict >= VERDICT_FAIL || run.talked || options.log)
		output_show();
	else
		output_drop();
	if (options.log) {
		output_indent(true);
		trap_log_print(~0U, "");
		output_indent(false);
	}
}

static void list(unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		printk("%s.%s\t%s", selected[i]->suite, selected[i]->name, selected[i]->file);
		if (selected[i]->rule)
			printk("\t%s", selected[i]->rule);
		printk("\n");
	}
}

bool run_tests(void)
{
	int n;

	local_irq_disable();
	if (!options.list)
		printk("KTAP version 1\n");
	n = select_tests(selected);
	if (n < 0) {
		failed++;
	} else if (options.list) {
		list(n);
	} else {
		printk("1..%d\n", n);
		clock_counts();
		clock_first_test = arch_clock();
		for (unsigned int i = options.start; i <= (unsigned int)n; i++)
			run_one(i, selected[i - 1]);
	}
	printk("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return !failed;
}
