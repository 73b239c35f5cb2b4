/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ASM_SERIAL_H
#define ASM_SERIAL_H

/** serial_init - both ports at 115200 8N1, polled. Context: boot. */
void serial_init(void);
/** serial_drain - wait until the last bit is out. Context: any. */
void serial_drain(void);

#endif
