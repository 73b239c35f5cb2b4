/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How consumers plant breakpoints and arm steps. Every consumer goes through this table and never to the
 * arch contract directly, so that the same consumer runs under each policy:
 *
 *   linux   what kernels do today: a consumer patches text itself, keeps its own copy of the original
 *           instruction, and sets and clears the step bit of the frame by itself.
 *   claims  (planned) one registry of breakpoints and claims on the step.
 */
#ifndef WHOSETRAP_POLICY_H
#define WHOSETRAP_POLICY_H

#include <linux/types.h>
#include <asm/kprobes.h>
#include <whosetrap/arch.h>

/** struct trap_owner - somebody who plants breakpoints and arms steps; one static object per consumer. */
struct trap_owner {
	const char *name;
};

/** struct breakpoint - a breakpoint instruction somebody wants in the text. */
struct breakpoint {
	const struct trap_owner *owner;
	kprobe_opcode_t *addr;
	u8 saved[BREAK_INSN_SIZE];	/* what stood there, kept by policy linux */
	bool planted;
};

struct trap_policy {
	const char *name;
	/* May a callback take itself or another off the chain? If not, it is reported as a self-deadlock. */
	bool unregister_in_callback;
	/** plant - put break_insn at b->addr. 0, -EFAULT: not kernel text, -EEXIST: b is planted already. Context: any. */
	int (*plant)(struct breakpoint *b);
	/** lift - take b's breakpoint away. 0, or -ENOENT when it was not planted. Context: any. */
	int (*lift)(struct breakpoint *b);
	/** step_arm - the code that @regs returns to traps after one instruction or branch. 0 or -EOPNOTSUPP. Context: trap. */
	int (*step_arm)(const struct trap_owner *o, struct pt_regs *regs, enum step_kind kind);
	/** step_disarm - @o no longer wants a step there. Context: trap. */
	void (*step_disarm)(const struct trap_owner *o, struct pt_regs *regs);
	/** reset - forget everything. Context: task, between tests. */
	void (*reset)(void);
	/** residue - what somebody left behind, in words; NULL when nothing. Context: task. */
	const char *(*residue)(void);
};

/** policy - the one in force; never NULL after policy_select(). */
extern const struct trap_policy *policy;

/** policy_select - choose by name. 0, or -ENOENT. Context: boot. */
int policy_select(const char *name);

#endif
