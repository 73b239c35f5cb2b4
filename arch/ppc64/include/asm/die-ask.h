/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inner loop of a walk over the die chain; what it does is said in <asm-generic/die-ask.h>. By hand, because the compiler
 * restores r2 after each indirect call (the kernel has one TOC) and uses no load or store with update.
 *
 * rldimi. puts the low half-word of the answer into the upper end of the word for the log, whose lower end holds the
 * sequence number, and sets CR0 by the sign: that is NOTIFY_STOP_MASK (Power ISA Book I, 3.3.14.1).
 */
#ifndef ASM_DIE_ASK_H
#define ASM_DIE_ASK_H

static inline u32 log_answer_seq(const u64 *word)
{
	return *word;
}

static inline int log_answer_value(const u64 *word)
{
	return *word >> 48;
}

static __always_inline void log_answer_put(u64 *word, u32 seq, int answer)
{
	*word = (u64)answer << 48 | seq;
}

static __always_inline int die_ask(struct notifier_block *const **e, u64 **log, u32 seq, unsigned long val, void *data)
{
	struct notifier_block *const *at = *e - 1;
	u64 *to = *log - 1, word = seq;
	long ret;

	_Static_assert(!offsetof(struct notifier_block, notifier_call) && NOTIFY_STOP_MASK == 0x8000, "as the loop has it");
	__asm__ volatile("1:	ldu	3,8(%[at])\n"
			 "	ld	12,0(3)\n"
			 "	mr	4,%[val]\n"
			 "	mr	5,%[data]\n"
			 "	mtctr	12\n"
			 "	bctrl\n"
			 "	rldimi.	%[word],3,48,0\n"
			 "	stdu	%[word],8(%[to])\n"
			 "	bge	1b\n"
			 "	mr	%[ret],3\n"
			 : [at] "+b"(at), [to] "+b"(to), [word] "+r"(word), [ret] "=r"(ret)
			 : [val] "r"(val), [data] "r"(data)
			 : "r0", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "ctr", "xer", "cr0",
			   "cr1", "cr5", "cr6", "cr7", "memory");
	*e = at;
	*log = to + 1;
	return ret;
}

#endif
