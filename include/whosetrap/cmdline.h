/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel command line: words of the form key=value. */
#ifndef WHOSETRAP_CMDLINE_H
#define WHOSETRAP_CMDLINE_H

#include <linux/types.h>

#define CMDLINE_MAX	1024

/** struct options - the command line, checked. */
struct options {
	const char *test, *suite;	/* globs separated by commas; NULL: all but suite selftest and bench */
	unsigned long start;		/* first test to run, 1-based among those selected */
	const char *policy;
	unsigned long seed;
	const char *emulator;		/* "qemu-7.2.22"; NULL: not told */
	bool list, log, xmon, bench;
	bool boost;			/* off: each probed instruction that is not emulated is stepped */
	bool watchdog;			/* off: somebody stops the kernel to look at it, and time goes on */
};

extern struct options options;

/** cmdline_parse - fill options from @line, which is kept. 0, or -EINVAL after one line that says what is wrong. Context: boot. */
int cmdline_parse(const char *line);

#endif
