/* SPDX-License-Identifier: GPL-2.0-only */
/* Between boot/ppc64 and the rest: what was found out about the machine. */
#ifndef ASM_BOOT_H
#define ASM_BOOT_H

#include <linux/types.h>

enum firmware { FIRMWARE_VOF, FIRMWARE_SLOF, FIRMWARE_OPAL };

/** struct boot_info - filled before kernel_main(). */
struct boot_info {
	enum firmware firmware;
	u64 ram_end;			/* of the piece of memory that begins at 0 */
	u64 opal_base, opal_entry;
	u32 rtas_power_off, rtas_os_term;	/* tokens; 0: there is none */
	bool debug_tty;			/* pseries: a vty of the number that is kept for a debugger */
};

extern struct boot_info boot_info;

static inline bool on_powernv(void)
{
	return boot_info.firmware == FIRMWARE_OPAL;
}

#endif
