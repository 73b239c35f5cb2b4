// SPDX-License-Identifier: GPL-2.0-only
/* See story.h. */
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <string.h>
#include <whosetrap/console.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>
#include <whosetrap/trap-log.h>
#include <whosetrap/xmon.h>

#include "story.h"

static char story_kind(unsigned int kind)
{
	switch (kind) {
	case TRAP_BREAKPOINT:
		return 'B';
	case TRAP_STEP:
		return 'S';
	case TRAP_BRANCH_STEP:
		return 'R';
	default:
		return 'F';
	}
}

static size_t story_asked(char *to, size_t size, const struct log_record *r)
{
	void *callback;
	int answer;
	size_t n = 0;

	for (unsigned int i = 0; trap_log_asked(r, i, &callback, &answer); i++) {
		char who = callback == (void *)kprobe_exceptions_notify ? 'k' :
			   callback == (void *)xmon_exceptions_notify ? 'x' :
			   callback == (void *)hw_breakpoint_exceptions_notify ? 'h' : 0;

		if (who && n < size)
			n += snprintf(to + n, size - n, "%c%c", who,
				      answer == NOTIFY_STOP ? '!' : answer == NOTIFY_DONE ? '.' : '?');
	}
	return n;
}

const char *story(const unsigned long *insns)
{
	static char buf[STORY_SIZE];
	struct log_iter it;
	struct log_record r;
	size_t n = 0;

	buf[0] = '\0';
	trap_log_start(&it);
	while (trap_log_next(&it, &r) && n < sizeof(buf) - 64) {
		unsigned int i = 0;

		if (r.type != LOG_TRAP || r.kind == TRAP_IRQ || r.pc == (unsigned long)tc_call_break)
			continue;
		if (n)
			buf[n++] = ' ';
		if (r.depth != 1)
			n += snprintf(buf + n, sizeof(buf) - n, "%u", r.depth);
		buf[n++] = story_kind(r.kind);
		while (insns && insns[i] && insns[i] != r.pc)
			i++;
		if (r.kind == TRAP_BREAKPOINT && insns && insns[i])
			n += snprintf(buf + n, sizeof(buf) - n, "%u", i);
		buf[n++] = ':';
		buf[n] = '\0';
		n += story_asked(buf + n, sizeof(buf) - n, &r);
	}
	return buf;
}

char heard[1024];
static void (*hushed_hook)(const char *s, size_t n);

static void hear(const char *s, size_t n)
{
	size_t used = strlen(heard);

	n = min(n, sizeof(heard) - 1 - used);
	memcpy(heard + used, s, n);
	heard[used + n] = '\0';
}

void hush(void)
{
	hushed_hook = printk_hook;
	heard[0] = '\0';
	printk_hook = hear;
}

void speak(void)
{
	printk_hook = hushed_hook;
}

bool heard_line(const char *words)
{
	const char *nl = strchr(heard, '\n');

	if (EXPECT(nl && !nl[1] && strstr(heard, words)))
		return true;
	test_note("instead of one line with '%s': %s", words, heard);
	return false;
}

int probe_pre(struct kprobe *kp, struct pt_regs *regs)
{
	struct probe *p = container_of(kp, struct probe, kp);

	(void)regs;
	/* Never the post-handler of this hit before it, and not two hits at a time. */
	EXPECT_EQ(p->pre, p->post);
	EXPECT_EQ(kprobe_running(), kp);
	p->pre++;
	if (p->inside)
		p->inside(p);
	return 0;
}

void probe_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	struct probe *p = container_of(kp, struct probe, kp);

	(void)regs;
	EXPECT_EQ(flags, 0);
	EXPECT_EQ(p->pre, p->post + 1);
	EXPECT_EQ(kprobe_running(), kp);
	p->post++;
}

void probe_init(struct probe *p, unsigned long addr)
{
	*p = (struct probe){ .kp = { .addr = (kprobe_opcode_t *)addr, .pre_handler = probe_pre,
				     .post_handler = probe_post } };
}

int probe_add(struct probe *p, unsigned long addr)
{
	int err;

	probe_init(p, addr);
	hush();
	err = register_kprobe(&p->kp);
	speak();
	return err;
}

int xmon_try(unsigned long addr)
{
	int err;

	hush();
	err = xmon_break_set(addr);
	speak();
	return err;
}

const char *probe_word(const struct probe *p, unsigned int i)
{
	static char buf[4][24];
	static unsigned int next;
	char *to = buf[next++ % 4];

	snprintf(to, sizeof(buf[0]), p->kp.ainsn.insn ? "B%u:k! S:k!" : "B%u:k!", i);
	return to;
}

bool text_is_pristine(unsigned long from, unsigned long to)
{
	u8 was[16];

	for (; from < to; from += sizeof(was)) {
		size_t n = text_pristine(was, from, min(sizeof(was), (size_t)(to - from)));

		if (memcmp((const void *)from, was, n))
			return false;
	}
	return true;
}

unsigned int count_insns(const unsigned long *list)
{
	unsigned int n = 0;

	while (list[n])
		n++;
	return n;
}

bool insns_are_pristine(const unsigned long *insns)
{
	return text_is_pristine(insns[0], insns[count_insns(insns) - 1] + BREAK_INSN_SIZE);
}

bool xmon_said(const char *words)
{
	if (EXPECT(strstr(xmon_transcript(), words) != NULL))
		return true;
	test_note("not said: %s", words);
	return false;
}

bool xmon_said_at(const char *what, unsigned long addr)
{
	char sym[KSYM_NAME_LEN], line[KSYM_NAME_LEN + 32];

	sprint_symbol(sym, addr);
	snprintf(line, sizeof(line), "%s at %s\n", what, sym);
	return xmon_said(line);
}
