/* SPDX-License-Identifier: GPL-2.0-only */
/* The breakpoint instruction, sizes of instructions and slots. */
#ifndef ASM_KPROBES_H
#define ASM_KPROBES_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/ptrace.h>

typedef u32 kprobe_opcode_t;

#define MAX_INSN_SIZE		8	/* a prefixed instruction; they are told apart, and refused */
#define BREAK_INSN_SIZE		4
#define BREAK_PC_OFFSET		0	/* a trap instruction is not passed: SRR0 is its own address */
#define OOL_SLOT_SIZE		64

#define TRAP_INSN		0x7fe00008	/* tw 31,0,0 */

extern const u8 break_insn[BREAK_INSN_SIZE];	/* TRAP_INSN in the byte order of the kernel */

/* What the arch keeps between arch_ool_prepare(), arch_ool_begin() and arch_ool_finish(); see arch/ppc64/ool.c. */
struct arch_ool {
	u32 insn;
	u32 action;		/* enum ool_action */
};

/** kprobe_func_entry - where a call from within the kernel arrives: behind the two instructions that load r2, ELFv2 ABI 2.3.2.1. */
static inline unsigned long kprobe_func_entry(unsigned long addr)
{
	const u32 *insn = (const u32 *)addr;
	/* addis or, as the linker makes it, lis; addi r2,r2 */
	bool loads_toc = (insn[0] >> 16 == 0x3c4c || insn[0] >> 16 == 0x3c40) &&
			 insn[1] >> 16 == 0x3842;

	return loads_toc ? addr + 8 : addr;
}

/** return_address_slot - at the first instruction of a function: where its return address is. */
static __always_inline unsigned long *return_address_slot(struct pt_regs *regs)
{
	return &regs->link;
}

/** return_stack_pointer - at the first instruction of a function: the stack pointer when it has returned. */
static __always_inline unsigned long return_stack_pointer(const struct pt_regs *regs)
{
	return regs->gpr[1];
}

#endif
