/* SPDX-License-Identifier: GPL-2.0-only */
/* The breakpoint instruction, sizes of instructions and slots. */
#ifndef ASM_KPROBES_H
#define ASM_KPROBES_H

#include <linux/types.h>

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

#endif
