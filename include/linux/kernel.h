/* SPDX-License-Identifier: GPL-2.0-only */
/* Small things that Linux keeps in kernel.h. */
#ifndef LINUX_KERNEL_H
#define LINUX_KERNEL_H

#include <linux/types.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/printk.h>

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))
#define min(a, b)		({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a < _b ? _a : _b; })
#define max(a, b)		({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define BIT(n)			(1UL << (n))
#define ALIGN(x, a)		(((x) + (a) - 1) & ~((__typeof__(x))(a) - 1))

#ifndef INT_MAX
#define INT_MAX			0x7fffffff
#endif

#endif
