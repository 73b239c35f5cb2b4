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
			.kind = t->kind, .pc = t->pc, .addr = t->addr, .cause = t->cause,
			.flags = regs->flags, .cs = regs->cs, .sp = regs->sp,
			.err = t->val == DIE_DEBUG ? *(unsigned long *)t->die.err : (unsigned long)t->die.err,
			.trapnr = t->die.trapnr, .signr = t->die.signr, .val = t->val, .depth = t->depth,
			.stack = (unsigned long)__builtin_frame_address(0), .live_flags = local_save_flags(), .dr6 = read_dr6(),
		};
		arch_trap_words(t, s->words, sizeof(s->words));
	}
	r->n++;
	if (r->fix)
		r->fix(t, r);
	else if (r->n == 1)
		regs->ip = r->next;
	return r->fix || r->n == 1;
}

void raise(void (*fn)(void), unsigned long next, void (*fix)(struct trap *t, struct raised *r))
{
	raised = (struct raised){ .next = next, .fix = fix };
	trap_catch_unclaimed(note);
	fn();
	trap_catch_unclaimed(NULL);
}

void seen_expect(unsigned int n, enum trap_kind kind, unsigned long at, int line)
{
	test_check_eq(raised.seen[n].kind, kind, line, "kind of the trap\0wanted\0");
	test_check_eq(raised.seen[n].pc, at, line, "pc of the trap\0wanted\0");
}

void raise_expect(enum trap_kind kind, int vector, unsigned long at, unsigned long cause, int line)
{
	test_check_eq(raised.n, 1, line, "number of traps\0wanted\0");
	seen_expect(0, kind, at, line);
	test_check_eq(raised.seen[0].trapnr, vector, line, "vector of the trap\0wanted\0");
	test_check_eq(raised.seen[0].cause, cause, line, "cause of the trap\0wanted\0");
}
