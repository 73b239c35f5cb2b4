// SPDX-License-Identifier: GPL-2.0-only
/*
 * Length and shape of an instruction in 64-bit mode. SDM 2A chapter 2 (formats), SDM 2D appendix A (opcode maps): the
 * tables below say of each opcode what follows it.
 */
#include "insn.h"

#ifndef __kprobes
#define __kprobes __attribute__((__section__(".kprobes.text")))
#endif

/* What follows the opcode. Low nibble: the immediate. */
enum {
	NONE = 0,
	I8,		/* one byte */
	I16,
	I24,		/* ENTER: two bytes and one */
	IZ,		/* four bytes, two with an operand-size prefix */
	IV,		/* as IZ, eight with REX.W */
	J8,		/* branch displacement, one byte */
	J32,		/* branch displacement, four bytes */
	IO,		/* address without ModRM: eight bytes, four with an address-size prefix */
	G3,		/* groups 3: an immediate with /0 and /1 only */
	IMM = 0x0f,
	M = 0x10,	/* ModRM */
	P = 0x20,	/* prefix; REX and those of VEX and EVEX too */
	X = 0x80,	/* not valid in 64-bit mode */
	MI8 = M | I8,
	MIZ = M | IZ,
	MG3 = M | G3,
};

#define ALU	M, M, M, M, I8, IZ

static const uint8_t map_1byte[256] = {
/*      0     1     2     3     4     5     6     7     8     9     a     b     c     d     e     f */
/* 0 */ ALU,                               X,    X,    ALU,                               X,    P,
/* 1 */ ALU,                               X,    X,    ALU,                               X,    X,
/* 2 */ ALU,                               P,    X,    ALU,                               P,    X,
/* 3 */ ALU,                               P,    X,    ALU,                               P,    X,
/* 4 */ P,    P,    P,    P,    P,    P,    P,    P,    P,    P,    P,    P,    P,    P,    P,    P,
/* 5 */ 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
/* 6 */ X,    X,    P,    M,    P,    P,    P,    P,    IZ,   MIZ,  I8,   MI8,  0,    0,    0,    0,
/* 7 */ J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,   J8,
/* 8 */ MI8,  MIZ,  X,    MI8,  M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* 9 */ 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    X,    0,    0,    0,    0,    0,
/* a */ IO,   IO,   IO,   IO,   0,    0,    0,    0,    I8,   IZ,   0,    0,    0,    0,    0,    0,
/* b */ I8,   I8,   I8,   I8,   I8,   I8,   I8,   I8,   IV,   IV,   IV,   IV,   IV,   IV,   IV,   IV,
/* c */ MI8,  MI8,  I16,  0,    P,    P,    MI8,  MIZ,  I24,  0,    I16,  0,    0,    I8,   X,    0,
/* d */ M,    M,    M,    M,    X,    X,    X,    0,    M,    M,    M,    M,    M,    M,    M,    M,
/* e */ J8,   J8,   J8,   J8,   I8,   I8,   I8,   I8,   J32,  J32,  X,    J8,   0,    0,    0,    0,
/* f */ P,    0,    P,    P,    0,    0,    MG3,  MG3,  0,    0,    0,    0,    0,    0,    M,    M,
};

static const uint8_t map_0f[256] = {
/*      0     1     2     3     4     5     6     7     8     9     a     b     c     d     e     f */
/* 0 */ M,    M,    M,    M,    X,    0,    0,    0,    0,    0,    X,    0,    X,    M,    0,    MI8,
/* 1 */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* 2 */ M,    M,    M,    M,    X,    X,    X,    X,    M,    M,    M,    M,    M,    M,    M,    M,
/* 3 */ 0,    0,    0,    0,    0,    0,    X,    0,    P,    X,    P,    X,    X,    X,    X,    X,
/* 4 */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* 5 */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* 6 */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* 7 */ MI8,  MI8,  MI8,  MI8,  M,    M,    M,    0,    M,    M,    X,    X,    M,    M,    M,    M,
/* 8 */ J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,  J32,
/* 9 */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* a */ 0,    0,    0,    M,    MI8,  M,    X,    X,    0,    0,    0,    M,    MI8,  M,    M,    M,
/* b */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    MI8,  M,    M,    M,    M,    M,
/* c */ M,    M,    MI8,  M,    MI8,  MI8,  MI8,  M,    0,    0,    0,    0,    0,    0,    0,    0,
/* d */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* e */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
/* f */ M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,    M,
};

