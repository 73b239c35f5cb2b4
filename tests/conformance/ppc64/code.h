/* SPDX-License-Identifier: GPL-2.0-only */
/* To run the pieces of code of code-rows.h: as they are, under MSR[SE] or MSR[BE], with a probe. */
#ifndef CONFORMANCE_CODE_H
#define CONFORMANCE_CODE_H

#include <asm/ptrace.h>
#include <linux/kernel.h>
#include <linux/types.h>

/* Registers, as words of struct pt_regs. HERE: the value is relative to the first instruction. */
#define R(n)		(n)
#define CTR		(offsetof(struct pt_regs, ctr) / 8)
#define LR		(offsetof(struct pt_regs, link) / 8)
#define CR		(offsetof(struct pt_regs, ccr) / 8)
#define HERE		0x80
#define NONE		0x7f

#define CR0_LT		0x80000000
#define CR0_GT		0x40000000
#define CR0_EQ		0x20000000

enum needs { NEEDS_LE = 1, NEEDS_BE, NEEDS_300, NEEDS_310 };

struct code {
	const char *at, *end;
	const char *traces;
	long value;
	u16 msr, vector;
	u8 reg, needs, count;
	bool switches;			/* the code changes MSR[SE] or MSR[BE] itself */
};

/* What the last run left: registers at the trap behind the last instruction; SIAR and SDAR at the first trap. */
extern struct code_seen {
	struct pt_regs end;
	unsigned long siar, sdar;
	bool ended;
} code_seen;

extern unsigned char code_buffer[128];

/** code_fill - fill code_buffer. code_run_filled - code_run() without that, so that debug registers may watch it. Context: task. */
void code_fill(void);
void code_run_filled(const struct code *code, unsigned long msr);
/** code_run - run @code with the bits @msr in the MSR; the traps are in raised, registers in code_seen. Context: task. */
void code_run(const struct code *code, unsigned long msr);
/** code_skip - end the test where this CPU has no such instruction. */
void code_skip(const struct code *code);
/** code_result - check the register of @code. */
void code_result(const struct code *code);
/** isa_level - 207, 300, 310: the newest version that this CPU has. Context: any. */
unsigned int isa_level(void);

#endif
