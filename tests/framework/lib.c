// SPDX-License-Identifier: GPL-2.0-only
/* Shared by tests, see lib.h. */
#define CHECK_FILE __FILE__
#include <string.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>

#include "lib.h"

static const struct trap_owner owner = { "test" };

/* The run in progress of tc_run() or tc_step(). */
static struct steps *noting;
static enum step_kind stepping;

void regs_skip_break(struct pt_regs *regs, unsigned long addr)
{
	instruction_pointer_set(regs, addr + BREAK_INSN_SIZE);
}

static int __kprobes drive(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	if (val == DIE_BREAKPOINT && t->pc == (unsigned long)tc_call_break) {
		instruction_pointer_set(trap_regs(t), (unsigned long)tc_call_go);
	} else if (val == DIE_STEP && stepping != STEP_NONE) {
		if (noting->n < STEPS_MAX) {
			noting->pc[noting->n] = t->pc;
			noting->kind[noting->n] = t->kind;
		}
		noting->n++;
		if (t->pc == (unsigned long)tc_call_return) {
			policy->step_disarm(&owner, trap_regs(t));
			return NOTIFY_STOP;
		}
	} else {
		return NOTIFY_DONE;
	}
	if (stepping != STEP_NONE && policy->step_arm(&owner, trap_regs(t), stepping))
		test_fail("the step cannot be armed");
	return NOTIFY_STOP;
}

static struct notifier_block driver = { .notifier_call = drive, .priority = INT_MAX };

static bool driver_there(void)
{
	for (unsigned int i = 0; die_chain_nth(i); i++)
		if (die_chain_nth(i) == &driver)
			return true;
	return false;
}

void tc_driver_add(void)
{
	ASSERT_EQ(register_die_notifier(&driver), 0);
}

void tc_driver_del(void)
{
	ASSERT_EQ(unregister_die_notifier(&driver), 0);
}

static void call(void (*fn)(void), struct tc_regs *io)
{
	bool there = driver_there();

	if (!there)
		tc_driver_add();
	tc_call(fn, io);
	if (!there)
		tc_driver_del();
}

void tc_run(void (*fn)(void), struct tc_regs *io)
{
	stepping = STEP_NONE;
	call(fn, io);
}

void tc_step(void (*fn)(void), struct tc_regs *io, enum step_kind kind, struct steps *steps)
{
	if (!arch_step_supported(kind))
		SKIP("this CPU has no %s step", kind == STEP_BRANCH ? "branch" : "instruction");
	memset(steps, 0, sizeof(*steps));
	noting = steps;
	stepping = kind;
	call(fn, io);
	stepping = STEP_NONE;
}

void steps_expect(const struct steps *steps, enum trap_kind kind, const unsigned long *pcs)
{
	unsigned int i;

	for (i = 0; pcs[i]; i++)
		;
	EXPECT_EQ(steps->n, i + 1);
	for (i = 0; i < min(steps->n, (unsigned int)STEPS_MAX); i++) {
		EXPECT_EQ(steps->kind[i], kind);
		EXPECT_EQ(steps->pc[i], *pcs ? *pcs : (unsigned long)tc_call_return);
		pcs += *pcs != 0;
	}
}

static int __kprobes claim_break(struct notifier_block *nb, unsigned long val, void *data)
{
	struct breaker *b = container_of(nb, struct breaker, nb);
	struct trap *t = die_trap(data);

	if (val != DIE_BREAKPOINT || t->pc != (unsigned long)tc_break_at)
		return NOTIFY_DONE;
	b->hits++;
	regs_skip_break(trap_regs(t), t->pc);
	if (b->inside)
		b->inside(t);
	return NOTIFY_STOP;
}

void breaker_add(struct breaker *b)
{
	b->nb.notifier_call = claim_break;
	ASSERT_EQ(register_die_notifier(&b->nb), 0);
}

void breaker_del(struct breaker *b)
{
	EXPECT_EQ(unregister_die_notifier(&b->nb), 0);
}

bool log_last_trap(enum trap_kind kind, struct log_record *r)
{
	struct log_iter it;
	struct log_record here;
	bool found = false;

	trap_log_start(&it);
	while (trap_log_next(&it, &here)) {
		if (here.type != LOG_TRAP || (kind && here.kind != kind))
			continue;
		*r = here;
		found = true;
	}
	return found;
}
