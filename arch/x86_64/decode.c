// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a vector and what the hardware says about it to struct trap. Each row of the vector table names one of these
 * functions; the tail in entry.S calls it with the complete frame, interrupts and step control off.
 */
#include <asm/apic.h>
#include <asm/layout.h>
#include <asm/msr.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/site.h>
#include <whosetrap/trap.h>

#include "nofault.h"
#include "step.h"
#include "timer.h"
#include "vectors.h"

#define PAGE		4096
#define GUARD_SLACK	256	/* a push of the hardware's frame begins so far above the guard page at most */

/* What most vectors have in common; depth, outer, log and table are trap_dispatch()'s. */
static __always_inline void trap_init(struct trap *t, const struct vector *v, struct pt_regs *regs)
{
	t->die.regs = regs;
	t->die.str = v->str;
	t->die.err = 0;
	t->die.trapnr = v->trapnr;
	t->die.signr = v->signr;
	t->val = v->val;
	t->kind = v->kind;
	t->pc = regs->ip;
	t->addr = 0;
	t->cause = 0;
	t->source = IRQ_NONE;
}

/*
 * INT3 is a trap: the saved RIP is behind it (SDM 3A section 6.15, #BP). INT 3, cd 03, comes here too and has two
 * bytes.
 */
void __kprobes decode_breakpoint(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;

	trap_init(&t, v, regs);
	t.pc -= 1;
	trap_dispatch(&t);
}

/* The same for a breakpoint that may be a site's. A user's is not, wherever it is. */
void __kprobes decode_breakpoint_by_site(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;

	trap_init(&t, v, regs);
	t.pc -= 1;
	if (unlikely(user_mode(regs)))
		trap_dispatch(&t);
	else
		trap_breakpoint(&t);
}

/* The general form, for faults with and without error code; also #OF, which is a trap, and what cannot happen here. */
void __kprobes arch_decode(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;

	trap_init(&t, v, regs);
	if (regs->orig_ax != -1UL)
		t.die.err = t.cause = regs->orig_ax;
	trap_dispatch(&t);
}

void __kprobes decode_page_fault(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;

	trap_init(&t, v, regs);
	t.addr = read_cr2();
	t.die.err = t.cause = regs->orig_ax;
	trap_dispatch(&t);
}

/*
 * #DF is an abort; what was being delivered is not said. With a stack pointer at the lower end of the stack in use it
 * is the page fault of a push into the guard page: CR2 then still has that address.
 */
void __kprobes decode_double_fault(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;
	unsigned long lo = this_cpu()->stack.lo;

	trap_init(&t, v, regs);
	t.addr = read_cr2();
	t.die.err = t.cause = regs->orig_ax;
	if (regs->sp >= lo - PAGE && regs->sp < lo + GUARD_SLACK)
		t.kind = TRAP_STACK_OVERFLOW;
	trap_dispatch(&t);
}

static __kprobes unsigned long read_dr(int n)
{
	switch (n) {
	case 0: return read_dr0();
	case 1: return read_dr1();
	case 2: return read_dr2();
	default: return read_dr3();
	}
}

/* The byte @back before the pc. A user's text stands in the user's half, which arch_nofault_read() does not read. */
static int __kprobes code_byte(const struct trap *t, unsigned int back, u8 *byte)
{
	const void *at = (void *)(t->pc - back);

	return user_mode(trap_regs(t)) ? nofault_copy(byte, at, 1) : arch_nofault_read(byte, at, 1);
}

/*
 * Find the kind of a #DB from its @causes, bits active high. Bits of debug registers that are not enabled may be set
 * too (SDM 3B section 18.2.3) and mean nothing. INT1 and INT 1 set no bit at all: they are breakpoint instructions.
 */
static void __kprobes debug_classify(struct trap *t, unsigned long causes)
{
	unsigned long dr7 = read_dr7();

	for (int n = 0; n < 4; n++)
		if (!(dr7 & DR7_ENABLED(n)))
			causes &= ~(unsigned long)DR6_B(n);
	if (causes & DR6_B_ANY) {
		int n = __builtin_ctzl(causes & DR6_B_ANY);

		t->addr = read_dr(n);
		t->kind = ((dr7 >> DR7_RW_SHIFT(n)) & 3) == DR7_RW_EXEC ? TRAP_HW_BREAKPOINT : TRAP_WATCHPOINT;
	}
	if (causes & DR6_BS) {
		t->kind = this_cpu()->arch.btf ? TRAP_BRANCH_STEP : TRAP_STEP;
	} else if (causes & DR6_BD) {
		t->kind = TRAP_PRIVILEGED;
	} else if (!(causes & DR6_B_ANY)) {
		u8 last = 0, first = 0;

		t->kind = TRAP_UNEXPECTED;
		if (causes || code_byte(t, 1, &last))
			return;
		if (last == 1)		/* with INT1 there need be nothing before it */
			code_byte(t, 2, &first);
		if (last == 0xf1 || first == 0xcd) {
			t->kind = TRAP_BREAKPOINT;
			t->pc -= last == 0xf1 ? 1 : 2;
		}
	}
}

