/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the image lies: loaded at 1 MiB, linked in the top 2 GiB as the kernel code model wants it.
 *
 *   ffffffff80000000   window on physical memory from 0 to 1 GiB; its first page is not mapped
 *   ffffffff80100000     the image
 *   ffffffffc0000000   IOAPIC, local APIC
 *
 * The lower half is empty and stays so until there are tasks; address 0 is never mapped.
 */
#ifndef ASM_LAYOUT_H
#define ASM_LAYOUT_H

#define LAYOUT_OFFSET	0xffffffff80000000
#define LAYOUT_BASE	0xffffffff80100000

#endif
