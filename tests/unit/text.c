// SPDX-License-Identifier: GPL-2.0-only
/* Kernel text and its pristine copy; instructions as the arch knows them. */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>

#include "../framework/lib.h"

TEST(text, bounds)
{
	int local;

	EXPECT(kernel_text_address((unsigned long)_text));
	EXPECT(kernel_text_address((unsigned long)_etext - 1));
	EXPECT(!kernel_text_address((unsigned long)_etext));
	EXPECT(!kernel_text_address((unsigned long)_text - 1));
	EXPECT(!kernel_text_address((unsigned long)&local));
	EXPECT(!kernel_text_address((unsigned long)__tests_start));
	EXPECT(kernel_text_address(tc_nops_insns[0]));
	EXPECT(kernel_text_address((unsigned long)run_tests));
	/* The trap path lies together. */
	EXPECT((unsigned long)trap_dispatch >= (unsigned long)__kprobes_text_start);
	EXPECT((unsigned long)trap_dispatch < (unsigned long)__kprobes_text_end);
}

TEST(text, repair_finds_and_mends)
{
	const unsigned long *at = tc_nops_insns;
	u8 before[BREAK_INSN_SIZE];

	memcpy(before, (void *)at[2], sizeof(before));
	EXPECT_EQ(text_repair(), 0);
	text_poke((void *)at[5], break_insn, BREAK_INSN_SIZE, "test");
	text_poke((void *)at[2], break_insn, BREAK_INSN_SIZE, "test");
	/* The first byte that differs may lie behind the first of the instruction. */
	EXPECT_EQ(text_repair() / 4, at[2] / 4);
	EXPECT(!memcmp(before, (void *)at[2], sizeof(before)));
	EXPECT_EQ(text_repair(), 0);
	tc_nops();
}

TEST(text, pristine_copy_is_told)
{
	const unsigned long at = tc_nops_insns[4];
	u8 before[BREAK_INSN_SIZE], copy[BREAK_INSN_SIZE];

	memcpy(before, (void *)at, sizeof(before));
	text_poke((void *)at, break_insn, BREAK_INSN_SIZE, "test");
	EXPECT_EQ(text_pristine(copy, at, sizeof(copy)), sizeof(copy));
	EXPECT(!memcmp(copy, before, sizeof(copy)));
	EXPECT_EQ(text_repair() / 4, at / 4);
	EXPECT_EQ(text_pristine(copy, (unsigned long)_etext, sizeof(copy)), 0);
	EXPECT_EQ(text_pristine(copy, (unsigned long)_etext - 1, sizeof(copy)), 1);
	EXPECT_EQ(text_pristine(copy, (unsigned long)_text - 1, 1), 0);
}

static void sizes_reach_the_next(const unsigned long *insns)
{
	for (unsigned int i = 0; insns[i] && insns[i + 1]; i++) {
		int size = arch_insn_size((void *)insns[i], MAX_INSN_SIZE);

		EXPECT(size > 0 && size <= MAX_INSN_SIZE);
		/* The local function that is called may lie apart from the rest. */
		if (insns[i + 1] - insns[i] <= MAX_INSN_SIZE)
			EXPECT_EQ(insns[i] + size, insns[i + 1]);
		EXPECT(!arch_insn_is_break((void *)insns[i]));
	}
}

TEST(text, instruction_sizes)
{
	sizes_reach_the_next(tc_straight_insns);
	sizes_reach_the_next(tc_branchy_insns);
	sizes_reach_the_next(tc_nops_insns);
	sizes_reach_the_next(tc_flags_insns);
	EXPECT_EQ(arch_insn_size(break_insn, BREAK_INSN_SIZE), BREAK_INSN_SIZE);
}

TEST(text, breakpoint_instruction_is_known)
{
	EXPECT(arch_insn_is_break(break_insn));
	EXPECT(arch_insn_is_break(tc_break_at));
	EXPECT(arch_insn_is_break(tc_call_break));
	EXPECT(!arch_insn_is_break(tc_call_go));
	EXPECT(!memcmp(tc_break_at, break_insn, BREAK_INSN_SIZE));
}

TEST(text, a_cut_off_instruction_has_no_size)
{
	for (unsigned int i = 0; tc_straight_insns[i]; i++) {
		int size = arch_insn_size((void *)tc_straight_insns[i], MAX_INSN_SIZE);

		EXPECT_EQ(arch_insn_size((void *)tc_straight_insns[i], size - 1), 0);
		EXPECT_EQ(arch_insn_size((void *)tc_straight_insns[i], size), size);
	}
}