#undef ALU

struct cursor {
	const uint8_t *start, *at, *end;
	bool bad;
};

static uint8_t __kprobes next(struct cursor *c)
{
	if (c->at < c->end)
		return *c->at++;
	c->bad = true;
	return 0;
}

/*
 * Legacy prefixes in any order, then REX at once before the opcode: SDM 2A sections 2.1.1 and 2.2.1. Returns the
 * opcode.
 */
static uint8_t __kprobes decode_prefixes(struct insn *insn, struct cursor *c)
{
	for (;;) {
		uint8_t b = next(c);

		if ((b & 0xf0) == 0x40) {
			insn->has_rex = true;
			insn->rex = b & 0x0f;
			continue;
		}
		switch (b) {
		case 0x66:
			insn->opsize = true;
			break;
		case 0x67:
			insn->addrsize = true;
			break;
		case 0xf0:
			insn->lock = true;
			break;
		case 0xf2:
		case 0xf3:
			insn->rep = b;
			break;
		case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65:
			break;
		default:
			return b;
		}
		/* A REX that another prefix follows is ignored. */
		insn->has_rex = false;
		insn->rex = 0;
	}
}

/*
 * SDM 2A sections 2.3.5 and 2.7.1. The bits that extend registers are stored inverted. With prefixes other than
 * segment and 67 it is #UD.
 */
static void __kprobes decode_vex(struct insn *insn, struct cursor *c, uint8_t b)
{
	static const uint8_t simd_prefix[] = { 0, 0x66, 0xf3, 0xf2 };
	uint8_t p0 = next(c), last = p0;

	if (insn->opsize || insn->rep || insn->lock || insn->has_rex)
		c->bad = true;
	insn->vex = true;
	if (b == 0xc5) {
		insn->map = MAP_0F;
		insn->rex = p0 & 0x80 ? 0 : REX_R;
	} else {
		insn->map = p0 & (b == 0x62 ? 0x07 : 0x1f);
		insn->rex = ~p0 >> 5 & 7;
		last = next(c);
		if (last & 0x80)
			insn->rex |= REX_W;
	}
	if (b == 0x62) {
		if ((p0 & 0x08) || !(last & 0x04))
			c->bad = true;
		next(c);
	}
	if (insn->map == 0 || insn->map == 4 || insn->map > (b == 0x62 ? MAP_EVEX6 : MAP_0F3A))
		c->bad = true;
	insn->opsize = simd_prefix[last & 3] == 0x66;
	insn->rep = last & 2 ? simd_prefix[last & 3] : 0;
	insn->opcode = next(c);
}

/* What follows an opcode of the maps that have no table. */
static uint8_t __kprobes vex_attributes(const struct insn *insn)
{
	switch (insn->map) {
	case MAP_0F:
		return insn->opcode == 0x77 ? 0 : M | (map_0f[insn->opcode] & IMM);
	case MAP_0F3A:
		return M | I8;
	default:
		return M;
	}
}

static uint8_t __kprobes decode_opcode(struct insn *insn, struct cursor *c)
{
	uint8_t b = decode_prefixes(insn, c);

	if (b == 0xc4 || b == 0xc5 || b == 0x62) {
		decode_vex(insn, c, b);
		return vex_attributes(insn);
	}
	if (b != 0x0f) {
		insn->opcode = b;
		return map_1byte[b];
	}
	insn->map = MAP_0F;
	insn->opcode = next(c);
	if (insn->opcode == 0x38 || insn->opcode == 0x3a) {
		insn->map = insn->opcode == 0x38 ? MAP_0F38 : MAP_0F3A;
		insn->opcode = next(c);
		return insn->map == MAP_0F3A ? M | I8 : M;
	}
	/* SSE4a has two immediates here: APM 4, EXTRQ and INSERTQ. */
	if (insn->opcode == 0x78 && (insn->opsize || insn->rep == 0xf2))
		return M | I16;
	return map_0f[insn->opcode];
}

