/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interrupts of this CPU on and off, under Linux's names: PSTATE.I (Arm ARM DDI 0487 C5.2.2, DAIF). Context: any.
 *
 * D, A and F stay as they are. FIQ is what Linux calls a pseudo-NMI: the kernel never masks it.
 */
#ifndef ASM_IRQFLAGS_H
#define ASM_IRQFLAGS_H

#include <asm/ptrace.h>

static __always_inline void local_irq_enable(void)
{
	__asm__ __volatile__("msr daifclr, #2" ::: "memory");
}

static __always_inline void local_irq_disable(void)
{
	__asm__ __volatile__("msr daifset, #2" ::: "memory");
}

static __always_inline unsigned long local_save_flags(void)
{
	unsigned long flags;

	__asm__ __volatile__("mrs %0, daif" : "=r"(flags) :: "memory");
	return flags;
}

static __always_inline bool irqs_disabled_flags(unsigned long flags)
{
	return flags & PSR_I_BIT;
}

static __always_inline bool irqs_disabled(void)
{
	return irqs_disabled_flags(local_save_flags());
}

#define local_irq_save(flags)	do { (flags) = local_save_flags(); local_irq_disable(); } while (0)

static __always_inline void local_irq_restore(unsigned long flags)
{
	if (!irqs_disabled_flags(flags))
		local_irq_enable();
}

#endif
