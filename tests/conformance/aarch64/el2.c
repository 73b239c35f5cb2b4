// SPDX-License-Identifier: GPL-2.0-only
/*
 * What EL1 cannot step by itself and the stub at EL2 can: exception entry, code between MSR ELR_EL1 and ERET, code
 * with all of DAIF set. Arm ARM D2.11 and MDCR_EL2.TDE (D24.3).
 */
#include <asm/el2.h>
#include <asm/irqflags.h>

#include "../../framework/lib.h"
#include "raise.h"

#define TRACE_MAX	1024

void el2_svc(void);
long el2_eret(void);
void el2_brk(void);
extern char el2_svc_at[], el2_svc_next[], el2_eret_mask[], el2_eret_at[], el2_eret_to[], el2_brk_at[], el2_brk_next[];
extern char vectors[];

static struct el2_trace_entry trace[TRACE_MAX] __aligned(64);
static unsigned int traced;

static void need_el2(void)
{
	if (!el2_present())
		SKIP("the kernel was not entered at EL2: EL=2");
}

static void traced_call(void (*fn)(void))
{
	unsigned long flags;

	local_irq_save(flags);
	EXPECT_EQ(el2_trace_start(trace, TRACE_MAX), 0);
	fn();
	traced = el2_trace_stop();
	local_irq_restore(flags);
	EXPECT(traced > 10 && traced < TRACE_MAX);
	for (unsigned int i = 0; i < traced; i++)
		EXPECT(!trace[i].esr || ESR_EC(trace[i].esr) == ESR_EC_STEP_LOWER ||
		       ESR_EC(trace[i].esr) == ESR_EC_SYSREG);
}

/* Index of the first step to @pc, from @from on; -1 and a failure when there is none. */
static int find(const char *pc, int from)
{
	for (unsigned int i = from; from >= 0 && i < traced; i++)
		if (trace[i].pc == (unsigned long)pc)
			return i;
	test_fail("no step to %p", (void *)pc);
	return -1;
}

static unsigned int claimed;
static unsigned long claimed_pc, claimed_cause;

/* As short as it can be: all of it is traced. */
static int __kprobes claim(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	(void)val;
	claimed++;
	claimed_pc = t->pc;
	claimed_cause = t->cause;
	if (t->kind == TRAP_BREAKPOINT)
		trap_regs(t)->pc += 4;
	return NOTIFY_STOP;
}

static void traced_trap(void (*fn)(void))
{
	struct notifier_block nb = { .notifier_call = claim, .priority = INT_MAX };

	claimed = 0;
	ASSERT_EQ(register_die_notifier(&nb), 0);
	traced_call(fn);
	ASSERT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(claimed, 1);
}

/* The step over SVC ends at the vector for a synchronous exception from EL1 with SP_EL1. */
CONFORMANCE(el2, exception_entry, "Arm ARM D2.11.6")
{
	int i;

	need_el2();
	traced_trap(el2_svc);
	EXPECT_EQ(claimed_pc, el2_svc_next);
	i = find(el2_svc_at, 0);
	EXPECT_EQ(trace[i + 1].pc, vectors + 0x200);
	EXPECT_EQ(trace[i + 1].spsr & 0x3cf, 0x3c5);
	EXPECT_EQ(trace[i + 2].pc, vectors + 0x204);
	/* And all the way through the handler, to the ERET and behind it. */
	i = find(el2_svc_next, i);
	EXPECT(i > 100);
	EXPECT_EQ(trace[i].spsr & 0x3cf, PSR_MODE_EL1h | PSR_I_BIT);
}

static void eret_is_right(void)
{
	EXPECT_EQ(el2_eret(), 1);
}

CONFORMANCE(el2, eret_and_masked_code, "Arm ARM D2.2")
{
	int i;

	need_el2();
	traced_call(eret_is_right);
	i = find(el2_eret_mask, 0);
	/* Every instruction, with DAIF set. */
	for (int k = 1; el2_eret_mask + 4 * k <= el2_eret_at; k++) {
		EXPECT_EQ(trace[i + k].pc, el2_eret_mask + 4 * k);
		EXPECT_EQ(trace[i + k].spsr & 0x3c0, 0x3c0);
		EXPECT_EQ(trace[i + k].spsr & PSR_SS_BIT, 0);
	}
	i = find(el2_eret_at, i);
	EXPECT_EQ(trace[i + 1].pc, el2_eret_to);
	EXPECT_EQ(trace[i + 1].spsr & 0x3c0, PSR_I_BIT);
}

