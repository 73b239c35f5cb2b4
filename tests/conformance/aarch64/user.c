// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traps from EL0. There are no tasks yet; a test lets the frame of a breakpoint return to EL0, where code and stack
 * are in pages of their own, and the last trap from there lets it return to the kernel. So the vectors for a lower
 * level, their frames and the way back are in use before anybody needs them.
 */
#include <asm/barrier.h>
#include <asm/page.h>
#include <string.h>
#include <whosetrap/trap-log.h>

#include "raise.h"
#include "step-table.h"

#define PTE_AP_EL0	(1UL << 6)	/* AP[1], D8.4: EL0 may access; what EL0 may write EL1 does not execute */
#define SVC_END		99

extern const char user_code[], user_svc[], user_brk[], user_udf[], user_load[], user_privileged[], user_fp[],
	user_jump[], user_steps[], user_wait[], user_code_end[];
extern u64 image_l3[NR_IMAGE_L3][PTES];

static u8 pages[2][PAGE_SIZE] __aligned(PAGE_SIZE);	/* code, stack */
static struct pt_regs kernel;
static u64 user_x0;
static const char *user_from = user_code, *user_entry;
static void (*user_trap)(struct trap *t, struct raised *r);

static unsigned long user_address(const char *code)
{
	return (unsigned long)pages[0] + (code - user_from);
}

static void map(void *page, u64 attr)
{
	unsigned long pa = virt_to_phys(page);

	image_l3[(pa - LAYOUT_LOAD) / BLOCK_SIZE][L3_INDEX(pa)] =
		pa | PTE_AF | PTE_ATTR(MT_NORMAL) | PTE_SH_INNER | PTE_PXN | PTE_PAGE | attr;
	dsb(ishst);
	__asm__ __volatile__("tlbi vmalle1\n\tdsb ish\n\tisb" ::: "memory");
}

/* The first trap goes to EL0, SVC #99 comes back, what is between goes on behind the instruction. */
static void drive(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (r->n == 1) {
		kernel = *regs;
		kernel.pc = r->next;
		regs->pc = user_address(user_entry);
		regs->sp = (unsigned long)pages[1] + PAGE_SIZE;
		regs->pstate = PSR_MODE_EL0t;
		for (int i = 0; i < 31; i++)
			regs->regs[i] = REG_PATTERN(i);
		regs->regs[0] = user_x0;
	} else if (t->kind == TRAP_SYSCALL && (t->cause & 0xffff) == SVC_END) {
		arch_step_disarm(regs);
		*regs = kernel;
		return;
	} else if (t->kind != TRAP_SYSCALL && t->kind != TRAP_STEP) {
		regs->pc = user_address(user_entry) + 4;
	}
	if (user_trap)
		user_trap(t, r);
}

/* Run @code, which is between @from and @to, at EL0 with x0. The traps are in raised. */
static void user_run_in(const char *from, const char *to, const char *code, u64 x0, void (*more)(struct trap *t, struct raised *r))
{
	memcpy(pages[0], from, to - from);
	map(pages[0], PTE_AP_EL0 | PTE_AP_RO);
	map(pages[1], PTE_AP_EL0 | PTE_UXN);
	__asm__ __volatile__("ic iallu\n\tdsb ish\n\tisb" ::: "memory");
	user_from = from;
	user_entry = code;
	user_x0 = x0;
	user_trap = more;
	raise(raise_brk, (unsigned long)raise_brk_next, drive);
	map(pages[0], PTE_UXN);
	map(pages[1], PTE_UXN);
	for (unsigned int i = 1; i < raised.n; i++) {
		EXPECT(user_mode(&raised.seen[i].regs));
		EXPECT_EQ(raised.seen[i].regs.pstate & PSR_MODE_MASK, PSR_MODE_EL0t);
		EXPECT_EQ(raised.seen[i].regs.sp, (unsigned long)pages[1] + PAGE_SIZE);
		EXPECT_EQ(raised.seen[i].depth, 1);
		EXPECT_EQ(raised.seen[i].regs.regs[28], REG_PATTERN(28));
	}
}

/* Run @code at EL0 with x0. The traps are in raised: breakpoint, those of the code, SVC #99. */
static void user_run(const char *code, u64 x0, void (*more)(struct trap *t, struct raised *r))
{
	user_run_in(user_code, user_code_end, code, x0, more);
	for (unsigned int i = 1; i < raised.n; i++)
		EXPECT_EQ(raised.seen[i].regs.regs[30], REG_PATTERN(30));
}

static void expect(unsigned int i, enum trap_kind kind, unsigned long ec, const char *at)
{
	EXPECT_EQ(raised.seen[i].kind, kind);
	EXPECT_EQ(ESR_EC(raised.seen[i].cause), ec);
	EXPECT_EQ(raised.seen[i].pc, user_address(at));
}

CONFORMANCE(user, svc, "Arm ARM D1.4.1.5")
{
	user_run(user_svc, 3, NULL);
	EXPECT_EQ(raised.n, 3);
	expect(1, TRAP_SYSCALL, 0x15, user_svc + 12);
	EXPECT_EQ(raised.seen[1].regs.regs[0], 42);
	EXPECT_EQ(raised.seen[1].regs.orig_x0, 42);
	EXPECT_EQ(raised.seen[1].regs.syscallno, 7);
}

CONFORMANCE(user, brk, "Arm ARM D2.7.3")
{
	user_run(user_brk, 3, NULL);
	EXPECT_EQ(raised.n, 3);
	expect(1, TRAP_BREAKPOINT, 0x3c, user_brk);
	EXPECT_EQ(raised.seen[1].regs.syscallno, -1);
}

