/* SPDX-License-Identifier: GPL-2.0-only */
/* For tests/scale: an instruction that is run out of line and does no harm, and the return from a function. */
#ifndef ASM_SLED_H
#define ASM_SLED_H

#define SLED_INSN		"nop"
#define SLED_INSN_SIZE		1
#define SLED_RETURN		"ret"
#define SLED_RETURN_SIZE	1

#endif
