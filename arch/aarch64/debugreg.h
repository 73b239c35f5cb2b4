/* SPDX-License-Identifier: GPL-2.0-only */
/* Breakpoint and watchpoint registers, DBGBCR<n>_EL1 and relatives (Arm ARM DDI 0487 D2.9, D2.10, D17.3). */
#ifndef AARCH64_DEBUGREG_H
#define AARCH64_DEBUGREG_H

#define DBGCR_E		1UL	/* enable, in both control registers */

/** nr_breakpoint_regs, nr_watchpoint_regs - how many this CPU has, 2 to 16. Context: any. */
unsigned int nr_breakpoint_regs(void);
unsigned int nr_watchpoint_regs(void);
/** breakpoint_control, watchpoint_control - the control register of number @n. Context: any. */
unsigned long breakpoint_control(unsigned int n);
unsigned long watchpoint_control(unsigned int n);
/** breakpoint_reg_clear, watchpoint_reg_clear - number @n off, value and control zero. Context: any. */
void breakpoint_reg_clear(unsigned int n);
void watchpoint_reg_clear(unsigned int n);

#endif
