// SPDX-License-Identifier: GPL-2.0-only
/*
 * While a test runs, all that printk prints is held back and printed under the verdict line, so that the console stays
 * KTAP whatever the kernel has to say. The buffer has a bound; its last quarter is kept for the framework's own words,
 * so that a test which floods the console cannot drown its own diagnosis.
 */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/console.h>

#include "framework.h"

#define SIZE	(16 * 1024)
#define RESERVE	(SIZE / 4)

static char held[SIZE];
static size_t used, dropped;
static bool reserve_open, fresh = true;

static void hold(const char *s, size_t n)
{
	size_t room = SIZE - (reserve_open ? 0 : RESERVE);
	size_t fits = used < room ? min(n, room - used) : 0;

	memcpy(held + used, s, fits);
	used += fits;
	dropped += n - fits;
}

static void indent(const char *s, size_t n)
{
	while (n) {
		const char *nl = memchr(s, '\n', n);
		size_t len = nl ? (size_t)(nl - s) + 1 : n;

		if (fresh)
			arch_console_write("  # ", 4);
		arch_console_write(s, len);
		fresh = nl != NULL;
		s += len;
		n -= len;
	}
}

void output_hold(void)
{
	printk_hook = hold;
}

void output_release(void)
{
	printk_hook = NULL;
}

bool output_reserve(bool open)
{
	bool was = reserve_open;

	/* A line that was cut off must not run into what comes next. */
	if (open && !was && dropped && used && held[used - 1] != '\n' && used < SIZE)
		held[used++] = '\n';
	reserve_open = open;
	return was;
}

void output_indent(bool on)
{
	if (!on && !fresh)
		arch_console_write("\n", 1);
	fresh = true;
	printk_hook = on ? indent : NULL;
}

void output_show(void)
{
	indent(held, used);
	output_indent(false);
	if (dropped)
		printk("  # (%zu more bytes of output were dropped)\n", dropped);
	output_drop();
}

void output_drop(void)
{
	used = 0;
	dropped = 0;
	reserve_open = false;
}

void test_flush(void)
{
	output_show();
}
