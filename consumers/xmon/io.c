// SPDX-License-Identifier: GPL-2.0-only
/* Where xmon's commands come from and its words go: a person at the console, or a script and a buffer. */
#include <asm/barrier.h>
#include <stdio.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/test.h>
#include "internal.h"

#define TRANSCRIPT	8192
/* Guest time for a test to go on after a person has held it up. */
#define LIMIT_MS	5000

#define CTRL(c)		((c) & 31)

unsigned int xmon_entered;

static const char *script;		/* what is left of it */
static char transcript[TRANSCRIPT];
static size_t transcript_len;

static bool script_getline(char *buf, size_t size)
{
	size_t n, keep;

	if (!script || !*script)
		return false;
	n = strcspn(script, "\n");
	keep = min(n, size - 1);
	memcpy(buf, script, keep);
	buf[keep] = '\0';
	script += n + (script[n] == '\n');
	xmon_printf("%s\n", buf);
	return true;
}

static void script_put(const char *s, size_t n)
{
	n = min(n, sizeof(transcript) - 1 - transcript_len);
	memcpy(transcript + transcript_len, s, n);
	transcript_len += n;
	transcript[transcript_len] = '\0';
}

static int console_getc(void)
{
	int c;

	while ((c = arch_console_read()) < 0)
		cpu_relax();
	return c;
}

static void rub_out(size_t n)
{
	while (n--)
		arch_console_write("\b \b", 3);
}

static bool console_getline(char *buf, size_t size)
{
	size_t n = 0;

	for (;;) {
		int c = console_getc();
		char echo = c;

		switch (c) {
		case '\r':
		case '\n':
			arch_console_write("\n", 1);
			buf[n] = '\0';
			return true;
		case CTRL('D'):
			if (n)
				break;
			arch_console_write("\n", 1);
			return false;
		case '\b':
		case 0x7f:
			if (n) {
				rub_out(1);
				n--;
			}
			break;
		case CTRL('C'):
		case CTRL('U'):
			rub_out(n);
			n = 0;
			break;
		default:
			if (c < ' ' || c > '~' || n == size - 1)
				break;
			buf[n++] = c;
			arch_console_write(&echo, 1);
		}
	}
}

static const struct xmon_io script_io = { script_getline, script_put };
static const struct xmon_io console_io = { console_getline, arch_console_write };

static const struct xmon_io *io;

static const struct xmon_io *current_io(void)
{
	if (!io)
		io = options.xmon ? &console_io : &script_io;
	return io;
}

bool xmon_interactive(void)
{
	return current_io() == &console_io;
}

bool xmon_getline(char *buf, size_t size)
{
	return current_io()->getline(buf, size);
}

void xmon_put(const char *s, size_t n)
{
	current_io()->put(s, n);
}

void xmon_printf(const char *fmt, ...)
{
	char buf[256];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	if (n > 0)
		xmon_put(buf, min((size_t)n, sizeof(buf) - 1));
}

/* While a person thinks, no test's time runs. */
void xmon_io_open(void)
{
	if (xmon_interactive())
		arch_timer_disarm();
}

void xmon_io_close(void)
{
	if (xmon_interactive() && test_running())
		test_time_limit(LIMIT_MS);
}

void xmon_script(const char *lines)
{
	io = &script_io;
	script = lines;
	transcript_len = 0;
	transcript[0] = '\0';
	xmon_entered = 0;
}

void xmon_io_reset(void)
{
	xmon_script(NULL);
	io = NULL;
}

const char *xmon_transcript(void)
{
	return transcript;
}

unsigned int xmon_entries(void)
{
	return xmon_entered;
}
