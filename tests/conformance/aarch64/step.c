// SPDX-License-Identifier: GPL-2.0-only
/*
 * Software step of EL1 by EL1: the state machine of Arm ARM D2.11 on the instructions that it treats in a special
 * way, and what step control promises about PSTATE.D, nested traps and interrupts.
 */
#include <asm/barrier.h>
#include <asm/irqflags.h>
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/trap-log.h>

#include "../../framework/lib.h"
#include "raise.h"

#define DAIF_ALL	(PSR_D_BIT | PSR_A_BIT | PSR_I_BIT | PSR_F_BIT)

RAISES(step_nops);
RAISES(step_svc);
RAISES(step_brk);
RAISES(step_udf);
RAISES(step_load);
RAISES(step_exclusive);
RAISES(step_waits);
RAISES(step_mask);
extern char step_load_fault[], step_exclusive_load[], step_mask_clear[], step_daif_next[], step_daif_end[];
void step_daif(unsigned long *out);

static unsigned int wanted;	/* traps after the first breakpoint */

/* The first breakpoint arms; each further trap goes on, behind an instruction that did not finish; the last disarms. */
static void drive(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (t->kind != TRAP_STEP && t->kind != TRAP_SYSCALL)
		regs->pc += 4;
	if (r->n == 1)
		EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
	else if (r->n > wanted)
		arch_step_disarm(regs);
}

static void step(void (*fn)(void), unsigned int n)
{
	wanted = n;
	raise(fn, 0, drive);
	EXPECT(arch_cpu_armed() == NULL);
	EXPECT_EQ(raised.n, n + 1);
}

#define EXPECT_AT(i, what, at) do {		\
	EXPECT_EQ(raised.seen[i].kind, what);	\
	EXPECT_EQ(raised.seen[i].pc, at);	\
} while (0)

static bool ss(unsigned int i)
{
	return raised.seen[i].regs.pstate & PSR_SS_BIT;
}

/* The kernel leaves the OS lock open (see os_lock below); at reset it is set. */
TEST(arch_step, os_lock_is_open)
{
	EXPECT_EQ(read_sysreg(oslsr_el1) & 2, 0);
}

/* SVC uses the step up: SPSR.SS is 0, and the step exception is pending when it is returned from, with ISV = 0. */
CONFORMANCE(step, svc, "Arm ARM D2.11.5.1")
{
	step(step_svc, 3);
	EXPECT_AT(1, TRAP_SYSCALL, step_svc_next + 4);
	EXPECT(!ss(1));
	EXPECT_AT(2, TRAP_STEP, step_svc_next + 4);
	EXPECT_EQ(raised.seen[2].cause & ESR_STEP_ISV, 0);
	EXPECT_AT(3, TRAP_STEP, step_svc_next + 8);
	EXPECT(raised.seen[3].cause & ESR_STEP_ISV);
}

/* An instruction that does not finish leaves the step: SPSR.SS is still 1. */
CONFORMANCE(step, brk, "Arm ARM D2.11.5.1")
{
	step(step_brk, 2);
	EXPECT_AT(1, TRAP_BREAKPOINT, step_brk_next);
	EXPECT(ss(1));
	EXPECT_AT(2, TRAP_STEP, step_brk_next + 8);
}

CONFORMANCE(step, udf, "Arm ARM D2.11.5.1")
{
	step(step_udf, 2);
	EXPECT_AT(1, TRAP_UNDEFINED, step_udf_next);
	EXPECT(ss(1));
	EXPECT_AT(2, TRAP_STEP, step_udf_next + 8);
}

CONFORMANCE(step, faulting_load, "Arm ARM D2.11.5.1")
{
	raise_addr = UNMAPPED;
	step(step_load, 5);
	EXPECT_AT(4, TRAP_PAGE_FAULT, step_load_fault);
	EXPECT(ss(4));
	EXPECT_AT(5, TRAP_STEP, step_load_fault + 8);
}

