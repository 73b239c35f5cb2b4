// SPDX-License-Identifier: GPL-2.0-only
/* The range check before a copy that survives a fault. */
#include <whosetrap/arch.h>

#include "nofault.h"

#define KERNEL_HALF	0xffff800000000000UL	/* SDM 1 section 3.3.7.1: canonical addresses, 48 bits */

/*
 * As Linux, by range and not by fault: whatever may be mapped in the user's half, address 0 among it, is not the
 * kernel's to read in this way. An address that is not canonical would raise #GP instead of #PF.
 */
static bool __kprobes kernel_range(const void *p, size_t n)
{
	unsigned long at = (unsigned long)p;

	return at >= KERNEL_HALF && at + n >= at;
}

int __kprobes arch_nofault_read(void *dst, const void *src, size_t n)
{
	return kernel_range(src, n) ? nofault_copy(dst, src, n) : -EFAULT;
}

int __kprobes arch_nofault_write(void *dst, const void *src, size_t n)
{
	return kernel_range(dst, n) ? nofault_copy(dst, src, n) : -EFAULT;
}
