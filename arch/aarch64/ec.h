/* SPDX-License-Identifier: GPL-2.0-only */
/* Exception classes, ESR_EL1.EC (Arm ARM DDI 0487 D17.2.37). */
#ifndef AARCH64_EC_H
#define AARCH64_EC_H

#include <whosetrap/trap.h>

/* As in Linux's include/uapi/asm-generic/signal.h. */
#define SIGILL		4
#define SIGTRAP		5
#define SIGBUS		7
#define SIGFPE		8
#define SIGSEGV		11

/* What decode has to do beyond copying the row. */
enum ec_special { EC_PLAIN = 0, EC_SITE, EC_STEP, EC_ABORT, EC_FAR, EC_SVC };

/* trapnr to kind as in struct trap, see decode.c. */
struct ec {
	const char *str;
	int trapnr, signr;
	enum die_val val;
	enum trap_kind kind;
	enum ec_special special;
};

#define NR_EC	64

extern struct ec ec_table[NR_EC];

#endif