/* EX in the syndrome: a load-exclusive was stepped. The exception return clears the monitor, so the store fails. */
CONFORMANCE(step, load_exclusive, "Arm ARM D2.11.9.1")
{
	step(step_exclusive, 6);
	for (unsigned int i = 1; i < 7; i++) {
		EXPECT_AT(i, TRAP_STEP, step_exclusive_next + 4 * i);
		EXPECT(raised.seen[i].cause & ESR_STEP_ISV);
		EXPECT_EQ(!!(raised.seen[i].cause & ESR_STEP_EX),
			  raised.seen[i].pc == (unsigned long)step_exclusive_load + 4);
	}
	EXPECT_EQ(raised.seen[6].regs.regs[11], 1);
}

/* A step each. WFE finds the event that SEVL has set; WFI may end at any time (C6.2), and does: the step is pending. */
CONFORMANCE(step, waits_and_barriers, "Arm ARM D2.11.5")
{
	step(step_waits, 8);
	for (unsigned int i = 1; i < 9; i++)
		EXPECT_AT(i, TRAP_STEP, step_waits_next + 4 * i);
}

/* Bug case A02: SS is used up by each step and must be set again before each return. */
CONFORMANCE(step, each_step_goes_on, "Arm ARM D2.11.4")
{
	step(step_nops, 3);
	for (unsigned int i = 1; i < 4; i++) {
		EXPECT_AT(i, TRAP_STEP, step_nops_next + 4 * i);
		EXPECT_EQ(raised.seen[i].cause, 0x33UL << ESR_EC_SHIFT | ESR_IL | ESR_STEP_ISV | 0x22);
	}
}

/* The handler is not stepped: MDSCR_EL1.SS is still set there, but so is PSTATE.D. Afterwards SS is clear. */
CONFORMANCE(step, handler_is_not_stepped, "Arm ARM D2.11.5.1")
{
	step(step_udf, 2);
	EXPECT(raised.seen[1].mdscr & MDSCR_EL1_SS);
	EXPECT(raised.seen[1].daif & PSR_D_BIT);
	EXPECT_EQ(raised.seen[1].depth, 1);
	EXPECT_EQ(read_sysreg(mdscr_el1), MDSCR_EL1_KDE);
}

/* While PSTATE.D is set no step exception is generated; when it is cleared one is pending, with ISV = 0. */
CONFORMANCE(step, not_while_the_program_masks_it, "Arm ARM D2.11.3")
{
	step(step_mask, 3);
	EXPECT_AT(1, TRAP_STEP, step_mask_next + 4);
	EXPECT_AT(2, TRAP_STEP, step_mask_clear);
	EXPECT_EQ(raised.seen[2].cause & ESR_STEP_ISV, 0);
	EXPECT_AT(3, TRAP_STEP, step_mask_clear + 4);
}

static void step_beyond_the_mask(struct trap *t, struct raised *r)
{
	wanted = t->pc == (unsigned long)step_mask_clear + 4 ? 0 : 100;
	drive(t, r);
}

/* Whatever an emulator makes of the instruction that sets D: the program's D is its own. */
TEST(arch_step, program_keeps_the_mask_it_sets)
{
	RAISE_FIX(step_mask, step_beyond_the_mask);
	EXPECT(arch_cpu_armed() == NULL);
	EXPECT_EQ(raise_addr & DAIF_ALL, PSR_D_BIT);
	EXPECT_EQ(local_save_flags() & DAIF_ALL, 0);
}

#define DAIF_READS	5

static struct daif_run {
	bool masked, stepped;		/* D is set at the start; a step is armed */
	unsigned long reads[DAIF_READS], after;
	unsigned int steps;
} now;

static void daif_trap(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (r->n == 1) {
		regs->pc += 4;
		if (now.stepped)
			EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
		return;
	}
	now.steps++;
	if (regs->pc < (unsigned long)step_daif_next || regs->pc >= (unsigned long)step_daif_end)
		arch_step_disarm(regs);
}

/* Where D is set at the end of the function, the last step comes here, when it is cleared. */
static void daif_call(void)
{
	unsigned long flags = local_save_flags();

	if (now.masked)
		__asm__ __volatile__("msr daifset, #8" ::: "memory");
	step_daif(now.reads);
	now.after = local_save_flags() & DAIF_ALL;
	__asm__ __volatile__("msr daif, %0" :: "r"(flags) : "memory");
}

