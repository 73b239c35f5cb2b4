/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the image is linked, see linker/kernel.lds.S. */
#ifndef ASM_LAYOUT_H
#define ASM_LAYOUT_H

#define LAYOUT_BASE	0x400000
#define LAYOUT_OFFSET	0

#endif
