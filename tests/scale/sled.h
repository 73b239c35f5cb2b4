/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TESTS_SCALE_SLED_H
#define TESTS_SCALE_SLED_H

#include <asm/sled.h>	/* SLED_INSN: no nop, and it does no harm; SLED_RETURN; the sizes of both in bytes */

#define SLED_FUNCTIONS	500
#define SLED_INSNS	100
#define SLED_PROBES	(SLED_FUNCTIONS * SLED_INSNS)

#define STRINGIFY(x)	__STRINGIFY(x)
#define __STRINGIFY(x)	#x

extern char sled[];

/* Address of instruction @i of the sled, returns left out. */
static inline unsigned long sled_insn(unsigned int i)
{
	return (unsigned long)sled + i / SLED_INSNS * (SLED_INSNS * SLED_INSN_SIZE + SLED_RETURN_SIZE) + i % SLED_INSNS * SLED_INSN_SIZE;
}

#endif
