// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clock and timer: the generic timer (Arm ARM DDI 0487 D11).
 *
 * The clock is the virtual count. The timer is two: the virtual one raises an IRQ at the deadline, the physical one a
 * little later an FIQ, which gets through where interrupts are off and in handlers. Whichever is served first switches
 * the other off; both are level-sensitive, so nothing stays pending. Where the GIC gives no FIQ, there is only the IRQ.
 */
#include <asm/barrier.h>
#include <asm/sysreg.h>
#include <whosetrap/arch.h>

#include "gic.h"
#include "timer.h"

#define HZ_DEFAULT	62500000	/* QEMU's, where the firmware has left CNTFRQ_EL0 zero */
#define FIQ_LATER	64		/* ticks: some thousand instructions */
#define TICKS_MAX	(1UL << 60)

static bool has_fiq;

bool timer_has_fiq(void)
{
	return has_fiq;
}

/* The count may be read early; ISB keeps the order. */
u64 __kprobes arch_clock(void)
{
	isb();
	return read_sysreg(cntvct_el0);
}

u64 __kprobes arch_clock_hz(void)
{
	u64 hz = read_sysreg(cntfrq_el0);

	return hz ? hz : HZ_DEFAULT;
}

static void __kprobes fiq_arm(u64 ticks)
{
	write_sysreg(read_sysreg(cntpct_el0) + ticks, cntp_cval_el0);
	write_sysreg(CNT_CTL_ENABLE, cntp_ctl_el0);
}

/* The two are one: neither goes off while only it is set. */
static __always_inline unsigned long mask_both(void)
{
	unsigned long daif = read_sysreg(daif);

	__asm__ __volatile__("msr daifset, %0" :: "i"(DAIF_I | DAIF_F) : "memory");
	return daif;
}

void __kprobes arch_timer_arm(u64 ticks)
{
	unsigned long daif = mask_both();

	if (ticks > TICKS_MAX)
		ticks = TICKS_MAX;
	write_sysreg(arch_clock() + ticks, cntv_cval_el0);
	write_sysreg(CNT_CTL_ENABLE, cntv_ctl_el0);
	if (has_fiq)
		fiq_arm(ticks + FIQ_LATER);
	isb();
	write_sysreg(daif, daif);
}

void __kprobes arch_timer_disarm(void)
{
	unsigned long daif = mask_both();

	write_sysreg(0, cntv_ctl_el0);
	if (has_fiq)
		write_sysreg(0, cntp_ctl_el0);
	isb();
	write_sysreg(daif, daif);
}

static bool __kprobes due(void)
{
	return (read_sysreg(cntv_ctl_el0) | (has_fiq ? read_sysreg(cntp_ctl_el0) : 0)) & CNT_CTL_ISTATUS;
}

/*
 * Ask the timers, not the GIC: late as this may be, both may be due, and the GIC would name the more urgent one
 * whichever way this came. With the timers off nothing is pending, and nothing was acknowledged. Anybody else has no
 * business here: he is shut out, or he would come again at once.
 */
static enum irq_source __kprobes serve(enum gic_group group, enum irq_source other)
{
	unsigned int irq;

	if (due()) {
		arch_timer_disarm();
		return IRQ_TIMER;
	}
	irq = gic_ack(group);
	if (irq >= GIC_NO_INTERRUPT)
		return IRQ_SPURIOUS;
	gic_disable(irq);
	gic_eoi(group, irq);
	return other;
}

enum irq_source __kprobes timer_irq(void)
{
	return serve(GIC_IRQ, IRQ_SPURIOUS);
}

/* An FIQ of somebody else is offered to the die chain. */
enum irq_source __kprobes timer_fiq(void)
{
	return serve(GIC_FIQ, IRQ_NONE);
}

/* Let the physical timer go off at once, and look at what it raises; with all of DAIF set nothing is taken. */
static bool fiq_works(void)
{
	u64 start = arch_clock(), wait = arch_clock_hz() / 10;	/* an emulator may be late */
	bool seen = false;

	if (!gic_enable(GIC_PPI_PTIMER, GIC_FIQ))
		return false;
	fiq_arm(0);
	isb();
	while (!seen && arch_clock() - start < wait)
		seen = read_sysreg(isr_el1) & ISR_EL1_F;
	write_sysreg(0, cntp_ctl_el0);
	isb();
	return seen;
}

void timer_init(void)
{
	gic_init();
	arch_timer_disarm();
	has_fiq = fiq_works();
	if (!has_fiq)
		gic_disable(GIC_PPI_PTIMER);
	gic_enable(GIC_PPI_VTIMER, GIC_IRQ);
}
