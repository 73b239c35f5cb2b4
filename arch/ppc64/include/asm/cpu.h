/* SPDX-License-Identifier: GPL-2.0-only */
/* What the arch keeps per CPU, and how a CPU finds its own. */
#ifndef ASM_CPU_H
#define ASM_CPU_H

#include <linux/types.h>

struct cpu;

/* Where the entry parks registers until it has a stack; one for each kind of entry that can come into another's. */
struct entry_area {
	unsigned long r5, r10, r11;
};

enum { AREA_COMMON, AREA_RESET, AREA_MACHINE_CHECK, NR_AREAS };

struct arch_cpu {
	struct entry_area area[NR_AREAS];
	unsigned char soft_mask;	/* <asm/irqflags.h> */
	u64 deadline;			/* of the timer, in ticks of arch_clock(); 0: not armed */
	unsigned long nmi_lo, nmi_hi;	/* stack of system reset and machine check */
	unsigned long user_lo, user_hi;	/* stack for entries from user mode */
};

register struct cpu *this_cpu_register __asm__("r13");

/** this_cpu - the CPU that runs this. Context: any. */
static __always_inline struct cpu *this_cpu(void)
{
	return this_cpu_register;
}

#endif
