/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What die notifiers are called with. The first five are Linux's, arch/powerpc/include/asm/kdebug.h. Linux tells nobody
 * of faults until it gives up (DIE_OOPS); of system reset it tells nobody at all: that value is our own.
 */
#ifndef ASM_KDEBUG_H
#define ASM_KDEBUG_H

enum die_val {
	DIE_OOPS = 1,
	DIE_IABR_MATCH,
	DIE_DABR_MATCH,
	DIE_BPT,
	DIE_SSTEP,
	DIE_SYSTEM_RESET = 0x100,
};

/* The names that portable code uses. */
#define DIE_BREAKPOINT	DIE_BPT
#define DIE_STEP	DIE_SSTEP
#define DIE_FAULT	DIE_OOPS
#define DIE_NMI_EVENT	DIE_SYSTEM_RESET

#endif
