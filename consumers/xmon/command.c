// SPDX-License-Identifier: GPL-2.0-only
/* The prompt: commands, their arguments, and those that set breakpoints or write. Names are those of Linux's xmon. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>
#include "internal.h"

#define STEPS_MAX	1000000

typedef enum xmon_go (*command_fn)(const char *args, struct pt_regs *regs);

static unsigned long steps_wanted;

static const char *skip_blanks(const char *s)
{
	while (*s == ' ' || *s == '\t')
		s++;
	return s;
}

/* The next word of *@s into @word, cut to its size. False when there is none. */
static bool next_word(const char **s, char *word, size_t size)
{
	const char *from = skip_blanks(*s);
	size_t n = strcspn(from, " \t");

	*s = from + n;
	n = min(n, size - 1);
	memcpy(word, from, n);
	word[n] = '\0';
	return n;
}

/* All of @s as a number; false when it is none. */
static bool whole_number(const char *s, int base, unsigned long *n)
{
	char *end;

	if (!isxdigit((unsigned char)*s))
		return false;
	*n = strtoul(s, &end, base);
	return !*end;
}

bool xmon_arg_addr(const char **s, const struct pt_regs *regs, unsigned long *addr)
{
	char word[KSYM_NAME_LEN], *plus;
	unsigned long off = 0;

	if (!next_word(s, word, sizeof(word))) {
		xmon_printf("an address is missing: give hex, symbol, symbol+offset, or . for the pc\n");
		return false;
	}
	plus = strchr(word, '+');
	if (plus)
		*plus = '\0';
	if (!strcmp(word, "."))
		*addr = instruction_pointer(regs);
	else if (!(*addr = kallsyms_lookup_name(word)) && !whole_number(word, 16, addr))
		goto bad;
	if (plus && !whole_number(plus + 1, isdigit((unsigned char)plus[1]) ? 0 : 16, &off))
		goto bad;
	*addr += off;
	return true;
bad:
	if (plus)
		*plus = '+';
	xmon_printf("bad address '%s': give hex, symbol, symbol+offset, or . for the pc\n", word);
	return false;
}

bool xmon_arg_count(const char **s, unsigned long max, unsigned long *n)
{
	char word[24];
	unsigned long v;

	if (!next_word(s, word, sizeof(word)))
		return true;
	if (!whole_number(word, strncmp(word, "0x", 2) ? 10 : 16, &v) || !v || v > max) {
		xmon_printf("bad number '%s': give 1 to %lu\n", word, max);
		return false;
	}
	*n = v;
	return true;
}

static enum xmon_go cmd_list(const char *args, struct pt_regs *regs)
{
	char sym[KSYM_NAME_LEN];
	int n = 0;

	(void)args;
	(void)regs;
	for (int i = 0; i < XMON_NBPTS; i++) {
		const struct xmon_bpt *b = &xmon_bpts[i];

		if (!b->addr)
			continue;
		n++;
		sprint_symbol(sym, b->addr);
		xmon_printf("%2d  %016lx  %s  hits %lu%s\n", i + 1, b->addr, sym, b->hits,
			    b->disabled ? "  disabled" : "");
	}
	if (!n)
		xmon_printf("no breakpoints\n");
	return XMON_STAY;
}

static enum xmon_go cmd_break(const char *args, struct pt_regs *regs)
{
	char sym[KSYM_NAME_LEN];
	struct xmon_bpt *b;
	unsigned long addr;
	const char *why;

	if (!*skip_blanks(args))
		return cmd_list(args, regs);
	if (!xmon_arg_addr(&args, regs, &addr))
		return XMON_STAY;
	sprint_symbol(sym, addr);
	if (xmon_bpt_new(addr, &b, &why))
		xmon_printf("no breakpoint at %#lx (%s): %s\n", addr, sym, why);
	else
		xmon_printf("breakpoint %d at %s\n", (int)(b - xmon_bpts) + 1, sym);
	return XMON_STAY;
}

/* By number as 'bl' shows it, by address, or all. */
static enum xmon_go cmd_clear(const char *args, struct pt_regs *regs)
{
	struct xmon_bpt *b = NULL;
	const char *s = args;
	unsigned long n;
	char word[24];

	if (!next_word(&s, word, sizeof(word))) {
		for (b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++)
			xmon_bpt_free(b);
		xmon_printf("all breakpoints cleared\n");
		return XMON_STAY;
	}
	if (isdigit((unsigned char)*word) && whole_number(word, 10, &n) && n >= 1 && n <= XMON_NBPTS)
		b = &xmon_bpts[n - 1];
	else if (!xmon_arg_addr(&args, regs, &n))
		return XMON_STAY;
	else
		b = xmon_bpt_at(n);
	if (!b || !b->addr) {
		xmon_printf("no breakpoint '%s'; 'bl' lists them\n", word);
		return XMON_STAY;
	}
	xmon_bpt_free(b);
	xmon_printf("breakpoint %d cleared\n", (int)(b - xmon_bpts) + 1);
	return XMON_STAY;
}

