// SPDX-License-Identifier: GPL-2.0-only
/*
 * CIABR, DAWR0, DAWR1 by the manual's rules. Under PAPR they are set by H_SET_MODE, in hypervisor state by mtspr. A machine that
 * refuses them, or keeps what is written and does nothing, has none: its checks are skipped, with the reason. Bug cases D04, E01,
 * E02, E06.
 */
#define CHECK_FILE __FILE__

#include <asm/boot.h>
#include <string.h>

#include "../../../arch/ppc64/firmware.h"
#include "code.h"
#include "raise.h"

enum reg { CIABR, DAWR0, DAWR1 };

#define CIABR_PROBLEM	1UL
#define CIABR_OS	2UL
#define CIABR_HV	3UL
#define DAWRX_PROBLEM	1UL
#define DAWRX_OS	2UL
#define DAWRX_HV	4UL
#define DAWRX_WTI	8UL
#define DAWRX_WT	16UL
#define DAWRX_READ	32UL
#define DAWRX_WRITE	64UL
#define DAWRX_MRD(n)	((unsigned long)(n) << 10)	/* doublewords less one */
#define DAWRX_HERE	(in_hypervisor_state() ? DAWRX_HV : DAWRX_OS)

static long set(enum reg reg, unsigned long value, unsigned long control)
{
	static const u8 resource[] = { 1, 2, 5 };

	if (!on_powernv())
		return hcall(H_SET_MODE, 0, resource[reg], value, control);
	if (reg == DAWR1 && isa_level() < 310)
		return -1;
	if (reg == CIABR) {
		mtspr(187, value);
	} else if (reg == DAWR0) {
		mtspr(180, value);
		mtspr(188, control);
	} else {
		mtspr(181, value);
		mtspr(189, control);
	}
	return 0;
}

static void clear(void)
{
	set(CIABR, 0, 0);
	set(DAWR0, 0, 0);
	set(DAWR1, 0, 0);
}

