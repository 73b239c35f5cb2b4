// SPDX-License-Identifier: GPL-2.0-only
/*
 * Corners of decode and step control that a mistake once had survived in: see tests/mutations and tools/mutate-arch. Where the
 * machine cannot raise an interrupt here, its decode function gets a frame made by hand.
 */
#include <asm/barrier.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/trap-log.h>

#include "../../../arch/ppc64/vectors.h"
#include "../../framework/framework.h"
#include "../../framework/lib.h"
#include "raise.h"

RAISES(raise_sc);

TEST(arch_step, arming_one_kind_ends_the_other)
{
	struct pt_regs regs = { .msr = MSR_ME };

	EXPECT_EQ(arch_step_arm(&regs, STEP_INSN), 0);
	EXPECT_EQ(regs.msr, MSR_ME | MSR_SE);
	EXPECT_EQ(arch_step_kind(&regs), STEP_INSN);
	EXPECT_EQ(arch_step_arm(&regs, STEP_BRANCH), 0);
	EXPECT_EQ(regs.msr, MSR_ME | MSR_BE);
	EXPECT_EQ(arch_step_kind(&regs), STEP_BRANCH);
	EXPECT_EQ(arch_step_arm(&regs, STEP_INSN), 0);
	EXPECT_EQ(regs.msr, MSR_ME | MSR_SE);
	EXPECT_EQ(arch_step_arm(&regs, STEP_NONE), 0);
	EXPECT_EQ(regs.msr, MSR_ME);
	EXPECT_EQ(arch_step_kind(&regs), STEP_NONE);
}

/* SRR1 of a program interrupt, at an instruction that is no trap. */
struct program_row {
	unsigned long srr1;
	enum trap_kind kind;
	int signr;
};

static void check_program(void)
{
	const struct program_row *row = test_row();
	struct vector v = { .trapnr = 0x700, .val = DIE_BPT, .kind = TRAP_BREAKPOINT, .signr = 5 };
	struct pt_regs regs = { .nip = (unsigned long)raise_sc_at, .msr = mfmsr() | row->srr1 };
	struct trap t;

	EXPECT_EQ(decode_program(&t, &regs, &v), &t);
	EXPECT_EQ(t.kind, row->kind);
	EXPECT_EQ(t.die.signr, row->signr);
	EXPECT_EQ(t.pc, raise_sc_at);
	EXPECT_EQ(t.cause, regs.msr);
	EXPECT_EQ(regs.trap, 0x700);
}

#define PROGRAM(name, srr1, kind, signr) \
	CONFORMANCE_ROW(program, name, "ISA 3.1 III 7.5.9", check_program, struct program_row, srr1, kind, signr)

PROGRAM(floating_point, SRR1_PROG_FP, TRAP_FP, 8);
PROGRAM(illegal, SRR1_PROG_ILL, TRAP_UNDEFINED, 4);
PROGRAM(privileged, SRR1_PROG_PRIV, TRAP_PRIVILEGED, 4);
PROGRAM(privileged_in_problem_state, SRR1_PROG_PRIV | MSR_PR, TRAP_PRIVILEGED, 4);
PROGRAM(trap, SRR1_PROG_TRAP, TRAP_BREAKPOINT, 5);
PROGRAM(trap_in_problem_state, SRR1_PROG_TRAP | MSR_PR, TRAP_BREAKPOINT, 5);

/* DAR is the address, DSISR the cause where the interrupt sets it. */
struct storage_row {
	int vector;
	bool dsisr;
};

#define DAR	0x123456789abcUL
#define DSISR	0x42000000UL

static void check_storage(void)
{
	const struct storage_row *row = test_row();
	struct vector v = { .trapnr = row->vector, .kind = TRAP_PAGE_FAULT, .val = DIE_OOPS, .signr = 11 };
	struct pt_regs regs = { .nip = (unsigned long)raise_sc_at, .msr = mfmsr() };
	struct trap t;

	mtspr(SPRN_DAR, DAR);
	mtspr(SPRN_DSISR, DSISR);
	EXPECT_EQ(decode_storage(&t, &regs, &v), &t);
	EXPECT_EQ(t.addr, DAR);
	EXPECT_EQ(t.pc, raise_sc_at);
	EXPECT_EQ(t.cause, row->dsisr ? DSISR : regs.msr);
	EXPECT_EQ(t.die.err, t.cause);
	EXPECT_EQ(regs.dar, DAR);
}

#define STORAGE(name, rule, ...)	CONFORMANCE_ROW(storage, name, rule, check_storage, struct storage_row, __VA_ARGS__)

STORAGE(data_storage, "ISA 3.1 III 7.5.3", 0x300, true);
STORAGE(data_segment, "ISA 3.1 III 7.5.4", 0x380, false);
STORAGE(alignment, "ISA 3.1 III 7.5.8", 0x600, false);
STORAGE(hypervisor_data_storage, "ISA 3.1 III 7.5.16", 0xe00, true);

/* SRR0 is the address that could not be fetched from; DAR is not set. */
CONFORMANCE(storage, instruction_storage, "ISA 3.1 III 7.5.5")
{
	struct vector v = { .trapnr = 0x400, .kind = TRAP_PAGE_FAULT, .val = DIE_OOPS, .signr = 11 };
	struct pt_regs regs = { .nip = 0x5678, .msr = mfmsr() | 1UL << 30 };
	struct trap t;

	mtspr(SPRN_DAR, DAR);
	EXPECT_EQ(decode_fetch(&t, &regs, &v), &t);
	EXPECT_EQ(t.addr, 0x5678);
	EXPECT_EQ(t.pc, 0x5678);
	EXPECT_EQ(t.cause, regs.msr);
}

static unsigned long first, number;

static void keep_argument(struct trap *t, struct raised *r)
{
	first = trap_regs(t)->orig_gpr3;
	number = trap_regs(t)->gpr[0];
	trap_regs(t)->nip = r->next;
	trap_regs(t)->gpr[3] = -1;		/* the result, where the first argument was */
}

TEST(arch_syscall, first_argument_is_kept)
{
	RAISE_FIX(raise_sc, keep_argument);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(first, 5);
	EXPECT(number != first);
}

static void let_time_pass(struct trap *t)
{
	u64 start = arch_clock(), limit = clock_ms(clock_counts() ? 2 : 2000);

	(void)t;
	arch_timer_arm(clock_ms(1));
	while (!trap_log_count(LOG_TRAP, TRAP_IRQ) && !trap_log_count(LOG_TRAP, TRAP_NMI) && arch_clock() - start < limit)
		cpu_relax();
}

/* A handler is interrupted by the decrementer only as by an NMI: who serves a trap does not expect an interrupt. */
TEST(arch_timer, nmi_inside_a_handler)
{
	struct breaker b = { .inside = let_time_pass };

	breaker_add(&b);
	trap_log_reset();
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(b.hits, 1);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_NMI), 1);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_IRQ), 0);
}
