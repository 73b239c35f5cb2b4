/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the image lies: linked and run at 4 MiB in real mode, effective address = real address.
 *
 *   0          nothing: words of 0, an illegal instruction
 *   100        interrupt vectors, copied there by arch_cpu_init()
 *   400000     the image
 *
 * Branches with an absolute address reach 32 MiB, so vectors go to the common code without a register. On powernv the
 * firmware puts the file at 20000000, and boot/ppc64/start.S moves the image here.
 */
#ifndef ASM_LAYOUT_H
#define ASM_LAYOUT_H

#define LAYOUT_OFFSET	0x400000	/* QEMU puts the ELF file's physical address 0 at 4 MiB on pseries */
#define LAYOUT_BASE	0x400000

#define VECTORS_BASE	0x100
#define VECTORS_END	0x1820

#endif
