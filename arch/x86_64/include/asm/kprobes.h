/* SPDX-License-Identifier: GPL-2.0-only */
/* The breakpoint instruction, sizes of instructions and slots. */
#ifndef ASM_KPROBES_H
#define ASM_KPROBES_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/ptrace.h>

typedef u8 kprobe_opcode_t;

#define MAX_INSN_SIZE		16	/* the longest instruction has 15 bytes (SDM 2A section 2.3.11) */
#define BREAK_INSN_SIZE		1
#define BREAK_PC_OFFSET		1	/* INT3 is a trap: the saved RIP is behind it */
#define OOL_SLOT_SIZE		64

extern const u8 break_insn[BREAK_INSN_SIZE];	/* INT3, cc */

/* What the arch keeps between arch_ool_prepare(), arch_ool_begin() and arch_ool_finish(); see arch/x86_64/ool.c. */
struct arch_ool {
	u8 action;		/* enum ool_action */
	u8 cond;		/* low four bits of the opcode of an emulated branch: its condition */
	bool ecx;		/* an emulated LOOP or JRCXZ counts in ECX */
	bool own_tf;		/* TF as the program is to see it, from begin to finish of a PUSHF or POPF */
	s32 disp;		/* of an emulated branch */
};

/** kprobe_func_entry - where a call of the function at @addr arrives. */
static inline unsigned long kprobe_func_entry(unsigned long addr)
{
	return addr;
}

/** return_address_slot - at the first instruction of a function: where its return address is. */
static __always_inline unsigned long *return_address_slot(struct pt_regs *regs)
{
	return (unsigned long *)regs->sp;
}

/** return_stack_pointer - at the first instruction of a function: the stack pointer when it has returned. */
static __always_inline unsigned long return_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp + 8;
}

#endif
