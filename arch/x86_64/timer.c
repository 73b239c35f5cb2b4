// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clock and timer.
 *
 * The clock is the time stamp counter. The timer is two: the local APIC's raises an interrupt at the deadline;
 * channel 0 of the PIT, through the IOAPIC and with delivery mode NMI, goes off a little later, and gets through
 * where interrupts are off. Whichever is served first switches the other off.
 *
 * The PIT's output is pin 2 of the IOAPIC where the firmware tables have the override that PCs have, and pin 0 where
 * they have none; both are set up alike.
 */
#include <asm/apic.h>
#include <asm/boot.h>
#include <asm/io.h>
#include <asm/msr.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>

#include "timer.h"
#include "vectors.h"

/* Intel 8254 data sheet */
#define PIT_HZ			1193182
#define PIT_CHANNEL0		0x40
#define PIT_CONTROL		0x43
#define PIT_MODE0		0x30	/* channel 0, both bytes, mode 0: the output rises at the end of the count */
#define PIT_LATCH		0x00
#define PIT_READ_STATUS		0xe2	/* read-back: status of channel 0 */
#define PIT_STATUS_OUT		0x80
#define PIT_MAX			0xffff

#define NMI_PINS(P)		P(0) P(2)

#define TICKS_HZ_COUNTED	1000000000	/* QEMU's instruction count clock at shift 0; its APIC timer has this rate always */
#define CALIBRATE_MS		4
#define CALIBRATE_POLLS		1000000
#define GRACE			3	/* times of 1 ms */
#define LATER(ticks)		((ticks) / 8 + tsc_hz / 50000)	/* how much later the NMI goes off */

static u64 tsc_hz = TICKS_HZ_COUNTED;
static u64 apic_hz = TICKS_HZ_COUNTED;

u64 __kprobes arch_clock(void)
{
	return rdtsc();
}

u64 __kprobes arch_clock_hz(void)
{
	return tsc_hz;
}

/* @ticks of the clock in ticks of a timer of @hz, within what that timer can count. */
static u32 __kprobes timer_ticks(u64 ticks, u64 hz, u32 max_count)
{
	u64 n;

	if (ticks > 8 * tsc_hz)
		ticks = 8 * tsc_hz;		/* keeps the product in 64 bits */
	n = hz == tsc_hz ? ticks : ticks * hz / tsc_hz;
	return n > max_count ? max_count : n ? n : 1;
}

static void __kprobes nmi_mask(u32 masked)
{
#define ROUTE(pin) ioapic_route(pin, masked | APIC_DM_NMI);
	NMI_PINS(ROUTE)
#undef ROUTE
}

/*
 * The output falls with the control word; from then on a rise must find the pins open. Masked, it would be lost, and
 * on a busy host a short count may be over before the next instruction.
 */
static void __kprobes pit_start(u16 count)
{
	outb(PIT_MODE0, PIT_CONTROL);
	nmi_mask(0);
	outb(count & 0xff, PIT_CHANNEL0);
	outb(count >> 8, PIT_CHANNEL0);
}

static bool __kprobes pit_went_off(void)
{
	outb(PIT_READ_STATUS, PIT_CONTROL);
	return inb(PIT_CHANNEL0) & PIT_STATUS_OUT;
}

static void __kprobes timer_start(u64 ticks)
{
	struct arch_cpu *cpu = &this_cpu()->arch;

	cpu->deadline = rdtsc() + ticks;
	cpu->grace = GRACE;
	apic_write(APIC_LVT_TIMER, TIMER_VECTOR);
	apic_write(APIC_TIMER_INITIAL, timer_ticks(ticks, apic_hz, ~0U));
	pit_start(timer_ticks(ticks + LATER(ticks), PIT_HZ, PIT_MAX));
}

/*
 * Switch both off. What they have sent already may still be on its way: it is remembered, so that it is neither taken
 * for somebody else's nor for the next deadline's. @nmi: it is the NMI that we are in.
 */
static void __kprobes timer_stop(bool nmi)
{
	struct arch_cpu *cpu = &this_cpu()->arch;

	nmi_mask(APIC_MASKED);
	apic_write(APIC_LVT_TIMER, APIC_MASKED | TIMER_VECTOR);
	apic_write(APIC_TIMER_INITIAL, 0);
	if (!cpu->deadline)
		return;
	if (!nmi && pit_went_off())
		cpu->stray_nmi = rdtsc() + tsc_hz / 1000;
	cpu->stray_irq = apic_requested(TIMER_VECTOR);
	cpu->deadline = 0;
}

void __kprobes arch_timer_arm(u64 ticks)
{
	timer_stop(false);
	timer_start(ticks);
}

