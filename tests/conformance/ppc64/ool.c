// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out-of-line execution: what is refused, and what the emulation of branches does to a frame. ISA Book I 2.4
 * (branches), 2.5 and Book III 4.4 for the rest. The frame is made up; nothing is executed.
 */
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>
#include <whosetrap/symbols.h>

#include "raise.h"

#define AT	0x500000UL

static struct ool_insn insn;

static int prepare(u32 word)
{
	insn = (struct ool_insn){ .addr = (kprobe_opcode_t *)AT };
	memcpy(insn.insn, &word, sizeof(word));
	return ool_prepare(&insn);
}

static void expect_refused(const char *what, u32 word)
{
	if (prepare(word) != -EINVAL || !insn.refusal || insn.class != OOL_REFUSE)
		test_fail("%s, %08x, is not refused", what, word);
	EXPECT(true);
	ool_release(&insn);
}

TEST(arch_ool, refused)
{
	static const struct {
		const char *what;
		u32 word;
	} no[] = {
		{ "zero", 0 },
		{ "trap", 0x7fe00008 }, { "tdi", 0x08030005 }, { "twi", 0x0c830005 }, { "tdlgt", 0x7c211888 },
		{ "sc", 0x44000002 }, { "sc 1", 0x44000022 }, { "scv 0", 0x44000001 }, { "rfid", 0x4c000024 },
		{ "hrfid", 0x4c000224 }, { "rfscv", 0x4c0000a4 }, { "stop", 0x4c0002e4 }, { "mtmsr", 0x7c600124 },
		{ "mtmsrd", 0x7c600164 }, { "mtmsrd 1", 0x7c610164 }, { "mfmsr", 0x7c6000a6 }, { "lbarx", 0x7c602068 },
		{ "lharx", 0x7c6020e8 }, { "lwarx", 0x7c602028 }, { "ldarx", 0x7c6020a8 }, { "lqarx", 0x7cc02228 },
		{ "stbcx.", 0x7c60256d }, { "sthcx.", 0x7c6025ad }, { "stwcx.", 0x7c60212d }, { "stdcx.", 0x7c6021ad },
		{ "stqcx.", 0x7cc0216d }, { "wait", 0x7c00003c }, { "addpcis", 0x4c600004 },
		{ "paddi, prefix", 0x06000000 },
		{ "bctar", 0x4e800460 }, { "mtsrr0", 0x7c7a03a6 }, { "mfsrr1", 0x7c7b02a6 },
		{ "mthsrr0", 0x7c7a4ba6 }, { "mfhsrr1", 0x7c7b4aa6 }, { "all ones in opcode 1", 0x04000000 },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(no); i++)
		expect_refused(no[i].what, no[i].word);
	EXPECT_EQ(ool_slots_used(), 0);
}

TEST(arch_ool, stepped)
{
	static const u32 yes[] = {
		0x38630001 /* addi */, 0x60000000 /* nop */, 0xe8640008 /* ld */, 0xf8640008 /* std */,
		0x7c0004ac /* sync */, 0x4c00012c /* isync */, 0x7c6903a6 /* mtctr */, 0x7c632214 /* add */,
		0x54630ffe /* srwi */, 0x4c421202 /* crand */, 0x7c7143a6 /* mtsprg 1 */, 0x7c6802a6 /* mflr */,
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(yes); i++) {
		EXPECT_EQ(prepare(yes[i]), 0);
		EXPECT_EQ(insn.class, OOL_STEP);
		EXPECT_EQ(insn.size, 4);
		EXPECT(insn.slot && *insn.slot == yes[i]);
		EXPECT(insn.slot && arch_insn_is_break(insn.slot + 1));
		ool_release(&insn);
	}
}

#define LR	0x600003UL	/* the low two bits do not count */
#define CTR	0x700002UL
#define CR_EQ	0x20000000UL	/* CR0 */

/* @word at AT, with @ctr and @cr; it goes to @to and leaves LR and CTR. */
static void expect_branch(const char *what, u32 word, unsigned long ctr, unsigned long cr, unsigned long to,
			  unsigned long lr_after, unsigned long ctr_after)
{
	struct pt_regs regs = { .nip = AT, .link = LR, .ctr = ctr, .ccr = cr };

	EXPECT_EQ(prepare(word), 0);
	EXPECT_EQ(insn.class, OOL_EMULATE);
	arch_ool_begin(&insn, &regs);
	if (regs.nip != to || regs.link != lr_after || regs.ctr != ctr_after || regs.ccr != cr)
		test_fail("%s: nip %#lx lr %#lx ctr %#lx", what, regs.nip, regs.link, regs.ctr);
	ool_release(&insn);
}

