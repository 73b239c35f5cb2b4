/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Translation tables: VMSAv8-64 with 4 KiB granule and 39 bits of address, so three levels (Arm ARM DDI 0487 D8.2,
 * D8.3).
 */
#ifndef ASM_PAGE_H
#define ASM_PAGE_H

#include <asm/layout.h>

/* MAIR_EL1, D17.2 */
#define MT_NORMAL		0		/* write-back, allocate: ff */
#define MT_DEVICE		1		/* nGnRnE: 00 */
#define MAIR_VALUE		0xff

#ifndef __ASSEMBLER__

#include <linux/types.h>

#define PAGE_SIZE		4096UL
#define BLOCK_SIZE		(1UL << 21)	/* of a level 2 descriptor */
#define PTES			512		/* descriptors in a table */

/* Index into the table of each level. Physical and virtual addresses have the same, LAYOUT_OFFSET being above. */
#define L1_INDEX(a)		((unsigned long)(a) >> 30 & (PTES - 1))
#define L2_INDEX(a)		((unsigned long)(a) >> 21 & (PTES - 1))
#define L3_INDEX(a)		((unsigned long)(a) >> 12 & (PTES - 1))

/* Descriptors, D8.3 */
#define PTE_VALID		1UL
#define PTE_TABLE		3UL		/* levels 1 and 2: next table */
#define PTE_PAGE		3UL		/* level 3 */
#define PTE_BLOCK		1UL
#define PTE_ATTR(n)		((unsigned long)(n) << 2)	/* index into MAIR_EL1 */
#define PTE_AP_RO		(1UL << 7)	/* AP[2]; AP[1] = 0: no access for EL0 */
#define PTE_SH_INNER		(3UL << 8)
#define PTE_AF			(1UL << 10)
#define PTE_PXN			(1UL << 53)
#define PTE_UXN			(1UL << 54)

#define NR_IMAGE_L3		16		/* tables for the image: 32 MiB */

static __always_inline void *phys_to_virt(unsigned long pa)
{
	return (void *)(pa + LAYOUT_OFFSET);
}

static __always_inline unsigned long virt_to_phys(const void *va)
{
	return (unsigned long)va - LAYOUT_OFFSET;
}

#endif
#endif
