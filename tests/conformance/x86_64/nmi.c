// SPDX-License-Identifier: GPL-2.0-only
/*
 * Non-maskable interrupts, and the timer that comes as one where interrupts are off.
 *
 * SDM 3A section 6.7.1: while an NMI is served others are held back, one of them is remembered, and any IRET lets it
 * in, so also that of a breakpoint inside the handler. Section 11.8.4 and table 11-1: the local APIC.
 */
#include <asm/apic.h>
#include <asm/barrier.h>
#include <asm/irqflags.h>
#include <whosetrap/kernel.h>
#include <whosetrap/testcode.h>
#include <whosetrap/trap-log.h>

#include "../../framework/framework.h"
#include "raise.h"

static struct {
	unsigned int n, after_break;
	unsigned int depth[4];
	unsigned long stack[4], frame[4];
	struct pt_regs *regs;
	bool send_again, break_inside;
} seen;

static void send_nmi(void)
{
	apic_send_self(APIC_DM_NMI);
	for (int i = 0; i < 100; i++)
		cpu_relax();
}

static int on_nmi(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	unsigned int n = seen.n;

	(void)nb;
	if (val == DIE_INT3 && t->pc == (unsigned long)tc_break_at)
		return NOTIFY_STOP;
	if (val != DIE_NMI)
		return NOTIFY_DONE;
	seen.n++;
	if (n >= 4)
		return NOTIFY_STOP;
	seen.depth[n] = t->depth;
	seen.stack[n] = (unsigned long)__builtin_frame_address(0);
	seen.frame[n] = (unsigned long)trap_regs(t);
	if (n == 0 && seen.send_again)
		send_nmi();
	if (n == 0 && seen.break_inside) {
		struct pt_regs before = *trap_regs(t);

		EXPECT_EQ(seen.n, 1);
		tc_break();
		seen.after_break = seen.n;
		for (size_t i = 0; i < sizeof(before) / 8; i++)
			EXPECT_EQ(((unsigned long *)trap_regs(t))[i], ((unsigned long *)&before)[i]);
	}
	return NOTIFY_STOP;
}

static struct notifier_block nb = { .notifier_call = on_nmi };

static void watch_nmis(void)
{
	seen.n = seen.after_break = 0;
	seen.send_again = seen.break_inside = false;
	ASSERT_EQ(register_die_notifier(&nb), 0);
	trap_log_reset();
}

static bool on_nmi_stack(unsigned long at)
{
	const struct stack *bounds = (const void *)this_cpu()->arch.tss.ist[IST_NMI - 1];

	return at > bounds->lo && at < bounds->hi;
}

static void expect_one(void)
{
	struct log_record r;
	struct log_iter it;

	EXPECT_EQ(seen.n, 1);
	EXPECT_EQ(seen.depth[0], 1);
	EXPECT(on_nmi_stack(seen.stack[0]));
	EXPECT(on_nmi_stack(seen.frame[0]));
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_NMI), 1);
	for (trap_log_start(&it); trap_log_next(&it, &r);)
		if (r.type == LOG_TRAP)
			EXPECT_EQ(r.cause, 0);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

CONFORMANCE(nmi, by_interprocessor_interrupt, "SDM 3B 11.6.1")
{
	watch_nmis();
	send_nmi();
	expect_one();
}

CONFORMANCE(nmi, with_interrupts_off, "SDM 3A 6.7")
{
	watch_nmis();
	local_irq_disable();
	send_nmi();
	EXPECT(irqs_disabled());
	local_irq_enable();
	expect_one();
}

static void go_on(struct trap *t, struct raised *r)
{
	(void)t;
	(void)r;
}

/* An NMI that nobody asked for goes down the chain like any trap. */
TEST(arch_nmi, unclaimed)
{
	raise(send_nmi, 0, go_on);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_NMI);
	EXPECT_EQ(raised.seen[0].trapnr, 2);
	EXPECT_EQ(raised.seen[0].val, DIE_NMI);
}

/* SDM 3A section 11.5.1: a machine's own NMI, a button or QEMU's `nmi` command, comes in at LINT1. */
TEST(arch_nmi, from_outside)
{
	EXPECT_EQ(apic_read(APIC_LVT_LINT1), APIC_DM_NMI);
}

