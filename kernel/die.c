// SPDX-License-Identifier: GPL-2.0-only
/*
 * The die chain: registration, and the table that trap_dispatch() walks. See <whosetrap/die.h>.
 *
 * A table is never changed while a walk may be in it, but for one thing: when a newer one replaces it, the blocks in the
 * old one become moved_block, so that a walk under way notices at its next step and goes on in the new table. The
 * walk itself pays nothing for that.
 */
#include <asm/kprobes.h>
#include <string.h>
#include <whosetrap/cpu.h>
#include <whosetrap/die.h>
#include <whosetrap/hwbp.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>
#include <whosetrap/site.h>
#include <whosetrap/trap.h>

/* Enough that each nested walk of a CPU may sit in an old table of its own. */
#define NR_TABLES	(TRAP_DEPTH_MAX + 2)

static ATOMIC_NOTIFIER_HEAD(die_chain);
static const struct notifier_block *sites_nb;
/* The end of a table, and every entry of one that was replaced. */
static int __kprobes chain_end(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)val;
	(void)data;
	return DIE_NO_ANSWER;
}

static struct notifier_block end_block = { .notifier_call = chain_end };
static struct notifier_block moved_block = { .notifier_call = chain_end };

/* The empty chain: probing for what the CPU has may trap before any is built. */
static struct die_table none = {
	.ask = { &end_block }, .words = LOG_WORDS(log_trap) + 1, .walk = { .room = 1 }, .site_walk = { .room = 1 },
};
static struct die_table tables[NR_TABLES];
const struct die_table *die_table = &none;
NOWATCH(none);
NOWATCH(tables);
NOWATCH(die_table);

static bool table_in_use(const struct die_table *table)
{
	if (table == die_table)
		return true;
	for (unsigned int c = 0; c < nr_cpus_online(); c++)
		for (const struct trap *t = cpus[c].trap; t; t = t->outer)
			if (t->table == table)
				return true;
	return false;
}

/* Make a new table from the list and put it in force. */
static void rebuild(void)
{
	struct die_table *old = (struct die_table *)die_table, *new = tables;
	struct notifier_block *nb;
	u32 n = 0;

	while (table_in_use(new))
		BUG_ON(++new == tables + NR_TABLES);
	for (nb = die_chain.head; nb; nb = nb->next)
		new->ask[n] = new->nb[n] = nb, n++;
	new->ask[n] = &end_block;
	new->nb[n] = NULL;
	new->n = n;
	new->words = LOG_WORDS(log_trap) + n + 1;
	new->walk = (struct log_walk){ .gen = old->walk.gen + 1, .room = n + 1 };
	new->site_walk = (struct log_walk){ .gen = new->walk.gen, .room = 1 };
	barrier();
	WRITE_ONCE(die_table, new);
	arch_breakpoint_by_site(new->n && new->nb[0] == sites_nb);
	for (u32 i = 0; i < old->n; i++)
		WRITE_ONCE(old->ask[i], &moved_block);
	trap_log_chain();
}

/* The index in @new at which a walk goes on that was about to ask @nb[0]; blocks taken off meanwhile are passed over. */
static u32 __kprobes resume(const struct die_table *new, struct notifier_block *const *nb)
{
	for (; *nb; nb++)
		for (u32 i = 0; i < new->n; i++)
			if (new->nb[i] == *nb)
				return i;
	return new->n;
}

/* Open a LOG_MORE record for @t with room for all of @table. */
static struct log_chain *__kprobes log_more(struct trap_log *log, const struct trap *t, const struct die_table *table, u32 seq)
{
	unsigned int words = LOG_WORDS(log_chain) + 2 * table->n;
	struct log_chain *rec;

	if (log->head + words > log->limit)
		trap_log_turn(log, words);
	rec = (struct log_chain *)log->head;
	log->head += words;
	log_head_put(&rec->head, seq, LOG_MORE, t->kind, t->depth);
	rec->walk = (struct log_walk){ .gen = table->walk.gen, .room = table->n };
	return rec;
}

int __kprobes die_walk_slow(struct trap *t, struct notifier_block *const *e, u32 seq)
{
	const struct die_table *table = t->table;
	u32 i = e - table->ask;

	while (table->nb[i]) {
		const struct die_table *new = die_table;
		struct log_chain *more;

		i = resume(new, &table->nb[i]);
		t->table = table = new;
		more = log_more(&this_cpu()->log, t, table, seq);
		for (; table->nb[i] && table->ask[i] != &moved_block; i++) {
			struct notifier_block *nb = table->nb[i];
			u64 *word = &more->word[2 * more->walk.asked];
			int ret;

			word[0] = (unsigned long)nb->notifier_call;
			ret = nb->notifier_call(nb, t->val, &t->die);
			word[1] = (u32)ret;
			more->walk.asked++;
			if (ret & NOTIFY_STOP_MASK)
				return ret;
		}
	}
	return NOTIFY_DONE;
}

int notify_die(enum die_val val, const char *str, struct pt_regs *regs, long err, int trap, int sig)
{
	struct cpu *cpu = this_cpu();
	struct trap t = {
		.die = { .regs = regs, .str = str, .err = err, .trapnr = trap, .signr = sig },
		.val = val,
		.kind = val == DIE_BREAKPOINT ? TRAP_BREAKPOINT : val == DIE_STEP ? TRAP_STEP : TRAP_NONE,
		.pc = regs ? instruction_pointer(regs) - (val == DIE_BREAKPOINT ? BREAK_PC_OFFSET : 0) : 0,
		.depth = cpu->depth,
		.outer = cpu->trap,
	};
	int ret;

	cpu->trap = &t;
	ret = atomic_notifier_call_chain(&die_chain, val, &t.die);
	cpu->trap = t.outer;
	return ret;
}
NOKPROBE_SYMBOL(notify_die);

void trap_sites_of(const struct notifier_block *nb)
{
	sites_nb = nb;
	arch_breakpoint_by_site(die_table->n && die_table->nb[0] == nb);
}

int register_die_notifier(struct notifier_block *nb)
{
	int err;

	if (die_table->n >= DIE_CHAIN_MAX)
		return -ENOSPC;
	err = atomic_notifier_chain_register(&die_chain, nb);
	if (!err)
		rebuild();
	return err;
}

int unregister_die_notifier(struct notifier_block *nb)
{
	int err;

	if (!policy->unregister_in_callback && trap_walking()) {
		printk("unregister_die_notifier: called from inside a callback of the chain: Linux would wait for itself\n");
		return -EDEADLK;
	}
	err = atomic_notifier_chain_unregister(&die_chain, nb);
	if (!err)
		rebuild();
	return err;
}

void die_chain_reset(void)
{
	die_chain.head = NULL;
	for (struct die_table *t = tables; t < tables + NR_TABLES; t++)
		if (t != die_table)
			t->n = 0;
	rebuild();
}

struct notifier_block *die_chain_nth(unsigned int i)
{
	return i < die_table->n ? die_table->nb[i] : NULL;
}
