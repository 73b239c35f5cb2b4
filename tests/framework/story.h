/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The trap log as a line of text, to be compared in one go. One word for each trap that is not an interrupt:
 *
 *   [depth, if not 1] kind [number of the instruction in the function, for a breakpoint] : who was asked
 *
 * kind: B breakpoint, S step, R branch step, F any fault. Asked: k kprobes, h hw_breakpoint, x xmon, each followed by its answer: '!'
 * for NOTIFY_STOP, '.' for NOTIFY_DONE, '?' for anything else. So "B2:k.x!" is a breakpoint at the third instruction
 * that kprobes did not know and xmon claimed. The trap by which tc_call() starts and the test's own callbacks are
 * left out.
 */
#ifndef TESTS_STORY_H
#define TESTS_STORY_H

#include <linux/kprobes.h>
#include <stdio.h>
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>
#include <whosetrap/trap-log.h>
#include <whosetrap/xmon.h>

#include "lib.h"

#define STORY_SIZE	512	/* bytes of a story */

/** story - what happened since the log was reset; numbers are those of the addresses in @insns (may be NULL). */
const char *story(const unsigned long *insns);

/*
 * A refusal says why, on the console. Between hush() and speak() the words go into heard[] instead, to be checked;
 * what the test itself has to say must wait until after speak().
 */
extern char heard[1024];
void hush(void);
void speak(void);
/** heard_line - check that one line was said, and that it has @words in it. */
bool heard_line(const char *words);

/** struct probe - a kprobe that counts. */
struct probe {
	struct kprobe kp;
	unsigned int pre, post;
	void (*inside)(struct probe *p);	/* called by the pre-handler, may be NULL */
};

int probe_pre(struct kprobe *kp, struct pt_regs *regs);
void probe_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags);
void probe_init(struct probe *p, unsigned long addr);
/** probe_add - register @p at @addr; what is said of a refusal is in heard[]. */
int probe_add(struct probe *p, unsigned long addr);
/**
 * probe_word - what a hit of @p adds to the story:
 *
 * one trap, or two when the instruction is stepped. Four live at a time.
 */
const char *probe_word(const struct probe *p, unsigned int i);

/** xmon_try - xmon_break_set(), with what is said of a refusal in heard[]. */
int xmon_try(unsigned long addr);
/** xmon_said - check that xmon has printed @words since xmon_script(). */
bool xmon_said(const char *words);
/** xmon_said_at - check for "@what at symbol+offset/size", the place being @addr. */
bool xmon_said_at(const char *what, unsigned long addr);

/** text_is_pristine - is the text from @from to @to as it was built? */
bool text_is_pristine(unsigned long from, unsigned long to);
/** insns_are_pristine - the same for a function of <whosetrap/testcode.h>, given its NAME_insns[]. */
bool insns_are_pristine(const unsigned long *insns);
/** no_boost - in this test a probed instruction that runs out of line is stepped, as after boost=off. */
static inline void no_boost(void)
{
	options.boost = false;
}

unsigned int count_insns(const unsigned long *list);

#endif
