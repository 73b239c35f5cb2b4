/* SPDX-License-Identifier: GPL-2.0-only */
/* Between boot/x86_64 and the rest. */
#ifndef ASM_BOOT_H
#define ASM_BOOT_H

#include <linux/types.h>

enum boot_protocol { BOOT_PVH, BOOT_MULTIBOOT2 };

extern enum boot_protocol boot_protocol;

/** under_tcg - is this QEMU's own emulation of a CPU? It says so in CPUID leaf 40000000. Context: any. */
bool under_tcg(void);

#endif
