// SPDX-License-Identifier: GPL-2.0-only
/* A64 instructions by class. Arm ARM DDI 0487 C4.1, and C6.2 for each instruction. */
#include <asm/sysreg.h>
#include <linux/kernel.h>

#include "insn.h"

/* The operand of MRS and MSR, bits 20-5: op0 (its low bit) op1 CRn CRm op2. */
#define SYSREG(op0, op1, crn, crm, op2) \
	((u32)((op0) - 2) << 19 | (op1) << 16 | (crn) << 12 | (crm) << 8 | (op2) << 5)
#define REG_NZCV	SYSREG(3, 3, 4, 2, 0)
#define REG_DAIF	SYSREG(3, 3, 4, 2, 1)
#define REG_FPCR	SYSREG(3, 3, 4, 4, 0)
#define REG_FPSR	SYSREG(3, 3, 4, 4, 1)
#define REG_SPSR_EL1	SYSREG(3, 0, 4, 0, 0)
#define REG_ELR_EL1	SYSREG(3, 0, 4, 0, 1)
#define REG_ESR_EL1	SYSREG(3, 0, 5, 2, 0)
#define REG_MDSCR_EL1	SYSREG(2, 0, 0, 2, 2)
#define REG_TPIDR_EL0	SYSREG(3, 3, 13, 0, 2)
#define REG_TPIDRRO_EL0	SYSREG(3, 3, 13, 0, 3)

#define MRS(reg)	0xffffffe0, 0xd5300000 | (reg)
#define MSR(reg)	0xffffffe0, 0xd5100000 | (reg)
#define MRS_RT		0x1f

static const char monitor[] = "part of a load-exclusive, store-exclusive sequence, which a trap inside breaks";
static const char by_trap[] = "reads a register that the trap itself changes";
static const char unallocated[] = "not an instruction";

/* First fit. */
static const struct insn_class classes[] = {
	/* branches, exception generation, system */
	{ 0xfc000000, 0x14000000, INSN_B, NULL },
	{ 0xfc000000, 0x94000000, INSN_BL, NULL },
	{ 0xff000000, 0x54000000, INSN_BCOND, NULL },
	{ 0x7e000000, 0x34000000, INSN_CBZ, NULL },
	{ 0x7e000000, 0x36000000, INSN_TBZ, NULL },
	{ 0xfffffc1f, 0xd61f0000, INSN_BR, NULL },
	{ 0xfffffc1f, 0xd63f0000, INSN_BLR, NULL },
	{ 0xfffffc1f, 0xd65f0000, INSN_BR, NULL },	/* RET */
	{ 0xffdfffff, 0xd69f03e0, INSN_REFUSE, "returns from an exception" },	/* ERET, DRPS is d6bf03e0 */
	{ 0xfffffbff, 0xd69f0bff, INSN_REFUSE, "returns from an exception" },	/* ERETAA, ERETAB */
	{ 0xfe000000, 0xd6000000, INSN_REFUSE, "branches to an authenticated pointer" },
	{ 0xffe0001f, 0xd4200000, INSN_REFUSE, "already holds a trap instruction" },
	{ 0xff000000, 0xd4000000, INSN_REFUSE, "raises an exception" },
	{ 0xffffffff, 0xd503201f, INSN_NOP, NULL },
	{ 0xffffffff, 0xd503203f, INSN_NOP, NULL },	/* YIELD */
	{ 0xffffff3f, 0xd503241f, INSN_NOP, NULL },	/* BTI */
	{ 0xffffff9f, 0xd500401f, INSN_STEP, NULL },	/* CFINV, XAFLAG, AXFLAG: flags */
	{ 0xfff8f01f, 0xd500401f, INSN_REFUSE, "changes PSTATE" },	/* MSR, immediate */
	{ MRS(REG_DAIF), INSN_REFUSE, "reads the exception masks, which a step may change" },
	{ MRS(REG_SPSR_EL1), INSN_REFUSE, by_trap },
	{ MRS(REG_ELR_EL1), INSN_REFUSE, by_trap },
	{ MRS(REG_ESR_EL1), INSN_REFUSE, by_trap },
	{ MRS(REG_MDSCR_EL1), INSN_REFUSE, by_trap },
	{ MRS(REG_TPIDRRO_EL0), INSN_REFUSE, by_trap },
	{ MSR(REG_NZCV), INSN_STEP, NULL },
	{ MSR(REG_FPCR), INSN_STEP, NULL },
	{ MSR(REG_FPSR), INSN_STEP, NULL },
	{ MSR(REG_TPIDR_EL0), INSN_STEP, NULL },
	{ 0xfff00000, 0xd5100000, INSN_REFUSE, "writes a system register" },
	/* data processing, immediate */
	{ 0x1f000000, 0x10000000, INSN_ADR, NULL },
	/* loads and stores */
	{ 0x3f000000, 0x1c000000, INSN_REFUSE, "loads a SIMD literal" },
	{ 0xff000000, 0xd8000000, INSN_NOP, NULL },	/* PRFM, literal: a hint */
	{ 0x3f000000, 0x18000000, INSN_LDR, NULL },
	{ 0x3fa00000, 0x08000000, INSN_REFUSE, monitor },
	{ 0xbfa00000, 0x88200000, INSN_REFUSE, monitor },	/* pairs; CASP has bit 31 clear */
	/* reserved at the first level, bits 28 to 25 */
	{ 0x9e000000, 0x00000000, INSN_REFUSE, unallocated },	/* UDF */
	{ 0x1e000000, 0x02000000, INSN_REFUSE, unallocated },
	{ 0x1e000000, 0x06000000, INSN_REFUSE, unallocated },
	{ 0, 0, INSN_STEP, NULL },
};

const struct insn_class *insn_class(u32 insn)
{
	const struct insn_class *c = classes;

	while ((insn & c->mask) != c->value)
		c++;
	return c;
}

bool insn_valid(u32 insn)
{
	return insn_class(insn)->refusal != unallocated;
}

bool __kprobes insn_daif_access(u32 insn, struct daif_access *d)
{
	d->rt = insn & MRS_RT;
	d->imm = insn >> 8 & 15;
	if ((insn & ~MRS_RT) == (0xd5300000 | REG_DAIF))
		d->op = DAIF_READ;
	else if ((insn & ~MRS_RT) == (0xd5100000 | REG_DAIF))
		d->op = DAIF_WRITE;
	else if ((insn & 0xfffff0ff) == 0xd50340df)
		d->op = DAIF_SET;
	else if ((insn & 0xfffff0ff) == 0xd50340ff)
		d->op = DAIF_CLEAR;
	else
		return false;
	return true;
}

/* Bits lo to lo + n - 1 as a signed number. */
static long field(u32 insn, int lo, int n)
{
	return (long)((unsigned long)insn << (64 - lo - n)) >> (64 - n);
}

unsigned long insn_target(u32 insn, enum insn_action action, unsigned long pc)
{
	switch (action) {
	case INSN_B:
	case INSN_BL:
		return pc + field(insn, 0, 26) * 4;
	case INSN_TBZ:
		return pc + field(insn, 5, 14) * 4;
	case INSN_ADR: {
		long imm = field(insn, 5, 19) << 2 | (insn >> 29 & 3);

		return insn >> 31 ? (pc & ~0xfffUL) + (imm << 12) : pc + imm;
	}
	default:
		return pc + field(insn, 5, 19) * 4;
	}
}
