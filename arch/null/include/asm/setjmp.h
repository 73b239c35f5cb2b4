/* SPDX-License-Identifier: GPL-2.0-only */
/* setjmp and longjmp: callee-saved general registers, stack pointer, return address. No signal mask, no FP. */
#ifndef ASM_SETJMP_H
#define ASM_SETJMP_H

#include <linux/compiler.h>

typedef unsigned long jmp_buf[1];

int setjmp(jmp_buf env) __attribute__((__returns_twice__));
void __noreturn longjmp(jmp_buf env, int val);

#endif
