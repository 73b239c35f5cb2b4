// SPDX-License-Identifier: GPL-2.0-only
/*
 * Corners of decode, step control and branch targets that a mistake once had survived in: see tests/mutations and
 * tools/mutate-arch.
 */
#include <asm/irqflags.h>
#include <asm/kprobes.h>
#include <string.h>
#include <whosetrap/ool.h>

#include "../../../arch/aarch64/vectors.h"
#include "raise.h"

RAISES(corner_daif_zr);

/* The first breakpoint arms; the third step, behind the MRS, ends it. */
static void step_three(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (r->n == 1) {
		regs->pc = r->next;
		EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
	} else if (r->n > 3 || t->kind != TRAP_STEP) {
		arch_step_disarm(regs);
	}
}

/* A program that has set D clears it by MSR DAIF, XZR, stepped or not: register 31 is zero there, C6.2 MSR (register). */
CONFORMANCE(step, daif_from_the_zero_register, "Arm ARM C5.2 DAIF")
{
	RAISE_FIX(corner_daif_zr, step_three);
	EXPECT(!(local_save_flags() & PSR_D_BIT));
	__asm__ __volatile__("msr daifclr, #8" ::: "memory");
	EXPECT_EQ(raised.n, 4);
	EXPECT_EQ(raised.seen[3].pc, corner_daif_zr_next + 12);
	EXPECT_EQ(raised.seen[3].regs.regs[9] & PSR_D_BIT, 0);
	EXPECT(arch_cpu_armed() == NULL);
}

/* What decode makes of a syndrome, also of one that no instruction here can raise. */
struct syndrome_row {
	u32 esr;
	enum trap_kind kind;
	int signr;
};

static struct pt_regs decoded;

static void decode(void)
{
	decode_sync(&decoded, decoded.esr);
}

static void check_syndrome(void)
{
	const struct syndrome_row *row = test_row();

	decoded = (struct pt_regs){ .pc = (unsigned long)tc_break_at, .esr = row->esr, .pstate = PSR_MODE_EL1h };
	raise(decode, 0, NULL);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, row->kind);
	EXPECT_EQ(raised.seen[0].signr, row->signr);
	EXPECT_EQ(raised.seen[0].cause, row->esr);
}

#define ABORT(fsc)	((0x25u << 26) | 1u << 25 | (fsc))
#define SYNDROME(name, esr, kind, signr) \
	CONFORMANCE_ROW(syndrome, name, "Arm ARM D24.2.45", check_syndrome, struct syndrome_row, esr, kind, signr)

SYNDROME(address_size_fault, ABORT(0x00), TRAP_PAGE_FAULT, 11);
SYNDROME(translation_fault, ABORT(0x07), TRAP_PAGE_FAULT, 11);
SYNDROME(access_flag_fault, ABORT(0x0b), TRAP_PAGE_FAULT, 11);
SYNDROME(permission_fault, ABORT(0x0f), TRAP_PAGE_FAULT, 11);
SYNDROME(synchronous_external_abort, ABORT(0x10), TRAP_MACHINE_CHECK, 7);
SYNDROME(tag_check_fault, ABORT(0x11), TRAP_PAGE_FAULT, 11);
SYNDROME(external_abort_on_a_walk, ABORT(0x14), TRAP_MACHINE_CHECK, 7);
SYNDROME(external_abort_on_the_last_level, ABORT(0x17), TRAP_MACHINE_CHECK, 7);
SYNDROME(parity_error, ABORT(0x18), TRAP_MACHINE_CHECK, 7);
SYNDROME(parity_error_on_a_walk, ABORT(0x1f), TRAP_MACHINE_CHECK, 7);
SYNDROME(alignment_fault, ABORT(0x21), TRAP_ALIGNMENT, 7);
SYNDROME(tlb_conflict, ABORT(0x30), TRAP_PAGE_FAULT, 11);

/* FAR is not valid where FnV says so. */
CONFORMANCE(syndrome, far_not_valid, "Arm ARM D24.2.45")
{
	decoded = (struct pt_regs){ .esr = ABORT(0x10) | 1u << 10, .pstate = PSR_MODE_EL1h };
	write_sysreg(0x1234, far_el1);
	raise(decode, 0, NULL);
	EXPECT_EQ(raised.seen[0].addr, 0);
	decoded.esr &= ~(1UL << 10);
	raise(decode, 0, NULL);
	EXPECT_EQ(raised.seen[0].addr, 0x1234);
}

/* Where a branch goes that reaches as far as it can; all of them are emulated. */
struct target_row {
	u32 insn;
	long away;
};

#define AT	0xffffffff90000000UL	/* nothing is read there */

static void check_target(void)
{
	const struct target_row *row = test_row();
	struct ool_insn o = { .addr = (kprobe_opcode_t *)AT };
	struct pt_regs regs = { .pc = AT, .pstate = PSR_MODE_EL1h };

	memcpy(o.insn, &row->insn, sizeof(row->insn));
	EXPECT_EQ(arch_ool_prepare(&o), 0);
	EXPECT_EQ(o.class, OOL_EMULATE);
	arch_ool_begin(&o, &regs);
	if ((row->insn & 0x1f000000) == 0x10000000) {
		EXPECT_EQ(regs.regs[0] - AT, row->away);
		EXPECT_EQ(regs.pc, AT + 4);
	} else {
		EXPECT_EQ(regs.pc - AT, row->away);
	}
}

#define TARGET(name, insn, away) \
	CONFORMANCE_ROW(target, name, "Arm ARM C6.2", check_target, struct target_row, insn, away)

TARGET(b_forward, 0x15ffffff, 0x7fffffc);
TARGET(b_back, 0x16000000, -0x8000000L);
TARGET(bl_forward, 0x95ffffff, 0x7fffffc);
TARGET(bl_back, 0x96000000, -0x8000000L);
TARGET(b_al_forward, 0x547fffee, 0xffffc);
TARGET(b_al_back, 0x5480000e, -0x100000L);
TARGET(cbz_forward, 0xb47fffe0, 0xffffc);
TARGET(cbz_back, 0xb4800000, -0x100000L);
TARGET(tbz_forward, 0x3603ffe0, 0x7ffc);
TARGET(tbz_back, 0x36040000, -0x8000L);
TARGET(tbz_of_an_upper_bit, 0xb6fbffe0, 0x7ffc);
TARGET(adr_forward, 0x707fffe0, 0xfffff);
TARGET(adr_back, 0x10800000, -0x100000L);
TARGET(adrp_forward, 0xf07fffe0, 0xfffff000L);
TARGET(adrp_back, 0x90800000, -0x100000000L);
