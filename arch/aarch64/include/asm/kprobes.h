/* SPDX-License-Identifier: GPL-2.0-only */
/* The breakpoint instruction, sizes of instructions and slots. */
#ifndef ASM_KPROBES_H
#define ASM_KPROBES_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/ptrace.h>

typedef u32 kprobe_opcode_t;

#define MAX_INSN_SIZE		4
#define BREAK_INSN_SIZE		4
#define BREAK_PC_OFFSET		0	/* ELR_EL1 is the address of the BRK itself */
#define OOL_SLOT_SIZE		64

extern const u8 break_insn[BREAK_INSN_SIZE];	/* BRK #4, Linux's KPROBES_BRK_IMM */

struct ool_insn;
struct pt_regs;

/* What the arch keeps between arch_ool_prepare(), arch_ool_begin() and arch_ool_finish(); see arch/aarch64/ool.c. */
struct arch_ool {
	/* Does the work of an instruction that is emulated, pc included; NULL for one that is stepped. */
	void (*emulate)(const struct ool_insn *o, struct pt_regs *regs);
	unsigned long target;	/* of a branch, of a literal, or the value of ADR and ADRP */
	u8 rt;			/* register written, compared, or branched to; 31: none */
	u8 bit;			/* tested by TBZ and TBNZ; condition of B.cond */
};

/** kprobe_func_entry - where a call of the function at @addr arrives. */
static inline unsigned long kprobe_func_entry(unsigned long addr)
{
	return addr;
}

/** return_address_slot - at the first instruction of a function: where its return address is. */
static __always_inline unsigned long *return_address_slot(struct pt_regs *regs)
{
	return (unsigned long *)&regs->regs[30];
}

/** return_stack_pointer - at the first instruction of a function: the stack pointer when it has returned. */
static __always_inline unsigned long return_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

#endif
