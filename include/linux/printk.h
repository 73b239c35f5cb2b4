/* SPDX-License-Identifier: GPL-2.0-only */
/* printk: formatted text to the console. */
#ifndef LINUX_PRINTK_H
#define LINUX_PRINTK_H

#include <stdarg.h>
#include <linux/compiler.h>

/**
 * printk - print to the console through newlib's vsnprintf, at most 512 bytes a call.
 *
 * Context: task, or a trap that will not be returned from in the ordinary way (a diagnosis). The
 * ordinary trap path prints nothing; it writes the trap log. Returns the number of bytes.
 */
int printk(const char *fmt, ...) __printf(1, 2);
int vprintk(const char *fmt, va_list ap);

#endif
