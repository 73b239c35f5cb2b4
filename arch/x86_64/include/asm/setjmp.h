/* SPDX-License-Identifier: GPL-2.0-only */
/* setjmp and longjmp: rbx, rbp, r12-r15, rsp, rip (psABI 3.2.1). No signal mask, no flags. */
#ifndef ASM_SETJMP_H
#define ASM_SETJMP_H

#include <linux/compiler.h>

typedef unsigned long jmp_buf[8];

int setjmp(jmp_buf env) __attribute__((__returns_twice__));
void __noreturn longjmp(jmp_buf env, int val);

#endif
