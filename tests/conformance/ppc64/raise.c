// SPDX-License-Identifier: GPL-2.0-only
/* The hook behind raise.h. */
#include "raise.h"

struct raised raised;
unsigned long raise_arg, raise_operand[2];

static bool note(struct trap *t)
{
	struct raised *r = &raised;
	struct pt_regs *regs = trap_regs(t);

	if (r->n < SEEN_MAX) {
		struct seen *s = &r->seen[r->n];

		*s = (struct seen){
			.kind = t->kind, .pc = t->pc, .addr = t->addr, .cause = t->cause,
			.msr = regs->msr, .sp = regs->gpr[1], .err = t->die.err, .trapnr = t->die.trapnr,
			.signr = t->die.signr, .val = t->val, .depth = t->depth,
			.stack = (unsigned long)__builtin_frame_address(0), .live_msr = mfmsr(),
		};
		arch_trap_words(t, s->words, sizeof(s->words));
	}
	r->n++;
	if (r->fix)
		r->fix(t, r);
	else if (r->n == 1)
		regs->nip = r->next;
	return r->fix || r->n == 1;
}

void raise(void (*fn)(void), unsigned long next, void (*fix)(struct trap *t, struct raised *r))
{
	raised = (struct raised){ .next = next, .fix = fix };
	trap_catch_unclaimed(note);
	fn();
	trap_catch_unclaimed(NULL);
}
