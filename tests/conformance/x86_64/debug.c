// SPDX-License-Identifier: GPL-2.0-only
/*
 * Debug exceptions: single step by TF, debug registers, and both at once.
 *
 * SDM 3B chapter 18: section 18.2 (registers), 18.3.1 (what raises #DB, in which class), 18.3.1.4 (single step).
 * Where an emulator is known to do otherwise the rule stands in a test of its own, which tests/known-issues names.
 */
#include <asm/irqflags.h>
#include <asm/segment.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/trap-log.h>

#include "raise.h"

RAISES(debug_nops);
RAISES(debug_mov_ss);
RAISES(debug_sti);
RAISES(debug_pause);
RAISES(debug_breakpoint);
RAISES(debug_undefined);
RAISES(debug_pushf);
RAISES(debug_popf);
RAISES(debug_system);
RAISES(debug_store);
RAISES(debug_out);
RAISES(watch_store);
RAISES(watch_store_byte);
RAISES(watch_store_beside);
RAISES(watch_load);
RAISES(watch_add);
RAISES(watch_nop);
RAISES(watch_mov_ss);
RAISES(watch_read_dr);
RAISES(watch_dr4);
RAISES(watch_int1);

unsigned long debug_word __aligned(16);

/* Go on stepping up to next; beyond it, and after anything that went wrong, run free. */
static void keep_stepping(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (t->kind == TRAP_UNDEFINED)
		regs->ip += 2;
	if (t->val == DIE_DEBUG && (t->cause & DR6_B_ANY))
		regs->flags |= X86_EFLAGS_RF;
	if (t->pc >= r->next || r->n > SEEN_MAX)
		regs->flags &= ~(unsigned long)X86_EFLAGS_TF;
}

/* @offsets, ended by 0: where the step traps are, counted from @at. */
static void expect_steps(const char *at, const u8 *offsets)
{
	unsigned int n = strlen((const char *)offsets);

	EXPECT_EQ(raised.n, n);
	for (unsigned int i = 0; i < min(n, raised.n); i++) {
		SEEN_EXPECT(i, TRAP_STEP, at + offsets[i]);
	}
}

#define STEPS(...)	((const u8[]){ __VA_ARGS__, 0 })

/*
 * SDM 3B section 18.3.1.4: a trap after each instruction, TF clear in the handler, set in the frame; DR6.BS and
 * nothing else.
 */
CONFORMANCE(debug, single_step, "SDM 3B 18.3.1.4")
{
	RAISE_FIX(debug_nops, keep_stepping);
	expect_steps(debug_nops_at, STEPS(1, 2, 3));
	EXPECT_EQ(raised.seen[0].trapnr, 1);
	EXPECT_EQ(raised.seen[0].val, DIE_DEBUG);
	EXPECT_EQ(raised.seen[0].cause, DR6_STEP);
	EXPECT_EQ(raised.seen[0].err, DR6_BS);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_TF);
	EXPECT(!(raised.seen[0].live_flags & X86_EFLAGS_TF));
	EXPECT_STR(raised.seen[0].words, "vector 1, debug: DR6 ffff4ff0: BS (single step)");
}

/* SDM 3B section 18.2.3: causes are sticky, so the handler finds DR6 put back; BLD and RTM are active low. */
CONFORMANCE(debug, dr6_is_put_back, "SDM 3B 18.2.3")
{
	RAISE_FIX(debug_nops, keep_stepping);
	for (int i = 0; i < 3; i++) {
		EXPECT_EQ(raised.seen[i].dr6, DR6_RESET);
		EXPECT_EQ(raised.seen[i].cause, DR6_STEP);
	}
	write_dr6(0);
	EXPECT_EQ(read_dr6(), DR6_RESET);
}

/* SDM 3A section 6.8.3: no single step after a load of SS, until after the next instruction. */
CONFORMANCE(debug, step_after_mov_ss_is_held, "SDM 3A 6.8.3")
{
	RAISE_FIX(debug_mov_ss, keep_stepping);
	expect_steps(debug_mov_ss_at, STEPS(3, 4));
}

