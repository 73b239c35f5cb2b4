// SPDX-License-Identifier: GPL-2.0-only
/*
 * Policy "linux": each consumer for itself. It patches text, keeps its own copy of what it overwrote and puts that back
 * later, whoever has patched the place meanwhile; it sets and clears the step bit of the frame as if it were alone.
 */
#include <stdio.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>
#include <whosetrap/trap-log-put.h>

static unsigned int planted;
static const struct breakpoint *last;

static int __kprobes linux_plant(struct breakpoint *b)
{
	if (b->planted)
		return -EEXIST;
	if (!kernel_text_address((unsigned long)b->addr))
		return -EFAULT;
	__builtin_memcpy(b->saved, b->addr, BREAK_INSN_SIZE);	/* in place: a call could be probed */
	text_poke(b->addr, break_insn, BREAK_INSN_SIZE, b->owner->name);
	b->planted = true;
	planted++;
	last = b;
	return 0;
}

static int __kprobes linux_lift(struct breakpoint *b)
{
	if (!b->planted)
		return -ENOENT;
	text_poke(b->addr, b->saved, BREAK_INSN_SIZE, b->owner->name);
	b->planted = false;
	planted--;
	return 0;
}

static noinline int __kprobes step_arm_slow(const struct trap_owner *o, struct pt_regs *regs, enum step_kind kind)
{
	trap_log_write(LOG_STEP, o->name, instruction_pointer(regs), kind);
	return arch_step_arm(regs, kind);
}

static int __kprobes linux_step_arm(const struct trap_owner *o, struct pt_regs *regs, enum step_kind kind)
{
	if (!trap_log_room())
		return step_arm_slow(o, regs, kind);
	trap_log_put(LOG_STEP, o->name, instruction_pointer(regs), kind);
	return arch_step_arm(regs, kind);
}

static noinline void __kprobes step_disarm_slow(const struct trap_owner *o, struct pt_regs *regs)
{
	trap_log_write(LOG_STEP, o->name, instruction_pointer(regs), STEP_NONE);
	arch_step_disarm(regs);
}

static void __kprobes linux_step_disarm(const struct trap_owner *o, struct pt_regs *regs)
{
	if (!trap_log_room()) {
		step_disarm_slow(o, regs);
		return;
	}
	trap_log_put(LOG_STEP, o->name, instruction_pointer(regs), STEP_NONE);
	arch_step_disarm(regs);
}

static void linux_reset(void)
{
	planted = 0;
	last = NULL;
}

static const char *linux_residue(void)
{
	static char words[64 + KSYM_NAME_LEN];

	if (!planted)
		return NULL;
	snprintf(words, sizeof(words), "%u breakpoint(s) left planted, the last one planted by %s", planted,
		 last->owner->name);
	return words;
}

const struct trap_policy policy_linux = {
	.name = "linux",
	.unregister_in_callback = false,
	.plant = linux_plant,
	.lift = linux_lift,
	.step_arm = linux_step_arm,
	.step_disarm = linux_step_disarm,
	.reset = linux_reset,
	.residue = linux_residue,
};
