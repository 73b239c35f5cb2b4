// SPDX-License-Identifier: GPL-2.0-only
/*
 * Corners of decode, step control, lengths and out-of-line execution that a mistake once had survived in: see tests/mutations and
 * tools/mutate-arch.
 */
#include <asm/segment.h>
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>
#include <whosetrap/text.h>

#include "../../../arch/x86_64/vectors.h"
#include "../../framework/story.h"
#include "raise.h"

RAISES(debug_nops);
RAISES(corner_out);
unsigned long corner_nmi_on_user_gs(void);

/* Stepping goes on up to next. */
static void keep_stepping(struct trap *t, struct raised *r)
{
	if (t->pc >= r->next || r->n > SEEN_MAX)
		trap_regs(t)->flags &= ~(unsigned long)X86_EFLAGS_TF;
}

/* B0 may be set for a condition that is met but not enabled; then it is no cause. */
CONFORMANCE(debug, condition_that_is_not_enabled_is_no_cause, "SDM 3B 18.2.3")
{
	write_dr0((unsigned long)debug_nops_at + 2);
	write_dr7(DR7_RESET);
	RAISE_FIX(debug_nops, keep_stepping);
	write_dr0(0);
	EXPECT_EQ(raised.n, 3);
	for (unsigned int i = 0; i < 3; i++) {
		SEEN_EXPECT(i, TRAP_STEP, debug_nops_at + i + 1);
		EXPECT_EQ(raised.seen[i].addr, 0);
	}
}

/* R/W 10 is an I/O breakpoint: a trap after the access, and no breakpoint of execution. */
CONFORMANCE(debug, io_breakpoint, "SDM 3B 18.3.1.2")
{
	write_dr2(0x80);
	write_dr7(DR7_RESET | DR7_G(2) | (unsigned long)DR7_RW_IO << DR7_RW_SHIFT(2));
	RAISE(corner_out);
	write_dr7(DR7_RESET);
	write_dr2(0);
	EXPECT_EQ(raised.n, 1);
	SEEN_EXPECT(0, TRAP_WATCHPOINT, corner_out_next);
	EXPECT_EQ(raised.seen[0].addr, 0x80);
	EXPECT_EQ(raised.seen[0].cause, DR6_RESET ^ DR6_B(2));
}

TEST(arch_step, arming_nothing_disarms)
{
	struct pt_regs regs = { .flags = X86_EFLAGS_FIXED | X86_EFLAGS_IF };

	EXPECT_EQ(arch_step_arm(&regs, STEP_INSN), 0);
	EXPECT_EQ(regs.flags, X86_EFLAGS_FIXED | X86_EFLAGS_IF | X86_EFLAGS_TF);
	EXPECT_EQ(arch_step_kind(&regs), STEP_INSN);
	EXPECT_EQ(arch_step_arm(&regs, STEP_NONE), 0);
	EXPECT_EQ(regs.flags, X86_EFLAGS_FIXED | X86_EFLAGS_IF);
	EXPECT_EQ(arch_step_kind(&regs), STEP_NONE);
}

/* One that the CPU does not have must not be taken for a step of each instruction. */
TEST(arch_step, branch_step_is_one_or_is_refused)
{
	struct pt_regs regs = { .flags = X86_EFLAGS_FIXED };

	if (arch_step_supported(STEP_BRANCH)) {
		EXPECT_EQ(arch_step_arm(&regs, STEP_BRANCH), 0);
		EXPECT(rdmsr(MSR_DEBUGCTL) & DEBUGCTL_BTF);
		EXPECT_EQ(arch_step_kind(&regs), STEP_BRANCH);
		arch_step_disarm(&regs);
		EXPECT(!(rdmsr(MSR_DEBUGCTL) & DEBUGCTL_BTF));
	} else {
		EXPECT_EQ(arch_step_arm(&regs, STEP_BRANCH), -EOPNOTSUPP);
	}
	EXPECT_EQ(regs.flags, X86_EFLAGS_FIXED);
}

