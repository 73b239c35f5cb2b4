/* SPDX-License-Identifier: GPL-2.0-only */
/* Maskable interrupts of this CPU, under Linux's names. Context: any. */
#ifndef ASM_IRQFLAGS_H
#define ASM_IRQFLAGS_H

#include <linux/types.h>
#include <asm/processor.h>

static __always_inline void local_irq_enable(void)
{
	__asm__ __volatile__("sti" ::: "memory");
}

static __always_inline void local_irq_disable(void)
{
	__asm__ __volatile__("cli" ::: "memory");
}

static __always_inline unsigned long local_save_flags(void)
{
	unsigned long flags;

	__asm__ __volatile__("pushf; pop %0" : "=r"(flags) :: "memory");
	return flags;
}

static __always_inline bool irqs_disabled_flags(unsigned long flags)
{
	return !(flags & X86_EFLAGS_IF);
}

static __always_inline bool irqs_disabled(void)
{
	return irqs_disabled_flags(local_save_flags());
}

#define local_irq_save(flags)		do { (flags) = local_save_flags(); local_irq_disable(); } while (0)
#define local_irq_restore(flags)	do { if (!irqs_disabled_flags(flags)) local_irq_enable(); } while (0)

#endif
