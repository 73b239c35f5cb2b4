/* SPDX-License-Identifier: GPL-2.0-only */
/* For arch/<arch>/offsets.c: constants that assembly takes from C. The build turns each mark into a #define. */
#ifndef WHOSETRAP_OFFSETS_H
#define WHOSETRAP_OFFSETS_H

#include <stddef.h>

#define DEFINE(sym, val)	__asm__ volatile("\n.ascii \"->" #sym " %0 \"" : : "i"((long)(val)))
#define OFFSET(sym, type, mem)	DEFINE(sym, offsetof(type, mem))

#endif
