// SPDX-License-Identifier: GPL-2.0-only
/* Known faults of emulators: which one, if any, a test is expected to show on the emulator we run on. */
#include <stdlib.h>
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/known-issues.h>

#include "framework.h"

/* Compare versions number by number; a missing number is 0, so "7.2" is "7.2.0". */
static int compare_versions(const char *a, const char *b)
{
	while (*a || *b) {
		char *end_a, *end_b;
		unsigned long x = strtoul(a, &end_a, 10), y = strtoul(b, &end_b, 10);

		if (x != y)
			return x < y ? -1 : 1;
		if (end_a == a && end_b == b)
			break;		/* no number on either side: a suffix, which does not count */
		a = *end_a == '.' ? end_a + 1 : end_a;
		b = *end_b == '.' ? end_b + 1 : end_b;
	}
	return 0;
}

bool known_issue_applies(const struct known_issue *k, const char *emulator)
{
	size_t n = strlen(k->emulator);
	const char *version;

	if (!emulator || strncmp(emulator, k->emulator, n) || emulator[n] != '-')
		return false;
	version = emulator + n + 1;
	return (!k->from || compare_versions(version, k->from) >= 0) &&
	       (!k->to || compare_versions(version, k->to) <= 0);
}

const struct known_issue *known_issue_of(const struct test *t)
{
	for (const struct known_issue *k = known_issues; k->id; k++)
		if (known_issue_applies(k, options.emulator) && test_matches(t, k->tests))
			return k;
	return NULL;
}
