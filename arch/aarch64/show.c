// SPDX-License-Identifier: GPL-2.0-only
/* Registers and syndromes in words (Arm ARM DDI 0487 D17.2.37). */
#include <asm/sysreg.h>
#include <stdio.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/trap.h>

#include "ec.h"

/* NZCV and DAIF, a capital where the bit is set; then where that code ran. */
static const char *pstate_words(u64 p, char *buf, size_t size)
{
	static const char *const modes[16] = {
		[PSR_MODE_EL0t] = "EL0t", [PSR_MODE_EL1t] = "EL1t", [PSR_MODE_EL1h] = "EL1h",
	};
	const char *mode = p & PSR_MODE32_BIT ? "AArch32" : modes[p & PSR_MODE_MASK];

	snprintf(buf, size, "%c%c%c%c %c%c%c%c %s%s%s", p & PSR_N_BIT ? 'N' : 'n', p & PSR_Z_BIT ? 'Z' : 'z',
		 p & PSR_C_BIT ? 'C' : 'c', p & PSR_V_BIT ? 'V' : 'v', p & PSR_D_BIT ? 'D' : 'd',
		 p & PSR_A_BIT ? 'A' : 'a', p & PSR_I_BIT ? 'I' : 'i', p & PSR_F_BIT ? 'F' : 'f',
		 mode ? mode : "EL?", p & PSR_SS_BIT ? " SS" : "", p & PSR_IL_BIT ? " IL" : "");
	return buf;
}

void arch_regs_show(const struct pt_regs *regs, const char *prefix)
{
	char words[48];

	printk("%spc %016lx  sp %016lx  pstate %08lx (%s)\n", prefix, regs->pc, regs->sp, regs->pstate,
	       pstate_words(regs->pstate, words, sizeof(words)));
	for (int i = 0; i < 31; i += 4) {
		printk("%s", prefix);
		for (int r = i; r < i + 4 && r < 31; r++)
			printk("%sx%-2d %016lx", r == i ? "" : "  ", r, regs->regs[r]);
		printk("\n");
	}
	printk("%sesr %08lx  far %016lx  mdscr %04lx  sctlr %08lx\n", prefix, regs->esr, read_sysreg(far_el1),
	       read_sysreg(mdscr_el1), read_sysreg(sctlr_el1));
}

/* IFSC and DFSC; of the first five the level is in the low bits. */
static const char *fault_words(unsigned long fsc)
{
	switch (fsc & 0x3c) {
	case 0x00: return "address size fault";
	case 0x04: return "translation fault";
	case 0x08: return "access flag fault";
	case 0x0c: return "permission fault";
	case 0x14: return "external abort on translation table walk";
	case 0x1c: return "parity or ECC error on translation table walk";
	}
	switch (fsc) {
	case 0x10: return "external abort";
	case 0x11: return "tag check fault";
	case 0x18: return "parity or ECC error";
	case 0x21: return "alignment fault";
	case 0x30: return "TLB conflict";
	case 0x31: return "unsupported atomic hardware update";
	case 0x34: return "locked down";
	case 0x35: return "unsupported exclusive or atomic access";
	}
	return "unknown fault";
}

static int abort_words(const struct trap *t, char *buf, size_t size)
{
	unsigned long esr = t->cause, fsc = ESR_ABT_FSC(esr);
	bool data = (ESR_EC(esr) & ~1UL) == (ESR_EC_DABT & ~1UL);
	int n = snprintf(buf, size, ": %s", fault_words(fsc));

	if ((fsc < 0x10 || (fsc & 0x34) == 0x14) && (size_t)n < size)
		n += snprintf(buf + n, size - n, ", level %lu", fsc & 3);
	if ((size_t)n < size)
		n += snprintf(buf + n, size - n, ", %s at %#lx",
			      !data ? "fetch" : esr & ESR_ABT_WNR ? "write" : "read", t->addr);
	return n;
}

static void iss_words(const struct trap *t, char *buf, size_t size)
{
	unsigned long esr = t->cause;

	switch (ESR_EC(esr)) {
	case 0x20: case 0x21: case 0x24: case 0x25:
		abort_words(t, buf, size);
		break;
	case 0x34: case 0x35:
		snprintf(buf, size, ": %s at %#lx", esr & ESR_ABT_WNR ? "write" : "read", t->addr);
		break;
	case 0x22:
		snprintf(buf, size, ": %#lx", t->addr);
		break;
	case 0x32: case 0x33:
		snprintf(buf, size, "%s", !(esr & ESR_STEP_ISV) ? ": no instruction was stepped (ISV 0)" :
			 esr & ESR_STEP_EX ? " of a load-exclusive" : "");
		break;
	case 0x15: case 0x16: case 0x17: case 0x3c:
		snprintf(buf, size, " #%lu", esr & 0xffff);
		break;
	case 0x18:
		snprintf(buf, size, ": %s of s%lu_%lu_c%lu_c%lu_%lu, x%lu", esr & 1 ? "read" : "write", esr >> 20 & 3,
			 esr >> 14 & 7, esr >> 10 & 15, esr >> 1 & 15, esr >> 17 & 7, esr >> 5 & 31);
		break;
	}
}

void arch_trap_words(const struct trap *t, char *buf, size_t size)
{
	char iss[112] = "";

	if (!size)
		return;
	switch (t->kind) {
	case TRAP_IRQ:
	case TRAP_NMI:
		snprintf(buf, size, "%s, %s", t->die.str, t->source == IRQ_TIMER ? "timer" :
			 t->source == IRQ_SPURIOUS ? "spurious" : "unknown source");
		return;
	case TRAP_STACK_OVERFLOW:
		snprintf(buf, size, "%s: stack pointer %#lx, ESR_EL1 %#lx (%s)", t->die.str, t->addr, t->cause,
			 t->cause ? ec_table[ESR_EC(t->cause)].str : "interrupt");
		return;
	default:
		iss_words(t, iss, sizeof(iss));
		snprintf(buf, size, "%s%s; ESR_EL1 %#lx (EC %#lx, ISS %#lx)", t->die.str, iss, t->cause,
			 ESR_EC(t->cause), ESR_ISS(t->cause));
	}
}
