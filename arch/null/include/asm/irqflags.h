/* SPDX-License-Identifier: GPL-2.0-only */
/* Interrupts of this CPU on and off, under Linux's names. Here there are none, so they are always on. */
#ifndef ASM_IRQFLAGS_H
#define ASM_IRQFLAGS_H

#include <linux/types.h>

static inline void local_irq_enable(void)
{
}

static inline void local_irq_disable(void)
{
}

static inline bool irqs_disabled(void)
{
	return false;
}

static inline bool irqs_disabled_flags(unsigned long flags)
{
	return flags != 0;
}

static inline unsigned long local_save_flags(void)
{
	return 0;
}

#define local_irq_save(flags)		do { (flags) = local_save_flags(); local_irq_disable(); } while (0)
#define local_irq_restore(flags)	do { if (!irqs_disabled_flags(flags)) local_irq_enable(); } while (0)

#endif
