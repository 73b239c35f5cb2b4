/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the image is linked, see linker/kernel.lds.S, and how physical memory appears.
 *
 * The kernel lives in the upper half, TTBR1 with 39 bits of address: everything it uses, memory and devices, is at its
 * physical address plus LAYOUT_OFFSET. The lower half, TTBR0, is for tasks; while there are none it is switched off.
 */
#ifndef ASM_LAYOUT_H
#define ASM_LAYOUT_H

#define LAYOUT_LOAD	0x40200000	/* physical; QEMU puts the device tree between the start of memory and here */
#define LAYOUT_OFFSET	0xffffff8000000000
#define LAYOUT_BASE	(LAYOUT_LOAD + LAYOUT_OFFSET)
#define TEXT_ALIAS	0x4000000000	/* so far above the image it is mapped once more: to be written, not to be executed */

#endif
