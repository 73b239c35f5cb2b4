/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef X86_64_STEP_H
#define X86_64_STEP_H

#include <asm/cpu.h>
#include <asm/processor.h>

/** step_btf_cleared - the hardware has cleared DEBUGCTL.BTF, or somebody has. Context: trap. */
static __always_inline void step_btf_cleared(struct arch_cpu *cpu)
{
	cpu->btf = false;
	cpu->step_dr6 = DR6_STEP;
}

/** step_init - find out what the CPU can do. Context: boot, vectors installed. */
void step_init(struct cpu *cpu);

#endif
