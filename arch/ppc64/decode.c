// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a vector and what the hardware says about it to struct trap. Each row of the vector table names one of these
 * functions; the tail in entry.S calls it with the complete frame, in which there is room for the struct trap. Sections
 * are those of Power ISA 3.0B Book III.
 */
#include <asm/kprobes.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/site.h>
#include <whosetrap/trap.h>

#include "cpu.h"
#include "insn.h"
#include "timer.h"
#include "vectors.h"

/* What all vectors have in common; depth, outer, log and table are trap_dispatch()'s. */
static __always_inline struct trap *trap_init(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	unsigned long nip = regs->nip, msr = regs->msr;
	const struct vector row = *v;	/* as a whole, before anything is stored */

	t->die.regs = regs;
	t->die.str = row.str;
	t->die.err = msr;
	t->die.trapnr = row.trapnr;
	t->die.signr = row.signr;
	t->val = row.val;
	t->kind = row.kind;
	t->pc = nip;
	t->addr = 0;
	t->cause = msr;
	t->source = IRQ_NONE;
	regs->trap = row.trapnr;
	return t;
}

/* The general form: SRR1 says all there is. */
struct trap *__kprobes decode_plain(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	return trap_init(t, regs, v);
}

static void __kprobes dispatch(void *t)
{
	trap_dispatch(t);
}

/* A program interrupt that is not the ordinary breakpoint, 6.5.9. */
static noinline struct trap *__kprobes decode_program_rare(struct trap *t)
{
	struct cpu *cpu = this_cpu();
	unsigned long at = (unsigned long)t;
	u32 insn = 0;

	t->val = DIE_OOPS;
	t->die.signr = 4;
	if (t->cause & SRR1_PROG_TRAP) {
		/* A user's text need not be readable from here; it holds no stack check of ours. */
		if (!user_mode(trap_regs(t)))
			arch_nofault_read(&insn, (void *)t->pc, sizeof(insn));
		t->kind = TRAP_BREAKPOINT;
		t->val = DIE_BPT;
		t->die.signr = 5;
		if (insn_is_stack_check(insn)) {
			t->kind = TRAP_STACK_OVERFLOW;
			t->val = DIE_OOPS;
			t->die.signr = 11;
			t->addr = trap_regs(t)->gpr[1];
			/* What is left of the stack would do for this frame, but not for a diagnosis. */
			if (at < cpu->emergency.lo || at >= cpu->emergency.hi) {
				run_on_emergency_stack(dispatch, t);
				return NULL;
			}
		}
	} else if (t->cause & SRR1_PROG_PRIV) {
		t->kind = TRAP_PRIVILEGED;
	} else if (t->cause & SRR1_PROG_FP) {
		t->kind = TRAP_FP;
		t->die.signr = 8;
	} else {
		t->kind = TRAP_UNDEFINED;
	}
	return t;
}

/* The ordinary breakpoint: by a trap, in the kernel, with MSR[EE] on. Four bits side by side. */
static __always_inline bool ordinary_breakpoint(unsigned long nip, unsigned long msr)
{
	return likely((msr >> MSR_PR_LG & 15) == ((SRR1_PROG_TRAP | MSR_EE) >> MSR_PR_LG)) && likely(*(const u32 *)nip == TRAP_INSN);
}

struct trap *__kprobes decode_program(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	unsigned long nip = regs->nip, msr = regs->msr;

	trap_init(t, regs, v);
	return ordinary_breakpoint(nip, msr) ? t : decode_program_rare(t);
}

/* The same for a breakpoint that may be a site's. */
struct trap *__kprobes decode_program_by_site(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	unsigned long nip = regs->nip, msr = regs->msr;

	trap_init(t, regs, v);
	if (!ordinary_breakpoint(nip, msr))
		return decode_program_rare(t);
	trap_breakpoint(t);
	return NULL;
}

/*
 * Trace, 6.5.15: SRR1 shows what was armed when the instruction ended. Neither bit: the instruction itself has cleared
 * it. Where arch_cpu_reset() does that, the trap is nobody's.
 */
