/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traps raised on purpose, and what was seen of them.
 *
 * A function NAME in raise.S raises a trap at NAME_at and can be gone on with at NAME_next. raise() calls it with a
 * hook behind the die chain that notes each trap and lets the first one go on at NAME_next.
 *
 * "Arm ARM" is the Arm Architecture Reference Manual for A-profile architecture, DDI 0487; in rules of tests the numbers
 * are those of issue M: chapter D2 is one section shorter there than in issue I.a, which the kernel cites (software step
 * D2.12, watchpoints D2.10, breakpoints D2.9, BRK D2.8), exceptions are D1.4 (D1.3), and the registers D24 (D17).
 */
#ifndef CONFORMANCE_RAISE_H
#define CONFORMANCE_RAISE_H

#include <asm/sysreg.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/test.h>
#include <whosetrap/testcode.h>
#include <whosetrap/trap.h>

#define SEEN_MAX	64

struct seen {
	enum trap_kind kind;
	unsigned long pc, addr, cause;
	int trapnr, signr;
	enum die_val val;
	unsigned int depth;
	struct pt_regs regs;
	unsigned long stack;		/* where the handler ran */
	unsigned long daif, mdscr;	/* in the handler */
	char words[112];		/* the cause, as it is printed */
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

/* RAISE_EXPECT - there was one trap, of this kind, exception class and ISS, at pc @at. */
#define RAISE_EXPECT(kind, ec, iss, at)	raise_expect(kind, ec, iss, (unsigned long)(at), __LINE__)
void raise_expect(enum trap_kind kind, unsigned long ec, unsigned long iss, unsigned long at, int line);

RAISES(raise_svc);
RAISES(raise_brk);
RAISES(raise_brk_max);
RAISES(raise_udf);
RAISES(raise_hlt);
RAISES(raise_sysreg);
RAISES(raise_fp);
RAISES(raise_read);
RAISES(raise_write);
RAISES(raise_write_pair);
RAISES(raise_fetch);
RAISES(raise_pc_align);
RAISES(raise_unaligned_exclusive);
RAISES(raise_sp_align);
RAISES(raise_brk_on_misaligned_sp);
RAISES(raise_brk_on_sp);
RAISES(raise_sp0);
RAISES(raise_illegal);
RAISES(raise_all_regs);

/*
 * Where raise_read, raise_write, raise_fetch and raise_unaligned_exclusive go, and what raise_brk_on_sp loads into
 * sp.
 */
extern unsigned long raise_addr;

/* Nothing is mapped there: see boot/aarch64/mmu.c. */
#define UNMAPPED	0xffffffb000000000UL
#define UNMAPPED_LOW	0x1000UL
#define NOT_AN_ADDRESS	0x5a5a5a5a5a5a5000UL

/* raise_all_regs loads register n with this. */
#define REG_PATTERN(n)	(0x1122334455667788UL * ((n) + 1))

#endif
