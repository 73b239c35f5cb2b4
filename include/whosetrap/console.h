/* SPDX-License-Identifier: GPL-2.0-only */
/* Where printk's output goes. */
#ifndef WHOSETRAP_CONSOLE_H
#define WHOSETRAP_CONSOLE_H

#include <linux/types.h>

/** printk_hook - when set, takes all output of printk() instead of the console. */
extern void (*printk_hook)(const char *s, size_t n);

#endif