void __kprobes arch_timer_disarm(void)
{
	timer_stop(false);
}

/* One of the two has gone off. A microsecond is less than the coarser one can tell. */
static enum timer_event __kprobes timer_expired(bool nmi)
{
	s64 left = this_cpu()->arch.deadline - rdtsc();

	timer_stop(nmi);
	if (left <= (s64)(tsc_hz / 1000000))
		return TIMER_DUE;
	timer_start(left);
	return TIMER_EARLY;
}

enum timer_event __kprobes timer_irq(void)
{
	struct arch_cpu *cpu = &this_cpu()->arch;
	bool stray = cpu->stray_irq;

	apic_eoi();
	cpu->stray_irq = false;
	if (cpu->deadline)
		return timer_expired(false);
	return stray ? TIMER_EARLY : TIMER_NOT_MINE;
}

/*
 * Where interrupts are on the interrupt is pending by now and comes next: on a busy host both are due before the CPU
 * gets to run. It is given a few chances more, in case it does not come after all.
 */
enum timer_event __kprobes timer_nmi(const struct pt_regs *regs)
{
	struct arch_cpu *cpu = &this_cpu()->arch;
	u64 now = rdtsc(), stray = cpu->stray_nmi;
	s64 late = now - cpu->deadline;

	if (!cpu->deadline || !pit_went_off()) {
		cpu->stray_nmi = 0;
		return now < stray ? TIMER_EARLY : TIMER_NOT_MINE;
	}
	if ((regs->flags & X86_EFLAGS_IF) && late >= 0 && cpu->grace) {
		cpu->grace--;
		pit_start(PIT_HZ / 1000);
		return TIMER_EARLY;
	}
	return timer_expired(true);
}

/* Does the time stamp counter count instructions? Two times the same code then takes the same number. */
static bool tsc_counts(void)
{
	u64 t[4];

	for (int i = 0; i < 4; i++) {
		t[i] = rdtsc();
		__asm__ __volatile__(".fill 64, 1, 0x90");
	}
	return t[1] - t[0] == t[2] - t[1] && t[2] - t[1] == t[3] - t[2] && t[1] - t[0] < 128;
}

/* A reading of both timers. On a busy host anything may happen between two instructions: the best of some is taken. */
struct reading {
	u64 tsc, width;
	u32 apic;
};

static struct reading take_reading(void)
{
	struct reading best = { .width = ~0ULL };

	for (int i = 0; i < 20; i++) {
		u64 before = rdtsc();
		u32 apic = apic_read(APIC_TIMER_CURRENT);
		u64 width = rdtsc() - before;

		if (width < best.width)
			best = (struct reading){ before + width / 2, width, apic };
	}
	return best;
}

/* Against the local APIC's timer, under QEMU's TCG, where its frequency is known. */
static void calibrate_by_apic(void)
{
	struct reading start, end;
	u32 passed;

	apic_write(APIC_TIMER_INITIAL, ~0U);
	start = take_reading();
	do {
		end = take_reading();
		passed = start.apic - end.apic;
	} while (passed < apic_hz / 1000 * CALIBRATE_MS);
	tsc_hz = (end.tsc - start.tsc) * apic_hz / passed;
}

static u16 pit_read(void)
{
	u8 lo;

	outb(PIT_LATCH, PIT_CONTROL);
	lo = inb(PIT_CHANNEL0);
	return lo | inb(PIT_CHANNEL0) << 8;
}

/*
 * Both against the PIT, whose frequency is known. A machine without one keeps the figures above, and has no NMI from
 * it.
 */
static void calibrate_by_pit(void)
{
	const u16 count = PIT_HZ / 1000 * CALIBRATE_MS;
	unsigned int polls = 0;
	u64 tsc;
	u16 start;

	pit_start(PIT_MAX);
	nmi_mask(APIC_MASKED);
	while (pit_read() == PIT_MAX)		/* the count is loaded with the next clock pulse */
		if (++polls == CALIBRATE_POLLS)
			return;
	start = pit_read();
	apic_write(APIC_TIMER_INITIAL, ~0U);
	tsc = rdtsc();
	while ((u16)(start - pit_read()) < count)
		if (++polls == CALIBRATE_POLLS)
			return;
	tsc_hz = (rdtsc() - tsc) * 1000 / CALIBRATE_MS;
	apic_hz = (u64)(~0U - apic_read(APIC_TIMER_CURRENT)) * 1000 / CALIBRATE_MS;
}

void timer_init(void)
{
	apic_write(APIC_TIMER_DIVIDE, APIC_DIVIDE_BY_1);
	if (!under_tcg())
		calibrate_by_pit();
	else if (!tsc_counts())
		calibrate_by_apic();
	timer_stop(true);
}
