/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trap_log_write() in place, for the few writers that every step passes. They ask for room first and go another way when there is
 * none, so that nothing has to be kept across a call on the way that is taken.
 */
#ifndef WHOSETRAP_TRAP_LOG_PUT_H
#define WHOSETRAP_TRAP_LOG_PUT_H

#include <whosetrap/cpu.h>

/** trap_log_room - can trap_log_put() be used now? Context: any. */
static __always_inline bool trap_log_room(void)
{
	const struct trap_log *log = &this_cpu()->log;

	return likely(log->head + LOG_WORDS(log_plain) <= log->limit);
}

/** trap_log_put - see trap_log_write(); only after trap_log_room() on the same CPU, with no trap in between. */
static __always_inline void trap_log_put(enum log_type type, const char *name, unsigned long a, unsigned long b)
{
	struct cpu *cpu = this_cpu();
	struct log_plain *rec = (struct log_plain *)cpu->log.head;

	cpu->log.head += LOG_WORDS(log_plain);
	log_head_put(&rec->head, cpu->log.seq++, type, 0, cpu->depth);
	rec->name = (unsigned long)name;
	rec->a = a;
	rec->b = b;
}

#endif
