/* SPDX-License-Identifier: GPL-2.0-only */
/* struct trap: one trap, decoded, on its way to its owner. */
#ifndef WHOSETRAP_TRAP_H
#define WHOSETRAP_TRAP_H

#include <linux/kdebug.h>
#include <linux/kernel.h>
#include <whosetrap/die.h>
#include <asm/ptrace.h>

enum trap_kind {
	TRAP_NONE = 0,
	TRAP_BREAKPOINT,	/* a breakpoint instruction */
	TRAP_STEP,		/* an instruction was stepped */
	TRAP_BRANCH_STEP,	/* a branch was stepped */
	TRAP_HW_BREAKPOINT,	/* execution reached a debug register */
	TRAP_WATCHPOINT,	/* data access matched a debug register */
	TRAP_UNDEFINED,		/* undefined or illegal instruction */
	TRAP_PRIVILEGED,	/* privileged instruction or general protection */
	TRAP_ARITHMETIC,	/* divide, overflow, bound */
	TRAP_FP,		/* floating point or vector not available, or its exception */
	TRAP_PAGE_FAULT,	/* storage fault, data or instruction */
	TRAP_ALIGNMENT,
	TRAP_SYSCALL,
	TRAP_IRQ,
	TRAP_NMI,
	TRAP_MACHINE_CHECK,
	TRAP_DOUBLE_FAULT,	/* a fault while delivering a fault */
	TRAP_STACK_OVERFLOW,
	TRAP_UNEXPECTED,	/* a vector that cannot happen here */
	NR_TRAP_KINDS
};

/** trap_kind_name - lower-case word for @kind, "step" and so on. Context: any. */
const char *trap_kind_name(enum trap_kind kind);

enum irq_source {
	IRQ_NONE = 0,
	IRQ_TIMER,		/* the timer of arch_timer_arm(); acknowledged already */
	IRQ_SPURIOUS,
};

/**
 * struct trap - filled by arch_decode(), handed along the chain through its first member.
 *
 * A consumer gets it from the chain's data argument with die_trap(). pc means the same on every architecture:
 * for a breakpoint the address of the breakpoint instruction, for a step the next instruction to run, for a
 * fault the faulting instruction. regs holds what the hardware left.
 */
struct trap {
	struct die_args die;		/* regs, str, err, trapnr, signr */
	enum die_val val;
	enum trap_kind kind;
	unsigned long pc;
	unsigned long addr;		/* fault address, 0 where there is none */
	unsigned long cause;		/* raw: DR6 or error code, ESR_EL1, SRR1 or DSISR */
	enum irq_source source;
	u32 depth;			/* 1 for the outermost */
	struct trap *outer;		/* the trap that this one interrupted */
	struct log_trap *log;		/* its record in the trap log, NULL when it has none */
	const struct die_table *table;	/* the chain being walked for it, NULL when no walk is under way */
};

static inline struct trap *die_trap(void *data)
{
	return container_of((struct die_args *)data, struct trap, die);
}

static inline struct pt_regs *trap_regs(const struct trap *t)
{
	return t->die.regs;
}

/**
 * trap_dispatch - log a decoded trap, find its owner, take the default action when there is none.
 *
 * Called once per trap by arch_decode(), on a safe stack, with the step control off. Returns when the frame may be
 * returned to; by then consumers or the default action may have changed it.
 */
void trap_dispatch(struct trap *t);

/** trap_walking - is a walk of the die chain under way on this CPU? Context: any. */
bool trap_walking(void);

/** trap_unclaimed - traps since the last reset that nobody claimed and that had no fixup. */
unsigned long trap_unclaimed(void);

/**
 * trap_catch_unclaimed - let @fn look at traps that nobody claims, before the running test is failed for them.
 *
 * @fn returns true when it has dealt with the trap; such a trap is not counted. NULL takes the hook away. Reset
 * before each test. Context: task.
 */
void trap_catch_unclaimed(bool (*fn)(struct trap *t));

/** trap_reset - forget hook and counts. Context: task, between tests. */
void trap_reset(void);

/** trap_show - the full diagnosis of @t: cause, registers, backtrace, trap log. Context: trap. */
void trap_show(const struct trap *t, const char *why);

#endif
