/* SPDX-License-Identifier: GPL-2.0-only */
/* A trap consumer as a record in a linker set; nobody keeps a list. */
#ifndef WHOSETRAP_CONSUMER_H
#define WHOSETRAP_CONSUMER_H

#include <linux/compiler.h>
#include <whosetrap/policy.h>

struct trap_consumer {
	struct trap_owner owner;	/* name for logs and diagnoses */
	/** init - attach to the chain. Called at boot and before each test, on an empty chain. 0 or a negative errno. */
	int (*init)(void);
	/** start - called once before the tests; NULL: nothing to do. Context: task. */
	void (*start)(void);
	/** reset - drop all probes and state, whatever shape they are in. Context: task, after each test. */
	void (*reset)(void);
	/** residue - what a test left attached, in words; NULL when nothing. */
	const char *(*residue)(void);
};

#define TRAP_CONSUMER(ident, ...) \
	const struct trap_consumer ident __used __section(".consumers") __aligned(8) = { __VA_ARGS__ }

extern const struct trap_consumer __consumers_start[], __consumers_end[];

#define for_each_consumer(c) for ((c) = __consumers_start; (c) < __consumers_end; (c)++)

#endif
