/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interrupts of this CPU, under Linux's names. Context: any.
 *
 * They are masked in software, as in Linux on this architecture: MSR[EE] stays set, and a decrementer interrupt that
 * comes while soft_mask is not 0, or a trap is being served, arrives as TRAP_NMI. So code that hangs with interrupts
 * off is still reached. The mask is the CPU's and is not part of a trap frame: a handler leaves it as it was.
 */
#ifndef ASM_IRQFLAGS_H
#define ASM_IRQFLAGS_H

#include <whosetrap/cpu.h>

#define SOFT_MASKED	1

/* The mask alone; inside a handler interrupts are off whatever it says. */
static __always_inline unsigned long local_save_flags(void)
{
	return READ_ONCE(this_cpu()->arch.soft_mask);
}

static __always_inline bool irqs_disabled_flags(unsigned long flags)
{
	return flags != 0;
}

static __always_inline bool irqs_disabled(void)
{
	return irqs_disabled_flags(local_save_flags()) || this_cpu()->depth;
}

static __always_inline void local_irq_enable(void)
{
	barrier();
	WRITE_ONCE(this_cpu()->arch.soft_mask, 0);
}

static __always_inline void local_irq_disable(void)
{
	WRITE_ONCE(this_cpu()->arch.soft_mask, SOFT_MASKED);
	barrier();
}

#define local_irq_save(flags)		do { (flags) = local_save_flags(); local_irq_disable(); } while (0)
#define local_irq_restore(flags)	do { if (!irqs_disabled_flags(flags)) local_irq_enable(); } while (0)

#endif