/* Groups with encodings that are not assigned, as far as a stray byte in text is likely to hit them. */
static bool __kprobes group_valid(const struct insn *insn)
{
	uint8_t reg = MODRM_REG(insn->modrm);

	if (insn->map != MAP_1BYTE || insn->vex)
		return true;
	switch (insn->opcode) {
	case 0x8f:			/* POP; others would be XOP */
		return reg == 0;
	case 0xc6:
	case 0xc7:			/* MOV, or XABORT and XBEGIN */
		return reg == 0 || insn->modrm == 0xf8;
	case 0xfe:
		return reg <= 1;
	case 0xff:
		return reg <= 6;
	case 0x8c:
	case 0x8e:			/* segment registers; CS cannot be loaded */
		return reg <= 5 && !(insn->opcode == 0x8e && reg == 1);
	case 0x8d:			/* LEA */
		return MODRM_MOD(insn->modrm) != 3;
	default:
		return true;
	}
}

/* SDM 2A section 2.1.5, table 2-2 and 2-3; 2.2.1.6 for RIP-relative. */
static void __kprobes decode_modrm(struct insn *insn, struct cursor *c)
{
	uint8_t mod, rm;

	insn->has_modrm = true;
	insn->modrm = next(c);
	mod = MODRM_MOD(insn->modrm);
	rm = MODRM_RM(insn->modrm);
	/* MOV to and from control and debug registers takes any mod for 3. */
	if (mod == 3 || (insn->map == MAP_0F && !insn->vex && insn->opcode >= 0x20 && insn->opcode <= 0x23))
		return;
	if (rm == 4) {
		uint8_t sib = next(c);

		if (mod == 0 && (sib & 7) == 5)
			insn->disp_size = 4;
	} else if (mod == 0 && rm == 5) {
		insn->rip_relative = true;
		insn->disp_size = 4;
	}
	if (mod == 1)
		insn->disp_size = 1;
	else if (mod == 2)
		insn->disp_size = 4;
	insn->disp_at = c->at - c->start;
	for (int i = 0; i < insn->disp_size; i++)
		next(c);
}

static uint8_t __kprobes imm_size(const struct insn *insn, uint8_t attr)
{
	uint8_t z = insn->opsize && !(insn->rex & REX_W) ? 2 : 4;

	switch (attr & IMM) {
	case I8:
	case J8:
		return 1;
	case I16:
		return 2;
	case I24:
		return 3;
	case IZ:
		return z;
	case IV:
		return insn->rex & REX_W ? 8 : z;
	case J32:
		return 4;
	case IO:
		return insn->addrsize ? 4 : 8;
	case G3:
		return MODRM_REG(insn->modrm) > 1 ? 0 : insn->opcode == 0xf6 ? 1 : z;
	default:
		return 0;
	}
}

bool __kprobes insn_decode(struct insn *insn, const void *bytes, size_t max)
{
	struct cursor c = { .start = bytes, .at = bytes, .end = (const uint8_t *)bytes + (max < 15 ? max : 15) };
	uint64_t imm = 0;
	uint8_t attr;

	*insn = (struct insn){ 0 };
	attr = decode_opcode(insn, &c);
	if (attr & (X | P))
		return false;
	if (attr & M)
		decode_modrm(insn, &c);
	if (c.bad || !group_valid(insn))
		return false;
	insn->imm_at = c.at - c.start;
	insn->imm_size = imm_size(insn, attr);
	for (int i = 0; i < insn->imm_size; i++)
		imm |= (uint64_t)next(&c) << (8 * i);
	if (insn->imm_size) {
		int unused = 64 - 8 * insn->imm_size;

		insn->imm = (int64_t)(imm << unused) >> unused;
	}
	insn->size = c.at - c.start;
	return !c.bad;
}
