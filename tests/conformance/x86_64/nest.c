// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traps that meet: an interrupt that waits while code is stepped or under a shadow (irq.S), and each kind of trap inside a callback
 * that was asked about each other kind.
 */
#include <asm/apic.h>
#include <asm/irqflags.h>
#include <asm/msr.h>
#include <asm/segment.h>
#include <asm/barrier.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/trap-log.h>

#include "../../framework/framework.h"
#include "code.h"
#include "raise.h"

#define VECTOR	64
#define PENDING	.pending = VECTOR, .other = TRAP_UNEXPECTED, .vector = VECTOR, .cause = VECTOR

CODE(pending, popf, "SDM 3A 6.8.1", PENDING, .free = true, .irqs_off = true);
CODE(pending, sti, "SDM 2B STI", PENDING, .free = true, .irqs_off = true);
CODE(pending, sti_cli, "SDM 2B STI", PENDING, .free = true, .irqs_off = true);
CODE(pending, iret, "SDM 2A IRET", PENDING, .free = true, .irqs_off = true);
CODE(pending, hlt, "SDM 2A HLT", PENDING, .free = true, .irqs_off = true);
/* The trap of the instruction before comes first, then the interrupt, whose handler is not stepped. */
CODE_BOTH(pending, step, "SDM 3B 18.3.1.4", PENDING);
CODE(pending, step_popf, "SDM 3A 6.9", PENDING, .irqs_off = true);

RAISES(debug_nops);
RAISES(watch_store);
RAISES(shadow_insn);
RAISES(shadow_int3);
RAISES(step_many);
RAISES(watch_int1);
extern unsigned long debug_word;

static void step_to_next(struct trap *t, struct raised *r)
{
	if (t->kind == TRAP_STEP && t->pc >= r->next)
		trap_regs(t)->flags &= ~(unsigned long)X86_EFLAGS_TF;
}

static bool timer_seen;

/* The trap log is a ring, so it is looked at while the record is there. */
static void step_and_look(struct trap *t, struct raised *r)
{
	if (r->n % 16 == 0 && trap_log_count(LOG_TRAP, TRAP_IRQ))
		timer_seen = true;
	step_to_next(t, r);
}

/* Bug case A19: stepping does not keep the timer away, and the timer takes no step away. */
CONFORMANCE(pending, timer_while_stepping, "SDM 3B 18.3.1.4")
{
	trap_log_reset();
	timer_seen = false;
	arch_timer_arm(clock_ms(1) / 4);
	RAISE_FIX(step_many, step_and_look);
	EXPECT_EQ(raised.n, 2001);
	EXPECT(timer_seen);
}

static void pass(struct trap *t, struct raised *r)
{
	(void)r;
	if (t->kind == TRAP_HW_BREAKPOINT)
		trap_regs(t)->flags |= X86_EFLAGS_RF;
}

/* Bug case B10: Intel holds an instruction breakpoint behind MOV SS back, AMD does not. */
CONFORMANCE(debug, instruction_breakpoint_after_mov_ss, "SDM 3A 6.8.3")
{
	u32 a, b, c, d;

	cpuid(0, &a, &b, &c, &d);
	write_dr0((unsigned long)shadow_insn_at);
	write_dr7(DR7_RESET | DR7_G(0));
	RAISE_FIX(shadow_insn, pass);
	write_dr7(DR7_RESET);
	EXPECT_EQ(raised.n, !memcmp(&b, "Auth", 4));
}

/* Bug cases B01, B21: it is taken when INT3 has been delivered, before the first instruction of the handler. */
CONFORMANCE(debug, data_breakpoint_on_mov_ss_and_int3, "SDM 3A 6.8.3")
{
	debug_word = KERNEL_DS;
	write_dr0((unsigned long)&debug_word);
	write_dr7(DR7_RESET | DR7_G(0) | (unsigned long)DR7_RW_ACCESS << DR7_RW_SHIFT(0));
	RAISE_FIX(shadow_int3, pass);
	write_dr7(DR7_RESET);
	EXPECT_EQ(raised.n, 2);
	EXPECT_EQ(raised.seen[0].kind, TRAP_WATCHPOINT);
	EXPECT(raised.seen[0].pc != (unsigned long)shadow_int3_at);
	EXPECT_EQ(raised.seen[0].cause, DR6_RESET | DR6_B(0));
	SEEN_EXPECT(1, TRAP_BREAKPOINT, shadow_int3_at);
}

