// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each synchronous exception that kernel code can raise: its class and syndrome, where ELR_EL1 points, FAR_EL1, and
 * what the kernel makes of it. Arm ARM D1.4 (exception entry) and D24.2.45 (ESR_EL1). The run goes on behind each.
 */
#include <asm/irqflags.h>
#include <asm/page.h>
#include <string.h>

#include "raise.h"

#define DAIF_ALL	(PSR_D_BIT | PSR_A_BIT | PSR_I_BIT | PSR_F_BIT)

/*
 * D24.2.45, "ISS encoding for an exception from HVC or SVC instruction execution": the immediate; ELR is behind the
 * SVC.
 */
CONFORMANCE(exceptions, svc, "Arm ARM D1.4.1.5")
{
	RAISE(raise_svc);
	RAISE_EXPECT(TRAP_SYSCALL, 0x15, 0x1234, raise_svc_next);
	EXPECT_EQ(raised.seen[0].val, DIE_FAULT);
}

/* D2.7, Breakpoint Instruction exceptions: ELR is the BRK itself; PSTATE.D does not matter. */
CONFORMANCE(exceptions, brk, "Arm ARM D2.7.3")
{
	RAISE(raise_brk);
	RAISE_EXPECT(TRAP_BREAKPOINT, 0x3c, 4, raise_brk_at);
	EXPECT_EQ(raised.seen[0].val, DIE_BREAKPOINT);
	EXPECT_EQ(raised.seen[0].signr, 5);
	RAISE(raise_brk_max);
	RAISE_EXPECT(TRAP_BREAKPOINT, 0x3c, 0xffff, raise_brk_max_at);
}

CONFORMANCE(exceptions, brk_with_debug_exceptions_masked, "Arm ARM D2.7.1")
{
	unsigned long flags = local_save_flags();

	__asm__ __volatile__("msr daifset, #8" ::: "memory");
	RAISE(raise_brk);
	__asm__ __volatile__("msr daif, %0" :: "r"(flags) : "memory");
	RAISE_EXPECT(TRAP_BREAKPOINT, 0x3c, 4, raise_brk_at);
	EXPECT(raised.seen[0].regs.pstate & PSR_D_BIT);
}

/* C6.2, UDF: undefined whatever the configuration. */
CONFORMANCE(exceptions, udf, "Arm ARM C6.2 UDF")
{
	RAISE(raise_udf);
	RAISE_EXPECT(TRAP_UNDEFINED, 0, 0, raise_udf_at);
	EXPECT_EQ(raised.seen[0].signr, 4);
}

/* C6.2, HLT: undefined where halting is not allowed, and no breakpoint of ours. */
CONFORMANCE(exceptions, hlt, "Arm ARM C6.2 HLT")
{
	RAISE(raise_hlt);
	RAISE_EXPECT(TRAP_UNDEFINED, 0, 0, raise_hlt_at);
	EXPECT(!arch_insn_is_break(raise_hlt_at));
}

/* C5.1: access to a register that is not there is undefined. */
CONFORMANCE(exceptions, unknown_system_register, "Arm ARM C5.1")
{
	RAISE(raise_sysreg);
	RAISE_EXPECT(TRAP_UNDEFINED, 0, 0, raise_sysreg_at);
}

/* CPACR_EL1.FPEN = 0: SIMD and FP instructions trap; CV is set and COND is 14 for A64. */
CONFORMANCE(exceptions, floating_point_is_off, "Arm ARM D24.2 CPACR_EL1")
{
	RAISE(raise_fp);
	RAISE_EXPECT(TRAP_FP, 0x07, 1UL << 24 | 14UL << 20, raise_fp_at);
}

CONFORMANCE(exceptions, floating_point_turned_on, "Arm ARM D24.2 CPACR_EL1")
{
	write_sysreg(CPACR_EL1_FPEN_FREE, cpacr_el1);
	__asm__ __volatile__("isb");
	RAISE(raise_fp);
	write_sysreg(CPACR_EL1_FPEN_TRAP, cpacr_el1);
	__asm__ __volatile__("isb");
	EXPECT_EQ(raised.n, 0);
}

