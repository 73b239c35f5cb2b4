/* SPDX-License-Identifier: GPL-2.0-only */
/* What many tests need: to claim a breakpoint, to step a function, to run one. */
#ifndef TESTS_LIB_H
#define TESTS_LIB_H

#include <linux/kdebug.h>
#include <whosetrap/policy.h>
#include <whosetrap/testcode.h>
#include <whosetrap/trap.h>

#define STEPS_MAX	64

/** struct steps - what step traps have reported. */
struct steps {
	unsigned int n;			/* how many there were, also beyond STEPS_MAX */
	unsigned long pc[STEPS_MAX];
	enum trap_kind kind[STEPS_MAX];
};

/** tc_run - call @fn(@io) through tc_call() without stepping. Context: task. */
void tc_run(void (*fn)(void), struct tc_regs *io);

/**
 * tc_step - the same with a step of @kind armed from the call to the return, which are noted in @steps.
 *
 * Ends the test with SKIP when the CPU has no such step. Context: task.
 */
void tc_step(void (*fn)(void), struct tc_regs *io, enum step_kind kind, struct steps *steps);

/**
 * tc_driver_add, tc_driver_del - have the notifier under tc_run() and tc_step() on the chain all the time.
 *
 * Needed where they are called from inside a notifier, which may not take another off the chain. Context: task.
 */
void tc_driver_add(void);
void tc_driver_del(void);

/** steps_expect - check that @steps are of @kind, at the addresses in @pcs (ended by 0), then at tc_call_return. */
void steps_expect(const struct steps *steps, enum trap_kind kind, const unsigned long *pcs);

/** struct breaker - a notifier that claims the breakpoint at tc_break_at and goes on behind it. */
struct breaker {
	struct notifier_block nb;
	unsigned int hits;
	void (*inside)(struct trap *t);	/* called at each hit, may be NULL */
};

/** breaker_add - register @b, whose callback is set here. breaker_del - take it off. Context: task. */
void breaker_add(struct breaker *b);
void breaker_del(struct breaker *b);

/** regs_skip_break - let @regs go on behind the breakpoint instruction at @addr. Context: trap. */
void regs_skip_break(struct pt_regs *regs, unsigned long addr);

/** log_last_trap - the newest record of a trap of @kind (0: any) in the trap log. False when there is none. */
struct log_record;
bool log_last_trap(enum trap_kind kind, struct log_record *r);

#endif
