// SPDX-License-Identifier: GPL-2.0-only
/* What to say when things go wrong: backtraces, the diagnosis of a trap, warnings, the end. */
#include <stdio.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/test.h>
#include <whosetrap/trap.h>

#define BACKTRACE_MAX	24
#define LOG_SHOWN	16

static void show_from(struct unwind u, const char *prefix)
{
	char sym[KSYM_NAME_LEN];

	for (int i = 0; i < BACKTRACE_MAX; i++) {
		if (i && !u.regs)
			sprint_backtrace(sym, u.pc);
		else
			sprint_symbol(sym, u.pc);
		printk("%s  [%016lx] %s%s\n", prefix, u.pc, sym, u.regs ? " <trap>" : "");
		if (!arch_unwind(&u))
			return;
	}
	printk("%s  ... more than %d frames\n", prefix, BACKTRACE_MAX);
}

void backtrace_show(const struct pt_regs *regs, const char *prefix)
{
	struct unwind u;

	arch_unwind_start(&u, regs);
	show_from(u, prefix);
}

void dump_stack(void)
{
	backtrace_show(NULL, "");
}

void trap_show(const struct trap *t, const char *why)
{
	char words[160], sym[KSYM_NAME_LEN];
	struct unwind u;

	arch_trap_words(t, words, sizeof(words));
	sprint_symbol(sym, t->pc);
	printk("%s: %s at %s, depth %u\n", why, trap_kind_name(t->kind), sym, t->depth);
	printk("%s\n", words);
	arch_regs_show(t->die.regs, "");
	printk("backtrace:\n");
	arch_unwind_start(&u, t->die.regs);
	u.pc = t->pc;			/* the frame's own may be behind a breakpoint instruction, in the next function */
	show_from(u, "");
	printk("trap log, newest last:\n");
	trap_log_print(LOG_SHOWN, "  ");
}

void warn(const char *file, int line, const char *what)
{
	printk("WARNING: %s at %s:%d\n", what, file, line);
	dump_stack();
	test_warned(file, line, what);
}

void panic(const char *fmt, ...)
{
	static bool again;
	char buf[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	test_flush();
	printk("panic: %s\n", buf);
	if (!again) {
		again = true;
		dump_stack();
		printk("trap log, newest last:\n");
		trap_log_print(LOG_SHOWN, "  ");
	}
	arch_machine_exit(false);
}
