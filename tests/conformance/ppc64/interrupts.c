// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interrupts from outside: the decrementer, as an interrupt and, where interrupts are masked in software, as an NMI;
 * system reset, which gets through anywhere.
 *
 * ISA 6.5.11 (decrementer), 6.5.1 (system reset). A system reset is asked for by H_SIGNAL_SYS_RESET, LoPAR 14.5.4 and
 * Linux pseries_send_sreset(); powernv has nothing of the kind for oneself.
 */
#include <asm/barrier.h>
#include <asm/boot.h>
#include <asm/irqflags.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/testcode.h>
#include <whosetrap/trap-log.h>

#include "../../../arch/ppc64/firmware.h"
#include "../../framework/framework.h"
#include "raise.h"

#define DEC_MAX		0x7fffffff

static unsigned long count(enum trap_kind kind)
{
	return trap_log_count(LOG_TRAP, kind);
}

static void wait(u64 start, u64 time)
{
	while (arch_clock() - start < time)
		cpu_relax();
}

/* Wait for a tick that is due at @start + @time; where real time passes, a busy host may be late. When it came. */
static u64 wait_tick(u64 start, u64 time)
{
	u64 limit = time + clock_ms(clock_counts() ? 1 : 2000);

	while (!count(TRAP_IRQ) && !count(TRAP_NMI) && arch_clock() - start < limit)
		cpu_relax();
	return arch_clock() - start;
}

/* Exactly one, not before its time, and not much later. */
CONFORMANCE(timer, interrupt, "ISA 3.1 III 7.5.11")
{
	u64 start, came, time = clock_ms(2);

	trap_log_reset();
	start = arch_clock();
	arch_timer_arm(time);
	came = wait_tick(start, time);
	EXPECT(came >= time);
	if (clock_counts())
		EXPECT(came < time + time / 100);
	EXPECT_EQ(count(TRAP_IRQ), 1);
	wait(arch_clock(), time);
	EXPECT_EQ(count(TRAP_IRQ), 1);
	EXPECT_EQ(count(TRAP_NMI), 0);
}

TEST(arch_timer, nmi_where_interrupts_are_masked)
{
	u64 start = arch_clock();

	trap_log_reset();
	local_irq_disable();
	EXPECT(mfmsr() & MSR_EE);
	arch_timer_arm(clock_ms(1));
	wait_tick(start, clock_ms(1));
	EXPECT_EQ(count(TRAP_NMI), 1);
	EXPECT_EQ(count(TRAP_IRQ), 0);
	EXPECT(irqs_disabled());
	local_irq_enable();
	wait(arch_clock(), clock_ms(1));
	EXPECT_EQ(count(TRAP_IRQ), 0);
}

/* MSR[EE] off for real: held back, ISA 6.5.11, and there as soon as it is on. */
CONFORMANCE(timer, held_back_by_msr_ee, "ISA 3.1 III 7.5.11")
{
	u64 start = arch_clock();

	trap_log_reset();
	hard_irq_disable();
	arch_timer_arm(clock_ms(1));
	wait(start, clock_ms(2));
	mtspr(SPRN_DEC, -1);		/* it waits by now, or, where the emulator is late, from now on */
	EXPECT_EQ(count(TRAP_NMI) + count(TRAP_IRQ), 0);
	hard_irq_enable();
	EXPECT_EQ(count(TRAP_IRQ), 1);
}

/* Longer than the decrementer's 32 bits: in pieces, and the deadline is what it was. */
TEST(arch_timer, long_deadline)
{
	u64 ticks = 3ULL * DEC_MAX, start = arch_clock(), left;

	trap_log_reset();
	arch_timer_arm(ticks);
	left = mfspr(SPRN_DEC);
	EXPECT(left <= DEC_MAX);
	EXPECT(left > DEC_MAX - clock_ms(1000));
	/* As if the first piece were over. */
	mtspr(SPRN_DEC, -1);
	EXPECT_EQ(count(TRAP_IRQ) + count(TRAP_NMI), 0);
	EXPECT(mfspr(SPRN_DEC) <= DEC_MAX);
	EXPECT(mfspr(SPRN_DEC) > DEC_MAX - clock_ms(1000));
	EXPECT(this_cpu()->arch.deadline - start >= ticks);
	EXPECT(this_cpu()->arch.deadline - start < ticks + clock_ms(1000));
	test_time_limit(1000);
}

/* Not armed, it still counts down and comes when it is through: that is nobody's tick. */
TEST(arch_timer, silent_when_it_is_not_armed)
{
	trap_log_reset();
	arch_timer_disarm();
	mtspr(SPRN_DEC, -1);
	EXPECT_EQ(count(TRAP_IRQ) + count(TRAP_NMI), 0);
	EXPECT(mfspr(SPRN_DEC) <= DEC_MAX);
	test_time_limit(1000);
}

