/* SPDX-License-Identifier: GPL-2.0-only */
/* Cost in guest instructions, under a clock that counts them. */
#ifndef TESTS_BENCH_MEASURE_H
#define TESTS_BENCH_MEASURE_H

#include <linux/types.h>

#define OPERATIONS	2000

/** bench_begin - calibrate the clock. Ends the test with SKIP where the clock does not count instructions. */
void bench_begin(void);
/** bench_take_chain - leave the die chain to the benchmark alone. bench_return_chain - put back who was on it. */
void bench_take_chain(void);
void bench_return_chain(void);

/** bench_calls - ticks of the clock for @n calls of @fn. bench_calls_arg - with an argument. */
u64 bench_calls(void (*fn)(void), unsigned int n);
u64 bench_calls_arg(void (*fn)(void), unsigned long arg, unsigned int n);

/** bench_tenths - tenths of an instruction for each of @n operations that took @ticks together. */
unsigned long bench_tenths(u64 ticks, unsigned long n);

/** bench_report - print the figure; fail the test when it is above @limit instructions (0: no limit). */
void bench_report(const char *name, unsigned long tenths, unsigned long limit);

#endif
