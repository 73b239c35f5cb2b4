// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whose trap is it? xmon asks in this order, and only of its own records:
 *
 *   breakpoint   at a breakpoint of the table, or at xmon_landing() while xmon() is calling -> prompt
 *   step         asked for at this depth of nesting:
 *                  to get over a breakpoint -> put it back and go on; nobody sees this step
 *                  by the command 's'       -> the next one, or prompt
 *   fault        of the instruction on which a breakpoint was being got over -> put it back, not mine
 *   all else     not mine
 *
 * Steps are kept for each depth of trap nesting, so a prompt inside an interrupt that came in the middle of a step
 * leaves that step alone. Linux's xmon claims every step in the kernel that it is asked about; this one does not.
 */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/priorities.h>
#include <whosetrap/symbols.h>
#include "internal.h"

/* How a prompt was left, until the step trap that ends it. */
struct xmon_step {
	enum { STEP_IDLE = 0, STEP_OVER, STEP_COUNT } what;
	unsigned long left;		/* STEP_COUNT: steps to go, this one included */
	struct xmon_bpt *over;		/* lifted for the time of the step */
	enum step_kind other;		/* what somebody else had armed in the frame */
};

static struct xmon_step steps[NR_CPUS][TRAP_DEPTH_MAX + 1];
static struct notifier_block xmon_nb;
static bool enabled, in_prompt;

static struct {
	struct breakpoint bp;
	const char *why;
} landing;

/* Where xmon() breaks in: a breakpoint at the entry of this function, there only while it is called. */
static noinline void __kprobes xmon_landing(void)
{
	barrier();
}

static struct xmon_bpt *__kprobes active_bpt_at(unsigned long addr)
{
	struct xmon_bpt *b = xmon_bpt_at(addr);

	return b && !b->disabled ? b : NULL;
}

/* Run one instruction from where @regs stands, with no breakpoint of ours in its way. */
static void __kprobes step_from(struct xmon_step *s, struct pt_regs *regs, struct xmon_bpt *over)
{
	s->over = over;
	if (policy->step_arm(&xmon_consumer.owner, regs, STEP_INSN)) {
		xmon_printf("this CPU cannot step; the breakpoint stays in\n");
		if (over)
			xmon_bpt_insert(over);
		s->what = STEP_IDLE;
	}
}

static void __kprobes prompt(struct trap *t, struct xmon_step *s, const char *why)
{
	struct pt_regs *regs = trap_regs(t);
	char sym[KSYM_NAME_LEN];
	struct xmon_bpt *here;
	unsigned long n = 0;
	enum xmon_go go;

	xmon_bpts_remove();
	in_prompt = true;
	xmon_entered++;
	xmon_io_open();
	sprint_symbol(sym, instruction_pointer(regs));
	xmon_printf("xmon: %s at %s\n", why, sym);
	go = xmon_commands(regs, &n);
	xmon_io_close();
	in_prompt = false;

	here = active_bpt_at(instruction_pointer(regs));
	xmon_bpts_insert(here);
	s->what = go == XMON_STEP ? STEP_COUNT : here ? STEP_OVER : STEP_IDLE;
	s->left = n;
	if (s->what != STEP_IDLE)
		step_from(s, regs, here);
}

static int __kprobes breakpoint_hit(struct trap *t, struct xmon_step *s)
{
	struct pt_regs *regs = trap_regs(t);
	struct xmon_bpt *b = xmon_bpt_at(t->pc);
	const char *why = "breakpoint";

	if (b && b->bp.planted) {
		b->hits++;
	} else if (landing.bp.planted && t->pc == (unsigned long)landing.bp.addr) {
		policy->lift(&landing.bp);
		why = landing.why;
	} else {
		return NOTIFY_DONE;
	}
	if (s->what == STEP_IDLE)
		s->other = arch_step_kind(regs);
	instruction_pointer_set(regs, t->pc);
	prompt(t, s, why);
	return NOTIFY_STOP;
}

/* End of the step: what it lifted goes back, what it armed goes away. */
static void __kprobes end_step(struct trap *t, struct xmon_step *s)
{
	if (s->over)
		xmon_bpt_insert(s->over);
	s->over = NULL;
	policy->step_disarm(&xmon_consumer.owner, trap_regs(t));
}

