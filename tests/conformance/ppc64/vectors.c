// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each interrupt that can be raised safely: what arrives, where, with which cause, and the run goes on. Storage
 * interrupts cannot: with the MMU off (ISA 5.7.3) there is nothing that could fail to translate.
 */
#include <asm/irqflags.h>
#include <asm/kprobes.h>
#include <asm/layout.h>
#include <string.h>

#include "../../../arch/ppc64/vectors.h"
#include "raise.h"

RAISES(raise_trap);
RAISES(raise_tw);
RAISES(raise_tw_signed);
RAISES(raise_td);
RAISES(raise_twi);
RAISES(raise_tdi);
RAISES(raise_td_r1);
RAISES(raise_no_trap);
RAISES(raise_zero);
RAISES(raise_illegal);
RAISES(raise_sc);
RAISES(raise_fp);
RAISES(raise_vector);
RAISES(raise_vsx);
RAISES(raise_scv);
RAISES(raise_tar);
RAISES(raise_reservation);
RAISES(raise_registers);

static void expect_breakpoint(const char *at)
{
	RAISE_EXPECT(TRAP_BREAKPOINT, 0x700, (unsigned long)at);
	EXPECT_EQ(raised.seen[0].cause &
		  (SRR1_PROG_FP | SRR1_PROG_ILL | SRR1_PROG_PRIV | SRR1_PROG_TRAP | SRR1_PROG_NEXT), SRR1_PROG_TRAP);
	EXPECT_EQ(raised.seen[0].val, DIE_BPT);
	EXPECT_EQ(raised.seen[0].signr, 5);
}

/*
 * ISA 6.5.9, trap type: SRR0 is the instruction, bit 46 of SRR1 and none of its neighbours. ISA Book I 3.3.11: all four
 * forms.
 */
CONFORMANCE(vectors, trap_instructions, "ISA 3.1 III 7.5.9")
{
	RAISE(raise_trap);
	expect_breakpoint(raise_trap_at);
	RAISE(raise_tw);
	expect_breakpoint(raise_tw_at);
	RAISE(raise_tw_signed);
	expect_breakpoint(raise_tw_signed_at);
	RAISE(raise_td);
	expect_breakpoint(raise_td_at);
	RAISE(raise_twi);
	expect_breakpoint(raise_twi_at);
	RAISE(raise_tdi);
	expect_breakpoint(raise_tdi_at);
}

/* ISA Book I 3.3.11: no condition holds, no trap. */
CONFORMANCE(vectors, trap_condition_that_does_not_hold, "ISA 3.0B I 3.3.11")
{
	RAISE(raise_no_trap);
	EXPECT_EQ(raised.n, 0);
}

/* All of them are breakpoints to those who plant some; and td on r1 is not a stack check when it asks for "greater". */
TEST(arch_vectors, trap_instructions_are_recognised)
{
	static char *const breaks[] = {
		raise_trap_at, raise_tw_at, raise_tw_signed_at, raise_td_at, raise_twi_at, raise_tdi_at,
	};
	u32 word;

	for (unsigned int i = 0; i < sizeof(breaks) / sizeof(breaks[0]); i++)
		EXPECT(arch_insn_is_break(breaks[i]));
	EXPECT(!arch_insn_is_break(raise_sc_at));
	EXPECT(!arch_insn_is_break(raise_zero_at));
	memcpy(&word, break_insn, sizeof(word));
	EXPECT_EQ(word, TRAP_INSN);
	RAISE(raise_td_r1);
	expect_breakpoint(raise_td_r1_at);
}

/*
 * In hypervisor state hypervisor emulation assistance, ISA 6.5.18; else a program interrupt with bit 44 of SRR1, ISA
 * 6.5.9.
 */
static void expect_illegal(unsigned long at)
{
	bool hv = in_hypervisor_state();

	RAISE_EXPECT(TRAP_UNDEFINED, hv ? 0xe40 : 0x700, at);
	EXPECT_EQ(raised.seen[0].signr, 4);
	EXPECT_EQ(raised.seen[0].val, DIE_OOPS);
	if (!hv)
		EXPECT_EQ(raised.seen[0].cause & (SRR1_PROG_ILL | SRR1_PROG_TRAP | SRR1_PROG_PRIV), SRR1_PROG_ILL);
}

/* ISA Book I 1.3.3: a word of zeros is never an instruction. */
CONFORMANCE(vectors, illegal_instruction, "ISA 3.1 III 7.5.9")
{
	RAISE(raise_zero);
	expect_illegal((unsigned long)raise_zero_at);
	RAISE(raise_illegal);
	expect_illegal((unsigned long)raise_illegal_at);
}

/* Below the vectors and between them nothing but zeros. */
TEST(arch_vectors, jump_to_nothing)
{
	for (raise_arg = 0; raise_arg < VECTORS_BASE; raise_arg += 0x3c) {
		raise(raise_jump, (unsigned long)raise_jump_next, NULL);
		expect_illegal(raise_arg);
	}
	raise_arg = 0xbe0;
	raise(raise_jump, (unsigned long)raise_jump_next, NULL);
	expect_illegal(raise_arg);
}

/* ISA 6.5.14: SRR0 is the instruction behind. */
CONFORMANCE(vectors, system_call, "ISA 3.1 III 7.5.14")
{
	RAISE(raise_sc);
	RAISE_EXPECT(TRAP_SYSCALL, 0xc00, (unsigned long)raise_sc_next);
}

/* MSR[FP], MSR[VEC], MSR[VSX] are off in this kernel. */
CONFORMANCE(vectors, floating_point_unavailable, "ISA 3.1 III 7.5.10")
{
	RAISE(raise_fp);
	RAISE_EXPECT(TRAP_FP, 0x800, (unsigned long)raise_fp_at);
	EXPECT_EQ(raised.seen[0].signr, 8);
}

