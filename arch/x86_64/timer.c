// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clock and timer.
 *
 * The clock is the time stamp counter. The timer is two: the local APIC's raises an interrupt at the deadline; channel 0
 * of the PIT, through the IOAPIC and with delivery mode NMI, goes off a little later, and gets through where interrupts
 * are off. Whichever is served first switches the other off.
 *
 * The PIT's output is pin 2 of the IOAPIC where the firmware tables have the override that PCs have, and pin 0 where they
 * have none; both are set up alike.
 */
#include <asm/apic.h>
#include <asm/io.h>
#include <asm/msr.h>
#include <string.h>
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
#define GRACE_MS		10
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

static void __kprobes pit_start(u16 count)
{
	outb(PIT_MODE0, PIT_CONTROL);
	outb(count & 0xff, PIT_CHANNEL0);
	outb(count >> 8, PIT_CHANNEL0);
}

static void __kprobes nmi_mask(u32 masked)
{
#define ROUTE(pin) ioapic_route(pin, masked | APIC_DM_NMI);
	NMI_PINS(ROUTE)
#undef ROUTE
}

static void __kprobes timer_start(u64 ticks)
{
	apic_write(APIC_TIMER_INITIAL, timer_ticks(ticks, apic_hz, ~0U));
	pit_start(timer_ticks(ticks + LATER(ticks), PIT_HZ, PIT_MAX));
}

void __kprobes arch_timer_arm(u64 ticks)
{
	this_cpu()->arch.deadline = rdtsc() + ticks;
	timer_start(ticks);
	apic_write(APIC_LVT_TIMER, TIMER_VECTOR);
	nmi_mask(0);
}

void __kprobes arch_timer_disarm(void)
{
	this_cpu()->arch.deadline = 0;
	nmi_mask(APIC_MASKED);
	apic_write(APIC_LVT_TIMER, APIC_MASKED | TIMER_VECTOR);
	apic_write(APIC_TIMER_INITIAL, 0);
}

/* One of the two has gone off. A microsecond is less than the coarser one can tell. */
static enum timer_event __kprobes timer_expired(void)
{
	s64 left = this_cpu()->arch.deadline - rdtsc();

	if (left > (s64)(tsc_hz / 1000000)) {
		timer_start(left);
		return TIMER_EARLY;
	}
	arch_timer_disarm();
	return TIMER_DUE;
}

enum timer_event __kprobes timer_irq(void)
{
	apic_eoi();
	return this_cpu()->arch.deadline ? timer_expired() : TIMER_NOT_MINE;
}

/*
 * Where interrupts are on the interrupt is pending by now and comes next: on a busy host both are due before the CPU gets
 * to run. It is given some time, in case it does not come after all.
 */
enum timer_event __kprobes timer_nmi(const struct pt_regs *regs)
{
	s64 late = rdtsc() - this_cpu()->arch.deadline;

	if (!this_cpu()->arch.deadline)
		return TIMER_NOT_MINE;
	outb(PIT_READ_STATUS, PIT_CONTROL);
	if (!(inb(PIT_CHANNEL0) & PIT_STATUS_OUT))
		return TIMER_NOT_MINE;
	if ((regs->flags & X86_EFLAGS_IF) && late >= 0 && late < (s64)(tsc_hz / 1000 * GRACE_MS)) {
		pit_start(PIT_HZ / 1000);
		return TIMER_EARLY;
	}
	return timer_expired();
}

static u16 pit_read(void)
{
	u8 lo;

	outb(PIT_LATCH, PIT_CONTROL);
	lo = inb(PIT_CHANNEL0);
	return lo | inb(PIT_CHANNEL0) << 8;
}

/* Under QEMU's TCG, does the time stamp counter count instructions? Two times the same code then takes the same number. */
static bool tsc_counts(void)
{
	u32 a, id[3];
	u64 t[3];

	cpuid(0x40000000, &a, &id[0], &id[1], &id[2]);
	if (memcmp(id, "TCGTCGTCGTCG", sizeof(id)))
		return false;
	for (int i = 0; i < 3; i++) {
		t[i] = rdtsc();
		__asm__ __volatile__(".fill 64, 1, 0x90");
	}
	return t[1] - t[0] == t[2] - t[1] && t[1] - t[0] < 128;
}

/* Against the PIT, whose frequency is known. A machine without one keeps the figures above, and has no NMI from it. */
static void calibrate(void)
{
	const u16 count = PIT_HZ / 1000 * CALIBRATE_MS;
	unsigned int polls = 0;
	u64 tsc;
	u16 start;

	pit_start(PIT_MAX);
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
	if (!tsc_counts())
		calibrate();
	arch_timer_disarm();
}
