/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pieces of code that say themselves which traps they are to raise. For C and assembly.
 *
 * In assembly `code NAME` ... `end_code NAME` is one; inside, a line that begins with
 *
 *	steps INSN		is an instruction with a step trap after it
 *	last INSN		the same, and RFLAGS in that trap's frame has TF clear: this instruction has cleared it
 *	raises INSN		raises another trap, whose pc is its own; the code goes on behind it
 *	raises_next INSN	the same with the pc of what follows: a trap, not a fault
 *	visits LABEL		(no instruction) a step trap whose pc is that label
 *	stops LABEL		(no instruction) a hardware breakpoint there
 *	second INSN		as raises, but another kind of trap: struct code_row has two
 *
 * and any other line raises nothing. It ends in an INT3 of its own, so it can run anywhere: in the kernel in its place, in
 * user mode as a copy. At its beginning rsi is a buffer of 1024 bytes of zero, rdi its second half, rcx 3, and rsp a stack.
 */
#ifndef CONFORMANCE_CODE_H
#define CONFORMANCE_CODE_H

#define CODE_BUFFER	1024

#define CODE_STEP	0
#define CODE_LAST	1
#define CODE_OTHER	2
#define CODE_SECOND	3
#define CODE_END	4

#ifdef __ASSEMBLER__

#include <asm/processor.h>
#include <asm/segment.h>

	.text

	/* A trap at \pc, from the beginning of this piece, and how many bytes further it goes on. */
	.macro	expect pc, what, resume=0
	.pushsection .rodata.code, "a"
	.2byte	\pc - code_start, \what | (\resume) << 4
	.popsection
	.endm

	.macro	code name
	.pushsection .rodata.code, "a"
	.balign	8
	.globl	\name
	.type	\name, @object
\name:
	.quad	.Lstart_\name, .Lend_\name
	.popsection
	.type	run_\name, @function
run_\name:
.Lstart_\name:
	.set	code_start, .Lstart_\name
	.endm

	.macro	end_code name
.Lend_\name:
	int3
	.size	run_\name, . - run_\name
	expect	code_start, CODE_END
	.endm

	.macro	steps insn:vararg
	\insn
.Lt\@:	expect	.Lt\@, CODE_STEP
	.endm

	.macro	last insn:vararg
	\insn
.Lt\@:	expect	.Lt\@, CODE_LAST
	.endm

	.macro	raises insn:vararg
.Lf\@:	\insn
.Lt\@:	expect	.Lf\@, CODE_OTHER, .Lt\@-.Lf\@
	.endm

	.macro	raises_next insn:vararg
	\insn
.Lt\@:	expect	.Lt\@, CODE_OTHER
	.endm

	.macro	visits label
	expect	\label, CODE_STEP
	.endm

	.macro	stops label
	expect	\label, CODE_OTHER
	.endm

	.macro	second insn:vararg
.Lf\@:	\insn
.Lt\@:	expect	.Lf\@, CODE_SECOND, .Lt\@-.Lf\@
	.endm

#else

#include <whosetrap/test.h>
#include <whosetrap/trap.h>

struct code {
	unsigned long start, end;
	struct code_trap {
		u16 pc;			/* counted from start */
		u16 what:4, resume:12;	/* CODE_*; how many bytes further the code goes on, 0: where the trap says */
	} traps[];			/* ended by CODE_END */
};

/* A debug register for such a run; len is that of the manual, in bytes. */
struct code_watch {
	u8 len, rw, slot;		/* rw: DR7_RW_*; len 0: not armed */
	bool in_code;			/* at counts from the beginning of the code, else of the buffer */
	bool local;			/* enabled by L and not by G */
	s16 at;
	unsigned long on;		/* an address, instead of the buffer's */
};

/* A row of a table of checks: run @code, all the traps that it says and no others must come. */
struct code_row {
	const struct code *code;
	u32 cause;			/* and vector and kind: of those that are no steps */
	s16 vector;
	u8 other;
	u8 second;
	s16 second_vector;
	u8 repeats;			/* hits of an instruction breakpoint that are not passed with RF */
	bool free;			/* TF is clear at the beginning */
	bool user;			/* at CPL 3 */
	bool irqs_off;
	u8 pending;			/* an interrupt with this vector waits at the beginning */
	u32 second_cause;
	u32 dr7;			/* more bits */
	struct code_watch watch[2];
	void (*before)(void);
	void (*after)(void);		/* also looks at code_buffer */
};

/* The buffer of the piece that runs or has run last, and where that piece itself was, counted from where it stands in the image. */
extern u8 *code_buffer;
extern unsigned long code_moved;

/* What the address of a debug register is in this run. */
unsigned long code_watched(const struct code_watch *w);

void code_run_row(void);

/* CODE - one check. CODE_BOTH - the same check in the kernel and, in suite TOPIC_user, at CPL 3. The piece is named TOPIC_NAME. */
#define CODE(topic, name, rule, ...)							\
	extern const struct code topic##_##name;					\
	CONFORMANCE_ROW(topic, name, rule, code_run_row, struct code_row, .code = &topic##_##name, ##__VA_ARGS__)
#define CODE_USER(topic, name, rule, ...)						\
	extern const struct code topic##_##name;					\
	CONFORMANCE_ROW(topic##_user, name, rule, code_run_row, struct code_row, .code = &topic##_##name, .user = true, ##__VA_ARGS__)
#define CODE_BOTH(topic, name, rule, ...)						\
	CODE(topic, name, rule, ##__VA_ARGS__);						\
	CODE_USER(topic, name, rule, ##__VA_ARGS__)

#endif
#endif
