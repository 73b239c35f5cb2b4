// SPDX-License-Identifier: GPL-2.0-only
/* What a test says about its subject. All of it may be said from inside a trap handler. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>

#include "framework.h"

void run_says(enum verdict v, const char *reason)
{
	if (v <= run.verdict)
		return;
	run.verdict = v;
	run.reason[0] = '\0';
	if (reason)
		snprintf(run.reason, sizeof(run.reason), "%s", reason);
}

/* A line of the framework's own, which always finds room. */
static void say(const char *fmt, va_list ap)
{
	bool was = output_reserve(true);

	run.talked = true;
	vprintk(fmt, ap);
	printk("\n");
	output_reserve(was);
}

void test_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void test_fail(const char *fmt, ...)
{
	va_list ap;

	run_says(VERDICT_FAIL, NULL);
	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void test_expect_warnings(unsigned int n)
{
	run.warnings_expected = n;
	run.checks++;
}

void test_warned(const char *file, int line, const char *what)
{
	if (run.running && ++run.warnings > run.warnings_expected)
		test_fail("warning: %s at %s:%d", what, file, line);
}

/* A value as a person wants to see it: small ones in decimal, addresses of the image by name. */
static const char *show(char *buf, size_t size, long v)
{
	char name[KSYM_NAME_LEN];

	if (v > -10 && v < 10)
		snprintf(buf, size, "%ld", v);
	else if (kernel_text_address(v) && sprint_symbol(name, v))
		snprintf(buf, size, "%#lx (%s)", v, name);
	else
		snprintf(buf, size, "%#lx (%ld)", v, v);
	return buf;
}

/* Skip @n strings; see test_check() for how they lie. */
static const char *text(const char *texts, int n)
{
	while (n--)
		texts += strlen(texts) + 1;
	return texts;
}

/* Begin a line about the check in @line; @file is the last of its texts. */
static void not_ok(const char *file, int line, const char *fmt, ...)
{
	char said[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(said, sizeof(said), fmt, ap);
	va_end(ap);
	if (!*file)
		file = run.test ? run.test->file : "?";
	test_fail("%s:%d: %s", file, line < 0 ? -line : line, said);
	if (line < 0)
		test_leave();
}

bool test_check(bool ok, int line, const char *texts)
{
	run.checks++;
	if (!ok)
		not_ok(text(texts, 1), line, "not so: %s", texts);
	return ok;
}

bool test_check_eq(long seen, long wanted, int line, const char *texts)
{
	char a[KSYM_NAME_LEN + 32], b[KSYM_NAME_LEN + 32];

	run.checks++;
	if (seen != wanted)
		not_ok(text(texts, 2), line, "%s is %s, not %s = %s", texts, show(a, sizeof(a), seen), text(texts, 1),
		       show(b, sizeof(b), wanted));
	return seen == wanted;
}

bool test_check_str(const char *seen, const char *wanted, int line, const char *texts)
{
	bool ok = seen && wanted ? !strcmp(seen, wanted) : seen == wanted;

	run.checks++;
	if (!ok)
		not_ok(text(texts, 1), line, "%s is \"%s\", not \"%s\"", texts, seen ? seen : "(null)",
		       wanted ? wanted : "(null)");
	return ok;
}

static void __noreturn leave_with(enum verdict v, const char *fmt, va_list ap)
{
	char reason[sizeof(run.reason)];

	vsnprintf(reason, sizeof(reason), fmt, ap);
	run_says(v, reason);
	test_leave();
	panic("a test cannot be left from here: %s", reason);
}

void test_skip(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	leave_with(VERDICT_SKIP, fmt, ap);
}

void test_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	leave_with(VERDICT_ERROR, fmt, ap);
}

bool test_running(void)
{
	return run.running;
}