static noinline struct trap *__kprobes trace_without_se(struct trap *t)
{
	if (t->cause & MSR_BE)
		t->kind = TRAP_BRANCH_STEP;
	else if (t->pc == (unsigned long)cpu_unstepped)
		return NULL;
	return t;
}

struct trap *__kprobes decode_trace(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	unsigned long msr = regs->msr;

	trap_init(t, regs, v);
	if (likely(msr & MSR_SE))
		return t;
	return trace_without_se(t);
}

/*
 * Data storage 6.5.3 and segment 6.5.4, alignment 6.5.8: DAR is the address; DSISR, which only the first of them sets
 * for sure.
 */
struct trap *__kprobes decode_storage(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	trap_init(t, regs, v);
	regs->dar = mfspr(SPRN_DAR);
	regs->dsisr = (u32)mfspr(SPRN_DSISR);
	t->addr = regs->dar;
	if (t->die.trapnr != 0x380 && t->die.trapnr != 0x600)
		t->die.err = t->cause = regs->dsisr;
	if (t->die.trapnr == 0x300 && t->cause & DSISR_DAWR) {
		t->kind = TRAP_WATCHPOINT;
		t->val = DIE_DABR_MATCH;
		t->die.signr = 5;
	}
	return t;
}

/* Instruction storage 6.5.5 and segment 6.5.6: the address is that of the instruction, the cause in SRR1. */
struct trap *__kprobes decode_fetch(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	trap_init(t, regs, v);
	t->addr = t->pc;
	return t;
}

/* Hypervisor emulation assistance 6.5.18: an illegal instruction, in hypervisor state. HSRR1 does not say more. */
struct trap *__kprobes decode_emulation(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	return decode_plain(t, regs, v);
}

/* Facility unavailable 6.5.25, 6.5.26: FSCR or HFSCR, bits 0:7, say which. */
struct trap *__kprobes decode_facility(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	trap_init(t, regs, v);
	t->die.err = t->cause = v->trapnr == 0xf80 ? mfspr(SPRN_HFSCR) : mfspr(SPRN_FSCR);
	return t;
}

struct trap *__kprobes decode_syscall(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	regs->orig_gpr3 = regs->gpr[3];
	return decode_plain(t, regs, v);
}

/*
 * Decrementer, 6.5.11. MSR[EE] is set also where interrupts are masked in software, and inside handlers: there it is an
 * NMI. It is off in the entry until the cause is gone.
 */
struct trap *__kprobes decode_decrementer(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	bool due = timer_expired();

	hard_irq_enable();
	if (!due)
		return NULL;
	trap_init(t, regs, v);
	t->source = IRQ_TIMER;
	if (this_cpu()->arch.soft_mask || this_cpu()->depth) {
		t->kind = TRAP_NMI;
		t->val = DIE_NMI_EVENT;
	}
	return t;
}

/* Not used: put off as far as it goes, 6.5.12. */
struct trap *__kprobes decode_hv_decrementer(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	(void)v;
	(void)regs;
	(void)t;
	mtspr(SPRN_HDEC, 0x7fffffff);
	return NULL;
}

/*
 * System reset 6.5.1: somebody outside wants to know. It gets through anywhere, also where MSR[EE] is really off. Where
 * it came into an entry or an exit (MSR[RI] off), SRR0 and SRR1 are lost to that: there is no way back, unless the
 * frame has been redirected.
 */
struct trap *__kprobes decode_system_reset(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	bool recoverable = regs->msr & MSR_RI;
	unsigned long nip = regs->nip;

	if (recoverable)
		hard_irq_enable();
	trap_dispatch(trap_init(t, regs, v));
	if (!recoverable && regs->nip == nip)
		panic("system reset at %#lx, where it cannot be returned from", nip);
	return NULL;
}

/* Machine check 6.5.2: SRR1 and DSISR say why, DAR where. */
struct trap *__kprobes decode_machine_check(struct trap *t, struct pt_regs *regs, const struct vector *v)
{
	trap_init(t, regs, v);
	regs->dar = mfspr(SPRN_DAR);
	regs->dsisr = (u32)mfspr(SPRN_DSISR);
	t->addr = regs->dar;
	if (regs->msr & MSR_RI)
		hard_irq_enable();
	return t;
}
