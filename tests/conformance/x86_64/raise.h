/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traps raised on purpose, and what was seen of them.
 *
 * A function NAME in raise.S or debug.S raises a trap at NAME_at and can be gone on with at NAME_next. raise() calls
 * it with a hook behind the die chain that notes each trap and lets the first one go on at NAME_next.
 *
 * SDM: Intel 64 and IA-32 Architectures Software Developer's Manual, order number 325384, edition 081. APM: AMD64
 * Architecture Programmer's Manual, volumes 24592 to 24594, revision 3.41 of volume 2.
 */
#ifndef CONFORMANCE_RAISE_H
#define CONFORMANCE_RAISE_H

#include <asm/msr.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/test.h>
#include <whosetrap/trap.h>

#define SEEN_MAX	32

struct seen {
	enum trap_kind kind;
	unsigned long pc, addr, cause;
	unsigned long flags, cs, sp;	/* of the frame */
	unsigned long err;		/* for a #DB: the copy of DR6 that it points to */
	int trapnr, signr;
	enum die_val val;
	unsigned int depth;
	unsigned long stack;		/* where the handler ran */
	unsigned long live_flags, dr6;	/* RFLAGS and DR6 in the handler */
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

/* RAISE_EXPECT - there was one trap, of this kind and vector, at pc @at, with cause @cause. */
#define RAISE_EXPECT(kind, vector, at, cause)	raise_expect(kind, vector, (unsigned long)(at), cause, __LINE__)
void raise_expect(enum trap_kind kind, int vector, unsigned long at, unsigned long cause, int line);

/* SEEN_EXPECT - the n-th trap was of this kind, at pc @at. */
#define SEEN_EXPECT(n, kind, at)	seen_expect(n, kind, (unsigned long)(at), __LINE__)
void seen_expect(unsigned int n, enum trap_kind kind, unsigned long at, int line);

RAISES(raise_divide);
RAISES(raise_divide_overflow);
RAISES(raise_breakpoint);
RAISES(raise_overflow);
RAISES(raise_undefined);
RAISES(raise_no_fpu);
RAISES(raise_noncanonical);
RAISES(raise_bad_selector);
RAISES(raise_stack_noncanonical);
RAISES(raise_not_present);
RAISES(raise_read);
RAISES(raise_write);
RAISES(raise_fetch);
RAISES(raise_x87);
RAISES(raise_simd);
RAISES(raise_push);
RAISES(raise_breakpoint_on_bad_stack);
RAISES(raise_icebp);
RAISES(raise_backwards);

/*
 * Where raise_read, raise_write and raise_fetch go, and what raise_push and raise_breakpoint_on_bad_stack load into
 * rsp.
 */
extern unsigned long raise_addr;

/* INT n; RET, four bytes for each n. */
extern char raise_int[];

#define UNMAPPED	0xffffffffd0000000UL	/* beyond the devices, see <asm/layout.h> */
#define NONCANONICAL	0x5a5a5a5a5a5a5000UL

#endif
