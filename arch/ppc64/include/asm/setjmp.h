/* SPDX-License-Identifier: GPL-2.0-only */
/* setjmp and longjmp: r1, r2, r14 (end of the stack), r15-r31, LR, CR (ELFv2 ABI 2.2.1.1). No soft interrupt mask. */
#ifndef ASM_SETJMP_H
#define ASM_SETJMP_H

#include <linux/compiler.h>

typedef unsigned long jmp_buf[22];

int setjmp(jmp_buf env) __attribute__((__returns_twice__));
void __noreturn longjmp(jmp_buf env, int val);

#endif
