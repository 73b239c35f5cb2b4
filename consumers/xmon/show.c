// SPDX-License-Identifier: GPL-2.0-only
/* Commands of xmon that only look. */
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/console.h>
#include <whosetrap/symbols.h>
#include <whosetrap/trap-log.h>
#include "internal.h"

#define FRAMES_MAX	32
#define DUMP_MAX	4096
#define LOG_MAX		1000

/* Let what printk prints in between go where xmon's own words go. */
#define XMON_PRINTS(call) do {						\
	void (*hook)(const char *, size_t) = printk_hook;		\
									\
	printk_hook = xmon_put;						\
	call;								\
	printk_hook = hook;						\
} while (0)

enum xmon_go xmon_show_regs(const char *args, struct pt_regs *regs)
{
	char sym[KSYM_NAME_LEN];

	(void)args;
	sprint_symbol(sym, instruction_pointer(regs));
	XMON_PRINTS(arch_regs_show(regs, ""));
	xmon_printf("pc is at %s\n", sym);
	return XMON_STAY;
}

enum xmon_go xmon_show_stack(const char *args, struct pt_regs *regs)
{
	char sym[KSYM_NAME_LEN];
	struct unwind u;

	(void)args;
	arch_unwind_start(&u, regs);
	for (int i = 0; i < FRAMES_MAX; i++) {
		if (u.regs || !i)
			sprint_symbol(sym, u.pc);
		else
			sprint_backtrace(sym, u.pc);
		xmon_printf("%2d  %016lx  %s%s\n", i, u.pc, sym, i && u.regs ? "  <trap>" : "");
		if (!arch_unwind(&u))
			return XMON_STAY;
	}
	xmon_printf("... more than %d frames\n", FRAMES_MAX);
	return XMON_STAY;
}

static void dump_row(unsigned long addr, const u8 *p, size_t n)
{
	xmon_printf("%016lx ", addr);
	for (size_t i = 0; i < 16; i++) {
		if (i < n)
			xmon_printf(" %02x", p[i]);
		else
			xmon_printf("   ");
	}
	xmon_printf("  |");
	for (size_t i = 0; i < n; i++)
		xmon_printf("%c", p[i] >= ' ' && p[i] <= '~' ? p[i] : '.');
	xmon_printf("|\n");
}

enum xmon_go xmon_show_memory(const char *args, struct pt_regs *regs)
{
	unsigned long addr, n = 64;
	u8 row[16];

	if (!xmon_arg_addr(&args, regs, &addr) || !xmon_arg_count(&args, DUMP_MAX, &n))
		return XMON_STAY;
	while (n) {
		size_t part = min(n, sizeof(row));

		if (arch_nofault_read(row, (const void *)addr, part)) {
			xmon_printf("%016lx  cannot be read\n", addr);
			return XMON_STAY;
		}
		dump_row(addr, row, part);
		addr += part;
		n -= part;
	}
	return XMON_STAY;
}

enum xmon_go xmon_show_symbol(const char *args, struct pt_regs *regs)
{
	char name[KSYM_NAME_LEN];
	unsigned long addr;
	size_t n;

	(void)regs;
	args += strspn(args, " \t");
	n = min(strcspn(args, " \t"), sizeof(name) - 1);
	memcpy(name, args, n);
	name[n] = '\0';
	addr = kallsyms_lookup_name(name);
	if (!n)
		xmon_printf("a symbol is missing\n");
	else if (!addr)
		xmon_printf("no symbol '%s'\n", name);
	else
		xmon_printf("%s is at %016lx\n", name, addr);
	return XMON_STAY;
}

enum xmon_go xmon_show_addr(const char *args, struct pt_regs *regs)
{
	char sym[KSYM_NAME_LEN];
	unsigned long addr;

	if (!xmon_arg_addr(&args, regs, &addr))
		return XMON_STAY;
	if (!symbol_lookup(addr, NULL, NULL)) {
		xmon_printf("%016lx is in no symbol\n", addr);
		return XMON_STAY;
	}
	sprint_symbol(sym, addr);
	xmon_printf("%016lx is %s\n", addr, sym);
	return XMON_STAY;
}

enum xmon_go xmon_show_log(const char *args, struct pt_regs *regs)
{
	unsigned long n = 16;

	(void)regs;
	if (xmon_arg_count(&args, LOG_MAX, &n))
		XMON_PRINTS(trap_log_print(n, ""));
	return XMON_STAY;
}

static void show_kprobe(struct kprobe *p, void *count)
{
	char sym[KSYM_NAME_LEN];

	++*(int *)count;
	sprint_symbol(sym, (unsigned long)p->addr);
	xmon_printf("%016lx  %s%s%s", (unsigned long)p->addr, sym, p->ainsn.insn ? "" : "  emulated",
		    kprobe_disabled(p) ? "  disabled" : "");
	if (p->nmissed)
		xmon_printf("  missed %lu", p->nmissed);
	xmon_printf("\n");
}

enum xmon_go xmon_show_kprobes(const char *args, struct pt_regs *regs)
{
	int n = 0;

	(void)args;
	(void)regs;
	kprobes_for_each(show_kprobe, &n);
	if (!n)
		xmon_printf("no kprobes\n");
	return XMON_STAY;
}