/* What was in DR6 before may stay there, or not: "certain debug exceptions may clear bits 0-3". It says nothing to us. */
CONFORMANCE(debug, step_with_an_old_bit_that_is_not_enabled, "SDM 3B 18.2.3")
{
	write_dr1((unsigned long)debug_nops_at + 1);
	write_dr6(DR6_RESET | DR6_B(1));
	RAISE_FIX(debug_nops, step_to_next);
	EXPECT_EQ(raised.n, 3);
	SEEN_EXPECT(0, TRAP_STEP, debug_nops_at + 1);
	EXPECT_EQ(raised.seen[0].cause & ~(unsigned long)DR6_B(1), DR6_STEP);
	EXPECT_EQ(raised.seen[0].addr, 0);
	EXPECT_EQ(raised.seen[1].cause, DR6_STEP);
}

CONFORMANCE(debug, int_1_with_an_old_bit_that_is_not_enabled, "SDM 3B 18.2.3")
{
	write_dr1((unsigned long)watch_int1_next);
	write_dr6(DR6_RESET | DR6_B(1));
	RAISE(watch_int1);
	RAISE_EXPECT(TRAP_BREAKPOINT, 1, watch_int1_at, DR6_RESET | DR6_B(1));
	EXPECT_EQ(raised.seen[0].addr, 0);
}

CONFORMANCE(debug, old_step_bit_stays, "SDM 3B 18.2.3")
{
	write_dr0((unsigned long)&debug_word);
	write_dr6(DR6_RESET | DR6_BS);
	write_dr7(DR7_RESET | DR7_G(0) | (unsigned long)DR7_RW_WRITE << DR7_RW_SHIFT(0));
	RAISE_FIX(watch_store, pass);
	write_dr7(DR7_RESET);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].cause, DR6_STEP | DR6_B(0));
}

/* Traps in traps. */
static void send_nmi(void)
{
	apic_send_self(APIC_DM_NMI);
	for (int i = 0; i < 100; i++)
		cpu_relax();
}

static void fault_inside(void)
{
	unsigned long word;

	EXPECT_EQ(arch_nofault_read(&word, (void *)(UNMAPPED + 0x5000), sizeof(word)), -EFAULT);
}

struct nest_row {
	void (*outer)(void), (*inner)(void);
	char *outer_next, *inner_next;
	u8 outer_kind, inner_kind, inner_traps;
};

static void inner_frame(struct trap *t, const struct nest_row *row)
{
	struct pt_regs *regs = trap_regs(t);

	if (t->kind == TRAP_UNDEFINED)
		regs->ip += 2;
	if (t->kind == TRAP_STEP && t->pc >= (unsigned long)row->inner_next)
		regs->flags &= ~(unsigned long)X86_EFLAGS_TF;
}

/* The hook behind the chain: lets each trap go on. */
static void go_on(struct trap *t, struct raised *r)
{
	const struct nest_row *row = test_row();
	struct pt_regs *regs = trap_regs(t);

	if (t->depth > 1)
		inner_frame(t, row);
	else if (t->kind == TRAP_STEP)
		step_to_next(t, r);
	else if (t->kind != TRAP_WATCHPOINT && t->kind != TRAP_NMI)
		regs->ip = r->next;
}

static bool nested;

/* On the chain: when asked about the outer trap, raise the inner one. */
static int on_outer(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	const struct nest_row *row = test_row();
	struct pt_regs before = *trap_regs(t);
	unsigned long addr = t->addr, pc = t->pc;

	(void)nb;
	(void)val;
	if (t->depth != 1 || nested)
		return NOTIFY_DONE;
	nested = true;
	row->inner();
	EXPECT_EQ(memcmp(&before, trap_regs(t), sizeof(before)), 0);
	EXPECT_EQ(t->addr, addr);
	EXPECT_EQ(t->pc, pc);
	EXPECT_EQ(this_cpu()->depth, 1);
	EXPECT_EQ(this_cpu()->trap, t);
	EXPECT(irqs_disabled());
	EXPECT(!(local_save_flags() & X86_EFLAGS_TF));
	return NOTIFY_DONE;
}

