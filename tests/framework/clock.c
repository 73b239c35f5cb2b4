// SPDX-License-Identifier: GPL-2.0-only
/* Guest time. Under an instruction-count clock the same code takes the same number of ticks each time. */
#include <whosetrap/arch.h>

#include "framework.h"

#define SAMPLES		4
#define ROUNDS		2000

u64 clock_first_test;

static u64 noinline sample(void)
{
	u64 start = arch_clock();

	for (int i = 0; i < ROUNDS; i++)
		barrier();
	return arch_clock() - start;
}

/* A coarse counter may fall on either side of a tick: one of difference is none. */
bool clock_counts(void)
{
	static int known;	/* 0: not yet asked, 1: yes, -1: no */
	u64 lo = ~0ULL, hi = 0;

	if (known)
		return known > 0;
	for (int i = 0; i < SAMPLES; i++) {
		u64 t = sample();

		lo = min(lo, t);
		hi = max(hi, t);
	}
	known = hi - lo <= 1 ? 1 : -1;
	return known > 0;
}

u64 clock_ms(unsigned int ms)
{
	return max(arch_clock_hz() * ms / 1000, (u64)1);
}