/* Held back until the IRET of the first, and not lost. */
CONFORMANCE(nmi, second_is_held_back, "SDM 3A 6.7.1")
{
	watch_nmis();
	seen.send_again = true;
	send_nmi();
	EXPECT_EQ(seen.n, 2);
	EXPECT_EQ(seen.depth[0], 1);
	EXPECT_EQ(seen.depth[1], 1);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

/* A breakpoint in the handler lets the second one in, inside the first, whose frame and stack stay whole. */
CONFORMANCE(nmi, breakpoint_in_the_handler_lets_the_next_one_in, "SDM 3A 6.7.1")
{
	watch_nmis();
	seen.send_again = seen.break_inside = true;
	send_nmi();
	EXPECT_EQ(seen.n, 2);
	EXPECT_EQ(seen.after_break, 2);
	EXPECT_EQ(seen.depth[0], 1);
	EXPECT_EQ(seen.depth[1], 2);
	EXPECT(on_nmi_stack(seen.frame[1]));
	EXPECT(seen.frame[1] + sizeof(struct pt_regs) <= seen.stack[0]);
	EXPECT_EQ(this_cpu()->depth, 0);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

/* While the timer is armed, an NMI from elsewhere is told from the timer's by the PIT's output. */
TEST(arch_nmi, is_not_the_timer)
{
	watch_nmis();
	arch_timer_arm(clock_ms(50));
	send_nmi();
	expect_one();
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_IRQ), 0);
}

static unsigned long ticks(enum trap_kind kind)
{
	return trap_log_count(LOG_TRAP, kind);
}

/* A read of the clock is slow under TCG; most of the time goes by without. */
static void wait(u64 start, u64 time)
{
	while (arch_clock() - start < time)
		for (int i = 0; i < 2000; i++)
			barrier();
}

/*
 * One tick, of @kind, between @earliest and @latest ms/100 after @start. In real time a busy host may delay the
 * machine, so that both halves of the timer are due at once: there only the number is held.
 */
static void expect_tick(u64 start, enum trap_kind kind, unsigned int earliest, unsigned int latest)
{
	if (!clock_counts()) {
		wait(start, clock_ms(latest / 100 + 50));
		EXPECT_EQ(ticks(TRAP_IRQ) + ticks(TRAP_NMI), 1);
		return;
	}
	wait(start, clock_ms(earliest) / 100);
	EXPECT_EQ(ticks(TRAP_IRQ) + ticks(TRAP_NMI), 0);
	wait(start, clock_ms(latest) / 100);
	EXPECT_EQ(ticks(kind), 1);
	EXPECT_EQ(ticks(TRAP_IRQ) + ticks(TRAP_NMI), 1);
}

TEST(arch_timer, interrupt)
{
	u64 start = arch_clock();

	trap_log_reset();
	arch_timer_arm(clock_ms(2));
	expect_tick(start, TRAP_IRQ, 190, 210);
}

/* As an NMI where interrupts are off: a little later, see arch/x86_64/timer.c. */
TEST(arch_timer, nmi)
{
	u64 start = arch_clock();

	trap_log_reset();
	local_irq_disable();
	arch_timer_arm(clock_ms(2));
	expect_tick(start, TRAP_NMI, 200, 300);
	local_irq_enable();
}

/* Longer than the PIT can count in one go, 55 ms. */
TEST(arch_timer, long_nmi)
{
	u64 start = arch_clock();

	test_time_limit(1000);
	trap_log_reset();
	local_irq_disable();
	arch_timer_arm(clock_ms(60));
	expect_tick(start, TRAP_NMI, 6000, 7000);
	local_irq_enable();
}

/* The interrupt that was pending when the NMI did its work is no second tick. */
TEST(arch_timer, nmi_leaves_no_second_tick)
{
	u64 start = arch_clock();

	test_time_limit(1000);
	trap_log_reset();
	local_irq_disable();
	arch_timer_arm(clock_ms(1));
	while (!ticks(TRAP_NMI) && arch_clock() - start < clock_ms(50))
		cpu_relax();
	EXPECT_EQ(ticks(TRAP_NMI), 1);
	arch_timer_disarm();
	start = arch_clock();
	local_irq_enable();
	wait(start, clock_ms(5));
	EXPECT_EQ(ticks(TRAP_NMI), 1);
	EXPECT_EQ(ticks(TRAP_IRQ), 0);
	test_time_limit(1000);
}
