/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small functions in assembly, the same on every architecture in what they do, on which tests step, break and probe.
 * Written in tests/arch/<arch>/testcode.S; every instruction has a known place.
 */
#ifndef WHOSETRAP_TESTCODE_H
#define WHOSETRAP_TESTCODE_H

#include <linux/types.h>

/** struct tc_regs - argument and result registers of test code, in the order of the C ABI's argument registers. */
struct tc_regs {
	unsigned long arg[6];	/* loaded before the call, stored after it */
	unsigned long ret;	/* return value register after it */
	unsigned long flags;	/* arithmetic flags (RFLAGS & 0x8d5, NZCV, CR) after it */
};

/**
 * tc_call - load args from @io, run the breakpoint instruction at tc_call_break, call @fn, pass tc_call_return,
 * store the results to @io.
 *
 * Who claims the trap at tc_call_break decides how @fn runs: to go on, the pc must be set
 * to tc_call_go; arming a step there means the whole of @fn is stepped. tc_call_return is the first
 * instruction after the call, tc_call_go the call instruction itself.
 */
void tc_call(void (*fn)(void), struct tc_regs *io);
extern char tc_call_break[], tc_call_go[], tc_call_return[];

/*
 * Functions to be called through tc_call(). Of each, NAME_insns[] lists the addresses of its instructions in order of
 * the text, and NAME_trace[] those of the instructions executed, in order of execution; both are ended by 0. With a
 * step armed at tc_call_break, the step traps report exactly the addresses in NAME_trace[], then tc_call_return.
 * NAME_branches[] lists what a branch step reports before tc_call_return (the first is the function's first
 * instruction, reached by the call): the target of each branch executed, and what follows an untaken one; ended by 0.
 */
#define TESTCODE(name)							\
	void name(void);						\
	extern const unsigned long name##_insns[], name##_trace[], name##_branches[]

TESTCODE(tc_straight);	/* eight ALU and load/store instructions, no branch, return: arg0 is a buffer of 8 words */
TESTCODE(tc_branchy);	/* a loop of three rounds, an untaken and a taken conditional branch, a call of a local function */
TESTCODE(tc_nops);	/* eight plain nops, return */
TESTCODE(tc_flags);	/* sets flags, reads flags, uses carry, returns */

/** tc_break - a single breakpoint instruction in the middle: nop, break (at tc_break_at), nop, return. */
void tc_break(void);
extern char tc_break_at[];

/** tc_recurse - calls itself for ever, using stack. tc_spin - jumps to itself. tc_spin_irqs_off - the same with interrupts off. */
void tc_recurse(void);
void tc_spin(void);
void tc_spin_irqs_off(void);

/** tc_clobber - breaks the C ABI: one register that a function must keep has another value when it returns. */
void tc_clobber(void);

struct pt_regs;
/** tc_user_frame - make @regs, of a trap in the kernel, the frame of one in user mode, as far as user_mode() tells. */
void tc_user_frame(struct pt_regs *regs);

#endif
