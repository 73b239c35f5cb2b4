/* SPDX-License-Identifier: GPL-2.0-only */
/* struct pt_regs, Linux's field names and accessors. Picture: arch/aarch64/entry.S. */
#ifndef ASM_PTRACE_H
#define ASM_PTRACE_H

/* SPSR_EL1 and PSTATE, Arm ARM DDI 0487 C5.2.19. The names are Linux's. */
#define PSR_MODE_EL0t		0x0
#define PSR_MODE_EL1t		0x4
#define PSR_MODE_EL1h		0x5
#define PSR_MODE_EL2h		0x9
#define PSR_MODE_MASK		0xf
#define PSR_MODE32_BIT		0x10
#define PSR_F_BIT		0x40
#define PSR_I_BIT		0x80
#define PSR_A_BIT		0x100
#define PSR_D_BIT		0x200
#define PSR_BTYPE_MASK		0xc00
#define PSR_IL_BIT		(1 << 20)
#define PSR_SS_BIT		(1 << 21)
#define PSR_V_BIT		(1 << 28)
#define PSR_C_BIT		(1 << 29)
#define PSR_Z_BIT		(1 << 30)
#define PSR_N_BIT		(1U << 31)

#ifndef __ASSEMBLER__

#include <linux/types.h>

/* Linux's struct user_pt_regs begins it. */
struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
	u64 pstate;
	/* What the entry needs besides. */
	u64 orig_x0;		/* x0 of a system call */
	s32 syscallno;		/* its number, -1 for any other trap: set where a trap comes from user mode */
	u32 unused;
	u64 esr;		/* ESR_EL1 at the entry; says nothing about an interrupt */
	u64 entry;		/* function in decode.c that the vector names */
	u64 stackframe[2];	/* x29 and pc: a frame record, AAPCS64 6.4.6 */
};

static __always_inline unsigned long instruction_pointer(const struct pt_regs *regs)
{
	return regs->pc;
}

static __always_inline void instruction_pointer_set(struct pt_regs *regs, unsigned long pc)
{
	regs->pc = pc;
}

static __always_inline unsigned long kernel_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

static __always_inline unsigned long frame_pointer(const struct pt_regs *regs)
{
	return regs->regs[29];
}

/* EL0, in AArch64 or AArch32 state. */
static __always_inline bool user_mode(const struct pt_regs *regs)
{
	return !(regs->pstate & PSR_MODE_MASK);
}

static __always_inline unsigned long regs_return_value(const struct pt_regs *regs)
{
	return regs->regs[0];
}

static __always_inline void regs_set_return_value(struct pt_regs *regs, unsigned long ret)
{
	regs->regs[0] = ret;
}

#endif
#endif