/*
 * A #DB that is not, or not only, an instruction step.
 *
 * Where one instruction has several causes, they belong into one #DB (SDM 3B section 18.3.1). QEMU 7.2 makes two of a
 * step and a watchpoint, the second at the first instruction of this vector's entry, before the first has got any
 * further; on silicon a watchpoint on the operand of MOV SS followed by INT1 ends up in the same place. Whoever owns
 * the first would never see the causes of the second, and nobody owns one in the entry. So that one only leaves its
 * causes for the first, which comes next, and a note in the trap log.
 */
static noinline void __kprobes decode_debug_rare(const struct vector *v, struct pt_regs *regs, unsigned long dr6)
{
	struct arch_cpu *cpu = &this_cpu()->arch;
	unsigned long causes = dr6 ^ DR6_RESET;
	struct trap t;

	if (regs->ip == (unsigned long)vector_entries + v->trapnr * VECTOR_ENTRY_SIZE) {
		cpu->held_dr6 |= causes;
		trap_log_write(LOG_EVENT, "#DB inside the #DB entry", regs->ip, dr6);
		return;
	}
	causes |= cpu->held_dr6;
	cpu->held_dr6 = 0;
	trap_init(&t, v, regs);
	t.cause = causes ^ DR6_RESET;
	t.die.err = (long)&causes;
	debug_classify(&t, causes);
	step_btf_cleared(cpu);
	trap_dispatch(&t);
}

/*
 * #DB. DR6 is sticky, so it is put back to "no cause" each time. die.err is the address of a copy with all bits active
 * high, from which a handler clears what it has dealt with, as in Linux; cause is DR6 as it was read.
 */
void __kprobes decode_debug(const struct vector *v, struct pt_regs *regs)
{
	unsigned long dr6 = read_dr6(), causes = DR6_BS;
	struct trap t;

	write_dr6(DR6_RESET);
	if (unlikely(dr6 != this_cpu()->arch.step_dr6)) {
		decode_debug_rare(v, regs, dr6);
		return;
	}
	trap_init(&t, v, regs);
	t.cause = DR6_STEP;
	t.die.err = (long)&causes;
	trap_dispatch(&t);
}

/*
 * The timer, where it could not get through as an interrupt; else somebody outside: LINT1, or an inter-processor
 * interrupt.
 */
void __kprobes decode_nmi(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;
	enum timer_event event = timer_nmi(regs);

	if (event == TIMER_EARLY)
		return;
	trap_init(&t, v, regs);
	if (event == TIMER_DUE)
		t.source = IRQ_TIMER;
	trap_dispatch(&t);
}

/* The timer as an interrupt. It may come after the NMI has done its work, or after it was disarmed. */
void __kprobes decode_timer(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;
	enum timer_event event = timer_irq();

	if (event == TIMER_EARLY)
		return;
	trap_init(&t, v, regs);
	t.source = event == TIMER_DUE ? IRQ_TIMER : IRQ_SPURIOUS;
	trap_dispatch(&t);
}

/*
 * Not a trap of anybody: arch_cpu_reset() has TF cleared here, in a frame. POPF would do that too, but is still stepped
 * itself, and whoever claims that step may set TF again.
 */
void __kprobes decode_unstep(const struct vector *v, struct pt_regs *regs)
{
	(void)v;
	regs->flags &= ~(unsigned long)X86_EFLAGS_TF;
}

/* No end-of-interrupt for this one, SDM 3A section 11.9. */
void __kprobes decode_spurious(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;

	trap_init(&t, v, regs);
	t.source = IRQ_SPURIOUS;
	trap_dispatch(&t);
}

/* Either an INT n or an interrupt that nobody has set up; only the latter is in service at the local APIC. */
void __kprobes decode_unexpected(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;
	int nr = (int)regs->orig_ax + 128;

	regs->orig_ax = -1;
	if (apic_in_service(nr))
		apic_eoi();
	trap_init(&t, v, regs);
	t.die.trapnr = nr;
	t.cause = nr;
	trap_dispatch(&t);
}

void __kprobes decode_syscall(const struct vector *v, struct pt_regs *regs)
{
	struct trap t;

	trap_init(&t, v, regs);
	t.cause = regs->orig_ax;
	trap_dispatch(&t);
}
