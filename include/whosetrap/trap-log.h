/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The trap log: what happened, per CPU, in order. Every trap, every callback asked and its answer, every change of
 * step control, text, debug registers and chain. Tests assert on it, diagnoses print its end.
 *
 * It is a buffer of 64-bit words in two halves. A half fills with whole records; when the next record does not
 * fit, writing goes on in the other half and what stood there is gone. So a reader always finds record
 * boundaries, and a writer never has to look at old records.
 */
#ifndef WHOSETRAP_TRAP_LOG_H
#define WHOSETRAP_TRAP_LOG_H

#include <linux/types.h>

#define TRAP_LOG_HALF		4096	/* words */

enum log_type {
	LOG_NONE = 0,
	LOG_TRAP,		/* a trap, with the answers of the chain */
	LOG_STEP,		/* step control changed: name=who, a=pc, b=enum step_kind */
	LOG_TEXT,		/* text changed: name=who, a=address, b=first bytes written */
	LOG_DEBUGREG,		/* debug register changed: name=register, a=new value */
	LOG_CHAIN,		/* the die chain from here on: who is asked, in order */
	LOG_EVENT,		/* said by a consumer or a test: name, a, b */
	LOG_MORE,		/* more answers to a trap, given after the chain changed under its walk */
};

enum trap_outcome {
	OUTCOME_OPEN = 0,	/* not finished */
	OUTCOME_CLAIMED,	/* a callback answered NOTIFY_STOP */
	OUTCOME_FIXED,		/* fixup table */
	OUTCOME_SERVED,		/* by the kernel itself: interrupts */
	OUTCOME_CAUGHT,		/* by the running test's hook */
	OUTCOME_UNCLAIMED,	/* nobody's */
};

/* Every record begins with this word. */
struct log_head {
	u32 seq;
	u8 type;		/* enum log_type */
	u8 kind;		/* LOG_TRAP: enum trap_kind */
	u8 depth;
	u8 outcome;		/* LOG_TRAP: enum trap_outcome */
};

/* LOG_TRAP: which table was walked, how many answers there is room for, how many there are. */
struct log_walk {
	u32 gen;
	u16 room, asked;
};

/*
 * LOG_TRAP. An answer is a word as die_ask() writes it: the answer and the seq of the record, so that a stale word is not
 * believed. The room has one word more than there are callbacks, for the answer that ends the table.
 */
struct log_trap {
	struct log_head head;
	u64 pc, addr, cause;
	struct log_walk walk;
	u64 answers[];
};

/* All other types but the next two. */
struct log_plain {
	struct log_head head;
	u64 name, a, b;
};

/* LOG_CHAIN: the callbacks in order. LOG_MORE: its head has the seq of its trap; callback and answer in turn. */
struct log_chain {
	struct log_head head;
	struct log_walk walk;
	u64 word[];
};

#define LOG_WORDS(type)		(sizeof(struct type) / sizeof(u64))

static inline void log_head_put(struct log_head *h, u32 seq, enum log_type type, unsigned int kind, unsigned int depth)
{
	h->seq = seq;
	h->type = type;
	h->kind = kind;
	h->depth = depth;
	h->outcome = OUTCOME_OPEN;
}

struct trap_log {
	u64 *head;		/* next word to write */
	u64 *limit;		/* end of the half being written */
	u32 seq;		/* of the next record; never starts again, so that a stale answer is not taken for a new one */
	u32 base;		/* of the first record since the last reset: readers count from 1 */
	u64 *end[2];		/* end of the records in each half */
	u64 words[2 * TRAP_LOG_HALF];
};

/** struct log_record - a record as a reader sees it. */
struct log_record {
	enum log_type type;
	u32 seq;
	u8 depth;		/* 0: written outside any trap */
	/* LOG_TRAP */
	u8 kind;		/* enum trap_kind */
	unsigned long pc, addr, cause;
	enum trap_outcome outcome;
	unsigned int nr_asked;	/* in this record; trap_log_asked() knows of LOG_MORE too */
	const struct log_chain *chain;	/* the LOG_CHAIN record in force; LOG_CHAIN: itself */
	/* the others */
	const char *name;
	unsigned long a, b;
	const u64 *at;		/* raw */
};

/** trap_log_asked - who was asked as the @i-th about trap @r, and what it answered. False when @i is out of range. */
bool trap_log_asked(const struct log_record *r, unsigned int i, void **callback, int *answer);

/** trap_log_write - append a record of any type but LOG_TRAP to this CPU's log. @name must live for ever. Context: any. */
void trap_log_write(enum log_type type, const char *name, unsigned long a, unsigned long b);

/** trap_log_chain - write down the die chain as it is now. Context: any. */
void trap_log_chain(void);

/**
 * trap_log_turn - begin the other half, for @words words that did not fit. Context: any.
 *
 * The new half begins with the chain in force. Returns where to write.
 */
u64 *trap_log_turn(struct trap_log *log, unsigned int words);

/** trap_outcome_name - a word for @o. Context: any. */
const char *trap_outcome_name(enum trap_outcome o);

static inline void trap_log_event(const char *name, unsigned long a, unsigned long b)
{
	trap_log_write(LOG_EVENT, name, a, b);
}

/** trap_log_reset - empty this CPU's log. Context: task. */
void trap_log_reset(void);

/** struct log_iter - a walk over this CPU's log from the oldest record. */
struct log_iter {
	const struct trap_log *log;
	const u64 *at;
	const struct log_chain *chain;
	int half, left;
};

void trap_log_start(struct log_iter *it);
/** trap_log_next - the next record, false at the end. */
bool trap_log_next(struct log_iter *it, struct log_record *r);

/** trap_log_count - records of @type, and for LOG_TRAP of trap kind @kind (0: any). */
unsigned long trap_log_count(enum log_type type, unsigned int kind);

/** trap_log_print - print the last @n records, each line beginning with @prefix. Context: any. */
void trap_log_print(unsigned int n, const char *prefix);

#endif