CONFORMANCE(ool, unconditional_branches, "ISA 3.0B I 2.4")
{
	expect_branch("b +8", 0x48000008, 5, 0, AT + 8, LR, 5);
	expect_branch("b -8", 0x4bfffff8, 5, 0, AT - 8, LR, 5);
	expect_branch("b, farthest forward", 0x49fffffc, 5, 0, AT + 0x1fffffc, LR, 5);
	expect_branch("b, farthest back", 0x4a000000, 5, 0, AT - 0x2000000, LR, 5);
	expect_branch("bl +8", 0x48000009, 5, 0, AT + 8, AT + 4, 5);
	expect_branch("ba 0x100", 0x48000102, 5, 0, 0x100, LR, 5);
	expect_branch("ba -4", 0x4bfffffe, 5, 0, -4UL, LR, 5);
	expect_branch("bla 0x100", 0x48000103, 5, 0, 0x100, AT + 4, 5);
	expect_branch("blr", 0x4e800020, 5, 0, LR & ~3UL, LR, 5);
	expect_branch("blrl", 0x4e800021, 5, 0, LR & ~3UL, AT + 4, 5);
	expect_branch("bctr", 0x4e800420, CTR, 0, CTR & ~3UL, LR, CTR);
	expect_branch("bctrl", 0x4e800421, CTR, 0, CTR & ~3UL, AT + 4, CTR);
	expect_branch("bcl 20,31,+4", 0x429f0005, 5, 0, AT + 4, AT + 4, 5);
}

CONFORMANCE(ool, conditions, "ISA 3.0B I 2.4")
{
	expect_branch("beq, eq", 0x41820010, 5, CR_EQ, AT + 16, LR, 5);
	expect_branch("beq, ne", 0x41820010, 5, ~CR_EQ & 0xffffffff, AT + 4, LR, 5);
	expect_branch("bne, eq", 0x40820010, 5, CR_EQ, AT + 4, LR, 5);
	expect_branch("bne, ne", 0x40820010, 5, 0, AT + 16, LR, 5);
	expect_branch("bne -16", 0x4082fff0, 5, 0, AT - 16, LR, 5);
	expect_branch("bso cr7", 0x419f0010, 5, 1, AT + 16, LR, 5);
	expect_branch("bso cr7, not", 0x419f0010, 5, 0xfffffffe, AT + 4, LR, 5);
	expect_branch("beqa 0x100", 0x41820102, 5, CR_EQ, 0x100, LR, 5);
	/* LR is set also where the branch is not taken: Book I 2.4. */
	expect_branch("beql, ne", 0x41820011, 5, 0, AT + 4, AT + 4, 5);
	expect_branch("beqlr", 0x4d820020, 5, CR_EQ, LR & ~3UL, LR, 5);
	expect_branch("bnelr, eq", 0x4c820020, 5, CR_EQ, AT + 4, LR, 5);
	expect_branch("bnectr", 0x4c820420, CTR, 0, CTR & ~3UL, LR, CTR);
}

/*
 * Book I 2.4: BO 16 counts, branches while CTR is not 0; 18 when it is; 0, 2, 8, 10 look at CR as well, and count all
 * the same.
 */
CONFORMANCE(ool, count_register, "ISA 3.0B I 2.4")
{
	expect_branch("bdnz, 5", 0x42000010, 5, 0, AT + 16, LR, 4);
	expect_branch("bdnz, 1", 0x42000010, 1, 0, AT + 4, LR, 0);
	expect_branch("bdnz, 0", 0x42000010, 0, 0, AT + 16, LR, -1UL);
	expect_branch("bdz, 1", 0x42400010, 1, 0, AT + 16, LR, 0);
	expect_branch("bdz, 2", 0x42400010, 2, 0, AT + 4, LR, 1);
	expect_branch("bdnzt eq, taken", 0x41020010, 2, CR_EQ, AT + 16, LR, 1);
	expect_branch("bdnzt eq, not by CR", 0x41020010, 2, 0, AT + 4, LR, 1);
	expect_branch("bdnzf eq, taken", 0x40020010, 2, 0, AT + 16, LR, 1);
	expect_branch("bdzt eq", 0x41420010, 1, CR_EQ, AT + 16, LR, 0);
	expect_branch("bdnzlr", 0x4e000020, 2, 0, LR & ~3UL, LR, 1);
	expect_branch("bdnzlrl", 0x4e000021, 1, 0, AT + 4, AT + 4, 0);
}

/* A fault in the slot: nip is the slot's start, and back to the instruction itself it goes. */
TEST(arch_ool, finish)
{
	struct pt_regs regs = { 0 };

	EXPECT_EQ(prepare(0x38630001), 0);
	arch_ool_begin(&insn, &regs);
	EXPECT_EQ(regs.nip, (unsigned long)insn.slot);
	arch_ool_finish(&insn, &regs);
	EXPECT_EQ(regs.nip, AT);
	regs.nip = (unsigned long)insn.slot + 4;
	arch_ool_finish(&insn, &regs);
	EXPECT_EQ(regs.nip, AT + 4);
	ool_release(&insn);
}