static int __kprobes stepped(struct trap *t, struct xmon_step *s)
{
	enum step_kind other = s->other;
	struct xmon_bpt *here;

	if (s->what == STEP_IDLE)
		return NOTIFY_DONE;
	end_step(t, s);
	here = active_bpt_at(t->pc);
	if (s->what == STEP_OVER) {
		s->what = STEP_IDLE;
	} else if (--s->left == 0 || here) {
		s->what = STEP_IDLE;
		if (here)
			here->hits++;
		prompt(t, s, here ? "step reached breakpoint" : "step");
	} else {
		step_from(s, trap_regs(t), NULL);
	}
	if (s->what == STEP_IDLE)
		s->other = STEP_NONE;
	if (likely(other == STEP_NONE))
		return NOTIFY_STOP;
	/* Somebody was stepping here before us. The trap is also his. */
	if (s->what == STEP_IDLE)
		policy->step_arm(&xmon_consumer.owner, trap_regs(t), other);
	return NOTIFY_DONE;
}

/* The instruction under a lifted breakpoint faulted: put the breakpoint back, the fault is not ours. */
static int __kprobes faulted(struct trap *t, struct xmon_step *s)
{
	if (s->what == STEP_OVER) {
		end_step(t, s);
		if (s->other != STEP_NONE)
			policy->step_arm(&xmon_consumer.owner, trap_regs(t), s->other);
		s->what = STEP_IDLE;
		s->other = STEP_NONE;
	} else if (s->what == STEP_COUNT && s->over) {
		xmon_bpt_insert(s->over);
		s->over = NULL;
	}
	return NOTIFY_DONE;
}

int __kprobes xmon_exceptions_notify(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	struct xmon_step *s;

	(void)nb;
	(void)val;
	if (in_prompt || t->depth > TRAP_DEPTH_MAX || user_mode(trap_regs(t)))
		return NOTIFY_DONE;
	s = &steps[this_cpu()->id][t->depth];
	switch (t->kind) {
	case TRAP_BREAKPOINT:
		return breakpoint_hit(t, s);
	case TRAP_STEP:
	case TRAP_BRANCH_STEP:
		return stepped(t, s);
	case TRAP_UNDEFINED:
	case TRAP_PRIVILEGED:
	case TRAP_ARITHMETIC:
	case TRAP_FP:
	case TRAP_PAGE_FAULT:
	case TRAP_ALIGNMENT:
	case TRAP_MACHINE_CHECK:
		return faulted(t, s);
	default:
		return NOTIFY_DONE;
	}
}

static int attach(void)
{
	int err;

	xmon_nb = (struct notifier_block){ .notifier_call = xmon_exceptions_notify, .priority = DIE_PRIO_xmon };
	err = register_die_notifier(&xmon_nb);
	enabled = !err;
	return err;
}

int xmon_enable(void)
{
	return enabled ? 0 : attach();
}

void xmon_disable(void)
{
	for (struct xmon_bpt *b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++)
		if (!b->keep)
			xmon_bpt_free(b);
	if (!enabled || options.xmon)
		return;
	unregister_die_notifier(&xmon_nb);
	enabled = false;
}

void xmon(const char *why)
{
	/* By pointer: no copy of the function may be inlined or called past its entry. */
	void (*volatile land)(void) = xmon_landing;

	if (!enabled)
		return;
	landing.why = why;
	landing.bp = (struct breakpoint){ .owner = &xmon_consumer.owner, .addr = (kprobe_opcode_t *)land };
	if (WARN_ON(policy->plant(&landing.bp)))
		return;
	land();
	policy->lift(&landing.bp);	/* still there only if the trap went to somebody else */
}

static void reset(void)
{
	policy->lift(&landing.bp);
	xmon_bpts_remove();
	for (struct xmon_bpt *b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++)
		if (!b->keep)
			xmon_bpt_free(b);
	memset(steps, 0, sizeof(steps));
	enabled = in_prompt = false;
	xmon_io_reset();
}

/* Attaches by itself only where a person has asked for it. */
static int init(void)
{
	int err;

	if (!options.xmon)
		return 0;
	err = attach();
	if (!err)
		xmon_bpts_insert(NULL);
	return err;
}

static const char *residue(void)
{
	for (struct xmon_bpt *b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++)
		if (b->addr && !b->keep)
			return "a breakpoint is still set";
	for (unsigned int d = 0; d <= TRAP_DEPTH_MAX; d++)
		if (steps[0][d].what != STEP_IDLE)
			return "a step was never finished";
	return NULL;
}

/* Under xmon=on there is a prompt before the tests; the breakpoints set there are kept for all of them. */
static void start(void)
{
	int err;

	if (!options.xmon)
		return;
	err = xmon_enable();
	if (err) {
		printk("xmon: cannot attach to the die chain: %d\n", err);
		return;
	}
	xmon("start");
	unregister_die_notifier(&xmon_nb);
	reset();
}

TRAP_CONSUMER(xmon_consumer, .owner = { "xmon" }, .init = init, .start = start, .reset = reset,
	      .residue = residue);