static void check_nesting(void)
{
	const struct nest_row *row = test_row();
	struct notifier_block nb = { .notifier_call = on_outer };
	unsigned int outer = 0, inner = 0;

	nested = false;
	raise_addr = UNMAPPED + 0x123;
	write_dr0((unsigned long)&debug_word);
	if (row->outer_kind == TRAP_WATCHPOINT || row->inner_kind == TRAP_WATCHPOINT)
		write_dr7(DR7_RESET | DR7_G(0) | (unsigned long)DR7_RW_WRITE << DR7_RW_SHIFT(0));
	ASSERT_EQ(register_die_notifier(&nb), 0);
	raise(row->outer, (unsigned long)row->outer_next, go_on);
	EXPECT_EQ(unregister_die_notifier(&nb), 0);
	write_dr7(DR7_RESET);
	EXPECT(nested);
	for (unsigned int i = 0; i < min(raised.n, (unsigned int)SEEN_MAX); i++) {
		const struct seen *s = &raised.seen[i];

		EXPECT_EQ(s->kind, s->depth == 1 ? row->outer_kind : row->inner_kind);
		EXPECT(s->depth == 1 || s->depth == 2);
		EXPECT_EQ(s->dr6, DR6_RESET);
		if (s->depth == 1)
			outer++;
		else
			inner++;
	}
	EXPECT_EQ(inner, row->inner_traps);
	EXPECT_EQ(outer, row->outer_kind == TRAP_STEP ? 3 : 1);
	EXPECT_EQ(this_cpu()->depth, 0);
}


#define NEST(name, outer_, outer_next_, outer_kind_, inner_name, rule, inner_, inner_next_, inner_kind_, n)	\
	CONFORMANCE_ROW(nest, inner_name##_in_##name, rule, check_nesting, struct nest_row, outer_, inner_,	\
			outer_next_, inner_next_, outer_kind_, inner_kind_, n)
#define NEST_ALL(name, ...)											\
	NEST(name, __VA_ARGS__, break, "SDM 3A 6.12.1", raise_breakpoint, NULL, TRAP_BREAKPOINT, 1);		\
	NEST(name, __VA_ARGS__, undefined, "SDM 3A 6.12.1", raise_undefined, NULL, TRAP_UNDEFINED, 1);		\
	NEST(name, __VA_ARGS__, page_fault, "SDM 3A 6.12.1", fault_inside, NULL, TRAP_PAGE_FAULT, 0);		\
	NEST(name, __VA_ARGS__, step, "SDM 3B 18.3.1.4", debug_nops, debug_nops_next, TRAP_STEP, 3);		\
	NEST(name, __VA_ARGS__, watch, "SDM 3B 18.3.1.2", watch_store, NULL, TRAP_WATCHPOINT, 1)
#define NEST_NMI(name, ...)	NEST(name, __VA_ARGS__, nmi, "SDM 3A 6.7", send_nmi, NULL, TRAP_NMI, 1)

NEST_ALL(break, raise_breakpoint, raise_breakpoint_next, TRAP_BREAKPOINT);
NEST_NMI(break, raise_breakpoint, raise_breakpoint_next, TRAP_BREAKPOINT);
NEST_ALL(undefined, raise_undefined, raise_undefined_next, TRAP_UNDEFINED);
NEST_NMI(undefined, raise_undefined, raise_undefined_next, TRAP_UNDEFINED);
NEST_ALL(page_fault, raise_read, raise_read_next, TRAP_PAGE_FAULT);
NEST_NMI(page_fault, raise_read, raise_read_next, TRAP_PAGE_FAULT);
NEST_ALL(protection, raise_noncanonical, raise_noncanonical_next, TRAP_PRIVILEGED);
NEST_NMI(protection, raise_noncanonical, raise_noncanonical_next, TRAP_PRIVILEGED);
NEST_ALL(step, debug_nops, debug_nops_next, TRAP_STEP);
NEST_NMI(step, debug_nops, debug_nops_next, TRAP_STEP);
NEST_ALL(watch, watch_store, watch_store_next, TRAP_WATCHPOINT);
NEST_NMI(watch, watch_store, watch_store_next, TRAP_WATCHPOINT);
NEST_ALL(nmi, send_nmi, NULL, TRAP_NMI);
