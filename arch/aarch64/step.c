// SPDX-License-Identifier: GPL-2.0-only
/*
 * Step control (Arm ARM DDI 0487 D2.12): MDSCR_EL1.SS, a register of the CPU; PSTATE.SS, which an instruction uses
 * up, so that it has to be set in the frame before each return; and PSTATE.D, which must be clear for a step from EL1
 * to EL1.
 *
 * As on other architectures a step stays armed until it is disarmed: step_taken() sets SS again.
 *
 * A step belongs to the frame of a trap at some depth. Between its arming and its trap other traps may come, deeper,
 * and arm steps of their own. So what is armed is kept as a bit for each depth, and MDSCR_EL1.SS is set while there
 * is any; code at other depths has D set, because every exception entry sets it.
 *
 * D belongs to the program. Where it was clear, it is left alone: a program that sets it is not stepped until it
 * clears it, as the architecture has it. Where it was set, in a handler for one, it is cleared in order to step at
 * all, and given back at the end; meanwhile step_taken() lets the program's own MRS and MSR DAIF have the effect that
 * they would have had.
 */
#include <asm/sysreg.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>

#include "insn.h"
#include "step.h"

static __always_inline void mdscr_ss(bool on)
{
	unsigned long mdscr = read_sysreg(mdscr_el1);

	write_sysreg(on ? mdscr | MDSCR_EL1_SS : mdscr & ~(unsigned long)MDSCR_EL1_SS, mdscr_el1);
}

bool arch_step_supported(enum step_kind kind)
{
	return kind != STEP_BRANCH;
}

static noinline void __kprobes unmask_debug(struct arch_cpu *a, struct pt_regs *regs, unsigned long depth)
{
	regs->pstate &= ~(u64)PSR_D_BIT;
	a->step_masked |= BIT(depth);
	a->step_pc[depth] = regs->pc;
}

int __kprobes arch_step_arm(struct pt_regs *regs, enum step_kind kind)
{
	struct cpu *cpu = this_cpu();
	struct arch_cpu *a = &cpu->arch;
	unsigned long depth = cpu->depth, armed = a->step_armed;

	if (unlikely(kind != STEP_INSN)) {
		if (kind == STEP_BRANCH)
			return -EOPNOTSUPP;
		arch_step_disarm(regs);
		return 0;
	}
	if (!(armed & BIT(depth))) {
		if (unlikely(regs->pstate & PSR_D_BIT))
			unmask_debug(a, regs, depth);
		a->step_armed = armed | BIT(depth);
		if (likely(!armed))
			mdscr_ss(true);
	} else if (unlikely(a->step_masked & BIT(depth))) {
		a->step_pc[depth] = regs->pc;
	}
	regs->pstate |= PSR_SS_BIT;
	return 0;
}

void __kprobes arch_step_disarm(struct pt_regs *regs)
{
	struct cpu *cpu = this_cpu();
	struct arch_cpu *a = &cpu->arch;
	unsigned long bit = BIT(cpu->depth);

	regs->pstate &= ~(u64)PSR_SS_BIT;
	if (unlikely(!(a->step_armed & bit)))
		return;
	if (unlikely(a->step_masked & bit)) {
		regs->pstate |= PSR_D_BIT;
		a->step_masked &= ~bit;
	}
	a->step_armed &= ~bit;
	if (likely(!a->step_armed))
		mdscr_ss(false);
}

enum step_kind __kprobes arch_step_kind(const struct pt_regs *regs)
{
	struct cpu *cpu = this_cpu();

	(void)regs;
	return cpu->arch.step_armed & BIT(cpu->depth) ? STEP_INSN : STEP_NONE;
}

/* The program thinks that D is set, and it is not. @insn was just stepped: what would it have done? */
static void __kprobes settle_daif(struct arch_cpu *a, struct pt_regs *regs, unsigned long depth, u32 insn)
{
	struct daif_access d;
	bool masked = true;

	if (!insn_daif_access(insn, &d))
		return;
	switch (d.op) {
	case DAIF_READ:
		if (d.rt != 31)
			regs->regs[d.rt] |= PSR_D_BIT;
		break;
	case DAIF_WRITE:
		masked = d.rt != 31 && regs->regs[d.rt] & PSR_D_BIT;
		break;
	case DAIF_CLEAR:
		masked = !(d.imm & DAIF_D);
		break;
	case DAIF_SET:
		break;
	}
	if (!masked)
		a->step_masked &= ~BIT(depth);
}

static noinline void __kprobes step_taken_masked(struct arch_cpu *a, struct pt_regs *regs, unsigned long depth)
{
	u32 insn;

	/* A branch would have brought it elsewhere, and what is of interest here is no branch. */
	if (regs->pc == a->step_pc[depth] + 4 && !arch_nofault_read(&insn, (void *)a->step_pc[depth], sizeof(insn)))
		settle_daif(a, regs, depth, insn);
	regs->pstate &= ~(u64)PSR_D_BIT;
	a->step_pc[depth] = regs->pc;
}

void __kprobes step_taken(struct pt_regs *regs)
{
	struct cpu *cpu = this_cpu();
	unsigned long depth = cpu->depth + 1;

	regs->pstate |= PSR_SS_BIT;
	if (unlikely(cpu->arch.step_masked & BIT(depth)))
		step_taken_masked(&cpu->arch, regs, depth);
}

void __kprobes step_forget(void)
{
	struct arch_cpu *a = &this_cpu()->arch;

	a->step_armed = 0;
	a->step_masked = 0;
	mdscr_ss(false);
}
