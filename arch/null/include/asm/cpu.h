/* SPDX-License-Identifier: GPL-2.0-only */
/* What the arch keeps per CPU, and how a CPU finds its own. */
#ifndef ASM_CPU_H
#define ASM_CPU_H

#include <linux/compiler.h>

struct cpu;

/* Scratch words of the entry code, stacks, shadow of debug registers. Never empty: ISO C has no empty struct. */
struct arch_cpu {
	unsigned long unused;
};

extern struct cpu *const null_cpu;

/* A port reads a register that belongs to the CPU: GS base, TPIDR, r13. */
static __always_inline struct cpu *this_cpu(void)
{
	return null_cpu;
}

#endif
