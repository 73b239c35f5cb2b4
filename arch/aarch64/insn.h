/* SPDX-License-Identifier: GPL-2.0-only */
/* A64 instructions, as far as tracing them goes. Encodings: Arm ARM DDI 0487 C4.1. */
#ifndef AARCH64_INSN_H
#define AARCH64_INSN_H

#include <linux/types.h>

/** insn_at - the instruction at @p, which need not be aligned. Instructions are little-endian always. Context: any. */
static __always_inline u32 insn_at(const void *p)
{
	u32 insn;

	__builtin_memcpy(&insn, p, sizeof(insn));
	return insn;
}

static __always_inline bool insn_is_brk(u32 insn)
{
	return (insn & 0xffe0001f) == 0xd4200000;
}

/** insn_valid - is @insn in an allocated part of the encoding space? UDF is not. Context: any. */
bool insn_valid(u32 insn);

enum daif_op { DAIF_READ, DAIF_WRITE, DAIF_SET, DAIF_CLEAR };

struct daif_access {
	enum daif_op op;
	u8 rt;		/* READ, WRITE */
	u8 imm;		/* SET, CLEAR: D A I F from bit 3 down */
};

/** insn_daif_access - does @insn read or write PSTATE.DAIF, and how? Context: any. */
bool insn_daif_access(u32 insn, struct daif_access *d);

/* What becomes of an instruction that is to run out of line. */
enum insn_action {
	INSN_STEP = 0,		/* does the same anywhere */
	INSN_REFUSE,
	/* emulated */
	INSN_NOP,
	INSN_B,			/* pc-relative */
	INSN_BL,
	INSN_BCOND,
	INSN_CBZ,
	INSN_TBZ,
	INSN_BR,		/* to a register */
	INSN_BLR,
	INSN_ADR,
	INSN_LDR,		/* literal */
	NR_INSN_ACTIONS
};

struct insn_class {
	u32 mask, value;
	enum insn_action action;
	const char *refusal;
};

/** insn_class - the first row of the table that fits @insn; there is always one. Context: any. */
const struct insn_class *insn_class(u32 insn);

/**
 * insn_target - address that the pc-relative @insn at @pc refers to; of class B, BL, BCOND, CBZ, TBZ, ADR, LDR.
 * Context: any.
 */
unsigned long insn_target(u32 insn, enum insn_action action, unsigned long pc);

#endif
