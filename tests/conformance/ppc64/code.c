// SPDX-License-Identifier: GPL-2.0-only
/* See code.h. */
#define CHECK_FILE __FILE__

#include <string.h>

#include "code.h"
#include "raise.h"

#define SPRN_PVR	287
#define SPRN_SIAR	796
#define SPRN_SDAR	797
#define TRAPS_MAX	16

/* code.S: by rfid to @at with @msr, and back from code_done. */
void code_enter(const char *at, unsigned long msr, unsigned long count);
extern char code_done[];

struct code_seen code_seen;
unsigned char code_buffer[128] __aligned(128);
static const struct code *running;
static unsigned long kernel_msr;

unsigned int isa_level(void)
{
	unsigned int version = mfspr(SPRN_PVR) >> 16;

	return version >= 0x80 ? 310 : version >= 0x4e ? 300 : 207;
}

void code_skip(const struct code *code)
{
	static const u16 level[] = { [NEEDS_300] = 300, [NEEDS_310] = 310 };

	if (code->needs == (MSR_ENDIAN ? NEEDS_BE : NEEDS_LE))
		SKIP("in the other byte order");
	if (code->needs >= NEEDS_300 && isa_level() < level[code->needs])
		SKIP("this CPU does not have the instruction");
}

/* Go on behind what does not go on by itself; at the end, or when there are too many, leave. */
static void go_on(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (r->n == 1) {
		code_seen.siar = mfspr(SPRN_SIAR);
		code_seen.sdar = mfspr(SPRN_SDAR);
	}
	if ((t->pc == (unsigned long)running->end && t->kind == TRAP_BREAKPOINT) || r->n >= TRAPS_MAX) {
		code_seen.ended = r->n < TRAPS_MAX;
		code_seen.end = *regs;
		regs->nip = (unsigned long)code_done;
		regs->msr = kernel_msr;
	} else if (t->kind != TRAP_STEP && t->kind != TRAP_BRANCH_STEP && t->kind != TRAP_SYSCALL) {
		regs->nip += 4;
	}
}

static unsigned long enter_msr;

static void enter(void)
{
	code_enter(running->at, enter_msr, running->count ? running->count : (unsigned long)running->at + 8);
}

void code_fill(void)
{
	memset(code_buffer, 0x81, sizeof(code_buffer));
}

void code_run_filled(const struct code *code, unsigned long msr)
{
	running = code;
	kernel_msr = mfmsr();
	enter_msr = kernel_msr | msr;
	code_seen = (struct code_seen){ 0 };
	raise(enter, 0, go_on);
	EXPECT(code_seen.ended);
}

void code_run(const struct code *code, unsigned long msr)
{
	code_fill();
	code_run_filled(code, msr);
}

void code_result(const struct code *code)
{
	unsigned int reg = code->reg & ~HERE;

	if (reg != NONE)
		EXPECT_EQ(((unsigned long *)&code_seen.end)[reg], code->value + (code->reg & HERE ? (unsigned long)code->at : 0));
}
