/* SPDX-License-Identifier: GPL-2.0-only */
/* What is asked of step control at each hit of a probe. */
#ifndef ASM_STEP_H
#define ASM_STEP_H

#include <asm/ptrace.h>
#include <asm/reg.h>

/** arch_step_none - certainly no step is armed in @regs. Context: trap. */
static __always_inline bool arch_step_none(const struct pt_regs *regs)
{
	return !(regs->msr & (MSR_SE | MSR_BE));
}

#endif
