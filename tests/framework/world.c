// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each test runs in a clean world and is held to leave one behind, whatever it asserted. What it leaves is named,
 * with whose it is, fails the test, and is put right, so that the next test starts clean. A test that was cut short
 * had no chance to clean up: there the same lines are only notes. An unclaimed trap needs no look here: it ends the
 * test at once.
 */
#include <asm/irqflags.h>
#include <stdarg.h>
#include <stdio.h>
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/consumer.h>
#include <whosetrap/cpu.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>
#include <whosetrap/policy.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>
#include <whosetrap/trap.h>

#include "framework.h"

#define PAGE		4096
#define CANARY_WORDS	8
#define CANARY		0x57686f7365547261UL

/* An overrun meets the guard page first, where there is an MMU, and the canary in any case. */
static struct {
	u8 guard[PAGE];
	unsigned long canary[CANARY_WORDS];
	u8 stack[TEST_STACK - CANARY_WORDS * sizeof(unsigned long)];
} area __section(".bss.stacks") __aligned(PAGE);

const struct stack test_stack = { (unsigned long)area.canary, (unsigned long)(&area + 1) };

/* The die chain as the consumers' init functions made it. */
static struct notifier_block *wanted[DIE_CHAIN_MAX + 1];

static void __printf(1, 2) violation(const char *fmt, ...)
{
	char line[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (run.cut)
		test_note("left behind: %s", line);
	else
		test_fail("left behind: %s", line);
}

static void set_canary(void)
{
	for (int i = 0; i < CANARY_WORDS; i++)
		area.canary[i] = CANARY + i;
}

/* Everything that has no word to say about itself. */
static void reset_quietly(void)
{
	static int boost = -1;

	if (boost < 0)
		boost = options.boost;
	options.boost = boost;
	arch_timer_disarm();
	trap_reset();
	policy->reset();
	arch_cpu_reset();
	set_canary();
}

void world_prepare(void)
{
	static bool guarded;
	const struct trap_consumer *c;
	int err;

	if (!guarded) {
		arch_guard_page(area.guard);
		guarded = true;
	}
	reset_quietly();
	die_chain_reset();
	for_each_consumer(c) {
		err = c->init ? c->init() : 0;
		if (err) {
			run_says(VERDICT_ERROR, "a consumer does not start");
			test_note("consumer %s: init returns %d", c->owner.name, err);
		}
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(wanted); i++)
		wanted[i] = die_chain_nth(i);
	trap_log_reset();
}

static const char *notifier_name(const struct notifier_block *nb, char *buf)
{
	sprint_symbol(buf, (unsigned long)nb->notifier_call);
	return buf;
}

static bool is_wanted(const struct notifier_block *nb)
{
	for (unsigned int i = 0; wanted[i]; i++)
		if (wanted[i] == nb)
			return true;
	return false;
}

static bool on_chain(const struct notifier_block *nb)
{
	for (unsigned int i = 0; die_chain_nth(i); i++)
		if (die_chain_nth(i) == nb)
			return true;
	return false;
}

static void verify_chain(void)
{
	char name[KSYM_NAME_LEN];
	unsigned int i;

	for (i = 0; die_chain_nth(i); i++) {
		struct notifier_block *nb = die_chain_nth(i);

		if (!is_wanted(nb))
			violation("notifier %s, priority %d, is still on the die chain", notifier_name(nb, name),
				  nb->priority);
	}
	for (i = 0; wanted[i]; i++) {
		if (!on_chain(wanted[i]))
			violation("notifier %s is gone from the die chain", notifier_name(wanted[i], name));
	}
}

static void verify_consumers(void)
{
	const struct trap_consumer *c;

	for_each_consumer(c) {
		const char *left = c->residue ? c->residue() : NULL;

		if (left)
			violation("%s: %s", c->owner.name, left);
		if (c->reset)
			c->reset();
	}
}

static void verify_cpu(void)
{
	struct cpu *cpu = this_cpu();
	const char *armed = arch_cpu_armed();

	if (cpu != &cpus[0])
		violation("this_cpu() is not the boot CPU any more");
	if (armed)
		violation("%s is armed", armed);
	arch_cpu_reset();	/* at once: what follows would be stepped */
	if (cpu->depth)
		violation("trap depth is %lu, not 0", cpu->depth);
	if (irqs_disabled() && !run.cut)
		violation("interrupts are off");
	local_irq_disable();
	for (int i = 0; i < CANARY_WORDS && !run.cut; i++) {
		if (area.canary[i] == CANARY + i)
			continue;
		violation("the bottom of the test's stack is overwritten");
		break;
	}
}

static void verify_text(void)
{
	char name[KSYM_NAME_LEN];
	unsigned long at = text_repair();

	if (!at)
		return;
	sprint_symbol(name, at);
	violation("kernel text changed at %s", name);
}

void world_verify(void)
{
	const char *left;

	arch_timer_disarm();
	verify_cpu();
	/* Consumers go first: what they still held is theirs, what is left after their reset is nobody's. */
	verify_consumers();
	verify_chain();
	left = policy->residue();
	if (left)
		violation("policy %s: %s", policy->name, left);
	if (ool_slots_used())
		violation("%u out-of-line slot(s) in use", ool_slots_used());
	ool_reset();
	verify_text();
	reset_quietly();
}
