/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields of DBGBCR<n>_EL1 and DBGWCR<n>_EL1 (Arm ARM D24.3), and breakpoint and watchpoint registers by number. */
#ifndef CONFORMANCE_DEBUGREGS_H
#define CONFORMANCE_DEBUGREGS_H

#define WCR_PAC(n)	((n) << 1)
#define WCR_LSC(n)	((n) << 3)
#define WCR_BAS(n)	((n) << 5)
#define WCR_HMC		(1 << 13)
#define WCR_LBN(n)	((n) << 16)
#define WCR_WT		(1 << 20)
#define WCR_MASK(n)	((n) << 24)

#define BCR_PMC(n)	((n) << 1)
#define BCR_BAS		(15 << 5)
#define BCR_HMC		(1 << 13)
#define BCR_LBN(n)	((n) << 16)
#define BCR_BT(n)	((n) << 20)

/* breakpoint_write, watchpoint_write - value and control of number @n, with an ISB. Context: any. */
void breakpoint_write(unsigned int n, unsigned long value, unsigned long control);
void watchpoint_write(unsigned int n, unsigned long value, unsigned long control);

#endif
