/* SPDX-License-Identifier: GPL-2.0-only */
/* After each test that misbehaves comes one that finds a clean world and passes. */
#ifndef TESTS_SELFTEST_CLEAN_H
#define TESTS_SELFTEST_CLEAN_H

#include <whosetrap/test.h>

/** expect_clean_world - check that nothing of the test before is left, and that traps and steps work. */
void expect_clean_world(void);

#define AFTER(what)			\
	TEST(selftest, after_##what)	\
	{				\
		expect_clean_world();	\
	}

/* Nothing is there on any of our machines. */
#define NOWHERE		0x5a5a5a5a5a5a5000UL

/* The compiler must not see what follows from a value. */
#define HIDDEN(v)	({ __typeof__(v) _v = (v); __asm__ volatile("" : "+r"(_v)); _v; })

#endif