static int claim_nmi(struct notifier_block *nb, unsigned long val, void *data)
{
	(void)nb;
	(void)data;
	if (val != DIE_NMI)
		return NOTIFY_DONE;
	raised.n++;
	return NOTIFY_STOP;
}

TEST(arch_entry, nmi_gives_the_users_gs_back)
{
	struct notifier_block nb = { .notifier_call = claim_nmi };

	raised.n = 0;
	ASSERT_EQ(register_die_notifier(&nb), 0);
	wrmsr(MSR_KERNEL_GS_BASE, 0x12340);
	EXPECT_EQ(corner_nmi_on_user_gs(), 0x12340);
	EXPECT_EQ(rdmsr(MSR_GS_BASE), &cpus[0]);
	EXPECT_EQ(rdmsr(MSR_KERNEL_GS_BASE), 0x12340);
	wrmsr(MSR_KERNEL_GS_BASE, 0);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(raised.n, 1);
}

static struct pt_regs users;

static void breakpoint_of_a_user(void)
{
	vector_rows[3].decode(&vector_rows[3], &users);
}

/* A user's INT3 at the address of a probe, in another address space, is not looked up among the probes. */
TEST(arch_user, short_way_is_not_for_user_mode)
{
	struct probe p;

	users = (struct pt_regs){ .ip = tc_nops_insns[2] + 1, .cs = USER_CS, .ss = USER_DS, .flags = X86_EFLAGS_FIXED };
	ASSERT_EQ(probe_add(&p, tc_nops_insns[2]), 0);
	raise(breakpoint_of_a_user, 0, NULL);
	unregister_kprobe(&p.kp);
	EXPECT_EQ(p.pre, 0);
	EXPECT_EQ(raised.n, 1);
	SEEN_EXPECT(0, TRAP_BREAKPOINT, tc_nops_insns[2]);
	EXPECT_EQ(raised.seen[0].cs, USER_CS);
}

/* How long an instruction is. What stands behind it is INT3. */
struct length_row {
	u8 size, insn[15];
};

static void check_length(void)
{
	const struct length_row *row = test_row();
	struct ool_insn o = { .addr = (kprobe_opcode_t *)_text };

	memset(o.insn, 0xcc, sizeof(o.insn));
	memcpy(o.insn, row->insn, row->size);
	EXPECT_EQ(ool_prepare(&o), 0);
	EXPECT_EQ(o.size, row->size);
	ool_release(&o);
}

#define LENGTH(name, rule, size, ...)	CONFORMANCE_ROW(length, name, rule, check_length, struct length_row, size, { __VA_ARGS__ })

LENGTH(register_only, "SDM 2A 2.1.5", 3, 0x48, 0x89, 0xc8);
LENGTH(displacement_of_one_byte, "SDM 2A 2.1.5", 3, 0x8b, 0x40, 0x12);
LENGTH(displacement_of_four_bytes, "SDM 2A 2.1.5", 6, 0x8b, 0x80, 1, 2, 3, 4);
LENGTH(sib, "SDM 2A 2.1.5", 3, 0x8b, 0x04, 0x88);
LENGTH(sib_with_r12, "SDM 2A 2.2.1.3", 4, 0x41, 0x8b, 0x04, 0x24);
LENGTH(sib_without_base, "SDM 2A 2.1.5", 7, 0x8b, 0x04, 0x8d, 1, 2, 3, 4);
LENGTH(sib_with_rbp_and_displacement, "SDM 2A 2.1.5", 4, 0x8b, 0x44, 0x8d, 0x12);
LENGTH(relative_to_rip, "SDM 2A 2.2.1.6", 7, 0x48, 0x8d, 0x05, 1, 0, 0, 0);
LENGTH(immediate_of_eight_bytes, "SDM 2A 2.2.1.5", 10, 0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8);
LENGTH(immediate_of_four_bytes_with_rex_w, "SDM 2A 2.2.1.5", 7, 0x48, 0xc7, 0xc0, 1, 2, 3, 4);
LENGTH(immediate_of_two_bytes, "SDM 2A 2.2.1.5", 5, 0x66, 0x81, 0xc0, 1, 2);
LENGTH(operand_size_prefix_gives_way_to_rex_w, "SDM 2A 2.2.1.2", 8, 0x66, 0x48, 0x81, 0xc0, 1, 2, 3, 4);
LENGTH(offset_of_eight_bytes, "SDM 2A 2.2.1.4", 9, 0xa0, 1, 2, 3, 4, 5, 6, 7, 8);
LENGTH(offset_of_four_bytes, "SDM 2A 2.2.1.4", 6, 0x67, 0xa0, 1, 2, 3, 4);
LENGTH(test_of_group_3_has_an_immediate, "SDM 2D A.4.2", 6, 0xf7, 0xc0, 1, 2, 3, 4);
LENGTH(not_of_group_3_has_none, "SDM 2D A.4.2", 2, 0xf7, 0xd0);
LENGTH(two_immediates, "SDM 2A 3.3", 4, 0xc8, 0x10, 0, 1);
LENGTH(vex_of_two_bytes, "SDM 2A 2.3.5", 4, 0xc5, 0xf0, 0x58, 0xc2);
LENGTH(vex_of_three_bytes_and_an_immediate, "SDM 2A 2.3.5", 6, 0xc4, 0xe3, 0x71, 0x0f, 0xc2, 4);
LENGTH(evex, "SDM 2A 2.7.1", 6, 0x62, 0xf1, 0x74, 0x48, 0x58, 0xc2);

