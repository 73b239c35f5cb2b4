// SPDX-License-Identifier: GPL-2.0-only
/* The trap log; its layout is in <whosetrap/trap-log.h>. */
#include <string.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/trap.h>
#include <asm/die-ask.h>
#include <whosetrap/trap-log-put.h>

static u64 *half_start(struct trap_log *log, int half)
{
	return log->words + half * TRAP_LOG_HALF;
}

static int current_half(const struct trap_log *log)
{
	return log->limit != log->words + TRAP_LOG_HALF;
}

/* Behind the last record of @half that belongs to a trap still being served: that one will be written to again. */
static u64 *behind_open(struct trap_log *log, int half)
{
	u64 *start = half_start(log, half), *at = start;

	for (const struct trap *t = this_cpu()->trap; t; t = t->outer)
		if (t->log && (u64 *)t->log >= start && (u64 *)t->log < start + TRAP_LOG_HALF)
			at = max(at, &t->log->answers[t->log->walk.room]);
	return at;
}

u64 *__kprobes trap_log_turn(struct trap_log *log, unsigned int words)
{
	int now = current_half(log);

	words += LOG_WORDS(log_chain) + die_table->n;
	for (int i = 0; i < 2; i++) {
		int half = i ? now : !now;
		u64 *at = behind_open(log, half);

		if (at + words > half_start(log, half) + TRAP_LOG_HALF)
			continue;
		log->end[now] = log->head;
		log->head = at;
		log->limit = half_start(log, half) + TRAP_LOG_HALF;
		trap_log_chain();
		return log->head;
	}
	panic("trap log: no room between the traps being served");
}

void __kprobes trap_log_chain(void)
{
	struct trap_log *log = &this_cpu()->log;
	const struct die_table *table = die_table;
	unsigned int words = LOG_WORDS(log_chain) + table->n;
	struct log_chain *rec = (struct log_chain *)log->head;

	if (!rec)
		return;		/* before trap_log_reset() there is no log */
	if (log->head + words > log->limit) {
		trap_log_turn(log, 0);
		return;
	}
	log->head += words;
	log_head_put(&rec->head, log->seq++, LOG_CHAIN, 0, this_cpu()->depth);
	rec->walk = (struct log_walk){ .gen = table->walk.gen, .room = table->n, .asked = table->n };
	for (u32 i = 0; i < table->n; i++)
		rec->word[i] = (unsigned long)table->nb[i]->notifier_call;
}

void __kprobes trap_log_write(enum log_type type, const char *name, unsigned long a, unsigned long b)
{
	if (!trap_log_room())
		trap_log_turn(&this_cpu()->log, LOG_WORDS(log_plain));
	trap_log_put(type, name, a, b);
}

void trap_log_reset(void)
{
	struct trap_log *log = &this_cpu()->log;

	log->head = log->words;
	log->limit = log->words + TRAP_LOG_HALF;
	log->end[0] = log->words;
	log->end[1] = half_start(log, 1);
	log->base = log->seq;
	trap_log_chain();
}

/* How many answers an unfinished record has got so far. */
static unsigned int open_answers(const struct log_trap *rec)
{
	unsigned int n = 0;

	while (n + 1 < rec->walk.room && log_answer_seq(&rec->answers[n]) == rec->head.seq)
		n++;
	return n;
}

void trap_log_start(struct log_iter *it)
{
	const struct trap_log *log = &this_cpu()->log;

	it->log = log;
	it->half = !current_half(log);
	it->at = half_start((struct trap_log *)log, it->half);
	it->chain = NULL;
	it->left = 2;
}

/* Fill @r from the record at @at. Returns its length in words. */
static unsigned int decode(struct log_iter *it, struct log_record *r, const u64 *at)
{
	const struct log_head *head = (const struct log_head *)at;
	const struct log_trap *trap = (const struct log_trap *)at;
	const struct log_chain *chain = (const struct log_chain *)at;
	const struct log_plain *plain = (const struct log_plain *)at;

	*r = (struct log_record){ .type = head->type, .depth = head->depth, .seq = head->seq - it->log->base + 1, .at = at };
	switch (r->type) {
	case LOG_TRAP:
		r->kind = head->kind;
		r->pc = trap->pc;
		r->addr = trap->addr;
		r->cause = trap->cause;
		r->outcome = head->outcome;
		r->chain = it->chain;
		r->nr_asked = r->outcome == OUTCOME_OPEN ? open_answers(trap) : trap->walk.asked;
		return LOG_WORDS(log_trap) + trap->walk.room;
	case LOG_CHAIN:
		it->chain = chain;
		r->nr_asked = chain->walk.asked;
		r->chain = chain;
		return LOG_WORDS(log_chain) + chain->walk.room;
	case LOG_MORE:
		r->nr_asked = chain->walk.asked;
		return LOG_WORDS(log_chain) + 2 * chain->walk.room;
	default:
		r->name = (const char *)(unsigned long)plain->name;
		r->a = plain->a;
		r->b = plain->b;
		return LOG_WORDS(log_plain);
	}
}

bool trap_log_next(struct log_iter *it, struct log_record *r)
{
	const struct trap_log *log = it->log;
	const u64 *at = it->at, *end;

	for (;;) {
		end = it->half == current_half(log) ? log->head : log->end[it->half];
		if (at < end)
			break;
		if (!--it->left)
			return false;
		it->half = !it->half;
		at = half_start((struct trap_log *)log, it->half);
	}

	it->at = at + decode(it, r, at);
	return true;
}

bool trap_log_asked(const struct log_record *r, unsigned int i, void **callback, int *answer)
{
	struct log_iter it;
	struct log_record more;

	if (r->type == LOG_TRAP && i < r->nr_asked) {
		*callback = r->chain && i < r->chain->walk.asked ? (void *)(unsigned long)r->chain->word[i] : NULL;
		*answer = log_answer_value(&((const struct log_trap *)r->at)->answers[i]);
		return true;
	}
	if (r->type == LOG_TRAP)
		i -= r->nr_asked;
	trap_log_start(&it);
	while (trap_log_next(&it, &more)) {
		if (more.type != LOG_MORE || more.seq != r->seq)
			continue;
		if (i < more.nr_asked) {
			const u64 *word = &((const struct log_chain *)more.at)->word[2 * i];

			*callback = (void *)(unsigned long)word[0];
			*answer = (int)(u32)word[1];
			return true;
		}
		i -= more.nr_asked;
	}
	return false;
}

unsigned long trap_log_count(enum log_type type, unsigned int kind)
{
	struct log_iter it;
	struct log_record r;
	unsigned long n = 0;

	trap_log_start(&it);
	while (trap_log_next(&it, &r))
		n += r.type == type && (!kind || r.kind == kind);
	return n;
}
