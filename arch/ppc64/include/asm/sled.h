/* SPDX-License-Identifier: GPL-2.0-only */
/* For tests/scale: an instruction that is run out of line and does no harm, and the return from a function. */
#ifndef ASM_SLED_H
#define ASM_SLED_H

#define SLED_INSN		"or 0, 0, 0"
#define SLED_INSN_SIZE		4
#define SLED_RETURN		"blr"
#define SLED_RETURN_SIZE	4

#endif
