// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's translation tables (Arm ARM DDI 0487 D8.3): made before translation is on, so this code runs at its
 * physical address, and no memory access in it may be unaligned.
 *
 *   memory   64 MiB of it, blocks of 2 MiB, not executable, but for
 *   image    pages: text and out-of-line slots executable, the rest not; text, slots and constants read-only
 *   alias    the image again, writable, not executable: what arch_text_write() writes through
 *   devices  GIC and UART, the PCI ports, the configuration space of PCI bus 0
 *
 * Everything else faults; so does the lower half, address 0 with it.
 */
#include <asm/page.h>
#include <linux/kernel.h>

#define __early		__attribute__((__target__("strict-align")))

#define RAM_BASE	0x40000000UL
#define RAM_SIZE	(64UL << 20)

#define PTE_DEVICE	(PTE_AF | PTE_ATTR(MT_DEVICE) | PTE_PXN | PTE_UXN)
#define PTE_DATA	(PTE_AF | PTE_ATTR(MT_NORMAL) | PTE_SH_INNER | PTE_PXN | PTE_UXN)
#define PTE_TEXT	(PTE_AF | PTE_ATTR(MT_NORMAL) | PTE_SH_INNER | PTE_UXN)

/* QEMU hw/arm/virt.c; a block each */
static const unsigned long devices[] = {
	0x08000000,	/* GIC */
	0x09000000,	/* UART */
	0x3ee00000,	/* PCI ports, at its end */
	0x3f000000,	/* PCI configuration space, without high memory */
	0x4010000000,	/* with */
};

extern char _image[], _end[], _text[], _etext[], _data[], __ool_slots_start[], __ool_slots_end[];

u64 image_l3[NR_IMAGE_L3][PTES] __aligned(PAGE_SIZE);
static u64 l1[PTES] __aligned(PAGE_SIZE);
static u64 l2[4][PTES] __aligned(PAGE_SIZE);
static unsigned int l2_used;

__early u64 *mmu_build(void);

static __early u64 *l2_of(unsigned long pa)
{
	u64 *entry = &l1[L1_INDEX(pa)];

	if (!*entry)
		*entry = (u64)l2[l2_used++] | PTE_TABLE;
	return (u64 *)(*entry & ~(PAGE_SIZE - 1));
}

/* @at: where, as a physical address would be. */
static __early void map_block(unsigned long at, unsigned long pa, u64 attr)
{
	l2_of(at)[L2_INDEX(at)] = pa | attr | PTE_BLOCK;
}

static __early u64 image_attr(unsigned long pa)
{
	bool text = pa >= (unsigned long)_text && pa < (unsigned long)_etext;
	bool slots = pa >= (unsigned long)__ool_slots_start && pa < (unsigned long)__ool_slots_end;

	if (text || slots)
		return PTE_TEXT | PTE_AP_RO;
	return pa >= (unsigned long)_etext && pa < (unsigned long)_data ? PTE_DATA | PTE_AP_RO : PTE_DATA;
}

static __early void map_image(void)
{
	for (unsigned int i = 0; i < NR_IMAGE_L3; i++) {
		unsigned long pa = LAYOUT_LOAD + i * BLOCK_SIZE;

		map_block(pa + TEXT_ALIAS, pa, PTE_DATA);
		l2_of(pa)[L2_INDEX(pa)] = (u64)image_l3[i] | PTE_TABLE;
		for (unsigned int n = 0; n < PTES; n++, pa += PAGE_SIZE)
			image_l3[i][n] = pa | image_attr(pa) | PTE_PAGE;
	}
}

__early u64 *mmu_build(void)
{
	for (unsigned long pa = RAM_BASE; pa < RAM_BASE + RAM_SIZE; pa += BLOCK_SIZE)
		map_block(pa, pa, PTE_DATA);
	for (unsigned int i = 0; i < ARRAY_SIZE(devices); i++)
		map_block(devices[i], devices[i], PTE_DEVICE);
	map_image();
	return l1;
}