CONFORMANCE(user, udf, "Arm ARM C6.2 UDF")
{
	user_run(user_udf, 3, NULL);
	EXPECT_EQ(raised.n, 3);
	expect(1, TRAP_UNDEFINED, 0, user_udf);
}

/*
 * Aborts from EL0 have classes of their own; the kernel's memory is a permission fault, nothing at all a translation
 * fault.
 */
CONFORMANCE(user, data_abort, "Arm ARM D24.2.45")
{
	user_run(user_load, (unsigned long)&kernel, NULL);
	EXPECT_EQ(raised.n, 3);
	expect(1, TRAP_PAGE_FAULT, 0x24, user_load);
	EXPECT_EQ(raised.seen[1].cause & 0x3f, 0x0f);
	EXPECT_EQ(raised.seen[1].addr, &kernel);
	user_run(user_load, UNMAPPED_LOW, NULL);
	expect(1, TRAP_PAGE_FAULT, 0x24, user_load);
	EXPECT_EQ(raised.seen[1].cause & 0x3c, 0x04);
	user_run(user_load, (unsigned long)pages[1], NULL);
	EXPECT_EQ(raised.n, 2);
}

/* Kernel text is not executable at EL0 (UXN). */
CONFORMANCE(user, instruction_abort, "Arm ARM D24.2.45")
{
	user_run(user_jump, (unsigned long)tc_nops, NULL);
	EXPECT_EQ(raised.n, 3);
	EXPECT_EQ(raised.seen[1].kind, TRAP_PAGE_FAULT);
	EXPECT_EQ(ESR_EC(raised.seen[1].cause), 0x20);
	EXPECT_EQ(raised.seen[1].pc, tc_nops);
	EXPECT_EQ(raised.seen[1].addr, tc_nops);
}

/* One that has a fixup is not fixed up for EL0. */
TEST(arch_user, fixup_table_is_not_for_user_mode)
{
	extern const s32 __extable_start[];
	unsigned long at = (unsigned long)__extable_start + __extable_start[0];

	user_run(user_jump, at, NULL);
	EXPECT_EQ(raised.n, 3);
	EXPECT_EQ(raised.seen[1].kind, TRAP_PAGE_FAULT);
	EXPECT_EQ(raised.seen[1].pc, at);
}

CONFORMANCE(user, privileged_register, "Arm ARM C5.1")
{
	user_run(user_privileged, 3, NULL);
	EXPECT_EQ(raised.n, 3);
	expect(1, TRAP_UNDEFINED, 0, user_privileged);
}

CONFORMANCE(user, floating_point_is_off, "Arm ARM D24.2 CPACR_EL1")
{
	user_run(user_fp, 3, NULL);
	EXPECT_EQ(raised.n, 3);
	expect(1, TRAP_FP, 0x07, user_fp);
}

static void step_all(struct trap *t, struct raised *r)
{
	if (r->n == 1)
		EXPECT_EQ(arch_step_arm(trap_regs(t), STEP_INSN), 0);
}

/* A step from EL0 needs neither KDE nor PSTATE.D; its class is that of a lower level. D2.11 */
CONFORMANCE(user, step, "Arm ARM D2.11.4")
{
	user_run(user_steps, 3, step_all);
	EXPECT_EQ(raised.n, 5);
	for (unsigned int i = 1; i < 4; i++)
		expect(i, TRAP_STEP, 0x32, user_steps + 4 * i);
	EXPECT_EQ(raised.seen[3].regs.regs[1], 3);
	EXPECT(arch_cpu_armed() == NULL);
}

static void tick_at_user(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (r->n == 1) {
		regs->regs[1] = -4000000UL;	/* long enough for a busy host, where time is real */
		arch_timer_arm(arch_clock_hz() / 1000);
	}
}

/* An interrupt at EL0 is served, and the loop there goes on to its end. */
CONFORMANCE(user, interrupt, "Arm ARM D1.4.1.6")
{
	user_run(user_wait, 3, tick_at_user);
	EXPECT_EQ(raised.n, 2);
	EXPECT_EQ(raised.seen[1].regs.regs[1], 0);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_IRQ), 1);
	test_time_limit(100);
}

/* The rows of step-table.S begin at the instruction; the first trap goes back to the kernel. */
static void step_row_here(struct trap *t, struct raised *r)
{
	const struct step_row *row = test_row();
	struct pt_regs *regs = trap_regs(t);

	if (r->n > 1) {
		arch_step_disarm(regs);
		*regs = kernel;
		return;
	}
	regs->regs[1] = (unsigned long)pages[1] + 512;
	regs->regs[2] = user_address(row->at) + 8;
	EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
}

static void check_user_step(void)
{
	const struct step_row *row = test_row();

	step_row_need(row);
	user_run_in(rows, rows_end, row->at, 0, step_row_here);
	EXPECT_EQ(raised.n, 2);
	step_row_expect(row, 1, 0x32, (unsigned long)pages[0] - (unsigned long)rows);
	EXPECT(arch_cpu_armed() == NULL);
}

#define ROW(name, flags, need, rule)						\
	extern char row_##name[], row_##name##_at[];				\
	CONFORMANCE_ROW(user_step, name, rule, check_user_step, struct step_row, row_##name, row_##name##_at, flags, need);

STEPPED_ANYWHERE(ROW)
STEPPED_AT_EL0(ROW)