static struct {
	unsigned int n;
	unsigned int depth[4];
	unsigned long stack[4], pc[4], msr[4], live[4];
	bool again, in_break;
} seen;

static void send_reset(void)
{
	EXPECT_EQ(hcall(H_SIGNAL_SYS_RESET, 0, 0, 0, 0), H_SUCCESS);
}

static int on_reset(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	unsigned int n = seen.n;

	(void)nb;
	if (val == DIE_BPT && t->pc == (unsigned long)tc_break_at) {
		if (seen.in_break)
			send_reset();
		trap_regs(t)->nip += 4;
		return NOTIFY_STOP;
	}
	if (val != DIE_SYSTEM_RESET || t->die.trapnr != 0x100)
		return NOTIFY_DONE;
	if (n >= 4)
		return NOTIFY_STOP;
	seen.n++;
	seen.depth[n] = t->depth;
	seen.stack[n] = (unsigned long)__builtin_frame_address(0);
	seen.pc[n] = t->pc;
	seen.msr[n] = trap_regs(t)->msr;
	seen.live[n] = mfmsr();
	EXPECT_EQ(t->kind, TRAP_NMI);
	EXPECT_EQ(t->source, IRQ_NONE);
	if (seen.again && n < 2)
		send_reset();
	return NOTIFY_STOP;
}

static struct notifier_block nb = { .notifier_call = on_reset };

static void watch_resets(void)
{
	if (on_powernv())
		SKIP("OPAL has no call to reset oneself");
	memset(&seen, 0, sizeof(seen));
	ASSERT_EQ(register_die_notifier(&nb), 0);
}

static bool on_nmi_stack(unsigned long at)
{
	return at > this_cpu()->arch.nmi_lo && at < this_cpu()->arch.nmi_hi;
}

static void expect_resets(unsigned int n)
{
	EXPECT_EQ(seen.n, n);
	for (unsigned int i = 0; i < seen.n; i++) {
		EXPECT(on_nmi_stack(seen.stack[i]));
		EXPECT(seen.msr[i] & MSR_RI);
	}
	EXPECT_EQ(this_cpu()->depth, 0);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
}

/* SRR0 is the instruction behind the call, SRR1 the MSR as it was. */
CONFORMANCE(reset, from_ordinary_code, "ISA 3.1 III 7.5.1")
{
	u32 sc;

	watch_resets();
	send_reset();
	expect_resets(1);
	EXPECT_EQ(seen.depth[0], 1);
	EXPECT(!arch_nofault_read(&sc, (void *)(seen.pc[0] - 4), sizeof(sc)));
	EXPECT_EQ(sc, 0x44000022);
	EXPECT(seen.msr[0] & MSR_EE);
	EXPECT(seen.live[0] & MSR_EE);
}

TEST(arch_reset, with_interrupts_masked)
{
	watch_resets();
	local_irq_disable();
	send_reset();
	EXPECT(irqs_disabled());
	local_irq_enable();
	expect_resets(1);
}

/* The only thing that gets through there. */
CONFORMANCE(reset, with_msr_ee_off, "ISA 3.1 III 7.5.1")
{
	watch_resets();
	hard_irq_disable();
	send_reset();
	EXPECT(!(mfmsr() & MSR_EE));
	hard_irq_enable();
	expect_resets(1);
	EXPECT(!(seen.msr[0] & MSR_EE));
}

CONFORMANCE(reset, inside_a_handler, "ISA 3.1 III 7.5.1")
{
	watch_resets();
	seen.in_break = true;
	tc_break();
	expect_resets(1);
	EXPECT_EQ(seen.depth[0], 2);
}

/* One inside the handler of another goes on below it on the same stack. */
TEST(arch_reset, inside_another)
{
	watch_resets();
	seen.again = true;
	send_reset();
	expect_resets(3);
	for (unsigned int i = 1; i < 3; i++) {
		EXPECT_EQ(seen.depth[i], i + 1);
		EXPECT(seen.stack[i] < seen.stack[i - 1]);
	}
}

static void look(struct trap *t, struct raised *r)
{
	(void)t;
	(void)r;
}

/* Nobody's: down the chain like any trap. */
TEST(arch_reset, unclaimed)
{
	if (on_powernv())
		SKIP("OPAL has no call to reset oneself");
	raise(send_reset, 0, look);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_NMI);
	EXPECT_EQ(raised.seen[0].trapnr, 0x100);
	EXPECT_EQ(raised.seen[0].val, DIE_SYSTEM_RESET);
}
