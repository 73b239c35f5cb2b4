/* SPDX-License-Identifier: GPL-2.0-only */
/* The inner loop of a walk over the die chain, where the compiler makes it well. */
#ifndef ASM_GENERIC_DIE_ASK_H
#define ASM_GENERIC_DIE_ASK_H

#include <asm-generic/log-answer.h>

/**
 * die_ask - ask from *@e on until an answer has NOTIFY_STOP_MASK; the block that ends a table gives one too.
 *
 * Each answer is written down at *@log with @seq, one word each. Returns the last one; *@e is the entry that gave it, *@log
 * is behind its word. What the loop costs is what each further notifier costs. Context: trap.
 */
static __always_inline int die_ask(struct notifier_block *const **e, u64 **log, u32 seq, unsigned long val, void *data)
{
	struct notifier_block *const *at = *e;
	unsigned long to = (unsigned long)*log - (unsigned long)at;	/* both advance by a word: one count for both */
	int ret;

	do {
		struct log_answer *word;

		ret = (*at)->notifier_call(*at, val, data);
		word = (struct log_answer *)((unsigned long)at + to);
		at++;
		word->seq = seq;
		word->answer = ret;
	} while (!(ret & NOTIFY_STOP_MASK));

	/* Without this the compiler carries copies through the loop for what comes after it. */
	__asm__("" : "+r"(at));
	*log = (u64 *)((unsigned long)at + to);
	*e = at - 1;
	return ret;
}

#endif
