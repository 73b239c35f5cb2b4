/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sites: addresses whose breakpoint belongs, for certain, to the consumer that is asked first.
 *
 * As long as that consumer's notifier is the first on the die chain, the kernel looks a breakpoint up in its table of sites before
 * it begins a walk, and calls the site. That changes nothing in who is asked: the notifier would have found the same address
 * in the same table and answered NOTIFY_STOP. (Linux calls kprobes before the chain on all three architectures.) In the trap
 * log the record looks as the walk's would.
 */
#ifndef WHOSETRAP_SITE_H
#define WHOSETRAP_SITE_H

#include <linux/notifier.h>
#include <asm/die-ask.h>
#include <whosetrap/cpu.h>
#include <whosetrap/test.h>
#include <whosetrap/trap.h>

struct trap_site {
	struct trap_site *next;		/* in its bucket */
	unsigned long pc;		/* where the breakpoint is; 0: nowhere at present */
	/**
	 * hit - the breakpoint @t is this site's. It begins with trap_site_open(), which may say that the way is not free, and ends with
	 * trap_site_close(); or it calls trap_dispatch() for the long way, having done nothing. Context: trap.
	 */
	void (*hit)(struct trap_site *s, struct trap *t);
};

/* Sites are few to a bucket however many there are, so that a hit costs the same. */
#define TRAP_SITE_BITS	16

extern struct trap_site *trap_sites[1 << TRAP_SITE_BITS];

/* One bucket for each instruction of a stretch of text, whether instructions have one byte or four. */
static __always_inline struct trap_site **trap_site_bucket(unsigned long addr)
{
	return &trap_sites[(addr + (addr >> 2)) & ((1 << TRAP_SITE_BITS) - 1)];
}

/** trap_site_find - the site whose breakpoint is at @pc, NULL when there is none. Context: any. */
static __always_inline struct trap_site *trap_site_find(unsigned long pc)
{
	struct trap_site *s = *trap_site_bucket(pc);

	while (s && unlikely(s->pc != pc))
		s = s->next;
	return s;
}

/** trap_sites_of - sites are the business of @nb, which is on the die chain; NULL: of nobody. Context: task. */
void trap_sites_of(const struct notifier_block *nb);

/** trap_breakpoint - trap_dispatch() for a breakpoint in the kernel, by way of the sites. Context: trap. */
static __always_inline void trap_breakpoint(struct trap *t)
{
	struct trap_site *s = trap_site_find(t->pc);

	if (likely(s))
		s->hit(s, t);
	else
		trap_dispatch(t);
}

/* A log record of one answer. */
#define TRAP_SITE_WORDS	(LOG_WORDS(log_trap) + 1)

/** trap_site_open - what trap_dispatch() does before the walk. False: the long way has to be taken, nothing was done. Context: trap. */
static __always_inline bool trap_site_open(struct cpu *cpu, struct trap *t)
{
	struct log_trap *log = (struct log_trap *)cpu->log.head;
	const struct die_table *table = die_table;
	unsigned long depth = cpu->depth + 1;
	u64 *end = (u64 *)log + TRAP_SITE_WORDS;
	u32 seq;

	if (unlikely(depth > TRAP_DEPTH_MAX || end > cpu->log.limit))
		return false;
	cpu->log.head = end;
	seq = cpu->log.seq++;
	t->outer = cpu->trap;
	t->depth = depth;
	t->log = log;
	t->table = table;
	cpu->trap = t;
	cpu->depth = depth;
	log_head_put(&log->head, seq, LOG_TRAP, TRAP_BREAKPOINT, depth);
	log->pc = t->pc;
	log->addr = 0;
	log->cause = t->cause;
	log->walk = table->site_walk;
	return true;
}

/** trap_site_close - what it does after a walk that has ended with NOTIFY_STOP. Context: trap. */
static __always_inline void trap_site_close(struct cpu *cpu, struct trap *t)
{
	struct log_trap *log = t->log;

	log_answer_put(log->answers, log->head.seq, NOTIFY_STOP);
	log->walk.asked = 1;
	log->head.outcome = OUTCOME_CLAIMED;
	if (unlikely(cpu->kill))
		test_kill(t, NULL);
	cpu->trap = t->outer;
	cpu->depth--;
}

#endif
