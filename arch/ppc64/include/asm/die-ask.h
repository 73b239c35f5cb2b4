/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inner loop of a walk over the die chain; the same as <asm-generic/die-ask.h>. By hand, because the compiler
 * restores r2 after each indirect call (the kernel has one TOC) and uses no load or store with update.
 */
#ifndef ASM_DIE_ASK_H
#define ASM_DIE_ASK_H

static __always_inline int die_ask(const struct die_entry **e, struct log_answer **log, u32 seq, unsigned long val,
				   void *data)
{
	const struct die_entry *at = *e - 1;
	struct log_answer *to = *log - 1;
	long ret;

	__asm__ volatile("1:	ldu	3,%[entry](%[at])\n"
			 "	ld	12,%[fn](%[at])\n"
			 "	mr	4,%[val]\n"
			 "	mr	5,%[data]\n"
			 "	mtctr	12\n"
			 "	bctrl\n"
			 "	stw	3,%[record]+%[answer](%[to])\n"
			 "	stwu	%[seq],%[record](%[to])\n"
			 "	andi.	0,3,%[stop]\n"
			 "	beq	1b\n"
			 "	mr	%[ret],3\n"
			 : [at] "+b"(at), [to] "+b"(to), [ret] "=r"(ret)
			 : [seq] "r"(seq), [val] "r"(val), [data] "r"(data), [entry] "n"(sizeof(*at)),
			   [fn] "n"(offsetof(struct die_entry, fn)), [record] "n"(sizeof(*to)),
			   [answer] "n"(offsetof(struct log_answer, answer)), [stop] "n"(NOTIFY_STOP_MASK)
			 : "r0", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "ctr", "xer", "cr0",
			   "cr1", "cr5", "cr6", "cr7", "memory");
	_Static_assert(!offsetof(struct die_entry, nb) && !offsetof(struct log_answer, seq), "the updates load these");
	*e = at;
	*log = to + 1;
	return ret;
}

#endif
