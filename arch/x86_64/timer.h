/* SPDX-License-Identifier: GPL-2.0-only */
/* Between timer.c and decode.c. */
#ifndef X86_64_TIMER_H
#define X86_64_TIMER_H

struct pt_regs;

enum timer_event {
	TIMER_NOT_MINE,		/* no timer is due */
	TIMER_EARLY,		/* nothing: not yet, and armed again; or left over from a deadline that was given up */
	TIMER_DUE,		/* acknowledged and disarmed */
};

/** timer_irq, timer_nmi - what the interrupt, the NMI that has just come means to the timer. Context: trap. */
enum timer_event timer_irq(void);
enum timer_event timer_nmi(const struct pt_regs *regs);

/** timer_init - find out the frequencies. Context: boot. */
void timer_init(void);

#endif