/*
 * Code that had D set can only be stepped by clearing it. The program does not notice: what it reads and writes is
 * its own D, all along and afterwards (bug case A04).
 */
TEST(arch_step, program_does_not_see_the_mask_changed)
{
	for (int masked = 0; masked < 2; masked++) {
		struct daif_run freely;

		now = (struct daif_run){ .masked = masked };
		raise(daif_call, 0, daif_trap);
		freely = now;
		EXPECT_EQ(freely.reads[0] & PSR_D_BIT, masked ? PSR_D_BIT : 0);
		EXPECT_EQ(freely.reads[2] & PSR_D_BIT, PSR_D_BIT);
		now = (struct daif_run){ .masked = masked, .stepped = true };
		raise(daif_call, 0, daif_trap);
		EXPECT(now.steps > 3);
		for (int i = 0; i < DAIF_READS; i++)
			EXPECT_EQ(now.reads[i], freely.reads[i]);
		EXPECT_EQ(now.after, freely.after);
		EXPECT(arch_cpu_armed() == NULL);
	}
}

static void nops_masked(void)
{
	__asm__ __volatile__("msr daifset, #8" ::: "memory");
	step_nops();
	now.after = local_save_flags() & DAIF_ALL;
	__asm__ __volatile__("msr daifclr, #8" ::: "memory");
}

TEST(arch_step, mask_is_given_back)
{
	step(nops_masked, 3);
	for (unsigned int i = 1; i < 4; i++) {
		EXPECT_AT(i, TRAP_STEP, step_nops_next + 4 * i);
		EXPECT_EQ(raised.seen[i].regs.pstate & PSR_D_BIT, 0);
	}
	EXPECT_EQ(now.after, PSR_D_BIT);
}

static struct steps inner;

static void drive_with_a_run_inside(struct trap *t, struct raised *r)
{
	struct tc_regs io = { 0 };

	drive(t, r);
	if (t->kind == TRAP_BREAKPOINT && r->n == 2)
		tc_step(tc_nops, &io, STEP_INSN, &inner);
}

/* Two steps at two depths: the inner one, in a handler, is not the end of the outer one. */
TEST(arch_step, step_in_a_handler_of_a_stepped_program)
{
	wanted = 2;
	raise(step_brk, 0, drive_with_a_run_inside);
	EXPECT_EQ(raised.n, 3);
	EXPECT_AT(1, TRAP_BREAKPOINT, step_brk_next);
	EXPECT_AT(2, TRAP_STEP, step_brk_next + 8);
	steps_expect(&inner, TRAP_STEP, tc_nops_trace);
	EXPECT(arch_cpu_armed() == NULL);
}

static unsigned int pre_a, pre_b, post_a;
static unsigned long daif_in_pre;

static int pre_b_handler(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	(void)regs;
	pre_b++;
	return 0;
}

static int pre_a_handler(struct kprobe *p, struct pt_regs *regs)
{
	struct tc_regs io = { 0 };

	(void)p;
	(void)regs;
	pre_a++;
	daif_in_pre = local_save_flags() & DAIF_ALL;
	tc_run(tc_flags, &io);
	EXPECT_EQ(local_save_flags() & DAIF_ALL, daif_in_pre);
	return 0;
}

static void post_a_handler(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)flags;
	post_a++;
	EXPECT_EQ(regs->pstate & DAIF_ALL, PSR_D_BIT);
}

/*
 * Bug case A04: a probe in code with D set, and another one hit by its handler. Linux commits dfab2fec8f, a3b007fa5e.
 */
