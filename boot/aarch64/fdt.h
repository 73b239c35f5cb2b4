/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BOOT_FDT_H
#define BOOT_FDT_H

/**
 * fdt_bootargs - property bootargs of /chosen in the flattened device tree at @fdt; NULL if that is none, or has
 * none. Context: boot.
 */
const char *fdt_bootargs(const void *fdt);

#endif
