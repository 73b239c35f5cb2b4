/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who is asked first: all priorities of the die chain, in one table. Values are those of Linux where it has the
 * consumer on the chain. A test holds this table against what is registered.
 */
#ifndef WHOSETRAP_PRIORITIES_H
#define WHOSETRAP_PRIORITIES_H

#define DIE_PRIORITIES(P)			\
	/* name		callback			priority */	\
	P(kprobes,	kprobe_exceptions_notify,	0x7fffffff)	/* Linux: kernel/kprobes.c */ \
	P(hw_breakpoint, hw_breakpoint_exceptions_notify, 0x7fffffff)	/* Linux: arch/<arch>/kernel/hw_breakpoint.c */ \
	P(xmon,		xmon_exceptions_notify,		0)		/* Linux has it in hooks beside the chain */

enum die_priority {
#define P(name, fn, prio) DIE_PRIO_##name = (prio),
	DIE_PRIORITIES(P)
#undef P
};

#endif
