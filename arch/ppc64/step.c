// SPDX-License-Identifier: GPL-2.0-only
/*
 * Step control: MSR[SE] and MSR[BE] in the frame, Power ISA 3.0B Book III 6.5.15. The hardware clears both when it
 * delivers an interrupt, so handlers are not stepped.
 */
#include <whosetrap/arch.h>

bool __kprobes arch_step_supported(enum step_kind kind)
{
	(void)kind;
	return true;
}

int __kprobes arch_step_arm(struct pt_regs *regs, enum step_kind kind)
{
	unsigned long msr = regs->msr & ~(MSR_SE | MSR_BE);

	if (likely(kind == STEP_INSN))
		msr |= MSR_SE;
	else if (kind == STEP_BRANCH)
		msr |= MSR_BE;
	regs->msr = msr;
	return 0;
}

void __kprobes arch_step_disarm(struct pt_regs *regs)
{
	regs->msr &= ~(MSR_SE | MSR_BE);
}

enum step_kind __kprobes arch_step_kind(const struct pt_regs *regs)
{
	if (regs->msr & MSR_SE)
		return STEP_INSN;
	return regs->msr & MSR_BE ? STEP_BRANCH : STEP_NONE;
}
