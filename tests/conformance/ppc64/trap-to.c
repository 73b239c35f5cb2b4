// SPDX-License-Identifier: GPL-2.0-only
/*
 * Trap instructions: each form with each condition in its TO field, on operands on which each of the conditions holds or does not.
 * The word is written into the text, so that no assembler has its own idea of it.
 */
#include <asm/kprobes.h>

#include "../../../arch/ppc64/insn.h"
#include "raise.h"

RAISES(raise_operands);
extern unsigned long raise_operand[2];

enum to { TO_LT = 16, TO_GT = 8, TO_EQ = 4, TO_LTU = 2, TO_GTU = 1 };

struct trap_row {
	bool words, immediate;		/* tw, twi; twi, tdi */
	u8 to;
};

static unsigned int holds(long a, long b)
{
	return (a < b ? TO_LT : 0) | (a > b ? TO_GT : 0) | (a == b ? TO_EQ : 0) |
	       ((unsigned long)a < (unsigned long)b ? TO_LTU : 0) | ((unsigned long)a > (unsigned long)b ? TO_GTU : 0);
}

static u32 encode(const struct trap_row *row, long b)
{
	u32 to = row->to << 21, ra = 3 << 16;

	if (row->immediate)
		return (row->words ? OP_TWI : OP_TDI) << 26 | to | ra | (b & 0xffff);
	return OP_X << 26 | to | ra | 4 << 11 | (row->words ? XO31_TW : XO31_TD) << 1;
}

static void conditions(void)
{
	/* The second operand is one that a field of 16 bits can hold. */
	static const long a[] = { 5, -5, 0, 0x7fffffff00000005, -0x7ffffffffffffffb, 0x100000000 }, b[] = { 5, -5, 6, 0x7fff };
	const struct trap_row *row = test_row();
	const u32 nop = 0x60000000;

	for (unsigned int i = 0; i < sizeof(a) / sizeof(a[0]) * sizeof(b) / sizeof(b[0]); i++) {
		long x = a[i / 4], y = b[i % 4];
		unsigned int wanted = row->words ? holds((int)x, (int)y) : holds(x, y);
		u32 word = encode(row, y);

		arch_text_write(raise_operands_at, &word, sizeof(word));
		EXPECT(arch_insn_is_break(raise_operands_at));
		raise_operand[0] = x;
		raise_operand[1] = y;
		RAISE(raise_operands);
		if (!EXPECT_EQ(raised.n, !!(wanted & row->to)))
			test_note("%08x on %#lx, %#lx", word, x, y);
		if (!raised.n)
			continue;
		EXPECT_EQ(raised.seen[0].pc, raise_operands_at);
		EXPECT_EQ(raised.seen[0].trapnr, 0x700);
		EXPECT_EQ(raised.seen[0].kind, TRAP_BREAKPOINT);
		/* III 7.5.9: bit 46 alone of 42 to 47. */
		EXPECT_EQ(raised.seen[0].cause & (0x3fUL << 16), SRR1_PROG_TRAP);
	}
	arch_text_write(raise_operands_at, &nop, sizeof(nop));
}

#define TRAP(name, ...)		CONFORMANCE_ROW(trap, name, "ISA 3.0B I 3.3.11", conditions, struct trap_row, __VA_ARGS__)
#define FORM(form, w, i)							\
	TRAP(form##_lt, w, i, TO_LT);						\
	TRAP(form##_gt, w, i, TO_GT);						\
	TRAP(form##_eq, w, i, TO_EQ);						\
	TRAP(form##_ltu, w, i, TO_LTU);						\
	TRAP(form##_gtu, w, i, TO_GTU);						\
	TRAP(form##_ne, w, i, TO_LT | TO_GT);					\
	TRAP(form##_always, w, i, 31);						\
	TRAP(form##_never, w, i, 0)

FORM(tw, true, false);
FORM(td, false, false);
FORM(twi, true, true);
FORM(tdi, false, true);
