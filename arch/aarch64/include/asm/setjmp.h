/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * setjmp and longjmp: x19-x30, sp (AAPCS64 6.1.1), and the bounds of the stack in struct cpu, which change together
 * with sp. No signal mask, no DAIF, no FP.
 */
#ifndef ASM_SETJMP_H
#define ASM_SETJMP_H

#include <linux/compiler.h>

typedef unsigned long jmp_buf[16];

int setjmp(jmp_buf env) __attribute__((__returns_twice__));
void __noreturn longjmp(jmp_buf env, int val);

#endif