/* SDM 2B, STI: it holds maskable interrupts off for one instruction, nothing else. */
CONFORMANCE(debug, step_after_sti, "SDM 2B STI")
{
	local_irq_disable();
	RAISE_FIX(debug_sti, keep_stepping);
	EXPECT(!irqs_disabled());
	local_irq_enable();
	expect_steps(debug_sti_at, STEPS(1, 2, 3));
}

CONFORMANCE(debug, step_after_pause, "SDM 3B 18.3.1.4")
{
	RAISE_FIX(debug_pause, keep_stepping);
	expect_steps(debug_pause_at, STEPS(2, 3));
}

/* SDM 3B section 18.3.1.4 and SDM 2A, INT n: INT3 pushes TF and clears it; no step trap for the INT3 itself. */
CONFORMANCE(debug, step_over_int3, "SDM 3B 18.3.1.4")
{
	RAISE_FIX(debug_breakpoint, keep_stepping);
	EXPECT_EQ(raised.n, 3);
	SEEN_EXPECT(0, TRAP_BREAKPOINT, debug_breakpoint_at);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_TF);
	SEEN_EXPECT(1, TRAP_STEP, debug_breakpoint_at + 2);
	EXPECT_EQ(raised.seen[2].pc, (unsigned long)debug_breakpoint_at + 3);
}

/* SDM 3A section 6.9: a faulting instruction was not executed, so there is no trap after it; TF stays in the frame. */
CONFORMANCE(debug, step_of_a_faulting_instruction, "SDM 3A 6.9")
{
	RAISE_FIX(debug_undefined, keep_stepping);
	EXPECT_EQ(raised.n, 3);
	SEEN_EXPECT(0, TRAP_UNDEFINED, debug_undefined_at);
	EXPECT_EQ(raised.seen[0].dr6, DR6_RESET);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_TF);
	SEEN_EXPECT(1, TRAP_STEP, debug_undefined_at + 3);
}

/* SDM 2B, PUSHF: TF is pushed as it is. */
CONFORMANCE(debug, pushf_shows_tf, "SDM 2B PUSHF")
{
	RAISE_FIX(debug_pushf, keep_stepping);
	expect_steps(debug_pushf_at, STEPS(1, 2, 5));
	EXPECT(debug_word & X86_EFLAGS_TF);
}

/* SDM 3B section 18.3.1.4: TF counts as it was before the instruction, so the POPF that clears it still traps. */
CONFORMANCE(debug, popf_that_clears_tf_traps_once_more, "SDM 3B 18.3.1.4")
{
	unsigned long popf = (unsigned long)debug_popf_at + 8;

	RAISE_FIX(debug_popf, keep_stepping);
	expect_steps(debug_popf_at, STEPS(1, 8, 9));
	EXPECT_EQ(*(u8 *)popf, 0x9d);
	EXPECT(raised.seen[1].flags & X86_EFLAGS_TF);
	EXPECT(!(raised.seen[2].flags & X86_EFLAGS_TF));
}

CONFORMANCE(debug, one_trap_for_each_system_instruction, "SDM 3B 18.3.1.4")
{
	RAISE_FIX(debug_system, keep_stepping);
	EXPECT_EQ(raised.n, 11);
	for (unsigned int i = 1; i < raised.n; i++)
		EXPECT(raised.seen[i].pc > raised.seen[i - 1].pc);
	EXPECT_EQ(raised.seen[10].pc, (unsigned long)debug_system_next);
}

/*
 * The other address registers are cleared: their bits in DR6 may be set although they are not enabled (section
 * 18.2.3).
 */
static void arm(int n, unsigned long addr, unsigned long rw, unsigned long len)
{
	write_dr0(0);
	write_dr1(0);
	write_dr2(0);
	write_dr3(0);
	switch (n) {
	case 0: write_dr0(addr); break;
	case 1: write_dr1(addr); break;
	case 2: write_dr2(addr); break;
	default: write_dr3(addr);
	}
	write_dr7(DR7_RESET | DR7_G(n) | rw << DR7_RW_SHIFT(n) | (len - 1) << DR7_LEN_SHIFT(n));
}

/* After a data breakpoint there is nothing to do; an instruction breakpoint would hit again without RF. */
static void resume(struct trap *t, struct raised *r)
{
	(void)r;
	if (t->kind == TRAP_HW_BREAKPOINT)
		trap_regs(t)->flags |= X86_EFLAGS_RF;
}

