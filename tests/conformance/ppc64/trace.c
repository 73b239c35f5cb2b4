// SPDX-License-Identifier: GPL-2.0-only
/*
 * MSR[SE] and MSR[BE]: which instruction is followed by a trace interrupt, ISA 6.5.15, and what comes first where there
 * is more, ISA 6.7 and 6.9. Where an emulator is known to do otherwise the rule stands in a test of its own, which
 * tests/known-issues names.
 */
#include <asm/irqflags.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/trap-log.h>

#include "../../../arch/ppc64/vectors.h"
#include "raise.h"

RAISES(trace_simple);
RAISES(trace_branches);
RAISES(branch_branches);
RAISES(trace_trap);
RAISES(trace_illegal);
RAISES(trace_sc);
RAISES(trace_fp);
RAISES(trace_mtmsrd);
RAISES(trace_mtmsrd_l1);
RAISES(trace_enable_ee);
RAISES(trace_rfid);
RAISES(trace_by_rfid);
extern char trace_target[], trace_target_end[];

/* Go on tracing up to next; beyond it, and after anything that went wrong, run free. */
static void keep_tracing(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (t->kind == TRAP_BREAKPOINT || t->kind == TRAP_UNDEFINED || t->kind == TRAP_FP)
		regs->nip += 4;
	if (t->pc >= r->next || r->n > SEEN_MAX)
		arch_step_disarm(regs);
}

/* @insns, ended by 0xff: the traps' addresses, counted in instructions from @at. */
static void expect_traces(enum trap_kind kind, const char *at, const u8 *insns)
{
	unsigned int n = strchr((const char *)insns, 0xff) - (const char *)insns;

	EXPECT_EQ(raised.n, n);
	for (unsigned int i = 0; i < n && i < raised.n; i++) {
		EXPECT_EQ(raised.seen[i].kind, kind);
		EXPECT_EQ(raised.seen[i].trapnr, 0xd00);
		EXPECT_EQ(raised.seen[i].pc, (unsigned long)at + 4 * insns[i]);
	}
}

#define AT(...)	((const u8[]){ __VA_ARGS__, 0xff })

/* A trap after each instruction, at the next. SE and BE are off in the handler and as they were in SRR1. */
CONFORMANCE(trace, one_trap_for_each_instruction, "ISA 3.1 III 7.5.15")
{
	RAISE_FIX(trace_simple, keep_tracing);
	expect_traces(TRAP_STEP, trace_simple_at, AT(1, 2, 3, 4, 5, 6, 7, 8, 9));
	EXPECT_EQ(raised.seen[0].val, DIE_SSTEP);
	EXPECT_EQ(raised.seen[0].signr, 5);
	EXPECT(raised.seen[0].msr & MSR_SE);
	EXPECT_EQ(raised.seen[0].live_msr & (MSR_SE | MSR_BE), 0);
}

CONFORMANCE(trace, branches_under_se, "ISA 3.1 III 7.5.15")
{
	RAISE_FIX(trace_branches, keep_tracing);
	expect_traces(TRAP_STEP, trace_branches_at, AT(2, 3, 4, 6, 8, 7, 9, 10, 11, 12));
}

/* Each branch that is executed, taken or not, and nothing else. */
CONFORMANCE(trace, branches_under_be, "ISA 3.1 III 7.5.15")
{
	RAISE_FIX(branch_branches, keep_tracing);
	expect_traces(TRAP_BRANCH_STEP, branch_branches_at, AT(2, 4, 6, 8, 7, 9, 11, 13));
	EXPECT(raised.seen[0].msr & MSR_BE);
	EXPECT_EQ(raised.seen[0].live_msr & (MSR_SE | MSR_BE), 0);
}

