/* SPDX-License-Identifier: GPL-2.0-only */
/* The inner loop of a walk over the die chain, for architectures where the compiler makes it well. */
#ifndef ASM_GENERIC_DIE_ASK_H
#define ASM_GENERIC_DIE_ASK_H

/**
 * die_ask - ask from *@e on until an answer has NOTIFY_STOP_MASK; the entry that ends a table gives one too.
 *
 * Each answer is written down at *@log with @seq. Returns the last one; *@e is the entry that gave it, *@log is behind its
 * record. What it costs is what each notifier costs: twelve instructions with the callback's own two.
 */
static __always_inline int die_ask(const struct die_entry **e, struct log_answer **log, u32 seq, unsigned long val,
				   void *data)
{
	const struct die_entry *at = *e;
	struct log_answer *to = *log;
	int ret;

	do {
		ret = at->fn(at->nb, val, data);
		to->answer = ret;
		to->seq = seq;
		to++;
		at++;
	} while (!(ret & NOTIFY_STOP_MASK));

	/* Without this the compiler carries copies of both pointers through the loop for what comes after it. */
	__asm__("" : "+r"(at), "+r"(to));
	*e = at - 1;
	*log = to;
	return ret;
}

#endif
