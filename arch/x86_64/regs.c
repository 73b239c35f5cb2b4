// SPDX-License-Identifier: GPL-2.0-only
/* A frame shown, its cause put into words, and redirected. */
#include <asm/msr.h>
#include <asm/segment.h>
#include <stdio.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/trap.h>

#include "vectors.h"

struct bit_name {
	unsigned long bit;
	const char *name;
};

/* Append the names of the bits set in @v, up to the entry without a name. */
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

void arch_regs_show(const struct pt_regs *regs, const char *prefix)
{
	static const struct bit_name flags[] = {
		{ X86_EFLAGS_CF, "CF" }, { X86_EFLAGS_PF, "PF" }, { X86_EFLAGS_AF, "AF" }, { X86_EFLAGS_ZF, "ZF" },
		{ X86_EFLAGS_SF, "SF" }, { X86_EFLAGS_TF, "TF" }, { X86_EFLAGS_IF, "IF" }, { X86_EFLAGS_DF, "DF" },
		{ X86_EFLAGS_OF, "OF" }, { X86_EFLAGS_NT, "NT" }, { X86_EFLAGS_RF, "RF" }, { X86_EFLAGS_AC, "AC" }, { 0, NULL },
	};
	char names[64] = "";

	bits(names, 0, sizeof(names), regs->flags, flags);
	printk("%srip %016lx  rsp %016lx  rbp %016lx\n", prefix, regs->ip, regs->sp, regs->bp);
	printk("%srax %016lx  rbx %016lx  rcx %016lx  rdx %016lx\n", prefix, regs->ax, regs->bx, regs->cx, regs->dx);
	printk("%srsi %016lx  rdi %016lx  r8  %016lx  r9  %016lx\n", prefix, regs->si, regs->di, regs->r8, regs->r9);
	printk("%sr10 %016lx  r11 %016lx  r12 %016lx  r13 %016lx\n", prefix, regs->r10, regs->r11, regs->r12, regs->r13);
	printk("%sr14 %016lx  r15 %016lx  cs %04lx  ss %04lx  flags %08lx [%s]\n", prefix, regs->r14, regs->r15, regs->cs,
	       regs->ss, regs->flags, names);
	printk("%scr0 %08lx  cr2 %016lx  cr3 %08lx  cr4 %08lx  dr6 %08lx  dr7 %08lx  gs base %016lx\n", prefix, read_cr0(),
	       read_cr2(), read_cr3(), read_cr4(), read_dr6(), read_dr7(), (unsigned long)rdmsr(MSR_GS_BASE));
}

/* SDM 3A section 4.7 */
static size_t page_fault_words(const struct trap *t, char *buf, size_t size)
{
	unsigned long e = t->cause;

	return snprintf(buf, size, "%s of %#lx by %s: %s%s%s",
			e & PF_FETCH ? "fetch" : e & PF_WRITE ? "write" : "read", t->addr,
			e & PF_USER ? "user" : "supervisor",
			e & PF_RESERVED ? "reserved bit set in a paging entry" : e & PF_PRESENT ? "not allowed there" : "not present",
			e & PF_KEY ? ", protection key" : "", e & PF_SHADOW_STACK ? ", shadow stack" : "");
}

/* SDM 3A section 6.13: what names the segment or gate at fault. */
static size_t selector_words(const struct trap *t, char *buf, size_t size)
{
	if (!t->cause)
		return snprintf(buf, size, "error code 0, no selector");
	return snprintf(buf, size, "error code %#lx: %s entry %#lx%s", t->cause,
			t->cause & 2 ? "IDT" : t->cause & 4 ? "LDT" : "GDT", t->cause >> 3, t->cause & 1 ? ", external event" : "");
}

static size_t debug_words(const struct trap *t, char *buf, size_t size)
{
	static const struct bit_name causes[] = {
		{ DR6_B(0), "B0" }, { DR6_B(1), "B1" }, { DR6_B(2), "B2" }, { DR6_B(3), "B3" }, { DR6_BLD, "BLD (bus lock)" },
		{ DR6_BD, "BD (access to a debug register)" }, { DR6_BS, "BS (single step)" }, { DR6_BT, "BT (task switch)" },
		{ DR6_RTM, "RTM (in a transaction)" }, { 0, NULL },
	};
	unsigned long v = t->cause ^ DR6_RESET;
	size_t at = snprintf(buf, size, "DR6 %08lx: ", t->cause);

	if (!v)
		return at + snprintf(buf + at, size - at, "no cause, INT1 or INT 1");
	at = bits(buf, at, size, v, causes);
	if (t->addr && at < size)
		at += snprintf(buf + at, size - at, ", address %#lx", t->addr);
	return at;
}

void arch_trap_words(const struct trap *t, char *buf, size_t size)
{
	size_t at = snprintf(buf, size, "vector %d, %s", t->die.trapnr, t->die.str);

	if (at + 2 >= size)
		return;
	memcpy(buf + at, ": ", 3);
	buf += at + 2;
	size -= at + 2;
	switch (t->die.trapnr) {
	case 1:
		debug_words(t, buf, size);
		break;
	case 8:
		snprintf(buf, size, "while another exception was delivered; last page fault at %#lx", t->addr);
		break;
	case 10 ... 13:
		selector_words(t, buf, size);
		break;
	case 14:
		page_fault_words(t, buf, size);
		break;
	default:
		buf[-2] = '\0';
	}
}

void __kprobes arch_regs_redirect(struct pt_regs *regs, void (*fn)(unsigned long), unsigned long arg, unsigned long sp)
{
	sp &= ~15UL;
	sp -= 8;			/* as if called: rsp + 8 is aligned to 16, psABI 3.2.2 */
	*(unsigned long *)sp = 0;	/* backtraces end here */
	*regs = (struct pt_regs){
		.ip = (unsigned long)fn,
		.di = arg,
		.sp = sp,
		.cs = KERNEL_CS,
		.ss = KERNEL_DS,
		.flags = X86_EFLAGS_FIXED,
		.orig_ax = -1,
	};
}