static enum xmon_go cmd_go(const char *args, struct pt_regs *regs)
{
	(void)args;
	(void)regs;
	return XMON_GO;
}

static enum xmon_go cmd_step(const char *args, struct pt_regs *regs)
{
	(void)regs;
	steps_wanted = 1;
	if (!xmon_arg_count(&args, STEPS_MAX, &steps_wanted))
		return XMON_STAY;
	if (!arch_step_supported(STEP_INSN)) {
		xmon_printf("this CPU has no instruction step\n");
		return XMON_STAY;
	}
	return XMON_STEP;
}

static enum xmon_go cmd_write(const char *args, struct pt_regs *regs)
{
	unsigned long addr, value, size = sizeof(value);
	char word[24];
	u32 v4;
	u16 v2;
	u8 v1;
	const void *from = &value;

	if (!xmon_arg_addr(&args, regs, &addr))
		return XMON_STAY;
	if (!next_word(&args, word, sizeof(word)) || !whole_number(word, 16, &value)) {
		xmon_printf("bad value '%s': give hex\n", word);
		return XMON_STAY;
	}
	if (!xmon_arg_count(&args, sizeof(value), &size))
		return XMON_STAY;
	if (size & (size - 1)) {
		xmon_printf("bad size %lu: give 1, 2, 4 or 8\n", size);
		return XMON_STAY;
	}
	if (kernel_text_address(addr)) {
		xmon_printf("%#lx is kernel text, which is not written to; 'b' sets breakpoints\n", addr);
		return XMON_STAY;
	}
	v4 = value;
	v2 = value;
	v1 = value;
	from = size == 4 ? (const void *)&v4 : size == 2 ? (const void *)&v2 : size == 1 ? (const void *)&v1 : from;
	if (arch_nofault_write((void *)addr, from, size))
		xmon_printf("%#lx cannot be written\n", addr);
	return XMON_STAY;
}

static enum xmon_go cmd_help(const char *args, struct pt_regs *regs);

static const struct {
	const char *name, *args, *help;
	command_fn fn;
} commands[] = {
	{ "b",  "[addr]",	"set a breakpoint; without address list them", cmd_break },
	{ "bl", "",		"list breakpoints", cmd_list },
	{ "bc", "[n|addr]",	"clear one breakpoint, or all", cmd_clear },
	{ "c",  "",		"continue", cmd_go },
	{ "s",  "[n]",		"step n instructions, 1 by default", cmd_step },
	{ "x",  "",		"exit and recover: the same as c", cmd_go },
	{ "r",  "",		"registers", xmon_show_regs },
	{ "t",  "",		"backtrace", xmon_show_stack },
	{ "d",  "addr [n]",	"dump n bytes, 64 by default", xmon_show_memory },
	{ "m",  "addr [n]",	"the same as d", xmon_show_memory },
	{ "mw", "addr value [size]", "write 1, 2, 4 or 8 bytes, 8 by default", cmd_write },
	{ "ls", "symbol",	"address of a symbol", xmon_show_symbol },
	{ "la", "addr",		"symbol of an address", xmon_show_addr },
	{ "l",  "symbol|addr",	"one or the other", xmon_show_addr },
	{ "dl", "[n]",		"last n records of the trap log, 16 by default", xmon_show_log },
	{ "k",  "",		"list kprobes", xmon_show_kprobes },
	{ "?",  "",		"this list", cmd_help },
};

static enum xmon_go cmd_help(const char *args, struct pt_regs *regs)
{
	(void)args;
	(void)regs;
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		xmon_printf("  %-2s %-18s %s\n", commands[i].name, commands[i].args, commands[i].help);
	xmon_printf("addr: hex, symbol, symbol+offset, or . for the pc; n: decimal or 0x hex\n");
	return XMON_STAY;
}

static enum xmon_go obey(const char *line, struct pt_regs *regs)
{
	char name[XMON_LINE];

	if (!next_word(&line, name, sizeof(name)))
		return XMON_STAY;
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return commands[i].fn(line, regs);
	xmon_printf("unknown command '%s'; '?' lists them\n", name);
	return XMON_STAY;
}

enum xmon_go xmon_commands(struct pt_regs *regs, unsigned long *steps)
{
	enum xmon_go go = XMON_STAY;
	char line[XMON_LINE];

	do {
		xmon_printf("xmon> ");
		if (!xmon_getline(line, sizeof(line))) {
			xmon_printf("c\n");
			go = XMON_GO;
			break;
		}
		go = obey(line, regs);
	} while (go == XMON_STAY);
	*steps = steps_wanted;
	return go;
}
