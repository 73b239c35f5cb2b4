/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions taken to pieces. Fields as in Power ISA 3.0B Book I 1.6. Needs nothing of the kernel. */
#ifndef PPC64_INSN_H
#define PPC64_INSN_H

#include <stdbool.h>
#include <stdint.h>

enum {
	OP_PREFIX = 1,		/* Power ISA 3.1 Book I 1.6.3: the first word of an instruction of two */
	OP_TDI = 2,
	OP_TWI = 3,
	OP_BC = 16,
	OP_SC = 17,
	OP_B = 18,
	OP_XL = 19,
	OP_X = 31,
};

/* Extended opcodes, ten bits. */
enum {
	XO19_BCLR = 16, XO19_RFID = 18, XO19_RFSCV = 82, XO19_RFEBB = 146, XO19_HRFID = 274, XO19_STOP = 370,
	XO19_BCCTR = 528, XO19_BCTAR = 560, XO19_URFID = 306,
	XO31_TW = 4, XO31_TD = 68, XO31_MFMSR = 83, XO31_MTMSR = 146, XO31_MTMSRD = 178,
	XO31_LBARX = 52, XO31_LHARX = 116, XO31_LWARX = 20, XO31_LDARX = 84, XO31_LQARX = 276,
	XO31_STBCX = 694, XO31_STHCX = 726, XO31_STWCX = 150, XO31_STDCX = 214, XO31_STQCX = 182,
	XO31_WAIT = 30, XO31_MFSPR = 339, XO31_MTSPR = 467,
};

static inline unsigned int insn_opcode(uint32_t i)
{
	return i >> 26;
}

static inline unsigned int insn_xo(uint32_t i)
{
	return i >> 1 & 0x3ff;
}

#define INSN_LK		1u
#define INSN_AA		2u
#define INSN_RT(i)	((i) >> 21 & 31)	/* also BO, TO, RS */
#define INSN_RA(i)	((i) >> 16 & 31)	/* also BI */
#define INSN_RB(i)	((i) >> 11 & 31)

/* The two halves of an SPR's number are exchanged, Book III 4.4.4. */
#define INSN_SPR(i)	(INSN_RA(i) | INSN_RB(i) << 5)

/** insn_is_trap - tw, td, twi, tdi in any form, also one that never traps. Context: any. */
static inline bool insn_is_trap(uint32_t i)
{
	unsigned int op = insn_opcode(i);

	if (op == OP_X)
		return insn_xo(i) == XO31_TW || insn_xo(i) == XO31_TD;
	return op == OP_TWI || op == OP_TDI;
}

/** insn_is_stack_check - tdllt r1,rB: what gcc puts before a frame is made (stack.h). Context: any. */
static inline bool insn_is_stack_check(uint32_t i)
{
	return (i & 0xffff07fe) == (OP_X << 26 | 2u << 21 | 1u << 16 | XO31_TD << 1);
}

/**
 * insn_is_valid - does the ISA define an instruction with this opcode, as far as the tables of insn.c tell? Context:
 * any.
 */
bool insn_is_valid(uint32_t i);

#endif
