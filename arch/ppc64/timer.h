/* SPDX-License-Identifier: GPL-2.0-only */
/* Between timer.c and decode.c. */
#ifndef PPC64_TIMER_H
#define PPC64_TIMER_H

/**
 * timer_expired - a decrementer interrupt has come: is the deadline reached? Takes the cause away. Context: trap,
 * MSR[EE] off.
 */
bool timer_expired(void);

/** timer_init - nothing armed. Context: boot, MSR[EE] off. */
void timer_init(void);

#endif
