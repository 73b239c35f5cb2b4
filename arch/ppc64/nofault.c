// SPDX-License-Identifier: GPL-2.0-only
/*
 * The range check before a copy that survives a fault. In real mode there may be no fault: an access to an address
 * where nothing is may end in a machine check or in nothing at all (Power ISA 3.0B Book III 5.7.3 leaves it open), so
 * memory is what the firmware says is memory.
 */
#include <asm/boot.h>
#include <asm/layout.h>
#include <whosetrap/arch.h>

int nofault_copy(void *dst, const void *src, size_t n);

static __always_inline bool kernel_range(const void *p, size_t n)
{
	unsigned long at = (unsigned long)p;

	return at >= VECTORS_BASE && at < boot_info.ram_end && n <= boot_info.ram_end - at;
}

int __kprobes arch_nofault_read(void *dst, const void *src, size_t n)
{
	return kernel_range(src, n) ? nofault_copy(dst, src, n) : -EFAULT;
}

int __kprobes arch_nofault_write(void *dst, const void *src, size_t n)
{
	return kernel_range(dst, n) ? nofault_copy(dst, src, n) : -EFAULT;
}
