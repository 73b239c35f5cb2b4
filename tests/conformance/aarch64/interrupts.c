// SPDX-License-Identifier: GPL-2.0-only
/*
 * The timer as IRQ and as FIQ: which of them comes in which state of PSTATE.I, that neither disturbs the code it
 * interrupts, and that none is left pending.
 */
#include <asm/barrier.h>
#include <asm/irqflags.h>
#include <whosetrap/trap-log.h>

#include "../../../arch/aarch64/timer.h"
#include "raise.h"

static unsigned long count(enum trap_kind kind)
{
	return trap_log_count(LOG_TRAP, kind);
}

static void wait(void)
{
	u64 start = arch_clock(), long_enough = arch_clock_hz() / 10;	/* for a busy host, where time is real */

	while (!count(TRAP_IRQ) && !count(TRAP_NMI) && arch_clock() - start < long_enough)
		cpu_relax();
}

/* Nothing is pending, nothing more comes. */
static void expect_quiet(void)
{
	u64 start = arch_clock();
	unsigned long n = count(TRAP_IRQ) + count(TRAP_NMI);

	while (arch_clock() - start < 1000)
		cpu_relax();
	EXPECT_EQ(count(TRAP_IRQ) + count(TRAP_NMI), n);
	EXPECT_EQ(read_sysreg(isr_el1), 0);
	test_time_limit(100);
}

CONFORMANCE(interrupts, irq_when_interrupts_are_on, "Arm ARM D1.4.1.6")
{
	arch_timer_arm(100);
	wait();
	EXPECT_EQ(count(TRAP_IRQ), 1);
	EXPECT_EQ(count(TRAP_NMI), 0);
	expect_quiet();
}

/* GIC IHI 0048B and IHI 0069, "Interrupt grouping": group 0 is signalled as FIQ. */
CONFORMANCE(interrupts, fiq_when_interrupts_are_off, "Arm ARM D1.4.1.6")
{
	if (!timer_has_fiq())
		SKIP("this GIC gives us no FIQ");
	local_irq_disable();
	arch_timer_arm(100);
	wait();
	EXPECT_EQ(count(TRAP_IRQ), 0);
	EXPECT_EQ(count(TRAP_NMI), 1);
	EXPECT(irqs_disabled());
	local_irq_enable();
	expect_quiet();
}

static void wait_with_breakpoint(struct trap *t, struct raised *r)
{
	(void)r;
	trap_regs(t)->pc += 4;
	arch_timer_arm(100);
	wait();
}

TEST(arch_interrupts, fiq_in_a_handler)
{
	if (!timer_has_fiq())
		SKIP("this GIC gives us no FIQ");
	raise(raise_brk, 0, wait_with_breakpoint);
	EXPECT_EQ(count(TRAP_NMI), 1);
	expect_quiet();
}

/* Where the FIQ is late too, interrupts are on again: both are due, and it is one tick. */
TEST(arch_interrupts, both_due_is_one_tick)
{
	u64 start = arch_clock();

	__asm__ __volatile__("msr daifset, #3" ::: "memory");
	arch_timer_arm(10);
	while (arch_clock() - start < 1000)
		cpu_relax();
	EXPECT_EQ(count(TRAP_IRQ) + count(TRAP_NMI), 0);
	__asm__ __volatile__("msr daifclr, #3" ::: "memory");
	wait();
	EXPECT_EQ(count(TRAP_IRQ), 1);
	EXPECT_EQ(count(TRAP_NMI), 0);
	expect_quiet();
}

/* Some hundred of them, all over a loop. */
CONFORMANCE(interrupts, interrupted_code_does_not_notice, "Arm ARM D1.4.1.4")
{
	unsigned long sum = 0, wanted = 0, ticks = 0;

	for (unsigned long i = 0; i < 200; i++) {
		arch_timer_arm(i % 7 + 1);
		for (unsigned long k = 0; k < 300; k++) {
			sum += k * k ^ i;
			barrier();
		}
		for (unsigned long k = 0; k < 300; k++)
			wanted += k * k ^ i;
	}
	arch_timer_disarm();
	ticks = count(TRAP_IRQ);
	EXPECT_EQ(sum, wanted);
	EXPECT(ticks > 100);
	expect_quiet();
}

static void sp0_tick(struct trap *t, struct raised *r)
{
	(void)t;
	trap_regs(t)->pc = r->next;
	arch_timer_arm(1);
}

/* Interrupts at EL1t use the vectors for SP_EL0. The tick comes in raise_sp0, or right behind it. */
CONFORMANCE(interrupts, irq_on_sp_el0, "Arm ARM D1.4.1.6")
{
	for (int i = 0; i < 50; i++) {
		RAISE_FIX(raise_sp0, sp0_tick);
		EXPECT_EQ(raise_addr, 1);
		wait();
		arch_timer_disarm();
	}
	EXPECT(count(TRAP_IRQ) + count(TRAP_NMI) > 0);
	expect_quiet();
}