/* The TF that POPF has popped is the program's own, whoever has stepped the POPF. */
TEST(arch_ool, popf_leaves_the_tf_that_it_popped)
{
	for (unsigned int tf = 0; tf < 2; tf++) {
		unsigned long popped = X86_EFLAGS_FIXED | (tf ? X86_EFLAGS_TF : 0);
		struct pt_regs regs = { .sp = (unsigned long)&popped, .flags = X86_EFLAGS_FIXED };
		struct ool_insn o = { .addr = (kprobe_opcode_t *)_text, .insn = { 0x9d } };

		ASSERT_EQ(ool_prepare(&o), 0);
		arch_ool_begin(&o, &regs);
		EXPECT_EQ(regs.ip, o.slot);
		regs.ip += 1;
		arch_ool_finish(&o, &regs);
		EXPECT_EQ(regs.ip, o.addr + 1);
		EXPECT_EQ(regs.flags & X86_EFLAGS_TF, tf ? X86_EFLAGS_TF : 0);
		ool_release(&o);
	}
}

/* The image that PUSHF leaves, stepped, has the program's TF and not the stepper's. */
TEST(arch_ool, pushf_shows_the_programs_tf)
{
	for (unsigned int tf = 0; tf < 2; tf++) {
		unsigned long own = tf ? X86_EFLAGS_TF : 0, pushed = X86_EFLAGS_FIXED | X86_EFLAGS_TF;
		struct pt_regs regs = { .sp = (unsigned long)&pushed, .flags = X86_EFLAGS_FIXED | own };
		struct ool_insn o = { .addr = (kprobe_opcode_t *)_text, .insn = { 0x9c } };

		ASSERT_EQ(ool_prepare(&o), 0);
		arch_ool_begin(&o, &regs);
		regs.ip += 1;
		arch_ool_finish(&o, &regs);
		EXPECT_EQ(regs.ip, o.addr + 1);
		EXPECT_EQ(pushed, X86_EFLAGS_FIXED | own);
		ool_release(&o);
	}
}

/* A call whose target cannot be read has pushed nothing. */
CONFORMANCE(ool, call_that_faults_has_pushed_nothing, "SDM 3A 6.5")
{
	unsigned long stack = 0x1234;
	struct pt_regs regs = { .sp = (unsigned long)&stack };
	struct ool_insn o = { .addr = (kprobe_opcode_t *)_text, .insn = { 0xff, 0x10 } };	/* call *(%rax) */

	ASSERT_EQ(ool_prepare(&o), 0);
	arch_ool_begin(&o, &regs);
	EXPECT_EQ(regs.ip, o.slot);
	arch_ool_finish(&o, &regs);
	EXPECT_EQ(regs.ip, o.addr);
	EXPECT_EQ(stack, 0x1234);
	ool_release(&o);
}