/* A data abort: DFSC says translation fault, at one of the levels; WnR; FAR is the address. */
static void expect_abort(unsigned long ec, unsigned long at, unsigned long addr, bool write)
{
	const struct seen *s = &raised.seen[0];

	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(s->kind, TRAP_PAGE_FAULT);
	EXPECT_EQ(s->trapnr, ec);
	EXPECT_EQ(ESR_EC(s->cause), ec);
	EXPECT_EQ(s->cause & 0x3c, 0x04);
	EXPECT_EQ(!!(s->cause & ESR_ABT_WNR), write);
	EXPECT_EQ(s->pc, at);
	EXPECT_EQ(s->addr, addr);
	EXPECT_EQ(s->signr, 11);
}

CONFORMANCE(exceptions, data_abort_read, "Arm ARM D24.2.45")
{
	static const unsigned long addrs[] = { UNMAPPED, UNMAPPED_LOW, 0, NOT_AN_ADDRESS };

	for (size_t i = 0; i < ARRAY_SIZE(addrs); i++) {
		raise_addr = addrs[i];
		RAISE(raise_read);
		expect_abort(0x25, (unsigned long)raise_read_at, raise_addr, false);
	}
}

CONFORMANCE(exceptions, data_abort_write, "Arm ARM D24.2.45")
{
	raise_addr = UNMAPPED + 0x777;
	RAISE(raise_write);
	expect_abort(0x25, (unsigned long)raise_write_at, raise_addr, true);
}

static u8 page[2 * PAGE_SIZE] __aligned(PAGE_SIZE);

/* FAR is the lowest address that faulted (D24.2, FAR_EL1). */
CONFORMANCE(exceptions, data_abort_in_the_middle, "Arm ARM D24.2 FAR_EL1")
{
	arch_guard_page(page + PAGE_SIZE);
	raise_addr = (unsigned long)page + PAGE_SIZE;
	RAISE(raise_write_pair);
	expect_abort(0x25, (unsigned long)raise_write_pair_at, raise_addr, true);
	EXPECT_EQ(raised.seen[0].cause & 3, 3);		/* a page is of level 3 */
}

/* D1.4: the preferred return address of an instruction abort is the address that could not be fetched. */
CONFORMANCE(exceptions, instruction_abort, "Arm ARM D1.4.1.5")
{
	static const unsigned long addrs[] = { UNMAPPED, UNMAPPED_LOW, 0, NOT_AN_ADDRESS };

	for (size_t i = 0; i < ARRAY_SIZE(addrs); i++) {
		raise_addr = addrs[i];
		RAISE(raise_fetch);
		expect_abort(0x21, raise_addr, raise_addr, false);
		EXPECT_EQ(raised.seen[0].regs.regs[30], raise_fetch_next);
	}
}

/* PXN: data is not executed. IFSC permission fault, level 3. */
CONFORMANCE(exceptions, data_is_not_executable, "Arm ARM D8.4")
{
	raise_addr = (unsigned long)page;
	RAISE(raise_fetch);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_PAGE_FAULT);
	EXPECT_EQ(raised.seen[0].cause, 0x21UL << ESR_EC_SHIFT | ESR_IL | 0xf);
	EXPECT_EQ(raised.seen[0].addr, page);
}

/* D1.4, "PC alignment checking": at the target; ELR and FAR have the bits as they are. */
CONFORMANCE(exceptions, pc_alignment, "Arm ARM D1.4 PC alignment checking")
{
	unsigned long to = (unsigned long)raise_pc_align_next + 2;

	RAISE(raise_pc_align);
	RAISE_EXPECT(TRAP_ALIGNMENT, 0x22, 0, to);
	EXPECT_EQ(raised.seen[0].addr, to);
	EXPECT_EQ(raised.seen[0].signr, 7);
}

/*
 * "Alignment support" in B2: an exclusive must be aligned whatever SCTLR_EL1.A says; an ordinary access need not be
 * in Normal memory.
 */
CONFORMANCE(exceptions, alignment, "Arm ARM B2.8")
{
	raise_addr = (unsigned long)page + 12;		/* over 16 bytes: FEAT_LSE2 does not allow it either */
	RAISE(raise_unaligned_exclusive);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_ALIGNMENT);
	EXPECT_EQ(raised.seen[0].cause & ~0x40UL, 0x25UL << ESR_EC_SHIFT | ESR_IL | 0x21);
	EXPECT_EQ(raised.seen[0].addr, raise_addr);
	EXPECT_EQ(raised.seen[0].signr, 7);
	raise_addr = (unsigned long)page + 1;
	RAISE(raise_read);
	EXPECT_EQ(raised.n, 0);
}

