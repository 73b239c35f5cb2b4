/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct pt_regs, Linux's field names and accessors.
 *
 * The order is not Linux's in one point: bp stands beside ip, so that the two together read as a stack frame (saved
 * frame pointer, return address) and a walk over frame pointers crosses the trap. Picture: arch/x86_64/entry.S.
 */
#ifndef ASM_PTRACE_H
#define ASM_PTRACE_H

#include <linux/types.h>

struct pt_regs {
	/*
	 * The row of the vector table (struct vector) that the trap came through. Bit 0, set by the paranoid entry
	 * only: the GS base was the user's although the code was the kernel's, and is to be again after the return.
	 */
	unsigned long entry;
	unsigned long r15, r14, r13, r12;
	unsigned long bx;
	unsigned long r11, r10, r9, r8;
	unsigned long ax, cx, dx, si, di;
	unsigned long orig_ax;		/* error code; syscall: its number; else -1 */
	unsigned long bp;
	/* Pushed by the hardware, SDM 3A section 6.14.2. */
	unsigned long ip;
	unsigned long cs;
	unsigned long flags;
	unsigned long sp;
	unsigned long ss;
};

static __always_inline unsigned long instruction_pointer(const struct pt_regs *regs)
{
	return regs->ip;
}

static __always_inline void instruction_pointer_set(struct pt_regs *regs, unsigned long ip)
{
	regs->ip = ip;
}

static __always_inline unsigned long kernel_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

static __always_inline unsigned long frame_pointer(const struct pt_regs *regs)
{
	return regs->bp;
}

/* The requested privilege level in CS is the one the code ran at, SDM 3A section 5.5. */
static __always_inline bool user_mode(const struct pt_regs *regs)
{
	return (regs->cs & 3) != 0;
}

static __always_inline unsigned long regs_return_value(const struct pt_regs *regs)
{
	return regs->ax;
}

static __always_inline void regs_set_return_value(struct pt_regs *regs, unsigned long ret)
{
	regs->ax = ret;
}

#endif