#define LEN8	3	/* the encoding of 8 bytes is 2, SDM 3B section 18.2.4; arm() takes one more */

static void expect_watch(int n, const char *pc)
{
	EXPECT_EQ(raised.n, 1);
	SEEN_EXPECT(0, TRAP_WATCHPOINT, pc);
	EXPECT_EQ(raised.seen[0].cause, DR6_RESET | DR6_B(n));
	EXPECT_EQ(raised.seen[0].err, DR6_B(n));
	EXPECT_EQ(raised.seen[0].addr, (unsigned long)&debug_word);
}

/*
 * SDM 3B section 18.3.1.1: a fault, before the instruction; RF in the frame is clear and keeps it from hitting again
 * when set.
 */
CONFORMANCE(debug, instruction_breakpoint, "SDM 3B 18.3.1.1")
{
	for (int n = 0; n < 4; n++) {
		arm(n, (unsigned long)watch_nop_at, DR7_RW_EXEC, 1);
		RAISE_FIX(watch_nop, resume);
		write_dr7(DR7_RESET);
		RAISE_EXPECT(TRAP_HW_BREAKPOINT, 1, watch_nop_at, DR6_RESET | DR6_B(n));
		EXPECT_EQ(raised.seen[0].addr, (unsigned long)watch_nop_at);
		EXPECT(!(raised.seen[0].flags & X86_EFLAGS_RF));
	}
}

/* SDM 3B section 18.3.1.2: a trap, after the access; any byte of the range, and no other. */
CONFORMANCE(debug, data_breakpoint_on_writes, "SDM 3B 18.3.1.2")
{
	for (int n = 0; n < 4; n++) {
		arm(n, (unsigned long)&debug_word, DR7_RW_WRITE, LEN8);
		RAISE_FIX(watch_store, resume);
		expect_watch(n, watch_store_next);
		RAISE_FIX(watch_store_byte, resume);
		expect_watch(n, watch_store_byte_next);
		RAISE_FIX(watch_add, resume);
		expect_watch(n, watch_add_next);
		RAISE_FIX(watch_store_beside, resume);
		EXPECT_EQ(raised.n, 0);
		RAISE_FIX(watch_load, resume);
		EXPECT_EQ(raised.n, 0);
		write_dr7(DR7_RESET);
	}
}

CONFORMANCE(debug, data_breakpoint_on_accesses, "SDM 3B 18.3.1.2")
{
	arm(1, (unsigned long)&debug_word, DR7_RW_ACCESS, LEN8);
	RAISE_FIX(watch_load, resume);
	expect_watch(1, watch_load_next);
	RAISE_FIX(watch_store, resume);
	expect_watch(1, watch_store_next);
	write_dr7(DR7_RESET);
}

/* SDM 3B section 18.2.2: DR4 is DR6 while CR4.DE is clear and does not exist while it is set. */
CONFORMANCE(debug, dr4, "SDM 3B 18.2.2")
{
	unsigned long cr4 = read_cr4();

	RAISE(watch_dr4);
	RAISE_EXPECT(TRAP_UNDEFINED, 6, watch_dr4_at, 0);
	write_cr4(cr4 & ~(unsigned long)X86_CR4_DE);
	RAISE(watch_dr4);
	write_cr4(cr4);
	EXPECT_EQ(raised.n, 0);
}

/* SDM 3B section 18.2.3: INT 1 sets no bit in DR6. It is a breakpoint instruction to us. */
CONFORMANCE(debug, int_1, "SDM 3B 18.2.3")
{
	RAISE(watch_int1);
	RAISE_EXPECT(TRAP_BREAKPOINT, 1, watch_int1_at, DR6_RESET);
	EXPECT_STR(raised.seen[0].words, "vector 1, debug: DR6 ffff0ff0: no cause, INT1 or INT 1");
}

/* SDM 2A, INT1 (icebp): #DB, a trap, no bit in DR6. */
CONFORMANCE(debug, icebp, "SDM 2A INT1")
{
	RAISE(raise_icebp);
	RAISE_EXPECT(TRAP_BREAKPOINT, 1, raise_icebp_at, DR6_RESET);
}

/*
 * SDM 3B section 18.2.4: with DR7.GD an access to a debug register is a fault with DR6.BD; GD is clear in the
 * handler.
 */