/* The first of three traps is another one, at instruction @first; the other two are traces behind it. */
static void expect_other_first(const char *at, enum trap_kind kind, int vector, unsigned int first)
{
	EXPECT_EQ(raised.n, 3);
	EXPECT_EQ(raised.seen[0].kind, kind);
	EXPECT_EQ(raised.seen[0].trapnr, vector);
	EXPECT_EQ(raised.seen[0].pc, (unsigned long)at + 4 * first);
	EXPECT(raised.seen[0].msr & MSR_SE);
	EXPECT_EQ(raised.seen[1].kind, TRAP_STEP);
	EXPECT_EQ(raised.seen[1].pc, (unsigned long)at + 8);
	EXPECT_EQ(raised.seen[2].pc, (unsigned long)at + 12);
}

/*
 * An instruction that causes another interrupt is not traced: it was not completed, or, system call, is said not to be.
 */
CONFORMANCE(trace, instructions_that_interrupt, "ISA 3.1 III 7.5.15")
{
	RAISE_FIX(trace_trap, keep_tracing);
	expect_other_first(trace_trap_at, TRAP_BREAKPOINT, 0x700, 0);
	RAISE_FIX(trace_illegal, keep_tracing);
	expect_other_first(trace_illegal_at, TRAP_UNDEFINED, in_hypervisor_state() ? 0xe40 : 0x700, 0);
	RAISE_FIX(trace_fp, keep_tracing);
	expect_other_first(trace_fp_at, TRAP_FP, 0x800, 0);
	RAISE_FIX(trace_sc, keep_tracing);
	expect_other_first(trace_sc_at, TRAP_SYSCALL, 0xc00, 1);
}

/* The MSR at the beginning of an instruction counts: who clears SE is traced for the last time, who sets it is not. */
CONFORMANCE(trace, mtmsrd, "ISA 3.1 III 7.5.15")
{
	RAISE_FIX(trace_mtmsrd, keep_tracing);
	expect_traces(TRAP_STEP, trace_mtmsrd_at, AT(1, 5));
	EXPECT(!(raised.seen[0].msr & MSR_SE));
	EXPECT(raised.seen[1].msr & MSR_SE);
}

/* ISA 4.4.4, mtmsrd: with L=1 nothing but EE and RI is changed. */
CONFORMANCE(trace, mtmsrd_of_ee_and_ri, "ISA 3.0B III 4.4.4")
{
	RAISE_FIX(trace_mtmsrd_l1, keep_tracing);
	expect_traces(TRAP_STEP, trace_mtmsrd_l1_at, AT(1, 2));
	EXPECT(raised.seen[0].msr & MSR_SE);
}

/* SE again where the program has taken it away: the handler alone decides what it goes on with. */
static void trace_on(struct trap *t, struct raised *r)
{
	keep_tracing(t, r);
	if (t->pc < r->next)
		EXPECT_EQ(arch_step_arm(trap_regs(t), STEP_INSN), 0);
}

CONFORMANCE(trace, armed_again_by_the_handler, "ISA 3.1 III 7.5.15")
{
	RAISE_FIX(trace_mtmsrd, trace_on);
	expect_traces(TRAP_STEP, trace_mtmsrd_at, AT(1, 2, 3, 4, 5));
}

/* Switch EE off and let the decrementer become pending. */
static void make_decrementer_pending(void)
{
	u64 start;

	trap_log_reset();
	mtmsrd_l1(MSR_RI);
	arch_timer_arm(1);
	for (start = arch_clock(); arch_clock() - start < 100;)
		;
	mtspr(SPRN_DEC, -1);		/* and so it waits, even where the emulator is late */
}

static bool first_interrupt(struct log_record *r)
{
	struct log_iter it;

	for (trap_log_start(&it); trap_log_next(&it, r);)
		if (r->type == LOG_TRAP && (r->kind == TRAP_IRQ || r->kind == TRAP_NMI))
			return true;
	return false;
}

static void with_decrementer_pending(void (*fn)(void), unsigned long next,
				     void (*fix)(struct trap *t, struct raised *r), struct log_record *r)
{
	make_decrementer_pending();
	raise(fn, next, fix);
	hard_irq_enable();
	test_time_limit(1000);
	ASSERT(first_interrupt(r));
}

