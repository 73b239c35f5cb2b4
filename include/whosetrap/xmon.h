/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xmon, a small debugger with a prompt in the kernel, after Linux's arch/powerpc/xmon/xmon.c, for all architectures.
 *
 * It is on the die chain only while it is enabled. Its breakpoints are in the text while the kernel runs, taken out
 * when the prompt is entered and put back when it is left. Traps that are not its own it answers with NOTIFY_DONE.
 */
#ifndef WHOSETRAP_XMON_H
#define WHOSETRAP_XMON_H

#include <linux/types.h>
#include <linux/notifier.h>

struct xmon_io {
	/**
	 * getline - one line into @buf, NUL-terminated, without its end.
	 *
	 * False when there is no more: the prompt is left.
	 */
	bool (*getline)(char *buf, size_t size);
	/** put - @n bytes of output, '\n' for a new line. */
	void (*put)(const char *s, size_t n);
};

/** xmon_enable - attach to the die chain. 0, or the error of register_die_notifier(). Context: task. */
int xmon_enable(void);
/**
 * xmon_disable - clear all breakpoints and leave the die chain; under xmon=on what a person has set stays.
 *
 * Context: task.
 */
void xmon_disable(void);

/**
 * xmon_script - take commands from @lines, separated by newlines, instead of the console, and start a new transcript.
 *
 * Each prompt takes lines until one of them resumes the kernel; the next prompt goes on from there. When none
 * are left, prompts are left at once, as by 'c'. @lines must live until then; NULL: no commands. Context: task.
 */
void xmon_script(const char *lines);
/**
 * xmon_transcript - what xmon has printed since xmon_script(), commands included; its end is lost beyond 8 KiB.
 *
 * Context: any.
 */
const char *xmon_transcript(void);
/** xmon_entries - how often the prompt was entered since xmon_script(). Context: any. */
unsigned int xmon_entries(void);

/**
 * xmon_break_set - set a breakpoint in the kernel's text, as command 'b' does.
 *
 * 0; -EINVAL with one line on the console: the place is refused; -EEXIST: there is one already; -ENOSPC: table full.
 * Context: task.
 */
int xmon_break_set(unsigned long addr);
/** xmon_break_clear - clear it. 0, or -ENOENT. Context: task. */
int xmon_break_clear(unsigned long addr);
/** xmon_break_hits - how often it was hit; 0 when there is none at @addr. Context: any. */
unsigned long xmon_break_hits(unsigned long addr);

/**
 * xmon - break into the prompt here and now; @why is printed.
 *
 * Nothing happens when xmon is not enabled. Context: any.
 */
void xmon(const char *why);
/** xmon_exceptions_notify - the die notifier. Context: trap. */
int xmon_exceptions_notify(struct notifier_block *nb, unsigned long val, void *data);

#endif
