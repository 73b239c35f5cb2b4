// SPDX-License-Identifier: GPL-2.0-only
/* The hook behind raise.h. */
#include <asm/irqflags.h>

#include "raise.h"

struct raised raised;
unsigned long raise_addr;

static bool note(struct trap *t)
{
	struct raised *r = &raised;
	struct pt_regs *regs = trap_regs(t);

	if (r->n < SEEN_MAX) {
		struct seen *s = &r->seen[r->n];

		*s = (struct seen){
			.kind = t->kind, .pc = t->pc, .addr = t->addr, .cause = t->cause, .trapnr = t->die.trapnr,
			.signr = t->die.signr, .val = t->val, .depth = t->depth, .regs = *regs,
			.stack = (unsigned long)__builtin_frame_address(0), .daif = local_save_flags(),
			.mdscr = read_sysreg(mdscr_el1),
		};
		arch_trap_words(t, s->words, sizeof(s->words));
	}
	r->n++;
	if (r->fix)
		r->fix(t, r);
	else if (r->n == 1)
		regs->pc = r->next;
	return r->fix || r->n == 1;
}

void raise(void (*fn)(void), unsigned long next, void (*fix)(struct trap *t, struct raised *r))
{
	raised.n = 0;
	raised.next = next;
	raised.fix = fix;
	trap_catch_unclaimed(note);
	fn();
	trap_catch_unclaimed(NULL);
}

void raise_expect(enum trap_kind kind, unsigned long ec, unsigned long iss, unsigned long at, int line)
{
	const struct seen *s = &raised.seen[0];

	test_check_eq(raised.n, 1, line, "number of traps\0wanted\0");
	test_check_eq(s->kind, kind, line, "kind of the trap\0wanted\0");
	test_check_eq(s->pc, at, line, "pc of the trap\0wanted\0");
	test_check_eq(s->trapnr, ec, line, "trapnr\0wanted exception class\0");
	test_check_eq(s->cause, ec << ESR_EC_SHIFT | ESR_IL | iss, line, "cause\0wanted ESR_EL1\0");
	test_check_eq(s->regs.esr, s->cause, line, "esr of the frame\0cause\0");
}
