/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef AARCH64_STEP_H
#define AARCH64_STEP_H

struct pt_regs;

/** step_taken - a software step exception has arrived with @regs, before trap_dispatch(). Context: trap. */
void step_taken(struct pt_regs *regs);
/** step_forget - no step is armed at any depth of this CPU any more. Context: any. */
void step_forget(void);

#endif
