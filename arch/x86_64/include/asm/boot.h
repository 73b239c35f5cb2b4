/* SPDX-License-Identifier: GPL-2.0-only */
/* Between boot/x86_64 and the rest. */
#ifndef ASM_BOOT_H
#define ASM_BOOT_H

enum boot_protocol { BOOT_PVH, BOOT_MULTIBOOT2 };

extern enum boot_protocol boot_protocol;

#endif
