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

static unsigned int trap_words(const u64 *rec)
{
	return TRAP_LOG_TRAP_WORDS + (u16)(rec[4] >> 16);
}

/* Behind the last record of @half that belongs to a trap still being served: that one will be written to again. */
static u64 *behind_open(struct trap_log *log, int half)
{
	u64 *start = half_start(log, half), *at = start;

	for (const struct trap *t = this_cpu()->trap; t; t = t->outer)
		if (t->log && t->log >= start && t->log < start + TRAP_LOG_HALF)
			at = max(at, t->log + trap_words(t->log));
	return at;
}

u64 *__kprobes trap_log_turn(struct trap_log *log, unsigned int words)
{
	int now = current_half(log);

	words += 2 + die_table->n;
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
	u64 *rec = log->head;

	if (!rec)
		return;		/* before trap_log_reset() there is no log */
	if (rec + 2 + table->n > log->limit) {
		trap_log_turn(log, 0);
		return;
	}
	log->head = rec + 2 + table->n;
	rec[0] = TRAP_LOG_HEAD(LOG_CHAIN, 0, this_cpu()->depth, log->seq++);
	rec[1] = (u64)table->gen << 32 | table->n;
	for (u32 i = 0; i < table->n; i++)
		rec[2 + i] = (unsigned long)table->nb[i]->notifier_call;
}

void __kprobes trap_log_write(enum log_type type, const char *name, unsigned long a, unsigned long b)
{
	if (!trap_log_room())
		trap_log_turn(&this_cpu()->log, 4);
	trap_log_put(type, name, a, b);
}

void trap_log_reset(void)
{
	struct trap_log *log = &this_cpu()->log;

	log->head = log->words;
	log->limit = log->words + TRAP_LOG_HALF;
	log->end[0] = log->words;
	log->end[1] = half_start(log, 1);
	log->seq = 1;
	trap_log_chain();
}

/* How many answers an unfinished record has got so far. */
static unsigned int open_answers(const u64 *rec, u32 seq)
{
	const u64 *a = rec + TRAP_LOG_TRAP_WORDS;
	unsigned int n = 0;

	/* The last word of the room is for the answer that ends the table. */
	while (n + 1 < (u16)(rec[4] >> 16) && log_answer_seq(&a[n]) == seq)
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

	*r = (struct log_record){ .type = (u8)at[0], .kind = at[0] >> 8, .depth = at[0] >> 16, .seq = at[0] >> 32, .at = at };
	switch (r->type) {
	case LOG_TRAP:
		r->pc = at[1];
		r->addr = at[2];
		r->cause = at[3];
		r->outcome = (u8)(at[4] >> 32);
		r->chain = it->chain;
		r->nr_asked = r->outcome == OUTCOME_OPEN ? open_answers(at, r->seq) : (u16)at[4];
		at += trap_words(at);
		break;
	case LOG_CHAIN:
		it->chain = at;
		r->a = (u32)at[1];
		r->b = at[1] >> 32;
		at += 2 + (u32)at[1];
		break;
	case LOG_MORE:
		r->nr_asked = (u32)at[1];
		at += 2 + 2 * (at[1] >> 32);
		break;
	default:
		r->name = (const char *)(unsigned long)at[1];
		r->a = at[2];
		r->b = at[3];
		at += 4;
	}
	it->at = at;
	return true;
}

bool trap_log_asked(const struct log_record *r, unsigned int i, void **callback, int *answer)
{
	struct log_iter it;
	struct log_record more;

	if (r->type == LOG_TRAP && i < r->nr_asked) {
		*callback = r->chain && i < (u32)r->chain[1] ? (void *)(unsigned long)r->chain[2 + i] : NULL;
		*answer = log_answer_value(&r->at[TRAP_LOG_TRAP_WORDS + i]);
		return true;
	}
	if (r->type == LOG_TRAP)
		i -= r->nr_asked;
	trap_log_start(&it);
	while (trap_log_next(&it, &more)) {
		if (more.type != LOG_MORE || more.seq != r->seq)
			continue;
		if (i < more.nr_asked) {
			*callback = (void *)(unsigned long)more.at[2 + 2 * i];
			*answer = (int)(u32)more.at[3 + 2 * i];
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
