/* SPDX-License-Identifier: GPL-2.0-only */
/* The breakpoint instruction, sizes of instructions and slots. */
#ifndef ASM_KPROBES_H
#define ASM_KPROBES_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/ptrace.h>

typedef u32 kprobe_opcode_t;

#define MAX_INSN_SIZE		4	/* bytes of the longest instruction */
#define BREAK_INSN_SIZE		4
#define BREAK_PC_OFFSET		0	/* what the hardware adds to the pc of a breakpoint before it reports it */
#define OOL_SLOT_SIZE		64	/* bytes of a slot */

extern const u8 break_insn[BREAK_INSN_SIZE];

/* What the arch keeps between arch_ool_prepare(), arch_ool_begin() and arch_ool_finish(). */
struct arch_ool {
	unsigned long unused;
};

/** kprobe_func_entry - where a call of the function at @addr arrives. */
static inline unsigned long kprobe_func_entry(unsigned long addr)
{
	return addr;
}

/** return_address_slot - at the first instruction of a function: where its return address is. */
static __always_inline unsigned long *return_address_slot(struct pt_regs *regs)
{
	return &regs->pc;
}

/** return_stack_pointer - at the first instruction of a function: the stack pointer when it has returned. */
static __always_inline unsigned long return_stack_pointer(const struct pt_regs *regs)
{
	(void)regs;
	return 0;
}

#endif
