/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Selectors, in the order that SYSCALL and SYSRET want (SDM 2B, SYSCALL and SYSRET; Linux has the same). For C and
 * assembly.
 */
#ifndef ASM_SEGMENT_H
#define ASM_SEGMENT_H

#define KERNEL_CS	0x10
#define KERNEL_DS	0x18
#define USER32_CS	0x23
#define USER_DS		0x2b
#define USER_CS		0x33
#define TSS_SEL		0x40		/* takes two entries */
#define GDT_ENTRIES	10

#define IST_NMI		1
#define IST_DF		2
#define IST_MC		3

#endif
