/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Notifier chains with Linux's names, values and rules.
 * Source of the facts: Linux include/linux/notifier.h, kernel/notifier.c.
 */
#ifndef LINUX_NOTIFIER_H
#define LINUX_NOTIFIER_H

#include <linux/types.h>

struct notifier_block;

typedef int (*notifier_fn_t)(struct notifier_block *nb, unsigned long action, void *data);

struct notifier_block {
	notifier_fn_t notifier_call;
	struct notifier_block *next;
	int priority;
};

#define NOTIFY_DONE		0x0000		/* not mine, or do not care */
#define NOTIFY_OK		0x0001		/* seen, go on asking */
#define NOTIFY_STOP_MASK	0x8000		/* ask nobody after me */
#define NOTIFY_BAD		(NOTIFY_STOP_MASK | 0x0002)	/* veto; for a trap: not handled */
#define NOTIFY_STOP		(NOTIFY_STOP_MASK | NOTIFY_OK)	/* mine, handled */

struct atomic_notifier_head {
	struct notifier_block *head;
};

struct raw_notifier_head {
	struct notifier_block *head;
};

#define ATOMIC_NOTIFIER_INIT(name)	{ .head = NULL }
#define RAW_NOTIFIER_INIT(name)		{ .head = NULL }
#define ATOMIC_NOTIFIER_HEAD(name)	struct atomic_notifier_head name = ATOMIC_NOTIFIER_INIT(name)
#define RAW_NOTIFIER_HEAD(name)		struct raw_notifier_head name = RAW_NOTIFIER_INIT(name)
#define ATOMIC_INIT_NOTIFIER_HEAD(h)	((h)->head = NULL)
#define RAW_INIT_NOTIFIER_HEAD(h)	((h)->head = NULL)

/**
 * atomic_notifier_chain_register - put @nb on the chain, after all blocks of equal or higher priority.
 *
 * 0, or -EEXIST with a warning when the same block is there already. Context: any.
 */
int atomic_notifier_chain_register(struct atomic_notifier_head *nh, struct notifier_block *nb);
/** atomic_notifier_chain_register_unique_prio - the same, but -EBUSY when the priority is taken. */
int atomic_notifier_chain_register_unique_prio(struct atomic_notifier_head *nh, struct notifier_block *nb);
/**
 * atomic_notifier_chain_unregister - take @nb off and wait until no walk can still be in it.
 *
 * 0, or -ENOENT. Not from inside a callback of the same chain: Linux would wait for itself. Under policy=linux
 * that is reported as the self-deadlock that it is, nothing is removed and -EDEADLK comes back.
 */
int atomic_notifier_chain_unregister(struct atomic_notifier_head *nh, struct notifier_block *nb);
/**
 * atomic_notifier_call_chain - ask each block in turn until one answers with NOTIFY_STOP_MASK.
 *
 * Returns the answer of the last block asked, NOTIFY_DONE when there is none. The next pointer is read before the
 * callback runs. Context: any.
 */
int atomic_notifier_call_chain(struct atomic_notifier_head *nh, unsigned long val, void *v);

int raw_notifier_chain_register(struct raw_notifier_head *nh, struct notifier_block *nb);
int raw_notifier_chain_unregister(struct raw_notifier_head *nh, struct notifier_block *nb);
int raw_notifier_call_chain(struct raw_notifier_head *nh, unsigned long val, void *v);

/** notifier_from_errno - NOTIFY_OK for 0, else a stopping value that carries @err (negative errno). */
static inline int notifier_from_errno(int err)
{
	return err ? NOTIFY_STOP_MASK | (NOTIFY_OK - err) : NOTIFY_OK;
}

/** notifier_to_errno - the errno inside @ret, 0 when there is none. */
static inline int notifier_to_errno(int ret)
{
	ret &= ~NOTIFY_STOP_MASK;
	return ret > NOTIFY_OK ? NOTIFY_OK - ret : 0;
}

#endif
