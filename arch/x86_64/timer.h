/* SPDX-License-Identifier: GPL-2.0-only */
/* Between timer.c and decode.c. */
#ifndef X86_64_TIMER_H
#define X86_64_TIMER_H

enum timer_event {
	TIMER_NOT_MINE,		/* no timer is due */
	TIMER_EARLY,		/* the hardware cannot count that far in one go: armed again for the rest */
	TIMER_DUE,		/* acknowledged and disarmed */
};

/** timer_irq, timer_nmi - what the interrupt, the NMI that has just come means to the timer. Context: trap. */
enum timer_event timer_irq(void);
enum timer_event timer_nmi(void);

/** timer_init - find out the frequencies. Context: boot. */
void timer_init(void);

#endif
