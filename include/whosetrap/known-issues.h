/* SPDX-License-Identifier: GPL-2.0-only */
/* Known faults of emulators, made from tests/known-issues by the build. Only those of the target are in the image. */
#ifndef WHOSETRAP_KNOWN_ISSUES_H
#define WHOSETRAP_KNOWN_ISSUES_H

/** struct known_issue - tests that fail through no fault of ours on some versions of an emulator. */
struct known_issue {
	const char *id;		/* short name; NULL ends the table */
	const char *tests;	/* globs on "suite.name", separated by commas */
	const char *emulator;	/* "qemu" */
	const char *from, *to;	/* versions "7.2.22", both included; NULL: no bound on that side */
	const char *rule;	/* what is broken: the manual, its section, in a few words */
};

extern const struct known_issue known_issues[];

#endif
