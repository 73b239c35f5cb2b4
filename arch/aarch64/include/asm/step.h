/* SPDX-License-Identifier: GPL-2.0-only */
/* What is asked of step control at each hit of a probe. */
#ifndef ASM_STEP_H
#define ASM_STEP_H

#include <asm/ptrace.h>
#include <whosetrap/cpu.h>

/** arch_step_none - certainly no step is armed in @regs. Context: trap. */
static __always_inline bool arch_step_none(const struct pt_regs *regs)
{
	(void)regs;
	return !this_cpu()->arch.step_armed;
}

#endif
