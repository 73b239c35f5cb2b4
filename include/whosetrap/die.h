/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The die chain from the inside. The chain of <linux/kdebug.h> is kept twice: as the linked list that Linux has, and as
 * a flat table for the walk, made anew at each registration. The walk over the table asks the same callbacks in the
 * same order as a walk over the list would, also when callbacks register others while it is under way.
 */
#ifndef WHOSETRAP_DIE_H
#define WHOSETRAP_DIE_H

#include <linux/kdebug.h>
#include <linux/types.h>
#include <whosetrap/trap-log.h>

#define DIE_CHAIN_MAX	64	/* blocks on the die chain; one more is refused with -ENOSPC */

struct die_table {
	u32 n;			/* callbacks; ask[n] ends the walk by its answer */
	u32 words;		/* of the log record of a trap that walks it */
	struct log_walk walk;	/* what that record begins with; gen counts tables */
	struct log_walk site_walk;	/* the same where a site answers, see <whosetrap/site.h> */
	struct notifier_block *ask[DIE_CHAIN_MAX + 1];	/* whom a walk calls */
	struct notifier_block *nb[DIE_CHAIN_MAX + 1];	/* whom it means; NULL at the end */
};

extern const struct die_table *die_table;

struct trap;

/* The answer of an entry that is no callback: the table ended, or was replaced under the walk. */
#define DIE_NO_ANSWER	(NOTIFY_STOP_MASK | 0x57a90000)

/**
 * die_walk_slow - go on with a walk that met DIE_NO_ANSWER at @e; ends at once when that is the end of the chain.
 *
 * @seq: of the trap's log record. Returns the answer that ended the walk, NOTIFY_DONE when none did. Context: trap.
 */
int die_walk_slow(struct trap *t, struct notifier_block *const *e, u32 seq);

/** die_chain_reset - empty the chain, whatever is on it. Context: task, between tests. */
void die_chain_reset(void);

/** notifier_abandon - walks of chains under way on this CPU will not be returned to. Context: any. */
void notifier_abandon(void);

/** die_chain_nth - the @i-th block on the chain, NULL behind the end. Context: any. */
struct notifier_block *die_chain_nth(unsigned int i);

#endif
