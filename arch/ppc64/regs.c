// SPDX-License-Identifier: GPL-2.0-only
/* A frame shown, its cause put into words, and redirected. */
#include <asm/irqflags.h>
#include <stdio.h>
#include <linux/kernel.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/trap.h>

#include "stack.h"

struct bit_name {
	unsigned long bit;
	const char *name;
};

static size_t bits(char *buf, size_t at, size_t size, unsigned long v, const struct bit_name *names)
{
	const char *space = "";

	for (; names->name; names++) {
		if (!(v & names->bit) || at >= size)
			continue;
		at += snprintf(buf + at, size - at, "%s%s", space, names->name);
		space = " ";
	}
	return at;
}

static bool is_storage(unsigned long trap)
{
	return trap == 0x200 || trap == 0x300 || trap == 0x380 || trap == 0x600 || trap == 0xe00;
}

void arch_regs_show(const struct pt_regs *regs, const char *prefix)
{
	static const struct bit_name msr[] = {
		{ MSR_SF, "SF" }, { MSR_HV, "HV" }, { MSR_VEC, "VEC" }, { MSR_VSX, "VSX" }, { MSR_EE, "EE" },
		{ MSR_PR, "PR" }, { MSR_FP, "FP" }, { MSR_ME, "ME" }, { MSR_FE0, "FE0" }, { MSR_SE, "SE" },
		{ MSR_BE, "BE" }, { MSR_FE1, "FE1" }, { MSR_IR, "IR" }, { MSR_DR, "DR" }, { MSR_RI, "RI" },
		{ MSR_LE, "LE" }, { 0, NULL },
	};
	char names[64] = "";

	bits(names, 0, sizeof(names), regs->msr, msr);
	printk("%snip %016lx  msr %016lx [%s]  trap %lx  soft mask %d\n", prefix, regs->nip, regs->msr, names,
	       regs->trap, this_cpu()->arch.soft_mask);
	printk("%slr  %016lx  ctr %016lx  cr %08lx  xer %08lx\n", prefix, regs->link, regs->ctr, regs->ccr, regs->xer);
	if (is_storage(regs->trap))
		printk("%sdar %016lx  dsisr %08lx\n", prefix, regs->dar, regs->dsisr);
	for (int i = 0; i < 32; i += 4)
		printk("%sr%-2d %016lx %016lx %016lx %016lx\n", prefix, i, regs->gpr[i], regs->gpr[i + 1],
		       regs->gpr[i + 2], regs->gpr[i + 3]);
}

/* Power ISA 3.0B Book III 6.5.3 */
static size_t dsisr_words(const struct trap *t, char *buf, size_t size)
{
	static const struct bit_name causes[] = {
		{ DSISR_NOHPTE, "no translation" }, { DSISR_PROT, "not allowed there" },
		{ DSISR_CI, "not for such storage" }, { DSISR_DAWR, "DAWR match" }, { DSISR_KEY, "storage key" }, { 0, NULL },
	};
	const char *what = t->cause & DSISR_STORE ? "store" : "load";
	size_t at = snprintf(buf, size, "DSISR %08lx: %s of %#lx: ", t->cause, what, t->addr);

	return bits(buf, at, size, t->cause, causes);
}

/* 6.5.5, 6.5.9 */
static size_t srr1_words(const struct trap *t, char *buf, size_t size)
{
	static const struct bit_name fetch[] = {
		{ DSISR_NOHPTE, "no translation" }, { DSISR_NOEXEC, "no-execute" },
		{ DSISR_PROT, "not allowed there" }, { 0, NULL },
	};
	static const struct bit_name program[] = {
		{ SRR1_PROG_FP, "floating-point exception" }, { SRR1_PROG_ILL, "illegal instruction" },
		{ SRR1_PROG_PRIV, "privileged instruction" }, { SRR1_PROG_TRAP, "trap" },
		{ SRR1_PROG_NEXT, "(address of a later instruction)" }, { 0, NULL },
	};
	size_t at = snprintf(buf, size, "SRR1 %016lx: ", t->cause);

	if (t->kind == TRAP_STACK_OVERFLOW)
		return at + snprintf(buf + at, size - at, "trap, stack pointer %#lx too near the end", t->addr);
	return bits(buf, at, size, t->cause, t->die.trapnr == 0x700 ? program : fetch);
}

/* 6.5.25, 6.5.26: what FSCR and HFSCR have in bits 0:7 */
static size_t facility_words(const struct trap *t, char *buf, size_t size)
{
	static const char *const facility[] = {
		"FP", "vector or VSX", "DSCR", "PMU registers", "BHRB", "TM", "6", "EBB", "TAR", "stop", "msgsndp",
		"11", "scv", "prefix",
	};
	unsigned long n = t->cause >> 56;

	return snprintf(buf, size, "%cFSCR %016lx: %s", t->die.trapnr == 0xf80 ? 'H' : ' ', t->cause,
			n < ARRAY_SIZE(facility) ? facility[n] : "?");
}

void arch_trap_words(const struct trap *t, char *buf, size_t size)
{
	size_t at = snprintf(buf, size, "vector %#x, %s: ", t->die.trapnr, t->die.str);

	if (at + 1 >= size)
		return;
	switch (t->die.trapnr) {
	case 0x300:
	case 0xe00:
		dsisr_words(t, buf + at, size - at);
		break;
	case 0x400:
	case 0xe20:
	case 0x700:
		srr1_words(t, buf + at, size - at);
		break;
	case 0x200:
	case 0x380:
	case 0x600:
		snprintf(buf + at, size - at, "address %#lx, %#lx", t->addr, t->cause);
		break;
	case 0xf60:
	case 0xf80:
		facility_words(t, buf + at, size - at);
		break;
	default:
		snprintf(buf + at, size - at, "%sSRR1 %016lx%s", t->die.trapnr >= 0xe00 && t->die.trapnr < 0xec0 ? "H" : "",
			 t->cause, t->cause & MSR_RI ? "" : ", not recoverable");
	}
}

/* The end of the stack that @sp is on, for r14; 0, which is no limit, where that is not known. */
static unsigned long __kprobes stack_limit(unsigned long sp)
{
	const struct cpu *cpu = this_cpu();

	if (sp > cpu->stack.lo && sp <= cpu->stack.hi)
		return cpu->stack.lo + STACK_MARGIN;
	return 0;
}

void __kprobes arch_regs_redirect(struct pt_regs *regs, void (*fn)(unsigned long), unsigned long arg, unsigned long sp)
{
	unsigned long limit = stack_limit(sp), hv = regs->msr & MSR_HV;

	this_cpu()->arch.soft_mask = SOFT_MASKED;
	sp = (sp & ~15UL) - FRAME_MIN;
	*(unsigned long *)sp = 0;	/* backtraces end here */
	*regs = (struct pt_regs){
		.nip = (unsigned long)fn,
		.msr = MSR_KERNEL | MSR_EE | hv,
		.gpr = {
			[1] = sp, [2] = regs->gpr[2], [3] = arg, [12] = (unsigned long)fn,
			[13] = (unsigned long)this_cpu(), [14] = limit,
		},
		.trap = regs->trap,
	};
	__asm__("mr %0,2" : "=r"(regs->gpr[2]));	/* the kernel's TOC, whatever it was there */
}
