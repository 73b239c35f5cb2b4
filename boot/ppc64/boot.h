/* SPDX-License-Identifier: GPL-2.0-only */
/* Inside boot/ppc64. */
#ifndef BOOT_PPC64_BOOT_H
#define BOOT_PPC64_BOOT_H

#include <linux/types.h>
#include <whosetrap/cmdline.h>

/* One byte more than is allowed: a line that is too long stays too long. */
extern char boot_cmdline[CMDLINE_MAX + 1];

/** boot_from_of - ask Open Firmware's client interface at @entry; VOF's is a hypervisor call. Context: boot. */
void boot_from_of(unsigned long entry);
/** boot_from_opal - read the flattened device tree at @fdt. Context: boot. */
void boot_from_opal(const void *fdt, unsigned long base, unsigned long entry);

#endif
