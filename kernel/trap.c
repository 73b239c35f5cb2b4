// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trap arrives; whose is it?
 *
 *   arch_decode() -> trap_dispatch(): log it -> ask the die chain -> claimed? back to the frame.
 *   Not claimed: fixup table, then the test's hook, then the running test is failed and left.
 *
 * Interrupts are served here and never reach the chain, as in Linux.
 */
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/site.h>
#include <whosetrap/test.h>
#include <whosetrap/trap.h>
#include <asm/die-ask.h>

static unsigned long unclaimed;
static bool (*catch_unclaimed)(struct trap *t);

static enum trap_outcome __kprobes serve_interrupt(struct trap *t)
{
	if (t->source == IRQ_TIMER)
		watchdog_tick(t);
	return OUTCOME_SERVED;
}

/* What happens to a trap that is nobody's. */
static enum trap_outcome __kprobes trap_default(struct trap *t)
{
	struct pt_regs *regs = trap_regs(t);
	unsigned long fixup = search_extable(t->pc);

	if (fixup && !user_mode(regs)) {
		instruction_pointer_set(regs, fixup);
		return OUTCOME_FIXED;
	}
	if (catch_unclaimed && catch_unclaimed(t))
		return OUTCOME_CAUGHT;
	unclaimed++;
	test_kill(t, t->kind == TRAP_NMI ? "NMI that nobody asked for: the host saw no progress" :
					   "nobody claimed this trap");
	return OUTCOME_UNCLAIMED;
}

/*
 * One walk of the die chain. *@asked gets the number of callbacks asked, as far as they stand at @log.
 */
static __always_inline int ask_chain(struct trap *t, const struct die_table *table, u32 seq, u64 *log, u32 *asked)
{
	struct notifier_block *const *e = table->ask;
	u64 *end = log;
	int ret;

	t->table = table;
	ret = die_ask(&e, &end, seq, t->val, &t->die);
	*asked = end - log;
	if (unlikely(ret == DIE_NO_ANSWER)) {
		*asked -= 1;
		ret = die_walk_slow(t, e, seq);
	}
	t->table = NULL;
	return ret;
}

void __kprobes trap_dispatch(struct trap *t)
{
	struct cpu *cpu = this_cpu();
	const struct die_table *table = die_table;
	unsigned long depth = cpu->depth + 1;
	enum trap_outcome outcome;
	u64 *rec = cpu->log.head;
	struct log_trap *log;
	u32 asked = 0, seq;

	t->outer = cpu->trap;
	t->depth = depth;
	cpu->trap = t;
	cpu->depth = depth;

	if (unlikely(rec + table->words > cpu->log.limit))
		rec = trap_log_turn(&cpu->log, table->words);
	cpu->log.head = rec + table->words;
	log = (struct log_trap *)rec;
	t->log = log;
	seq = cpu->log.seq++;
	log_head_put(&log->head, seq, LOG_TRAP, t->kind, depth);
	log->pc = t->pc;
	log->addr = t->addr;
	log->cause = t->cause;
	log->walk = table->walk;

	if (unlikely(depth > TRAP_DEPTH_MAX)) {
		t->table = NULL;
		test_kill(t, "traps nested beyond the bound");
		outcome = OUTCOME_UNCLAIMED;
	} else if (unlikely(t->source != IRQ_NONE)) {
		t->table = NULL;
		outcome = serve_interrupt(t);
	} else if (likely(ask_chain(t, table, seq, log->answers, &asked) == NOTIFY_STOP)) {
		outcome = OUTCOME_CLAIMED;
	} else {
		outcome = trap_default(t);
	}

	log->walk.asked = asked;
	log->head.outcome = outcome;
	if (unlikely(cpu->kill))
		test_kill(t, NULL);
	cpu->trap = t->outer;
	cpu->depth = depth - 1;
}

struct trap_site *trap_sites[1 << TRAP_SITE_BITS];

bool __kprobes trap_walking(void)
{
	for (const struct trap *t = this_cpu()->trap; t; t = t->outer)
		if (t->table)
			return true;
	return false;
}

unsigned long trap_unclaimed(void)
{
	return unclaimed;
}

void trap_catch_unclaimed(bool (*fn)(struct trap *t))
{
	catch_unclaimed = fn;
}

void trap_reset(void)
{
	unclaimed = 0;
	catch_unclaimed = NULL;
	this_cpu()->trap = NULL;
	this_cpu()->depth = 0;
	this_cpu()->kill = 0;
}
