/* SPDX-License-Identifier: GPL-2.0-only */
/* What the arch keeps per CPU, and how a CPU finds its own: TPIDR_EL1, as Linux has it. */
#ifndef ASM_CPU_H
#define ASM_CPU_H

#include <linux/compiler.h>

struct cpu;

#define STEP_LEVELS	16	/* depths of traps that step control can tell apart, more than TRAP_DEPTH_MAX + 1 */

struct arch_cpu {
	unsigned long scratch[6];	/* of the entry, while it has no stack: x0-x3, decode function, sp */
	/* Step control, a bit for each depth of the trap whose frame it is about; see arch/aarch64/step.c. */
	unsigned long step_armed;
	unsigned long step_masked;	/* PSTATE.D was set there before, and is to be again */
	unsigned long step_pc[STEP_LEVELS];	/* where step_masked has its bit: the instruction that is stepped */
};

/** this_cpu - the CPU that runs this. Context: any. */
static __always_inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mrs %0, tpidr_el1" : "=r"(cpu));
	return cpu;
}

#endif
