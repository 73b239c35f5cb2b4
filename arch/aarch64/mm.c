// SPDX-License-Identifier: GPL-2.0-only
/* Changes to the translation tables, which boot/aarch64/mmu.c has made. */
#include <asm/barrier.h>
#include <asm/page.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>

extern u64 image_l3[NR_IMAGE_L3][PTES];

/* Arm ARM DDI 0487 C5.5, TLBI VAAE1IS: the operand is bits 55 to 12 of the address. */
void arch_guard_page(void *page)
{
	unsigned long at = virt_to_phys(page), block = (at - LAYOUT_LOAD) / BLOCK_SIZE;

	BUG_ON(at % PAGE_SIZE || at < LAYOUT_LOAD || block >= NR_IMAGE_L3);
	image_l3[block][L3_INDEX(at)] = 0;
	dsb(ishst);
	__asm__ __volatile__("tlbi vaae1is, %0" :: "r"((unsigned long)page << 8 >> 20) : "memory");
	dsb(ish);
	isb();
}
