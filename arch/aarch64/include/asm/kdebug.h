/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What die notifiers are called with. Linux has only DIE_OOPS for arm64 (include/asm-generic/kdebug.h): there,
 * breakpoints and steps never reach the chain. Here they do, with values of our own behind that one.
 */
#ifndef ASM_KDEBUG_H
#define ASM_KDEBUG_H

enum die_val {
	DIE_UNUSED = 0,
	DIE_OOPS,
	/* ours */
	DIE_BRK,		/* breakpoint instruction */
	DIE_SSTEP,		/* software step */
	DIE_HWBP,		/* breakpoint or watchpoint register */
	DIE_TRAP,		/* any other synchronous exception, SError too */
	DIE_FIQ,		/* an FIQ that is not the timer's */
};

/* The names that portable code uses. */
#define DIE_BREAKPOINT	DIE_BRK
#define DIE_STEP	DIE_SSTEP
#define DIE_FAULT	DIE_TRAP
#define DIE_NMI_EVENT	DIE_FIQ

#endif