TEST(arch_step, probe_gives_the_mask_back)
{
	struct kprobe a = { .addr = (kprobe_opcode_t *)tc_straight_insns[1], .pre_handler = pre_a_handler,
			    .post_handler = post_a_handler };
	struct kprobe b = { .addr = (kprobe_opcode_t *)tc_flags_insns[1], .pre_handler = pre_b_handler };
	unsigned long memory[8] = { 0 }, after;
	struct tc_regs io = { .arg = { (unsigned long)memory } };

	options.boost = false;		/* with two step traps */
	pre_a = pre_b = post_a = 0;
	ASSERT_EQ(register_kprobe(&a), 0);
	ASSERT_EQ(register_kprobe(&b), 0);
	__asm__ __volatile__("msr daifset, #8" ::: "memory");
	tc_run(tc_straight, &io);
	after = local_save_flags() & DAIF_ALL;
	__asm__ __volatile__("msr daifclr, #8" ::: "memory");
	unregister_kprobe(&b);
	unregister_kprobe(&a);
	EXPECT_EQ(after, PSR_D_BIT);
	EXPECT_EQ(pre_a, 1);
	EXPECT_EQ(post_a, 1);
	EXPECT_EQ(pre_b, 0);		/* it is a missed hit */
	EXPECT_EQ(b.nmissed, 1);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_STEP), 2);
}

static void drive_with_an_irq(struct trap *t, struct raised *r)
{
	if (r->n == 1) {
		arch_timer_disarm();
		write_sysreg(0, cntv_cval_el0);
		write_sysreg(CNT_CTL_ENABLE, cntv_ctl_el0);
		isb();
	}
	drive(t, r);
}

/*
 * Bug case A01: an interrupt that waits when the step is armed comes first, with SS kept in SPSR; its handler is not
 * stepped, and the step follows its return.
 */
CONFORMANCE(step, interrupt_comes_first, "Arm ARM D2.11.5.1")
{
	struct log_iter it;
	struct log_record r;
	unsigned int n = 0;

	wanted = 2;
	raise(step_nops, 0, drive_with_an_irq);
	test_time_limit(100);
	EXPECT_EQ(raised.n, 3);
	EXPECT_AT(1, TRAP_STEP, step_nops_next + 4);
	EXPECT_AT(2, TRAP_STEP, step_nops_next + 8);
	trap_log_start(&it);
	while (trap_log_next(&it, &r)) {
		if (r.type != LOG_TRAP)
			continue;
		if (n == 1) {
			EXPECT_EQ(r.kind, TRAP_IRQ);
			EXPECT_EQ(r.pc, step_nops_next);
		}
		n++;
	}
	EXPECT_EQ(n, 4);
}

/*
 * Part H, "Debug behavior when the OS Lock is locked": while the lock is set there are no debug exceptions but BRK.
 * Stubs that forget to clear it work on an emulator and not on a board (bug case E18).
 */
CONFORMANCE(step, os_lock, "Arm ARM D2.11.4")
{
	write_sysreg(1, oslar_el1);
	isb();
	wanted = 2;
	raise(step_nops, 0, drive);
	arch_cpu_reset();
	write_sysreg(0, oslar_el1);
	isb();
	EXPECT_EQ(raised.n, 1);
	EXPECT_AT(0, TRAP_BREAKPOINT, step_nops_at);
}

/* A debug register that is left armed is named. */
TEST(arch_step, what_is_armed_is_named)
{
	EXPECT(arch_cpu_armed() == NULL);
	write_sysreg(0x1e4, dbgbcr1_el1);	/* not enabled */
	EXPECT(arch_cpu_armed() == NULL);
	write_sysreg(0x1e5, dbgbcr1_el1);
	EXPECT_STR(arch_cpu_armed(), "DBGBCR01_EL1");
	write_sysreg(0x1e5, dbgwcr3_el1);
	EXPECT_STR(arch_cpu_armed(), "DBGBCR01_EL1");
	write_sysreg(0, dbgbcr1_el1);
	EXPECT_STR(arch_cpu_armed(), "DBGWCR03_EL1");
	__asm__ __volatile__("msr daifset, #8" ::: "memory");
	write_sysreg(read_sysreg(mdscr_el1) | MDSCR_EL1_SS, mdscr_el1);
	EXPECT_STR(arch_cpu_armed(), "MDSCR_EL1.SS");
	arch_cpu_reset();
	__asm__ __volatile__("msr daifclr, #8" ::: "memory");
	EXPECT(arch_cpu_armed() == NULL);
}
