/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What die notifiers are called with. Names, order and values: Linux arch/x86/include/asm/kdebug.h.
 * Sent here: INT3, DEBUG, NMI, TRAP, GPF, PAGE_FAULT.
 */
#ifndef ASM_KDEBUG_H
#define ASM_KDEBUG_H

enum die_val {
	DIE_OOPS = 1,
	DIE_INT3,
	DIE_DEBUG,
	DIE_PANIC,
	DIE_NMI,
	DIE_DIE,
	DIE_KERNELDEBUG,
	DIE_TRAP,
	DIE_GPF,
	DIE_CALL,
	DIE_PAGE_FAULT,
	DIE_NMIUNKNOWN,
};

/* The names that portable code uses. */
#define DIE_BREAKPOINT	DIE_INT3
#define DIE_STEP	DIE_DEBUG
#define DIE_FAULT	DIE_TRAP
#define DIE_NMI_EVENT	DIE_NMI

#endif
