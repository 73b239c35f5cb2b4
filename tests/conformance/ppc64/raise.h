/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traps raised on purpose, and what was seen of them.
 *
 * A function NAME in raise.S or trace.S raises a trap at NAME_at and can be gone on with at NAME_next. raise() calls it
 * with a hook behind the die chain that notes each trap and lets the first one go on at NAME_next.
 *
 * "ISA" is Power ISA Version 3.0 B, March 2017, Book III where no other book is named. Interrupts are in its section
 * 6.5.
 */
#ifndef CONFORMANCE_RAISE_H
#define CONFORMANCE_RAISE_H

#include <asm/reg.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/test.h>
#include <whosetrap/trap.h>

#define SEEN_MAX	32

struct seen {
	enum trap_kind kind;
	unsigned long pc, addr, cause;
	unsigned long msr, sp;		/* of the frame */
	long err;
	int trapnr, signr;
	enum die_val val;
	unsigned int depth;
	unsigned long stack;		/* where the handler ran */
	unsigned long live_msr;		/* MSR in the handler */
	char words[96];			/* the cause, as it is printed */
};

struct raised {
	unsigned int n;			/* traps, also beyond SEEN_MAX */
	struct seen seen[SEEN_MAX];
	unsigned long next;
	/* What to do about each trap instead of going on at next. */
	void (*fix)(struct trap *t, struct raised *r);
};

extern struct raised raised;

/*
 * RAISE(name) - raise what name raises. RAISE_FIX - the same, fix deals with each trap. The result is in raised.
 * Context: task.
 */
#define RAISE(name)		raise(name, (unsigned long)name##_next, NULL)
#define RAISE_FIX(name, fix)	raise(name, (unsigned long)name##_next, fix)
#define RAISES(name)		void name(void); extern char name##_at[], name##_next[]

void raise(void (*fn)(void), unsigned long next, void (*fix)(struct trap *t, struct raised *r));

/** RAISE_EXPECT - there was one trap, of kind and vector, at @at. */
#define RAISE_EXPECT(kind_, vector_, at_)					\
	do {									\
		EXPECT_EQ(raised.n, 1);						\
		EXPECT_EQ(raised.seen[0].kind, kind_);				\
		EXPECT_EQ(raised.seen[0].trapnr, vector_);			\
		EXPECT_EQ(raised.seen[0].pc, at_);				\
	} while (0)

/** in_hypervisor_state - is MSR[HV] set? Illegal instructions then have a vector of their own. */
static inline bool in_hypervisor_state(void)
{
	return mfmsr() & MSR_HV;
}

/* What raise_with_sp loads into r1, and where raise_jump goes. */
extern unsigned long raise_arg;

RAISES(raise_with_sp);
RAISES(raise_jump);

#endif