/* BRK is delivered to EL1 as if TDE were not set: the kernel's own breakpoints go on working. */
CONFORMANCE(el2, breakpoints_reach_el1, "Arm ARM D2.2")
{
	int i;

	need_el2();
	traced_trap(el2_brk);
	EXPECT_EQ(claimed_pc, el2_brk_at);
	EXPECT_EQ(claimed_cause, 0xf200000b);
	i = find(el2_brk_at, 0);
	EXPECT_EQ(trace[i + 1].pc, vectors + 0x200);
	EXPECT_EQ(trace[i + 1].esr, 0);
	find(el2_brk_next, i);
}

/* The kernel's own steps work behind a trace as before. */
static void el1_step(void)
{
	struct tc_regs io = { 0 };
	struct steps steps;

	tc_step(tc_nops, &io, STEP_INSN, &steps);
	steps_expect(&steps, TRAP_STEP, tc_nops_trace);
	EXPECT_EQ(read_sysreg(mdscr_el1), MDSCR_EL1_KDE);
}

static unsigned long mdscr_seen, bvr_seen;

static void use_debug_registers(void)
{
	unsigned long mdscr = read_sysreg(mdscr_el1);

	mdscr_seen = mdscr;
	write_sysreg(mdscr | MDSCR_EL1_MDE, mdscr_el1);
	write_sysreg(0x12345678, dbgbvr2_el1);
	bvr_seen = read_sysreg(dbgbvr2_el1);
}

/* TDE makes EL1's accesses to debug registers trap: EL1 must not notice, neither that nor that SS is set. */
CONFORMANCE(el2, debug_registers_under_a_trace, "Arm ARM D24.3 MDCR_EL2")
{
	need_el2();
	traced_call(use_debug_registers);
	EXPECT_EQ(mdscr_seen, MDSCR_EL1_KDE);
	EXPECT_EQ(read_sysreg(mdscr_el1), MDSCR_EL1_KDE | MDSCR_EL1_MDE);
	EXPECT_EQ(bvr_seen, 0x12345678);
	EXPECT_EQ(read_sysreg(dbgbvr2_el1), 0x12345678);
	arch_cpu_reset();
}

TEST(arch_el2, trace_ends_when_the_buffer_is_full)
{
	need_el2();
	for (unsigned int n = 1; n < 40; n += 13) {
		trace[n].pc = 0x55;
		EXPECT_EQ(el2_trace_start(trace, n), 0);
		for (volatile int i = 0; i < 100; i++)
			;
		EXPECT_EQ(el2_trace_stop(), n);
		EXPECT(trace[n - 1].pc != 0);
		EXPECT_EQ(trace[n].pc, 0x55);
		el1_step();
	}
}

TEST(arch_el2, refusals)
{
	if (!el2_present()) {
		EXPECT_EQ(el2_trace_start(trace, 10), -ENODEV);
		EXPECT_EQ(el2_trace_stop(), 0);
		return;
	}
	EXPECT_EQ(el2_trace_start(trace, 0), -EINVAL);
	EXPECT_EQ(el2_trace_start((void *)trace + 8, 10), -EINVAL);
	EXPECT_EQ(el2_trace_start(trace, TRACE_MAX), 0);
	EXPECT_EQ(el2_trace_start(trace, 1), -EBUSY);
	el2_trace_stop();
	EXPECT_EQ(el2_trace_stop(), el2_trace_stop());
}

/* By default EL2 is not involved: no trap goes there, and MDSCR_EL1 is the kernel's own. */
TEST(arch_el2, stub_does_nothing_unasked)
{
	need_el2();
	el1_step();
	EXPECT_EQ(read_sysreg(mdscr_el1), MDSCR_EL1_KDE);
}
