// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which words are instructions. Power ISA 3.0B Book I appendix: primary opcodes, and of the groups with extended
 * opcodes those that a kernel without floating point and vectors meets. Prefixed instructions: see arch_insn_size().
 */
#include "insn.h"

#ifndef __kprobes
#define __kprobes __attribute__((__section__(".kprobes.text")))
#endif

/* Primary opcodes that are defined: a bit each. 0, 1 (prefix), 5, 6 (VSX), 9, 22 are not, or not here. */
static const uint64_t primary =
	7ULL << 2 | 3ULL << 7 | 0xfULL << 10 | 0xffULL << 14 /* 14 to 21 */ | 0x1ffULL << 23 /* 23 to 31 */ |
	0xffffffffULL << 32;

bool __kprobes insn_is_valid(uint32_t i)
{
	unsigned int op = insn_opcode(i);

	if (!(primary >> op & 1))
		return false;
	switch (op) {
	case OP_SC:
		return (i & 2) || (i & 3) == 1;		/* sc, scv */
	case 30:
		return (i >> 1 & 0xf) <= 9;		/* rotates */
	case 58:
		return (i & 3) != 3;			/* ld, ldu, lwa */
	case 62:
		return (i & 3) != 3;			/* std, stdu, stq */
	default:
		return true;
	}
}
