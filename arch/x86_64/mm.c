// SPDX-License-Identifier: GPL-2.0-only
/* Changes to the page tables. */
#include <asm/msr.h>
#include <asm/page.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>

void arch_guard_page(void *page)
{
	u64 pfn = virt_to_phys(page) / PAGE_SIZE;

	BUG_ON((u64)page % PAGE_SIZE || pfn >= NR_KERNEL_PT * 512);
	kernel_pt[pfn] = 0;
	invlpg(page);
}
