/* SPDX-License-Identifier: GPL-2.0-only */
/* The die chain. Source of the facts: Linux include/linux/kdebug.h, kernel/notifier.c. */
#ifndef LINUX_KDEBUG_H
#define LINUX_KDEBUG_H

#include <asm/kdebug.h>
#include <linux/notifier.h>

struct pt_regs;

struct die_args {
	struct pt_regs *regs;
	const char *str;	/* short name of the trap */
	long err;		/* error code or cause; x86 DIE_DEBUG: address of the DR6 copy */
	int trapnr;
	int signr;
};

/** register_die_notifier - as atomic_notifier_chain_register(), on the die chain; -ENOSPC beyond DIE_CHAIN_MAX blocks. */
int register_die_notifier(struct notifier_block *nb);
/** unregister_die_notifier - as atomic_notifier_chain_unregister(), on the die chain. */
int unregister_die_notifier(struct notifier_block *nb);
/**
 * notify_die - ask the die chain. Callers compare with NOTIFY_STOP: NOTIFY_BAD stops the walk, but is not "handled".
 *
 * Context: trap or task, never blocks.
 */
int notify_die(enum die_val val, const char *str, struct pt_regs *regs, long err, int trap, int sig);

#endif
