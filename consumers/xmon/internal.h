/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xmon from the inside.
 *
 *   xmon.c      whose trap, entering and leaving the prompt, steps
 *   bpt.c       the table of breakpoints
 *   command.c   the prompt: reading a command, its arguments, the table of commands
 *   show.c      commands that only look
 *   io.c        console and script
 */
#ifndef CONSUMERS_XMON_INTERNAL_H
#define CONSUMERS_XMON_INTERNAL_H

#include <linux/kernel.h>
#include <whosetrap/consumer.h>
#include <whosetrap/policy.h>
#include <whosetrap/trap.h>
#include <whosetrap/xmon.h>

#define XMON_NBPTS	32
#define XMON_LINE	128

struct xmon_bpt {
	unsigned long addr;	/* 0: free */
	bool disabled;		/* its place was taken by somebody else's trap instruction */
	bool keep;		/* set by a person at the console: survives the reset between tests */
	unsigned long hits;
	struct breakpoint bp;
};

/* What to do when the prompt is left. */
enum xmon_go {
	XMON_STAY = 0,		/* the next command */
	XMON_GO,		/* let the kernel run */
	XMON_STEP,		/* let it run xmon_steps instructions */
};

extern const struct trap_consumer xmon_consumer;

/* bpt.c */
extern struct xmon_bpt xmon_bpts[XMON_NBPTS];
struct xmon_bpt *xmon_bpt_at(unsigned long addr);
/**
 * xmon_bpt_new - check @addr and take an entry, not yet planted.
 *
 * 0 or the error of xmon_break_set(); *@why in words.
 */
int xmon_bpt_new(unsigned long addr, struct xmon_bpt **b, const char **why);
void xmon_bpt_free(struct xmon_bpt *b);
/** xmon_bpts_remove - all out of the text. xmon_bpts_insert - all into it but @except (may be NULL). Context: trap. */
void xmon_bpts_remove(void);
void xmon_bpts_insert(const struct xmon_bpt *except);
void xmon_bpt_insert(struct xmon_bpt *b);

/* command.c */
/** xmon_commands - read and obey commands until one lets the kernel run; *@steps is set for XMON_STEP. */
enum xmon_go xmon_commands(struct pt_regs *regs, unsigned long *steps);
/**
 * xmon_arg_addr - parse an address at *@s.
 *
 * Hex, symbol, symbol+offset, or '.' for the pc. False after a line that says why not.
 */
bool xmon_arg_addr(const char **s, const struct pt_regs *regs, unsigned long *addr);
/** xmon_arg_count - parse a number at *@s, decimal or 0x…, in [1, max]; *@n keeps its value when there is none. */
bool xmon_arg_count(const char **s, unsigned long max, unsigned long *n);

/* show.c */
enum xmon_go xmon_show_regs(const char *args, struct pt_regs *regs);
enum xmon_go xmon_show_stack(const char *args, struct pt_regs *regs);
enum xmon_go xmon_show_memory(const char *args, struct pt_regs *regs);
enum xmon_go xmon_show_symbol(const char *args, struct pt_regs *regs);
enum xmon_go xmon_show_addr(const char *args, struct pt_regs *regs);
enum xmon_go xmon_show_log(const char *args, struct pt_regs *regs);
enum xmon_go xmon_show_kprobes(const char *args, struct pt_regs *regs);

/* io.c */
extern unsigned int xmon_entered;
void xmon_printf(const char *fmt, ...) __printf(1, 2);
/** xmon_put - bytes to where xmon prints; fits printk_hook. */
void xmon_put(const char *s, size_t n);
bool xmon_getline(char *buf, size_t size);
/** xmon_interactive - do commands come from the console? */
bool xmon_interactive(void);
void xmon_io_open(void);
void xmon_io_close(void);
void xmon_io_reset(void);

#endif
