// SPDX-License-Identifier: GPL-2.0-only
/* What a port's assembly takes from C: offsets into struct cpu and struct pt_regs, sizes, constants. */
#include <asm/ptrace.h>
#include <whosetrap/cpu.h>
#include <whosetrap/offsets.h>

void offsets(void);

void offsets(void)
{
	OFFSET(CPU_DEPTH, struct cpu, depth);
	OFFSET(CPU_STACK_LO, struct cpu, stack.lo);
	OFFSET(CPU_EMERGENCY_HI, struct cpu, emergency.hi);
	OFFSET(PT_PC, struct pt_regs, pc);
	DEFINE(PT_SIZE, sizeof(struct pt_regs));
}
