// SPDX-License-Identifier: GPL-2.0-only
/* The arch's clock and one-shot timer, with interrupts on, off, and inside a handler; the flags that say which. */
#include <asm/barrier.h>
#include <asm/irqflags.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>
#include <whosetrap/trap-log.h>

#include "../framework/framework.h"
#include "../framework/lib.h"

static unsigned long ticks_seen(void)
{
	return trap_log_count(LOG_TRAP, TRAP_IRQ) + trap_log_count(LOG_TRAP, TRAP_NMI);
}

/* Wait until a tick is in the log, or for twice as long as that should take; a busy host may take much longer. */
static bool wait_for_tick(u64 ticks)
{
	u64 start = arch_clock(), limit = clock_ms(clock_counts() ? 5 : 2000);

	while (!ticks_seen() && arch_clock() - start < 2 * ticks + limit)
		cpu_relax();
	return ticks_seen() == 1;
}

TEST(timer, clock_runs_forward)
{
	u64 last = arch_clock(), first = last;

	EXPECT(arch_clock_hz() >= 1000000);
	for (int i = 0; i < 1000; i++) {
		u64 now = arch_clock();

		if (now < last)
			test_fail("the clock went from %lu back to %lu", (unsigned long)last, (unsigned long)now);
		last = now;
	}
	EXPECT(last > first);
}

TEST(timer, interrupts_on)
{
	u64 ticks = clock_ms(1), start = arch_clock();

	arch_timer_arm(ticks);
	EXPECT(wait_for_tick(ticks));
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_IRQ), 1);
	EXPECT(arch_clock() - start >= ticks);
	EXPECT(!irqs_disabled());
}

TEST(timer, interrupts_off)
{
	u64 ticks = clock_ms(1), start;
	unsigned long flags;
	bool came;

	local_irq_save(flags);
	start = arch_clock();
	arch_timer_arm(ticks);
	came = wait_for_tick(ticks);
	EXPECT(irqs_disabled());
	local_irq_restore(flags);
	EXPECT(came);
	EXPECT_EQ(ticks_seen(), 1);
	EXPECT(arch_clock() - start >= ticks);
	EXPECT(!irqs_disabled());
}

static bool came_inside;

static void wait_inside(struct trap *t)
{
	(void)t;
	arch_timer_arm(clock_ms(1));
	came_inside = wait_for_tick(clock_ms(1));
}

TEST(timer, inside_a_trap_handler)
{
	struct breaker b = { .inside = wait_inside };

	came_inside = false;
	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(b.hits, 1);
	EXPECT(came_inside);
}

TEST(timer, disarmed_timer_is_silent)
{
	u64 start;

	/* In time: a busy host may have gone elsewhere in between. */
	do {
		trap_log_reset();
		start = arch_clock();
		arch_timer_arm(clock_ms(1));
		arch_timer_disarm();
	} while (arch_clock() - start >= clock_ms(1));
	start = arch_clock();
	while (arch_clock() - start < clock_ms(3))
		cpu_relax();
	EXPECT_EQ(ticks_seen(), 0);
	/* The watchdog went with it. */
	test_time_limit(1000);
}

TEST(timer, arming_again_replaces)
{
	u64 start = arch_clock();

	arch_timer_arm(clock_ms(1));
	arch_timer_arm(clock_ms(4));
	while (!ticks_seen() && arch_clock() - start < clock_ms(20))
		cpu_relax();
	EXPECT_EQ(ticks_seen(), 1);
	EXPECT(arch_clock() - start >= clock_ms(4));
}

TEST(timer, interrupt_flags_nest)
{
	unsigned long a, b;

	EXPECT(!irqs_disabled());
	local_irq_save(a);
	EXPECT(irqs_disabled());
	EXPECT(!irqs_disabled_flags(a));
	local_irq_save(b);
	EXPECT(irqs_disabled());
	EXPECT(irqs_disabled_flags(b));
	local_irq_restore(b);
	EXPECT(irqs_disabled());
	local_irq_restore(a);
	EXPECT(!irqs_disabled());
	local_irq_disable();
	EXPECT(irqs_disabled());
	local_irq_enable();
	EXPECT(!irqs_disabled());
}
