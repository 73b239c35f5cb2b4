// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clock and timer: the time base, and the decrementer, which counts down at the same rate and interrupts for as long as
 * its sign bit is set (Power ISA 3.0B Book III 6.5.11, chapter 7). It counts always, so when nothing is armed it comes
 * every few seconds and is sent off again at once.
 */
#include <asm/reg.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>

#include "timer.h"

#define DEC_MAX		0x7fffffff	/* it has 32 bits at least */
#define TICKS_MAX	(~0ULL >> 1)

u64 __kprobes arch_clock(void)
{
	return mftb();
}

u64 __kprobes arch_clock_hz(void)
{
	return 512000000;		/* all machines of QEMU, and every server since POWER4 */
}

static void __kprobes start(u64 ticks)
{
	mtspr(SPRN_DEC, ticks > DEC_MAX ? DEC_MAX : ticks);
}

void __kprobes arch_timer_arm(u64 ticks)
{
	/* timer_expired() compares by sign: what is further away than half the range would be past. */
	ticks = ticks > TICKS_MAX ? TICKS_MAX : ticks;
	this_cpu()->arch.deadline = mftb() + ticks;
	start(ticks);
}

void __kprobes arch_timer_disarm(void)
{
	this_cpu()->arch.deadline = 0;
	start(DEC_MAX);
}

bool __kprobes timer_expired(void)
{
	u64 deadline = this_cpu()->arch.deadline, now = mftb();

	if (!deadline) {
		start(DEC_MAX);
		return false;
	}
	if ((s64)(deadline - now) > 0) {
		start(deadline - now);
		return false;
	}
	arch_timer_disarm();
	return true;
}

void timer_init(void)
{
	arch_timer_disarm();
}
