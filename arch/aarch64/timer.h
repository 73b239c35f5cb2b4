/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef AARCH64_TIMER_H
#define AARCH64_TIMER_H

#include <whosetrap/trap.h>

/** timer_init - interrupt controller and timers of this CPU. Context: boot, all of DAIF set. */
void timer_init(void);
/** timer_has_fiq - can the timer get through where interrupts are off? Context: any. */
bool timer_has_fiq(void);

/** timer_irq, timer_fiq - acknowledge the interrupt; what it was. Context: trap. */
enum irq_source timer_irq(void);
enum irq_source timer_fiq(void);

#endif
