// SPDX-License-Identifier: GPL-2.0-only
/*
 * Step control: RFLAGS.TF in the frame, and for branches DEBUGCTL.BTF, a register of the CPU (SDM 3B sections 18.3.1.4
 * and 18.4.3). The hardware clears TF and BTF when it delivers a #DB, so handlers are not stepped, and a branch step is
 * armed anew each time.
 */
#include <asm/msr.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>

#include "step.h"

/* An emulator may take the write and forget it, so ask what is there. */
void step_init(struct cpu *cpu)
{
	u64 old = rdmsr_safe(MSR_DEBUGCTL);

	wrmsr_safe(MSR_DEBUGCTL, old | DEBUGCTL_BTF);
	cpu->arch.has_btf = rdmsr_safe(MSR_DEBUGCTL) & DEBUGCTL_BTF;
	wrmsr_safe(MSR_DEBUGCTL, old);
}

static noinline void __kprobes set_btf(struct arch_cpu *cpu, bool on)
{
	u64 old = rdmsr(MSR_DEBUGCTL);

	step_btf_cleared(cpu);
	if (on) {
		cpu->btf = true;
		cpu->step_dr6 = 0;
	}
	wrmsr(MSR_DEBUGCTL, on ? old | DEBUGCTL_BTF : old & ~(u64)DEBUGCTL_BTF);
}

bool __kprobes arch_step_supported(enum step_kind kind)
{
	return kind != STEP_BRANCH || this_cpu()->arch.has_btf;
}

int __kprobes arch_step_arm(struct pt_regs *regs, enum step_kind kind)
{
	struct arch_cpu *cpu = &this_cpu()->arch;
	bool btf = kind == STEP_BRANCH;

	if (unlikely(btf && !cpu->has_btf))
		return -EOPNOTSUPP;
	if (unlikely(btf != cpu->btf))
		set_btf(cpu, btf);
	if (likely(kind != STEP_NONE))
		regs->flags |= X86_EFLAGS_TF;
	else
		regs->flags &= ~(unsigned long)X86_EFLAGS_TF;
	return 0;
}

void __kprobes arch_step_disarm(struct pt_regs *regs)
{
	struct arch_cpu *cpu = &this_cpu()->arch;

	regs->flags &= ~(unsigned long)X86_EFLAGS_TF;
	if (unlikely(cpu->btf))
		set_btf(cpu, false);
}

enum step_kind __kprobes arch_step_kind(const struct pt_regs *regs)
{
	if (!(regs->flags & X86_EFLAGS_TF))
		return STEP_NONE;
	return this_cpu()->arch.btf ? STEP_BRANCH : STEP_INSN;
}
