/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct pt_regs, with Linux's field names and order on powerpc, and its accessors. Picture of the frame:
 * arch/ppc64/entry.S.
 */
#ifndef ASM_PTRACE_H
#define ASM_PTRACE_H

#include <linux/types.h>
#include <asm/reg.h>

struct pt_regs {
	unsigned long gpr[32];
	unsigned long nip;		/* SRR0 or HSRR0 */
	unsigned long msr;		/* SRR1 or HSRR1: MSR, and in some bits the cause */
	unsigned long orig_gpr3;	/* system call: r3 as it came; else nothing */
	unsigned long ctr;
	unsigned long link;
	unsigned long xer;
	unsigned long ccr;
	unsigned long softe;		/* not used: the soft interrupt mask is the CPU's, see <asm/irqflags.h> */
	unsigned long trap;		/* vector */
	unsigned long dar;		/* storage and alignment interrupts only */
	unsigned long dsisr;
	unsigned long result;		/* not used by the entry */
};

static __always_inline unsigned long instruction_pointer(const struct pt_regs *regs)
{
	return regs->nip;
}

static __always_inline void instruction_pointer_set(struct pt_regs *regs, unsigned long ip)
{
	regs->nip = ip;
}

static __always_inline unsigned long kernel_stack_pointer(const struct pt_regs *regs)
{
	return regs->gpr[1];
}

static __always_inline unsigned long frame_pointer(const struct pt_regs *regs)
{
	return regs->gpr[1];
}

static __always_inline bool user_mode(const struct pt_regs *regs)
{
	return (regs->msr & MSR_PR) != 0;
}

static __always_inline unsigned long regs_return_value(const struct pt_regs *regs)
{
	return regs->gpr[3];
}

static __always_inline void regs_set_return_value(struct pt_regs *regs, unsigned long ret)
{
	regs->gpr[3] = ret;
}

#endif
