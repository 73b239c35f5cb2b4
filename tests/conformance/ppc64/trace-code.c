// SPDX-License-Identifier: GPL-2.0-only
/*
 * The trace interrupt for each class of instruction: whether it comes, where SRR0 is, what SRR1 and the program's registers hold.
 * Bug cases D01, D02, D04, D07. What SRR1 has in bits 33 to 36 and 42 to 47 is in trace-cause.c.
 */
#define CHECK_FILE __FILE__

#include <string.h>

#include "code.h"
#include "raise.h"

/* Bits of SRR1 that are not the MSR's. */
#define SRR1_CAUSE	(PPC_BIT64(33) | PPC_BIT64(34) | PPC_BIT64(35) | PPC_BIT64(36) | 0x3fUL << 16)

static void check(const struct code *code, unsigned long msr, const char *traces)
{
	unsigned long now = mfmsr() | msr;
	unsigned int n = strlen(traces);

	code_skip(code);
	code_run(code, msr);
	EXPECT_EQ(raised.n, n + 1);
	for (unsigned int i = 0; i < n && i + 1 < raised.n; i++) {
		const struct seen *s = &raised.seen[i];
		bool other = traces[i] >= 'a';
		unsigned int vector = code->vector == 0xe40 && !in_hypervisor_state() ? 0x700 : code->vector;

		EXPECT_EQ(s->pc, (unsigned long)code->at + 4 * (traces[i] - (other ? 'a' : '0')));
		EXPECT_EQ(s->trapnr, other ? vector : 0xd00);
		if (!code->switches) {
			EXPECT_EQ((s->msr ^ now) & ~SRR1_CAUSE, 0);
			EXPECT(other || s->kind == (msr & MSR_SE ? TRAP_STEP : TRAP_BRANCH_STEP));
		}
		EXPECT_EQ(s->live_msr & (MSR_SE | MSR_BE | MSR_PR | MSR_IR | MSR_DR), 0);
	}
	code_result(code);
}

static void traced(void)
{
	const struct code *code = test_row();

	check(code, code->msr, code->traces);
}

#define TRACE	"ISA 3.1 III 7.5.15"
#define CHECK(test, name, rule, pcs, ...)							\
	CONFORMANCE_ROW(trace, test, rule, traced, struct code, .at = code_##name, .end = end_##name, .traces = pcs, __VA_ARGS__);

#define ROW(name, section, pcs, r, v, ...)							\
	extern char code_##name[], end_##name[];						\
	CHECK(se_##name, name, TRACE, pcs, .msr = MSR_SE, .reg = r, .value = v)
#define BRANCH(name, n, pcs, be, r, v, ...)							\
	extern char code_##name[], end_##name[];						\
	CHECK(se_##name, name, TRACE, pcs, .msr = MSR_SE, .count = n, .reg = r, .value = v)	\
	CHECK(be_##name, name, TRACE, be, .msr = MSR_BE, .count = n, .reg = r, .value = v)
#define ALONE(name, need, pcs, ...)								\
	extern char code_##name[], end_##name[];						\
	CHECK(se_##name, name, TRACE, pcs, .msr = MSR_SE, .needs = need, .reg = NONE)
#define PREFIXED(name, pcs, ...)		ALONE(name, NEEDS_310, pcs)
#define OTHER(name, need, interrupt, pcs, ...)							\
	extern char code_##name[], end_##name[];						\
	CHECK(not_##name, name, TRACE, pcs, .msr = MSR_SE, .needs = need, .vector = interrupt, .reg = NONE)
#define SWITCH(name, bits, pcs, ...)								\
	extern char code_##name[], end_##name[];						\
	CHECK(name, name, TRACE, pcs, .msr = bits, .switches = true, .reg = NONE)

#include "code-rows.h"
