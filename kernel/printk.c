// SPDX-License-Identifier: GPL-2.0-only
/* printk over newlib's vsnprintf. */
#include <stdio.h>
#include <whosetrap/arch.h>
#include <whosetrap/console.h>
#include <whosetrap/kernel.h>

void (*printk_hook)(const char *s, size_t n);

int vprintk(const char *fmt, va_list ap)
{
	char buf[512];
	int n = vsnprintf(buf, sizeof(buf), fmt, ap);

	if (n < 0)
		return n;
	n = min(n, (int)sizeof(buf) - 1);
	if (printk_hook)
		printk_hook(buf, n);
	else
		arch_console_write(buf, n);
	return n;
}

int printk(const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vprintk(fmt, ap);
	va_end(ap);
	return n;
}
