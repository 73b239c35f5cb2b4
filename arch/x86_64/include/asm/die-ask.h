/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inner loop of a walk over the die chain; what it does is said in <asm-generic/die-ask.h>. By hand, because the
 * compiler carries the block through a second register.
 */
#ifndef ASM_DIE_ASK_H
#define ASM_DIE_ASK_H

#include <asm-generic/log-answer.h>

static __always_inline int die_ask(struct notifier_block *const **e, u64 **log, u32 seq, unsigned long val, void *data)
{
	struct notifier_block *const *at = *e;
	unsigned long to = (unsigned long)*log - (unsigned long)at;	/* both advance by a word: one count for both */
	int ret;

	_Static_assert(!offsetof(struct notifier_block, notifier_call), "the call goes through the block's first word");
	__asm__ volatile("1:	movq	(%[at]), %%rdi\n"
			 "	movq	%[val], %%rsi\n"
			 "	movq	%[data], %%rdx\n"
			 "	call	*(%%rdi)\n"
			 "	movl	%[seq], %c[seq_at](%[at],%[to])\n"
			 "	movl	%%eax, %c[answer_at](%[at],%[to])\n"
			 "	addq	$8, %[at]\n"
			 "	testb	%[stop], %%ah\n"
			 "	jz	1b\n"
			 : [at] "+r"(at), "=&a"(ret)
			 : [to] "r"(to), [seq] "r"(seq), [val] "r"(val), [data] "r"(data),
			   [seq_at] "i"(offsetof(struct log_answer, seq)),
			   [answer_at] "i"(offsetof(struct log_answer, answer)), [stop] "i"(NOTIFY_STOP_MASK >> 8)
			 : "rdi", "rsi", "rdx", "rcx", "r8", "r9", "r10", "r11", "cc", "memory");
	*log = (u64 *)((unsigned long)at + to);
	*e = at - 1;
	return ret;
}

#endif
