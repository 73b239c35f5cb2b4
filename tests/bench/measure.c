// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clock is calibrated with code of known length: tc_nops() entered at its first nop and at its return, by the same
 * loop, which differs by eight instructions a round and in nothing else.
 */
#include <whosetrap/arch.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>
#include <whosetrap/testcode.h>

#include "../framework/framework.h"
#include "measure.h"

#define NOPS		8
#define CALIBRATION	20000

static u64 ticks, insns;	/* so many ticks for so many instructions */
static struct notifier_block *aside[DIE_CHAIN_MAX];

u64 noinline bench_calls(void (*fn)(void), unsigned int n)
{
	u64 start = arch_clock();

	while (n--)
		fn();
	return arch_clock() - start;
}

u64 noinline bench_calls_arg(void (*fn)(void), unsigned long arg, unsigned int n)
{
	void (*call)(unsigned long) = (void (*)(unsigned long))fn;
	u64 start = arch_clock();

	while (n--)
		call(arg);
	return arch_clock() - start;
}

void bench_begin(void)
{
	if (!clock_counts())
		SKIP("the clock of this machine does not count instructions");
	ASSERT(tc_nops_insns[NOPS] && !tc_nops_insns[NOPS + 1]);
	test_time_limit(5000);
	ticks = bench_calls((void (*)(void))tc_nops_insns[0], CALIBRATION) -
		bench_calls((void (*)(void))tc_nops_insns[NOPS], CALIBRATION);
	insns = NOPS * CALIBRATION;
	ASSERT(ticks > 0);
}

void bench_take_chain(void)
{
	unsigned int n = 0;

	while ((aside[n] = die_chain_nth(0)))
		ASSERT_EQ(unregister_die_notifier(aside[n++]), 0);
}

void bench_return_chain(void)
{
	for (unsigned int n = 0; aside[n]; n++)
		EXPECT_EQ(register_die_notifier(aside[n]), 0);
}

unsigned long bench_tenths(u64 t, unsigned long n)
{
	u64 divisor = ticks * n;

	return (t * insns * 10 + divisor / 2) / divisor;
}

void bench_report(const char *name, unsigned long tenths, unsigned long limit)
{
	test_note("bench: %s %lu.%lu", name, tenths / 10, tenths % 10);
	if (limit && tenths > limit * 10)
		test_fail("%s takes more than %lu instructions", name, limit);
	EXPECT(tenths > 0);
}