/* Code with the data watched, or an instruction of it; a storage interrupt is gone on behind. */
#define PIECE(name)	extern char code_##name[], end_##name[]; \
			static const struct code name = { .at = code_##name, .end = end_##name, .traces = "", .reg = NONE }
PIECE(addi);
PIECE(bl);
PIECE(bdnz_loop);
PIECE(ld);
PIECE(only_std);
PIECE(lbz);
PIECE(only_stb);
PIECE(only_dcbz);
PIECE(trap);

static void arm(enum reg reg, const struct code *probe, unsigned long value, unsigned long control)
{
	static const char *const names[] = { "CIABR", "DAWR0", "DAWR1" };
	static char works[3];

	code_fill();
	if (!works[reg]) {
		long refused = reg == CIABR ? set(CIABR, (unsigned long)probe->at | (in_hypervisor_state() ? CIABR_HV : CIABR_OS), 0) :
			       set(reg, (unsigned long)code_buffer + 72, DAWRX_HERE | DAWRX_WTI | DAWRX_READ | DAWRX_WRITE);

		if (refused) {
			works[reg] = 1;
		} else {
			code_run_filled(probe, 0);
			clear();
			code_fill();
			works[reg] = raised.n > 1 ? 3 : 2;
		}
		clear();
	}
	if (works[reg] == 1)
		SKIP("this machine has no %s", names[reg]);
	if (works[reg] == 2)
		SKIP("%s of this emulator holds what is written to it and does nothing", names[reg]);
	EXPECT_EQ(set(reg, value, control), 0);
}

struct ciabr_row {
	const struct code *code;
	unsigned int insn;		/* the word CIABR has */
	unsigned long priv;
	unsigned long msr;
	const char *hits;		/* words where SRR0 is */
};

#define HERE_PRIV	0xff		/* the state the kernel runs in */

static void completed(void)
{
	const struct ciabr_row *row = test_row();
	unsigned long here = in_hypervisor_state() ? CIABR_HV : CIABR_OS, priv = row->priv == HERE_PRIV ? here : row->priv;
	unsigned int n = strlen(row->hits);

	arm(CIABR, &addi, ((unsigned long)row->code->at + 4 * row->insn) | priv, 0);
	code_run_filled(row->code, row->msr);
	clear();
	EXPECT_EQ(raised.n, n + 1);
	for (unsigned int i = 0; i < n && i + 1 < raised.n; i++) {
		EXPECT_EQ(raised.seen[i].trapnr, 0xd00);
		EXPECT_EQ(raised.seen[i].pc, (unsigned long)row->code->at + 4 * (row->hits[i] - '0'));
		EXPECT(raised.seen[i].cause & PPC_BIT64(43));
	}
}

#define COMPLETED(name, ...)	CONFORMANCE_ROW(hardware, ciabr_##name, "ISA 3.1 III 7.5.15", completed, struct ciabr_row, __VA_ARGS__)

COMPLETED(traps_behind_the_instruction, &addi, 0, HERE_PRIV, 0, "1");
COMPLETED(follows_a_branch, &bl, 0, HERE_PRIV, 0, "2");
COMPLETED(each_time, &bdnz_loop, 0, HERE_PRIV, 0, "0");
COMPLETED(not_for_another_instruction, &addi, 4, HERE_PRIV, 0, "");
COMPLETED(not_for_one_that_is_jumped_over, &bl, 1, HERE_PRIV, 0, "");
COMPLETED(disabled, &addi, 0, 0, 0, "");
COMPLETED(for_problem_state_only, &addi, 0, CIABR_PROBLEM, 0, "");
COMPLETED(with_a_trace_is_one_trap, &addi, 0, HERE_PRIV, MSR_SE, "1");
COMPLETED(not_for_one_that_does_not_complete, &trap, 0, HERE_PRIV, 0, "");

struct dawr_row {
	const struct code *code;
	short start, doublewords;	/* watched, from the middle of code_buffer */
	unsigned short control;		/* beside the state and WTI */
	bool hit;
	short dar;			/* where DAR is then */
	bool other_state;		/* matches in problem state only */
};

static void watched(enum reg reg)
{
	const struct dawr_row *row = test_row();
	unsigned long control = row->control | DAWRX_MRD(row->doublewords - 1);

	if (!(control & DAWRX_WT))
		control |= DAWRX_WTI;
	control |= row->other_state ? DAWRX_PROBLEM : DAWRX_HERE;
	arm(reg, &only_std, (unsigned long)code_buffer + 64 + row->start, control);
	code_run_filled(row->code, 0);
	clear();
	ASSERT_EQ(raised.n, row->hit ? 2 : 1);
	if (!row->hit)
		return;
	EXPECT_EQ(raised.seen[0].trapnr, 0x300);
	EXPECT_EQ(raised.seen[0].pc, row->code->at);
	EXPECT_EQ(raised.seen[0].addr, (unsigned long)code_buffer + 64 + row->dar);
	EXPECT(raised.seen[0].cause & DSISR_DAWR);
	/* Before the access: the store was gone on behind, and memory is as it was. */
	if (row->code != &ld && row->code != &lbz)
		EXPECT_EQ(code_buffer[64 + row->dar], 0x81);
}

/* Bit 38 of DSISR says that it was a store. */
CONFORMANCE(hardware, dawr0_store_in_dsisr, "ISA 3.1 III 7.5.3")
{
	arm(DAWR0, &only_std, (unsigned long)code_buffer + 72, DAWRX_HERE | DAWRX_WTI | DAWRX_READ | DAWRX_WRITE);
	code_run_filled(&only_std, 0);
	clear();
	ASSERT_EQ(raised.n, 2);
	EXPECT(raised.seen[0].cause & DSISR_STORE);
	arm(DAWR0, &only_std, (unsigned long)code_buffer + 72, DAWRX_HERE | DAWRX_WTI | DAWRX_READ | DAWRX_WRITE);
	code_run_filled(&ld, 0);
	clear();
	ASSERT_EQ(raised.n, 2);
	EXPECT(!(raised.seen[0].cause & DSISR_STORE));
}

static void watched0(void)
{
	watched(DAWR0);
}

static void watched1(void)
{
	watched(DAWR1);
}

#define DAWR(n, name, c, from, dw, bits, ...)							\
	CONFORMANCE_ROW(hardware, dawr##n##_##name, "ISA 3.1 III 7.5.3", watched##n, struct dawr_row, \
			.code = &c, .start = from, .doublewords = dw, .control = bits, __VA_ARGS__)
#define BOTH(...)			DAWR(0, __VA_ARGS__); DAWR(1, __VA_ARGS__)
#define HIT(name, c, from, dw, bits, at)	BOTH(name, c, from, dw, bits, .hit = true, .dar = at)
#define MISS(name, c, from, dw, bits)	BOTH(name, c, from, dw, bits, .hit = false)

/* ld and std access bytes 8 to 15, lbz and stb byte 1. */
HIT(store, only_std, 8, 1, DAWRX_WRITE, 8);
HIT(load, ld, 8, 1, DAWRX_READ, 8);
HIT(store_under_both, only_std, 8, 1, DAWRX_READ | DAWRX_WRITE, 8);
HIT(load_under_both, ld, 8, 1, DAWRX_READ | DAWRX_WRITE, 8);
MISS(load_is_no_store, ld, 8, 1, DAWRX_WRITE);
MISS(store_is_no_load, only_std, 8, 1, DAWRX_READ);
MISS(neither, only_std, 8, 1, 0);
HIT(part_of_a_doubleword, only_stb, 0, 1, DAWRX_WRITE, 1);
HIT(last_of_a_range, only_std, -8, 3, DAWRX_WRITE, 8);
MISS(behind_a_range, only_std, -8, 2, DAWRX_WRITE);
MISS(before_a_range, only_std, 16, 2, DAWRX_WRITE);
MISS(byte_before_a_range, lbz, 8, 1, DAWRX_READ);
BOTH(problem_state_only, only_std, 8, 1, DAWRX_WRITE, .other_state = true);
MISS(not_without_translation, only_std, 8, 1, DAWRX_WRITE | DAWRX_WT);
HIT(block_set_to_zero, only_dcbz, 0, 1, DAWRX_WRITE, 0);