CONFORMANCE(debug, general_detect, "SDM 3B 18.3.1.3")
{
	write_dr7(DR7_RESET | DR7_GD);
	RAISE(watch_read_dr);
	write_dr7(DR7_RESET);
	RAISE_EXPECT(TRAP_PRIVILEGED, 1, watch_read_dr_at, DR6_RESET | DR6_BD);
}

/* SDM 3A section 6.8.3: a data breakpoint on the operand of MOV SS is held until after the next instruction. */
CONFORMANCE(debug, data_breakpoint_on_mov_ss_is_held, "SDM 3A 6.8.3")
{
	debug_word = KERNEL_DS;
	arm(0, (unsigned long)&debug_word, DR7_RW_ACCESS, LEN8);
	RAISE_FIX(watch_mov_ss, resume);
	write_dr7(DR7_RESET);
	expect_watch(0, watch_mov_ss_next + 1);
}

/* SDM 1 section 3.4.3.3 and SDM 3B section 18.3.1.1: the frame of a fault has RF set. */
CONFORMANCE(debug, fault_frame_has_rf, "SDM 3B 18.3.1.1")
{
	RAISE(raise_undefined);
	EXPECT_EQ(raised.n, 1);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_RF);
	raise_addr = UNMAPPED;
	RAISE(raise_read);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_RF);
}

static void step_the_store(void)
{
	arm(0, (unsigned long)&debug_word, DR7_RW_WRITE, LEN8);
	trap_log_reset();
	RAISE_FIX(debug_store, keep_stepping);
	write_dr7(DR7_RESET);
}

/* SDM 3B section 18.3.1: causes that belong to one instruction are one #DB, with all their bits. */
CONFORMANCE(debug, step_and_data_breakpoint_are_one_trap, "SDM 3B 18.3.1")
{
	step_the_store();
	EXPECT_EQ(raised.n, 2);
	EXPECT_EQ(raised.seen[0].cause, DR6_STEP | DR6_B(0));
	/* decode_debug_rare() notes a second one. */
	EXPECT_EQ(trap_log_count(LOG_EVENT, 0), 0);
}

/* Also where they are two: their owner sees one trap with both causes, and the kernel goes on. */
TEST(arch_debug, step_and_data_breakpoint_reach_their_owner)
{
	for (int i = 0; i < 20; i++) {
		step_the_store();
		EXPECT_EQ(raised.n, 2);
		SEEN_EXPECT(0, TRAP_STEP, debug_store_at + 3);
		EXPECT_EQ(raised.seen[0].cause, DR6_STEP | DR6_B(0));
		EXPECT_EQ(raised.seen[0].err, DR6_BS | DR6_B(0));
		EXPECT_EQ(raised.seen[0].addr, (unsigned long)&debug_word);
		EXPECT_EQ(raised.seen[0].depth, 1);
		SEEN_EXPECT(1, TRAP_STEP, debug_store_next);
		EXPECT_EQ(this_cpu()->depth, 0);
	}
}

/* The same rule for an I/O breakpoint, which needs CR4.DE: SDM 3B section 18.2.4. */
CONFORMANCE(debug, step_and_io_breakpoint_are_one_trap, "SDM 3B 18.3.1")
{
	arm(0, 0x80, DR7_RW_IO, 1);
	RAISE_FIX(debug_out, keep_stepping);
	write_dr7(DR7_RESET);
	EXPECT_EQ(raised.n, 2);
	EXPECT_EQ(raised.seen[0].cause, DR6_STEP | DR6_B(0));
	EXPECT_EQ(raised.seen[0].pc, (unsigned long)debug_out_at + 2);
}

/* A trap of both causes where the instruction breakpoint is on the next instruction: one #DB before it. */
CONFORMANCE(debug, step_and_instruction_breakpoint_are_one_trap, "SDM 3B 18.3.1")
{
	arm(2, (unsigned long)debug_nops_at + 1, DR7_RW_EXEC, 1);
	RAISE_FIX(debug_nops, keep_stepping);
	write_dr7(DR7_RESET);
	expect_steps(debug_nops_at, STEPS(1, 2, 3));
	EXPECT_EQ(raised.seen[0].cause, DR6_STEP | DR6_B(2));
	EXPECT_EQ(raised.seen[1].cause, DR6_STEP);
}