/*
 * ISA 6.9: the trace of an instruction that lets the decrementer in comes before it. The decrementer then comes in the
 * entry of the trace handler, which enables EE; had it been first, its SRR0 would be the traced address.
 */
CONFORMANCE(trace, comes_before_the_decrementer, "ISA 3.0B III 6.9")
{
	struct log_record r;

	with_decrementer_pending(trace_enable_ee, (unsigned long)trace_enable_ee_next, keep_tracing, &r);
	expect_traces(TRAP_STEP, trace_enable_ee_at, AT(1, 2));
	EXPECT(r.pc >= (unsigned long)entry_text_start && r.pc < (unsigned long)entry_text_end);
}

/* Two traces and a breakpoint, from code like trace_target that stands at @at. */
static void expect_target(unsigned long at)
{
	EXPECT_EQ(raised.n, 3);
	EXPECT_EQ(raised.seen[0].kind, TRAP_STEP);
	EXPECT_EQ(raised.seen[0].pc, at + 4);
	EXPECT_EQ(raised.seen[1].kind, TRAP_STEP);
	EXPECT_EQ(raised.seen[1].pc, at + 8);
	EXPECT_EQ(raised.seen[2].kind, TRAP_BREAKPOINT);
}

static void come_back(struct trap *t, struct raised *r)
{
	if (t->kind == TRAP_STEP && r->n < 3)
		return;
	arch_step_disarm(trap_regs(t));
	trap_regs(t)->nip = r->next;
}

/* ISA 6.9: it comes when rfid sets EE, before the instruction returned to, which is then traced. */
CONFORMANCE(trace, decrementer_before_the_first_instruction, "ISA 3.0B III 6.9")
{
	struct log_record r;

	raise_arg = (unsigned long)trace_target;
	with_decrementer_pending(trace_by_rfid, (unsigned long)trace_by_rfid_next, come_back, &r);
	EXPECT_EQ(r.pc, raise_arg);
	expect_target(raise_arg);
}

static void keep_tracing_on(struct trap *t, struct raised *r)
{
	(void)t;
	(void)r;
}

static void set_se_and_reset(void)
{
	mtmsrd(mfmsr() | MSR_SE);
	arch_cpu_reset();
}

/*
 * arch_cpu_reset() clears what is set, by an instruction that is traced itself: that trap is nobody's, and is not shown
 * to anybody.
 */
TEST(arch_trace, reset_of_the_cpu_is_silent)
{
	raise(set_se_and_reset, 0, keep_tracing_on);
	EXPECT(raised.n > 0);
	for (unsigned int i = 0; i < raised.n && i < SEEN_MAX; i++)
		EXPECT(raised.seen[i].msr & MSR_SE);
	EXPECT(arch_cpu_armed() == NULL);
}

/* ISA 6.5.15: rfid is never traced. */
CONFORMANCE(trace, rfid_is_not_traced, "ISA 3.1 III 7.5.15")
{
	RAISE_FIX(trace_rfid, keep_tracing);
	EXPECT_EQ(raised.n, 0);
}

/* And where it is, on some emulator, the program goes on all the same. */
TEST(arch_trace, rfid_is_passed)
{
	for (int i = 0; i < 3; i++) {
		RAISE_FIX(trace_rfid, keep_tracing);
		EXPECT(raised.n <= 1);
		EXPECT(arch_cpu_armed() == NULL);
	}
}

/* Bug case D03. ISA 6.5.15 knows no address that is not traced. There is room between the vectors. */
CONFORMANCE(trace, code_between_the_vectors, "ISA 3.1 III 7.5.15")
{
	static const u32 nothing[8];
	unsigned long at = 0xb40;

	EXPECT(!memcmp((void *)at, nothing, trace_target_end - trace_target));
	arch_text_write((void *)at, trace_target, trace_target_end - trace_target);
	raise_arg = at;
	RAISE_FIX(trace_by_rfid, come_back);
	arch_text_write((void *)at, nothing, trace_target_end - trace_target);
	expect_target(at);
}