/*
 * D1.4, "Illegal exception returns": a reserved mode in SPSR sets PSTATE.IL, and the next instruction takes the
 * exception.
 */
static void clear_il(struct trap *t, struct raised *r)
{
	trap_regs(t)->pstate &= ~(u64)PSR_IL_BIT;
	trap_regs(t)->pc = r->next;
}

CONFORMANCE(exceptions, illegal_execution_state, "Arm ARM D1.4 Illegal exception returns")
{
	RAISE_FIX(raise_illegal, clear_il);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_UNDEFINED);
	EXPECT_EQ(ESR_EC(raised.seen[0].cause), 0x0e);
	EXPECT_EQ(raised.seen[0].pc, raise_illegal_at);
	EXPECT(raised.seen[0].regs.pstate & PSR_IL_BIT);
}

extern unsigned long raise_regs[31];

/* The frame has every register, and gives every register back. */
TEST(arch_exceptions, frame_is_complete)
{
	struct seen *s = &raised.seen[0];

	RAISE(raise_all_regs);
	EXPECT_EQ(raised.n, 1);
	for (int i = 0; i < 31; i++) {
		EXPECT_EQ(s->regs.regs[i], REG_PATTERN(i));
		EXPECT_EQ(raise_regs[i], REG_PATTERN(i));
	}
	EXPECT_EQ(s->regs.pc, raise_all_regs_at);
	EXPECT_EQ(s->regs.pstate & ~0xf0000000UL, PSR_MODE_EL1h);
	EXPECT_EQ(s->regs.pstate & 0xf0000000UL, REG_PATTERN(3) & 0xf0000000UL);
	EXPECT_EQ(s->regs.stackframe[0], REG_PATTERN(29));
	EXPECT_EQ(s->regs.stackframe[1], raise_all_regs_at);
	EXPECT(s->regs.sp > this_cpu()->stack.lo && s->regs.sp < this_cpu()->stack.hi);
}

/* D1.4: the entry sets DAIF; the kernel's entry then lets A and F through. */
CONFORMANCE(exceptions, masks_in_the_handler, "Arm ARM D1.4.2")
{
	RAISE(raise_brk);
	EXPECT_EQ(raised.seen[0].daif & DAIF_ALL, PSR_D_BIT | PSR_I_BIT);
	EXPECT_EQ(raised.seen[0].regs.pstate & DAIF_ALL, 0);
	EXPECT_EQ(local_save_flags(), 0);
}

static void change_all(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	for (int i = 0; i < 31; i++)
		regs->regs[i] = ~REG_PATTERN(i);
	regs->pc = r->next;
}

/* What a handler writes into the frame is what the code finds. */
TEST(arch_exceptions, frame_is_written_back)
{
	RAISE_FIX(raise_all_regs, change_all);
	for (int i = 0; i < 31; i++)
		EXPECT_EQ(raise_regs[i], ~REG_PATTERN(i));
}

/* arch_trap_words(): in words of the manual. */
TEST(arch_exceptions, words)
{
	RAISE(raise_brk);
	EXPECT_STR(raised.seen[0].words, "BRK #4; ESR_EL1 0xf2000004 (EC 0x3c, ISS 0x4)");
	RAISE(raise_udf);
	EXPECT_STR(raised.seen[0].words, "undefined instruction; ESR_EL1 0x2000000 (EC 0, ISS 0)");
	raise_addr = UNMAPPED;
	RAISE(raise_write);
	EXPECT(strstr(raised.seen[0].words, "data abort: translation fault, level 1, write at 0xffffffb000000000;"));
	raise_addr = (unsigned long)page;
	RAISE(raise_fetch);
	EXPECT(strstr(raised.seen[0].words, "instruction abort: permission fault, level 3, fetch at "));
	RAISE(raise_svc);
	EXPECT_STR(raised.seen[0].words, "SVC #4660; ESR_EL1 0x56001234 (EC 0x15, ISS 0x1234)");
}
