// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a vector and the syndrome to struct trap. Each vector names one of these functions; the tail in entry.S calls
 * it with the complete frame, all of PSTATE.DAIF set.
 */
#include <asm/sysreg.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/site.h>
#include <whosetrap/trap.h>

#include "ec.h"
#include "step.h"
#include "timer.h"
#include "vectors.h"

void emergency_lost(unsigned long pc, unsigned long esr, unsigned long sp);

/* From here on the watchdog's FIQ and SError get through. */
static __always_inline void unmask(void)
{
	__asm__ __volatile__("msr daifclr, %0" :: "i"(DAIF_F | DAIF_A) : "memory");
}

/* These four stand side by side in a row as in struct trap, and are copied in one go. */
#define EC_COPIED	(offsetof(struct ec, kind) + sizeof(enum trap_kind) - offsetof(struct ec, trapnr))
#define SAME_PLACE(m, n) \
	_Static_assert(offsetof(struct ec, m) - offsetof(struct ec, trapnr) == \
		       offsetof(struct trap, n) - offsetof(struct trap, die.trapnr), #n " is in another place")
SAME_PLACE(signr, die.signr);
SAME_PLACE(val, val);
SAME_PLACE(kind, kind);

/* Depth, outer, log and table are trap_dispatch()'s. */
static __always_inline void trap_init(struct trap *t, const struct ec *ec, struct pt_regs *regs, unsigned long esr)
{
	t->die.regs = regs;
	t->die.str = ec->str;
	t->die.err = esr;
	__builtin_memcpy(&t->die.trapnr, &ec->trapnr, EC_COPIED);	/* trapnr, signr, val, kind */
	t->pc = regs->pc;
	t->addr = 0;
	t->cause = esr;
	t->source = IRQ_NONE;
}

/*
 * An abort by its fault status code. D17.2.37, "IFSC" and "DFSC": 0x10 and 0x13-0x17 are synchronous external aborts,
 * 18-1f parity.
 */
static noinline void __kprobes abort_classify(struct trap *t, unsigned long esr)
{
	unsigned long fsc = ESR_ABT_FSC(esr);

	t->addr = esr & ESR_ABT_FNV ? 0 : read_sysreg(far_el1);
	if (fsc == ESR_FSC_ALIGNMENT) {
		t->kind = TRAP_ALIGNMENT;
		t->die.signr = SIGBUS;
	} else if (fsc >= 0x10 && fsc <= 0x1f && fsc != 0x11) {
		t->kind = TRAP_MACHINE_CHECK;
		t->die.signr = SIGBUS;
	}
}

static noinline void __kprobes sync_special(struct trap *t, const struct ec *ec, unsigned long esr)
{
	switch (ec->special) {
	case EC_ABORT:
		abort_classify(t, esr);
		break;
	case EC_FAR:
		t->addr = read_sysreg(far_el1);
		break;
	case EC_SVC:
		if (user_mode(trap_regs(t)))
			trap_regs(t)->syscallno = trap_regs(t)->regs[8];
		break;
	case EC_STEP:
	case EC_SITE:
	case EC_PLAIN:
		break;
	}
}

void __kprobes decode_sync(struct pt_regs *regs, unsigned long esr)
{
	const struct ec *ec = &ec_table[ESR_EC(esr)];
	struct trap t;

	/* One register for the row: else the compiler adds up table and index again for each member. */
	__asm__("" : "+r"(ec));
	unmask();
	trap_init(&t, ec, regs, esr);
	if (ec->special == EC_SITE && !user_mode(regs)) {
		trap_breakpoint(&t);
		return;
	}
	if (ec->special == EC_STEP)
		step_taken(regs);
	else if (unlikely(ec->special > EC_STEP))
		sync_special(&t, ec, esr);
	trap_dispatch(&t);
}

/* Interrupts have no syndrome; these rows stand for one. */
static const struct ec ec_irq = { "IRQ", -1, 0, DIE_TRAP, TRAP_IRQ, EC_PLAIN };
static const struct ec ec_fiq = { "FIQ", -1, 0, DIE_FIQ, TRAP_NMI, EC_PLAIN };
static const struct ec ec_serror = { "SError", 0x2f, SIGBUS, DIE_TRAP, TRAP_MACHINE_CHECK, EC_PLAIN };

void __kprobes decode_irq(struct pt_regs *regs, unsigned long esr)
{
	struct trap t;
	enum irq_source source = timer_irq();

	(void)esr;
	unmask();
	trap_init(&t, &ec_irq, regs, 0);
	t.source = source;
	trap_dispatch(&t);
}

/*
 * The timer, where it could not get through as an IRQ; F is masked until the source is quiet. Where it could have, an
 * emulator that is late sees both at once and takes this one first: it counts as the IRQ then.
 */
void __kprobes decode_fiq(struct pt_regs *regs, unsigned long esr)
{
	struct trap t;
	enum irq_source source = timer_fiq();

	(void)esr;
	unmask();
	trap_init(&t, source == IRQ_TIMER && !(regs->pstate & PSR_I_BIT) ? &ec_irq : &ec_fiq, regs, 0);
	t.source = source;
	trap_dispatch(&t);
}

void __kprobes decode_serror(struct pt_regs *regs, unsigned long esr)
{
	struct trap t;

	unmask();
	trap_init(&t, &ec_serror, regs, esr);
	trap_dispatch(&t);
}

/*
 * The trap came with a stack pointer that is no good, @sp; this runs on the emergency stack, and the bounds of the
 * stack that was in use stand behind the frame. One that is only misaligned is the program's good right as long as it
 * stores nothing there: the trap is what it is. Beyond the bounds, whatever the trap was, it cannot be served where
 * it came from. The syndrome is that of a synchronous exception only; an interrupt stays pending.
 */
void __kprobes decode_bad_stack(struct pt_regs *regs, unsigned long esr, unsigned long sp)
{
	const struct stack *stack = (const struct stack *)(regs + 1);
	decode_fn *decode = (decode_fn *)regs->entry;
	bool sync = decode == decode_sync;
	struct trap t;

	if (sp % 16 && sp > stack->lo + sizeof(*regs) && sp < stack->hi) {
		decode(regs, esr);
		return;
	}
	unmask();
	trap_init(&t, sync ? &ec_table[ESR_EC(esr)] : &ec_irq, regs, sync ? esr : 0);
	t.die.str = "kernel stack overflow";
	t.die.signr = SIGSEGV;
	t.val = DIE_TRAP;
	t.kind = TRAP_STACK_OVERFLOW;
	t.addr = sp;
	trap_dispatch(&t);
}

/* And the emergency stack has overflowed too: nothing is left to return to. */
void __kprobes emergency_lost(unsigned long pc, unsigned long esr, unsigned long sp)
{
	panic("trap at %#lx on the emergency stack without room for it: sp %#lx, ESR_EL1 %#lx", pc, sp, esr);
}

/* There are no AArch32 tasks, so nothing comes in here; if it does, it says so. */
#define AARCH32(what)									\
void __kprobes decode_aarch32_##what(struct pt_regs *regs, unsigned long esr)		\
{											\
	static const struct ec ec = { "AArch32 " #what, -1, 4, DIE_TRAP, TRAP_UNEXPECTED, EC_PLAIN }; \
	struct trap t;									\
											\
	unmask();									\
	trap_init(&t, &ec, regs, esr);							\
	trap_dispatch(&t);								\
}

AARCH32(sync)
AARCH32(irq)
AARCH32(fiq)
AARCH32(serror)
