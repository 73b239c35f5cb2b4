// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a trace interrupt says beside SRR0: bits 33 to 36 and 42 to 47 of SRR1, SIAR, SDAR. Bug case D04. Emulators have only part of
 * it (tests/known-issues), so each bit has a check of its own.
 */
#define CHECK_FILE __FILE__

#include "code.h"
#include "raise.h"

#define ALWAYS		PPC_BIT64(33)
#define PREFIXED	PPC_BIT64(34)
#define LOAD		PPC_BIT64(35)
#define STORE		PPC_BIT64(36)
#define OTHERS		(0x3fUL << 16)		/* 42 to 47; 43: CIABR */

#define TRACE		"ISA 3.1 III 7.5.15"

extern char code_nop[], end_nop[], code_ld[], end_ld[], code_lbz[], end_lbz[], code_ldu[], end_ldu[], code_std[], end_std[],
	    code_stb[], end_stb[], code_stdu[], end_stdu[], code_bl[], end_bl[], code_prefixed_load[], end_prefixed_load[],
	    code_reservation_of_words[], end_reservation_of_words[], code_blr[], end_blr[];

struct cause {
	struct code code;
	unsigned long mask, value;	/* of SRR1 at the first trace */
	long offset;			/* SDAR, from the middle of code_buffer */
};

#define CODE(name)	.at = code_##name, .end = end_##name, .traces = "1", .reg = NONE

static void first_trace(const struct cause *c)
{
	code_skip(&c->code);
	code_run(&c->code, MSR_SE);
	ASSERT(raised.n > 1);
	ASSERT_EQ(raised.seen[0].trapnr, 0xd00);
}

static void check_srr1(void)
{
	const struct cause *c = test_row();

	first_trace(c);
	EXPECT_EQ(raised.seen[0].cause & c->mask, c->value);
}

#define SRR1(test, name, need, m, v)	CONFORMANCE_ROW(trace, srr1_##test, TRACE, check_srr1, struct cause, \
						.code = { CODE(name), .needs = need }, .mask = m, .value = v)

SRR1(bit_33, nop, 0, ALWAYS, ALWAYS);
SRR1(bit_33_of_a_branch, bl, 0, ALWAYS, ALWAYS);
SRR1(bit_34_of_a_prefixed_instruction, prefixed_load, NEEDS_310, PREFIXED, PREFIXED);
SRR1(bit_34_of_another, ld, 0, PREFIXED, 0);
SRR1(bit_35_of_a_load, ld, 0, LOAD, LOAD);
SRR1(bit_35_of_a_load_of_a_byte, lbz, 0, LOAD, LOAD);
SRR1(bit_35_of_a_load_with_update, ldu, 0, LOAD, LOAD);
SRR1(bit_35_of_a_reservation, reservation_of_words, 0, LOAD, LOAD);
SRR1(bit_35_of_a_store, std, 0, LOAD, 0);
SRR1(bit_36_of_a_store, std, 0, STORE, STORE);
SRR1(bit_36_of_a_store_of_a_byte, stb, 0, STORE, STORE);
SRR1(bit_36_of_a_store_with_update, stdu, 0, STORE, STORE);
SRR1(bit_36_of_a_load, ld, 0, STORE, 0);
SRR1(neither_of_another, nop, 0, LOAD | STORE, 0);
SRR1(neither_of_a_branch, bl, 0, LOAD | STORE, 0);
SRR1(other_bits_are_0, nop, 0, OTHERS, 0);
SRR1(other_bits_are_0_for_a_load, ld, 0, OTHERS, 0);

static void check_siar(void)
{
	const struct cause *c = test_row();

	first_trace(c);
	EXPECT_EQ(code_seen.siar, c->code.at);
}

#define SIAR(name)	CONFORMANCE_ROW(trace, siar_##name, TRACE, check_siar, struct cause, .code = { CODE(name) })

SIAR(nop);
SIAR(ld);
SIAR(bl);
SIAR(blr);

static void check_sdar(void)
{
	const struct cause *c = test_row();

	first_trace(c);
	EXPECT_EQ(code_seen.sdar, (unsigned long)code_buffer + 64 + c->offset);
}

#define SDAR(name, at)	CONFORMANCE_ROW(trace, sdar_##name, TRACE, check_sdar, struct cause, .code = { CODE(name) }, .offset = at)

SDAR(ld, 8);
SDAR(lbz, 1);
SDAR(std, 8);
SDAR(stb, 1);
SDAR(stdu, 8);

/* rfscv goes to LR with CTR as the MSR, here with SE on: what is traced first is the instruction there. Bug case D02. */
extern char code_rfscv[], end_rfscv[];

CONFORMANCE(trace, rfscv_is_not_traced, TRACE)
{
	static const struct code code = { .at = code_rfscv, .end = end_rfscv, .traces = "13", .needs = NEEDS_300, .reg = NONE };

	code_skip(&code);
	code_run(&code, MSR_SE);
	EXPECT_EQ(raised.n, 3);
	EXPECT_EQ(raised.seen[0].pc, (unsigned long)code.at + 4);
	EXPECT_EQ(raised.seen[1].pc, (unsigned long)code.at + 12);
}

/* D07: an instruction of two words must not cross 64 bytes; SRR0 is the prefix. */
extern char code_crossing[], end_crossing[];

CONFORMANCE(trace, not_prefixed_across_64_bytes, "ISA 3.1 III 7.5.8")
{
	static const struct code code = { .at = code_crossing, .end = end_crossing, .traces = "", .needs = NEEDS_310, .reg = NONE };

	code_skip(&code);
	EXPECT_EQ((unsigned long)code_crossing % 64, 60);
	code_run(&code, MSR_SE);
	EXPECT(raised.n >= 2);
	EXPECT_EQ(raised.seen[0].trapnr, 0x600);
	EXPECT_EQ(raised.seen[0].pc, code_crossing);
	EXPECT(raised.seen[0].msr & MSR_SE);
}
