/* SPDX-License-Identifier: GPL-2.0-only */
/* Between boot/aarch64 and the rest. */
#ifndef ASM_BOOT_H
#define ASM_BOOT_H

extern unsigned long boot_el;	/* exception level that the firmware entered the kernel at: 1, 2 or 3 */

/** serial_init - make the console usable. Context: boot, translation on. */
void serial_init(void);

#endif
