/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Before every source file (arch.mk): everything is inside the image, so the address of an external object is known to
 * be near the TOC and is not loaded from a table.
 */
#ifndef __ASSEMBLER__
#pragma GCC visibility push(hidden)
#endif
