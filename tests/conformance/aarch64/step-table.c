// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each class of instruction stepped once at EL1: one Software Step exception, with pc behind the instruction or at the branch's
 * target, ESR_EL1 as Arm ARM D2.11.9.1 has it; and the program notices nothing: registers, flags and memory are as after a run
 * without a step. user.c does the same at EL0.
 */
#include <asm/barrier.h>
#include <string.h>

#include "../../framework/lib.h"
#include "step-table.h"

#define WORDS	32

static u64 memory[WORDS] __aligned(64);

static unsigned long field(unsigned long id, unsigned int shift)
{
	return id >> shift & 15;
}

/* Arm ARM D24.2, ID_AA64ISAR0_EL1 and ID_AA64ISAR1_EL1 */
void step_row_need(const struct step_row *row)
{
	unsigned long isar0 = read_sysreg(id_aa64isar0_el1), isar1 = read_sysreg(id_aa64isar1_el1);

	if (row->need == NEED_LSE && field(isar0, 20) < 2)
		SKIP("this CPU has no atomics of FEAT_LSE");
	if (row->need == NEED_CRC && !field(isar0, 16))
		SKIP("this CPU has no CRC32 instructions");
	if (row->need == NEED_RCPC && !field(isar1, 20))
		SKIP("this CPU has no LDAPR");
	if (row->need == NEED_PAC && !field(isar1, 4) && !field(isar1, 8))
		SKIP("this CPU has no pointer authentication");
}

void step_row_expect(const struct step_row *row, unsigned int i, unsigned long ec, unsigned long moved)
{
	const struct seen *s = &raised.seen[i];
	unsigned long esr = ec << ESR_EC_SHIFT | ESR_IL | ESR_STEP_ISV | 0x22, free = row->flags & ISV_FREE ? ESR_STEP_ISV : 0;

	EXPECT_EQ(s->kind, TRAP_STEP);
	EXPECT_EQ(s->pc, (unsigned long)row->at + (row->flags & TAKEN ? 8 : 4) + moved);
	EXPECT_EQ(s->cause & ~free, (esr | (row->flags & EXCLUSIVE ? ESR_STEP_EX : 0)) & ~free);
}

static bool stepped;

static void drive_row(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (r->n > 1) {
		arch_step_disarm(regs);
		return;
	}
	regs->pc += 4;
	if (stepped)
		EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
}

static const struct step_row *running;
static struct tc_regs io;

static void call_row(void)
{
	tc_run((void (*)(void))(unsigned long)running->fn, &io);
}

static void run_row(const struct step_row *row, bool step, u64 after[WORDS])
{
	unsigned long contextidr = read_sysreg(contextidr_el1), tpidr = read_sysreg(tpidr_el0);

	for (int i = 0; i < WORDS; i++)
		memory[i] = REG_PATTERN(i);
	io = (struct tc_regs){ .arg = { contextidr, (unsigned long)(memory + 8), (unsigned long)row->at + 8, 3, 4, 5 } };
	stepped = step;
	running = row;
	if (row->flags & EVENT)
		__asm__ __volatile__("sevl");
	if (row->flags & WAITS)
		arch_timer_arm(arch_clock_hz() / 1000);
	raise(call_row, 0, drive_row);
	if (row->flags & WAITS)
		test_time_limit(100);
	write_sysreg(tpidr, tpidr_el0);
	memcpy(after, memory, sizeof(memory));
}

static void check_step(void)
{
	const struct step_row *row = test_row();
	u64 freely[WORDS], here[WORDS];
	struct tc_regs free;

	step_row_need(row);
	run_row(row, false, freely);
	EXPECT_EQ(raised.n, 1);
	free = io;
	run_row(row, true, here);
	EXPECT_EQ(raised.n, 2);
	step_row_expect(row, 1, 0x33, 0);
	for (int i = 0; i < 6; i++)
		EXPECT_EQ(io.arg[i], free.arg[i]);
	EXPECT_EQ(io.flags, free.flags);
	EXPECT(!memcmp(here, freely, sizeof(here)));
	EXPECT(arch_cpu_armed() == NULL);
}

#define ROW(name, flags, need, rule)						\
	extern char row_##name[], row_##name##_at[];				\
	CONFORMANCE_ROW(step_insn, name, rule, check_step, struct step_row, row_##name, row_##name##_at, flags, need);

STEPPED_ANYWHERE(ROW)
STEPPED_AT_EL1(ROW)