CONFORMANCE(vectors, vector_unavailable, "ISA 3.1 III 7.5.23")
{
	RAISE(raise_vector);
	RAISE_EXPECT(TRAP_FP, 0xf20, (unsigned long)raise_vector_at);
}

CONFORMANCE(vectors, vsx_unavailable, "ISA 3.1 III 7.5.24")
{
	RAISE(raise_vsx);
	RAISE_EXPECT(TRAP_FP, 0xf40, (unsigned long)raise_vsx_at);
}

/* ISA 6.5.25: FSCR[IC], bits 0:7, is 0x0c for scv. SRR0 is the instruction. */
CONFORMANCE(vectors, facility_unavailable, "ISA 3.1 III 7.5.25")
{
	RAISE(raise_scv);
	RAISE_EXPECT(TRAP_UNDEFINED, 0xf60, (unsigned long)raise_scv_at);
	EXPECT_EQ(raised.seen[0].cause >> 56, 0x0c);
	EXPECT(strstr(raised.seen[0].words, "scv") != NULL);
}

/* ISA Book I 3.3.13 of its kind: FSCR holds problem state only; the kernel may use TAR. */
CONFORMANCE(vectors, facility_in_the_kernel, "ISA 3.1 III 7.5.25")
{
	RAISE(raise_tar);
	EXPECT_EQ(raised.n, 0);
}

/* ISA Book II 4.6.2: the operand of ldarx must be aligned; ISA 6.5.8: DAR is its address. */
CONFORMANCE(vectors, alignment, "ISA 3.1 III 7.5.8")
{
	RAISE(raise_reservation);
	RAISE_EXPECT(TRAP_ALIGNMENT, 0x600, (unsigned long)raise_reservation_at);
	EXPECT_EQ(raised.seen[0].addr % 16, 5);
	EXPECT_EQ(raised.seen[0].signr, 7);
}

/* ISA 6.5, figure 50: MSR at the entry. EE is set again by the entry itself, for the watchdog. */
CONFORMANCE(vectors, msr_in_the_handler, "ISA 3.0B III 6.5")
{
	unsigned long now = mfmsr();

	EXPECT(now & MSR_EE);
	RAISE(raise_trap);
	EXPECT_EQ(raised.seen[0].msr & ~(SRR1_PROG_TRAP), now);
	EXPECT_EQ(raised.seen[0].live_msr, now);
	EXPECT_EQ(now & MSR_LE, MSR_ENDIAN);
	EXPECT_EQ(now & (MSR_PR | MSR_IR | MSR_DR | MSR_SE | MSR_BE | MSR_FP), 0);
	EXPECT(now & MSR_SF);
	EXPECT(now & MSR_RI);
	EXPECT(now & MSR_ME);
}

/* Each entry is where the hardware will look for it: the first word is that of entry.S, copied. */
TEST(arch_vectors, are_in_place)
{
	EXPECT(!memcmp((void *)VECTORS_BASE, vectors_start, vectors_end - vectors_start));
	EXPECT_EQ(vectors_end - vectors_start, VECTORS_END - VECTORS_BASE);
}

#define EACH		(0x0000000100000001UL)
#define SHARED(n)	((n) == 1 || (n) == 2 || (n) == 13 || (n) == 14)

static struct pt_regs frame;

static void keep_frame(struct trap *t, struct raised *r)
{
	frame = *trap_regs(t);
	trap_regs(t)->nip = r->next;
}

/* The frame has every register as it was, and every register comes back. */
TEST(arch_vectors, registers_are_saved_and_restored)
{
	static unsigned long after[36];

	raise_arg = (unsigned long)after;
	RAISE_FIX(raise_registers, keep_frame);
	EXPECT_EQ(raised.n, 1);
	for (unsigned int n = 0; n < 32; n++) {
		if (SHARED(n))
			continue;
		EXPECT_EQ(frame.gpr[n], EACH * (0x100 + n));
		EXPECT_EQ(after[n], EACH * (0x100 + n));
	}
	EXPECT_EQ(frame.ctr, EACH * 0x120);
	EXPECT_EQ(after[32], frame.ctr);
	EXPECT_EQ(frame.link, EACH * 0x121);
	EXPECT_EQ(after[33], frame.link);
	EXPECT_EQ(frame.ccr, 0x12345678);
	EXPECT_EQ(after[34], frame.ccr);
	EXPECT_EQ(frame.xer & 0xe0000000, 0xa0000000);
	EXPECT_EQ(after[35], frame.xer);
	EXPECT_EQ(frame.gpr[13], (unsigned long)this_cpu());
	EXPECT_EQ(frame.trap, 0x700);
	EXPECT_EQ(frame.nip, (unsigned long)raise_registers_at);
}

static void change_frame(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	regs->nip = r->next;
	for (unsigned int n = 0; n < 32; n++)
		if (!SHARED(n))
			regs->gpr[n] = n + 1;
	regs->ctr = 77;
	regs->link = 88;
	regs->ccr = 0x87654321;
	regs->xer = 0x40000000;
}

/* What a handler puts into the frame is what comes back. */
TEST(arch_vectors, frame_can_be_changed)
{
	static unsigned long after[36];

	raise_arg = (unsigned long)after;
	RAISE_FIX(raise_registers, change_frame);
	for (unsigned int n = 0; n < 32; n++)
		if (!SHARED(n))
			EXPECT_EQ(after[n], n + 1);
	EXPECT_EQ(after[32], 77);
	EXPECT_EQ(after[33], 88);
	EXPECT_EQ(after[34], 0x87654321);
	EXPECT_EQ(after[35] & 0xe0000000, 0x40000000);
}
