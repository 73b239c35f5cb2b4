/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Page tables, as boot/x86_64/start.S has built them: 4 KiB pages from physical 0 to the end of the image, 2 MiB
 * pages up to 1 GiB, see <asm/layout.h>. All is supervisor; mm_protect() takes away what is not needed.
 */
#ifndef ASM_PAGE_H
#define ASM_PAGE_H

#include <asm/layout.h>

#define NR_KERNEL_PT	16		/* page tables for the image: it ends below 2 MiB times so many */

#ifndef __ASSEMBLER__

#include <linux/types.h>

#define PAGE_SIZE	4096UL
#define PAGE_MASK	(~(PAGE_SIZE - 1))
#define WINDOW_SIZE	(1UL << 30)	/* of physical memory, mapped at LAYOUT_OFFSET */

/* So far below the image it is mapped once more: to be written, not to be executed. */
#define TEXT_ALIAS	(1UL << 30)

/** mm_protect - make text, slots and constants read-only, all but text and slots not executable. Context: boot. */
void mm_protect(void);

extern u64 kernel_pml4[512], kernel_pt[NR_KERNEL_PT * 512];

/** phys_to_virt - where physical address @pa is mapped, NULL when it is not. Context: any. */
static inline void *phys_to_virt(u64 pa)
{
	return pa >= PAGE_SIZE && pa < WINDOW_SIZE ? (void *)(pa + LAYOUT_OFFSET) : NULL;
}

static inline u64 virt_to_phys(const void *p)
{
	return (u64)p - LAYOUT_OFFSET;
}

#endif
#endif
