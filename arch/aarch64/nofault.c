// SPDX-License-Identifier: GPL-2.0-only
/* The range check before a copy that survives a fault. */
#include <asm/layout.h>
#include <whosetrap/arch.h>

#define KERNEL_HALF	((unsigned long)LAYOUT_OFFSET)

int nofault_copy(void *dst, const void *src, size_t n);

/*
 * As Linux, by range and not by fault: whatever may be mapped in the lower half, it is not the kernel's to read in
 * this way.
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
