/* SPDX-License-Identifier: GPL-2.0-only */
/* Differential stepping: what tools/fuzz-step generates, and the trampoline that runs it. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#define FUZZ_REGS	36	/* all that a sequence can see, in an order of the arch's own, named by fuzz_names[] */
#define FUZZ_STACK	64	/* words below the trampoline's frame; the sequence begins with the stack pointer in their middle */
#define FUZZ_DATA	256	/* words of the data window; the base registers point into it */

#ifndef __ASSEMBLER__
#include <linux/types.h>

struct fuzz_seq {
	void (*code)(void);
	const unsigned long *insns;	/* addresses of its instructions, then that of its end */
	const u8 *refusable;		/* of each instruction: may the out-of-line engine refuse it? */
	unsigned long n;
};

/** struct fuzz_state - loaded before a sequence, stored after it. The assembly knows the layout: words, in this order. */
struct fuzz_state {
	unsigned long reg[FUZZ_REGS];
	unsigned long stack[FUZZ_STACK];
	unsigned long sp;		/* after it: bytes from the stack pointer to the end of stack[] */
};

extern struct fuzz_state fuzz_io;
extern unsigned long fuzz_data[FUZZ_DATA];
extern const char *const fuzz_names[FUZZ_REGS];

/** fuzz_enter - load fuzz_io, run a breakpoint at fuzz_break, jump to @code from fuzz_go; it ends at fuzz_return, which stores. */
void fuzz_enter(void (*code)(void));
extern char fuzz_break[], fuzz_go[], fuzz_return[];
/** fuzz_arch_init - registers that must have a certain value: bases, flags. */
void fuzz_arch_init(unsigned long *reg);
/** fuzz_test - the test: test_row() is the sequence. */
void fuzz_test(void);
#endif
#endif
