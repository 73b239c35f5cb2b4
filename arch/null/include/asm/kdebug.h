/* SPDX-License-Identifier: GPL-2.0-only */
/* Values that die notifiers are called with. A port takes Linux's, and maps the four names that portable code uses. */
#ifndef ASM_KDEBUG_H
#define ASM_KDEBUG_H

enum die_val {
	DIE_UNUSED = 0,
	DIE_OOPS,
	DIE_NULL_BREAKPOINT,
	DIE_NULL_STEP,
	DIE_NULL_FAULT,
	DIE_NULL_NMI,
};

#define DIE_BREAKPOINT	DIE_NULL_BREAKPOINT
#define DIE_STEP	DIE_NULL_STEP
#define DIE_FAULT	DIE_NULL_FAULT
#define DIE_NMI_EVENT	DIE_NULL_NMI

#endif
