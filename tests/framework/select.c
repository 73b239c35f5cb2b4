// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which tests run, in which order: by suite, then file, then line, so that the order does not depend on the linker.
 *
 * A glob has * and ?, and several are separated by commas. test= is held against "suite.name" and against the name of
 * the suite, suite= against the suite alone; with both, both must match. Suites `selftest` (which fails on purpose) and
 * `bench` run only when a glob spells out their name. A glob that matches nothing is an error: a test that is thought
 * to run and does not is worse than one that fails.
 */
#include <stdlib.h>
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/kernel.h>

#include "framework.h"

#define NAME_MAX	96
#define NEAREST		3

static const char *const on_request[] = { "selftest", "bench" };

bool test_glob(const char *glob, size_t len, const char *name)
{
	const char *end = glob + len, *star = NULL, *from = NULL;

	/* Of several stars only the last needs to be tried again. */
	while (*name || glob < end) {
		if (glob < end && *glob == '*') {
			star = ++glob;
			from = name;
		} else if (glob < end && *name && (*glob == '?' || *glob == *name)) {
			glob++;
			name++;
		} else if (star && *from) {
			glob = star;
			name = ++from;
		} else {
			return false;
		}
	}
	return true;
}

static const char *full_name(const struct test *t, char *buf)
{
	size_t n = strlen(t->suite);

	if (n + strlen(t->name) + 2 > NAME_MAX)
		panic("the name of test %s.%s is too long", t->suite, t->name);
	memcpy(buf, t->suite, n);
	buf[n] = '.';
	strcpy(buf + n + 1, t->name);
	return buf;
}

/* May this glob reach the suite at all? */
static bool reaches(const char *glob, size_t len, const char *suite)
{
	size_t n = strlen(suite);

	for (size_t i = 0; i < ARRAY_SIZE(on_request); i++)
		if (!strcmp(suite, on_request[i]))
			return len >= n && !memcmp(glob, suite, n);
	return true;
}

/* "kprobes.*" means kprobes itself too, not only kprobes.boost. */
static bool suite_matches(const char *glob, size_t len, const char *suite)
{
	size_t n = strlen(suite);

	return test_glob(glob, len, suite) || (len == n + 2 && !memcmp(glob, suite, n) && !memcmp(glob + n, ".*", 2));
}

static bool glob_matches(const char *glob, size_t len, const struct test *t, bool suite_only)
{
	char name[NAME_MAX];

	if (!reaches(glob, len, t->suite))
		return false;
	return suite_matches(glob, len, t->suite) || (!suite_only && test_glob(glob, len, full_name(t, name)));
}

/* The next glob of the list at *@list: its length, 0 at the end. */
static size_t next_glob(const char **list, const char **glob)
{
	*list += strspn(*list, ",");
	*glob = *list;
	*list += strcspn(*list, ",");
	return *list - *glob;
}

static bool list_matches(const char *list, const struct test *t, bool suite_only)
{
	const char *glob;
	size_t len;

	while ((len = next_glob(&list, &glob)))
		if (glob_matches(glob, len, t, suite_only))
			return true;
	return false;
}

bool test_matches(const struct test *t, const char *globs)
{
	return list_matches(globs, t, false);
}

static bool selected_by_options(const struct test *t)
{
	if (!options.test && !options.suite) {
		if (options.bench)
			return !strcmp(t->suite, "bench");
		return options.list || reaches("*", 1, t->suite);
	}
	return (!options.suite || list_matches(options.suite, t, true)) &&
	       (!options.test || list_matches(options.test, t, false));
}

/* How many letters must change to make @a[@n] out of some beginning of @b: a name is rarely typed to its end. */
static unsigned int distance(const char *a, size_t n, const char *b)
{
	unsigned int row[NAME_MAX], diagonal, up, best;
	size_t m = strlen(b);

	for (size_t j = 0; j <= m; j++)
		row[j] = j;
	for (size_t i = 1; i <= n; i++) {
		diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			up = row[j];
			row[j] = min(min(up, row[j - 1]) + 1, diagonal + (a[i - 1] != b[j - 1]));
			diagonal = up;
		}
	}
	best = row[0];
	for (size_t j = 1; j <= m; j++)
		best = min(best, row[j]);
	return best;
}

/* Print the names nearest to @glob: of suites, or of tests where the glob has a dot. */
static void print_nearest(const char *glob, size_t len)
{
	bool suites = !memchr(glob, '.', len);
	char best[NEAREST][NAME_MAX], name[NAME_MAX];
	unsigned int d[NEAREST], n = 0, i, j;

	for (const struct test *t = __tests_start; t < __tests_end; t++) {
		unsigned int dist;

		if (suites)
			strcpy(name, t->suite);
		else
			full_name(t, name);
		dist = distance(glob, len, name);
		for (i = 0; i < n && strcmp(best[i], name); i++)
			;
		if (i < n)
			continue;	/* the suite was seen before */
		for (i = 0; i < n && (d[i] < dist || (d[i] == dist && strcmp(best[i], name) < 0)); i++)
			;
		if (i == NEAREST)
			continue;
		n = min(n + 1, (unsigned int)NEAREST);
		for (j = n - 1; j > i; j--) {
			strcpy(best[j], best[j - 1]);
			d[j] = d[j - 1];
		}
		strcpy(best[i], name);
		d[i] = dist;
	}
	for (i = 0; i < n; i++)
		printk("%s%s", i ? ", " : "; nearest: ", best[i]);
	printk("\n");
}

/* Every glob must match something. */
static bool globs_valid(const char *key, const char *list, bool suite_only)
{
	const char *whole = list, *glob;
	size_t len;

	if (!list)
		return true;
	while ((len = next_glob(&list, &glob))) {
		const struct test *t = __tests_start;

		while (t < __tests_end && !glob_matches(glob, len, t, suite_only))
			t++;
		if (t == __tests_end) {
			printk("Bail out! %s=%.*s matches no test", key, (int)len, glob);
			print_nearest(glob, len);
			return false;
		}
	}
	if (!*whole || strspn(whole, ",") == strlen(whole)) {
		printk("Bail out! %s=%s holds no glob\n", key, whole);
		return false;
	}
	return true;
}

static int by_place(const void *a, const void *b)
{
	const struct test *s = *(const struct test *const *)a, *t = *(const struct test *const *)b;
	int d = s->suite == t->suite ? 0 : strcmp(s->suite, t->suite);

	if (!d)
		d = s->file == t->file ? 0 : strcmp(s->file, t->file);
	if (!d)
		d = s->line - t->line;
	return d ? d : strcmp(s->name, t->name);
}

int select_tests(const struct test **selected)
{
	int n = 0;

	if (!globs_valid("suite", options.suite, true) || !globs_valid("test", options.test, false))
		return -1;
	for (const struct test *t = __tests_start; t < __tests_end; t++) {
		if (!selected_by_options(t))
			continue;
		if (n == TESTS_MAX)
			panic("more than %d tests", TESTS_MAX);
		selected[n++] = t;
	}
	qsort(selected, n, sizeof(*selected), by_place);
	if (!n) {
		printk("Bail out! no test matches both suite=%s and test=%s\n", options.suite ? options.suite : "*",
		       options.test ? options.test : "*");
		return -1;
	}
	if (options.start > (unsigned long)n + 1) {
		printk("Bail out! start=%lu, but only %d tests are selected\n", options.start, n);
		return -1;
	}
	return n;
}
