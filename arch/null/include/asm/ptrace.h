/* SPDX-License-Identifier: GPL-2.0-only */
/* Registers of a machine that does not exist, with Linux's accessors. */
#ifndef ASM_PTRACE_H
#define ASM_PTRACE_H

#include <linux/types.h>

struct pt_regs {
	unsigned long pc, sp, fp, ret;
	unsigned long user;		/* not 0: the trap came from user mode */
};

static inline unsigned long instruction_pointer(const struct pt_regs *regs)
{
	return regs->pc;
}

static inline void instruction_pointer_set(struct pt_regs *regs, unsigned long pc)
{
	regs->pc = pc;
}

static inline unsigned long kernel_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

static inline unsigned long frame_pointer(const struct pt_regs *regs)
{
	return regs->fp;
}

static inline bool user_mode(const struct pt_regs *regs)
{
	return regs->user != 0;
}

static inline unsigned long regs_return_value(const struct pt_regs *regs)
{
	return regs->ret;
}

static inline void regs_set_return_value(struct pt_regs *regs, unsigned long ret)
{
	regs->ret = ret;
}

#endif
