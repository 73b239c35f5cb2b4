/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hardware breakpoints and watchpoints, below Linux's API: slots, who has them, what may not be watched.
 *
 * A slot is a debug register, or pair of registers, by number. Which numbers are for what is the architecture's
 * business (arch_hwbp_slots()). Registers are those of the CPU that calls; there is one that runs.
 */
#ifndef WHOSETRAP_HWBP_H
#define WHOSETRAP_HWBP_H

#include <linux/compiler.h>
#include <linux/types.h>

struct trap;
struct pt_regs;

/* Values of Linux's HW_BREAKPOINT_*. */
enum hwbp_type { HWBP_R = 1, HWBP_W = 2, HWBP_RW = 3, HWBP_X = 4 };

#define HWBP_SLOTS_MAX	32
#define HWBP_NEAR	BIT(63)	/* with slots: the CPU watches more than was asked, and it was that; pass, tell nobody */

/** struct hwbp - what is wanted of a slot. @len of HWBP_X is ignored: one instruction. */
struct hwbp {
	unsigned long addr;
	u8 len;
	u8 type;
	bool user;		/* fires in user mode, else in the kernel */
	bool in;		/* has a slot */
	u8 slot;
};

/** hwbp_slots - who has each slot. Of those suspended too. */
extern struct hwbp *hwbp_slots[HWBP_SLOTS_MAX];

/** hwbp_suspended - mask of those that are disarmed for the moment. */
extern unsigned long hwbp_suspended;

/**
 * hwbp_install - take a free slot for @b and arm it.
 *
 * 0; -EINVAL: what @b says is nothing that this CPU can watch, or must not be watched; -EOPNOTSUPP: no slots for it in this
 * CPU; -ENOSPC: all taken; -EEXIST: @b has one. Context: any.
 */
int hwbp_install(struct hwbp *b);
/** hwbp_remove - disarm and give back; harmless when @b has none. Context: any. */
void hwbp_remove(struct hwbp *b);
/** hwbp_suspend, hwbp_resume - disarm and arm again the slots in the mask @slots, which keep their owners. Context: any. */
void hwbp_suspend(unsigned long slots);
void hwbp_resume(unsigned long slots);
/** hwbp_reset - give all slots back. hwbp_residue - what is left, in words, or NULL. Context: task. */
void hwbp_reset(void);
const char *hwbp_residue(void);

/*
 * What is read or written on the way from a trap to the consumer would trap again before anybody could prevent it
 * (Linux c4bed4b96918, 3943abf2dbfa; CVE-2015-8104). Such objects are named with NOWATCH(), and stacks, struct cpu
 * and what the architecture knows of are refused too. The stack in use in task context is not.
 */
struct nowatch {
	unsigned long addr, size;
};

#define NOWATCH(obj)								\
	static const struct nowatch _nowatch_##obj				\
		__used __section(".nowatch") __aligned(8) = { (unsigned long)&(obj), sizeof(obj) }

/** hwbp_nowatch - does [@addr, @addr + @len) touch any of that? Context: any. */
bool hwbp_nowatch(unsigned long addr, unsigned long len);

#endif
