/* SPDX-License-Identifier: GPL-2.0-only */
/* An answer in the trap log, as die_ask() writes it on most architectures. */
#ifndef ASM_GENERIC_LOG_ANSWER_H
#define ASM_GENERIC_LOG_ANSWER_H

struct log_answer {
	u32 seq;
	s32 answer;
};

/** log_answer_seq, log_answer_value - what die_ask() wrote at @word. Context: any. */
static inline u32 log_answer_seq(const u64 *word)
{
	return ((const struct log_answer *)word)->seq;
}

static inline int log_answer_value(const u64 *word)
{
	return ((const struct log_answer *)word)->answer;
}

static __always_inline void log_answer_put(u64 *word, u32 seq, int answer)
{
	*(struct log_answer *)word = (struct log_answer){ .seq = seq, .answer = answer };
}

#endif
