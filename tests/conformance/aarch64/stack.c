// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks: what becomes of a trap whose stack pointer is no good, and of one from code that runs on SP_EL0. A store of
 * the entry that faults would be followed by its own fault, for ever; so the kernel looks at the stack pointer first.
 */
#include <asm/irqflags.h>
#include <asm/page.h>
#include <asm/setjmp.h>

#include "raise.h"

static bool within(unsigned long at, struct stack s)
{
	return at > s.lo && at <= s.hi;
}

static struct stack bounds_before;

static void expect_on_emergency(void)
{
	EXPECT(within(raised.seen[0].stack, this_cpu()->emergency));
	EXPECT_EQ(this_cpu()->stack.lo, bounds_before.lo);
	EXPECT_EQ(this_cpu()->stack.hi, bounds_before.hi);
}

/* D1.4, "SP alignment checking": the access faults, and the entry must not do the same. */
CONFORMANCE(stack, sp_alignment, "Arm ARM D1.4 SP alignment checking")
{
	bounds_before = this_cpu()->stack;
	for (int i = 0; i < 3; i++) {
		RAISE(raise_sp_align);
		RAISE_EXPECT(TRAP_ALIGNMENT, 0x26, 0, raise_sp_align_at);
		EXPECT_EQ(raised.seen[0].regs.sp % 16, 8);
		expect_on_emergency();
	}
}

/* SP may have any value as long as nothing is accessed through it. */
CONFORMANCE(stack, breakpoint_on_a_misaligned_stack, "Arm ARM D1.4 SP alignment checking")
{
	bounds_before = this_cpu()->stack;
	RAISE(raise_brk_on_misaligned_sp);
	RAISE_EXPECT(TRAP_BREAKPOINT, 0x3c, 5, raise_brk_on_misaligned_sp_at);
	EXPECT_EQ(raised.seen[0].regs.sp % 16, 12);
	expect_on_emergency();
}

TEST(arch_stack, breakpoint_outside_the_stack)
{
	const unsigned long lo = this_cpu()->stack.lo;
	const unsigned long sps[] = { 0, 16, UNMAPPED, NOT_AN_ADDRESS, -16UL, lo, lo + 64,
				      lo + sizeof(struct pt_regs) - 16 };

	bounds_before = this_cpu()->stack;
	for (size_t i = 0; i < ARRAY_SIZE(sps); i++) {
		raise_addr = sps[i];
		RAISE(raise_brk_on_sp);
		EXPECT_EQ(raised.n, 1);
		EXPECT_EQ(raised.seen[0].kind, TRAP_STACK_OVERFLOW);
		EXPECT_EQ(raised.seen[0].pc, raise_brk_on_sp_at);
		EXPECT_EQ(raised.seen[0].addr, sps[i]);
		EXPECT_EQ(raised.seen[0].regs.sp, sps[i]);
		EXPECT_EQ(raise_addr, sps[i]);		/* sp behind the trap */
		expect_on_emergency();
	}
	/* With just enough room for the frame it is an ordinary trap, on that stack. */
	local_irq_disable();
	raise_addr = this_cpu()->stack.lo + 0x1000;
	RAISE(raise_brk_on_sp);
	local_irq_enable();
	EXPECT_EQ(raised.seen[0].kind, TRAP_BREAKPOINT);
	EXPECT(within(raised.seen[0].stack, this_cpu()->stack));
}

/* The recursion runs on a stack of its own: it uses all of it, where the test's own has a canary. */
static struct {
	u8 guard[PAGE_SIZE];
	u8 stack[PAGE_SIZE];
} small __aligned(PAGE_SIZE);

static const struct stack small_stack = { (unsigned long)small.stack, (unsigned long)(&small + 1) };
static struct pt_regs at_start;

static void begin_or_end(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	(void)r;
	if (t->kind == TRAP_BREAKPOINT) {
		at_start = *regs;
		regs->pc = (unsigned long)tc_call_go;
	} else {
		*regs = at_start;
		regs->pc = (unsigned long)tc_call_return;
	}
}

static void recurse(void *arg)
{
	(void)arg;
	tc_call(tc_recurse, &(struct tc_regs){ 0 });
}

static void recurse_on_small(void)
{
	arch_call_on_stack(recurse, NULL, &small_stack);
}

/* The store that goes beyond the end of the stack meets the guard page. */
TEST(arch_stack, recursion_without_end)
{
	const struct seen *s = &raised.seen[1];

	arch_guard_page(small.guard);
	bounds_before = this_cpu()->stack;
	for (int i = 0; i < 3; i++) {
		raise(recurse_on_small, 0, begin_or_end);
		EXPECT_EQ(raised.n, 2);
		EXPECT_EQ(s->kind, TRAP_STACK_OVERFLOW);
		EXPECT_EQ(s->pc, tc_recurse);
		EXPECT_EQ(ESR_EC(s->cause), 0x25);
		EXPECT_EQ(s->addr, small_stack.lo);
		EXPECT(within(s->stack, this_cpu()->emergency));
		EXPECT_EQ(this_cpu()->stack.lo, bounds_before.lo);
		EXPECT_EQ(this_cpu()->stack.hi, bounds_before.hi);
	}
}

/*
 * PSTATE.SP = 0: the vectors are those of "current exception level with SP_EL0" (D1.4); SP_EL1 has the kernel's
 * stack.
 */
CONFORMANCE(stack, trap_on_sp_el0, "Arm ARM D1.4.1.6")
{
	const struct seen *s = &raised.seen[0];

	RAISE(raise_sp0);
	RAISE_EXPECT(TRAP_BREAKPOINT, 0x3c, 7, raise_sp0_at);
	EXPECT_EQ(s->regs.pstate & PSR_MODE_MASK, PSR_MODE_EL1t);
	EXPECT_EQ(s->regs.sp, s->regs.regs[10]);
	EXPECT(within(s->stack, this_cpu()->stack));
	EXPECT_EQ(raise_addr, 1);		/* both stack pointers are back */
}

static void lower_sp0(struct trap *t, struct raised *r)
{
	trap_regs(t)->pc = r->next;
	trap_regs(t)->sp -= 64;
	trap_regs(t)->regs[10] -= 64;		/* what raise_sp0 expects */
}

/* The frame's sp is SP_EL0 there, and is written back. */
TEST(arch_stack, handler_changes_sp_el0)
{
	RAISE_FIX(raise_sp0, lower_sp0);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raise_addr, 1);
}

static void step_sp0(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (t->kind == TRAP_BREAKPOINT)
		regs->pc = r->next;
	if (r->n < 6)
		EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
	else
		arch_step_disarm(regs);
}

/* Steps go on there, across MSR SPSel and back. */
CONFORMANCE(stack, steps_on_sp_el0, "Arm ARM D1.4.1.6")
{
	RAISE_FIX(raise_sp0, step_sp0);
	EXPECT_EQ(raised.n, 6);
	for (unsigned int i = 1; i < 6; i++) {
		EXPECT_EQ(raised.seen[i].kind, TRAP_STEP);
		EXPECT_EQ(raised.seen[i].pc, (unsigned long)raise_sp0_next + 4 * i);
		EXPECT_EQ(raised.seen[i].regs.pstate & PSR_MODE_MASK, i < 4 ? PSR_MODE_EL1t : PSR_MODE_EL1h);
	}
	EXPECT_EQ(raise_addr, 1);
}

static void on_own_stack(void *arg)
{
	(void)arg;
	RAISE(raise_brk);
}

/* The bounds go along with arch_call_on_stack(). */
TEST(arch_stack, trap_on_another_stack)
{
	static u8 room[8192] __aligned(16);
	const struct stack other = { (unsigned long)room, (unsigned long)room + sizeof(room) };

	arch_call_on_stack(on_own_stack, NULL, &other);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_BREAKPOINT);
	EXPECT(within(raised.seen[0].stack, other));
}

static jmp_buf env;
static unsigned long landed;

static void __noreturn land(unsigned long arg)
{
	volatile int local = 0;

	landed = arg;
	EXPECT(irqs_disabled());
	EXPECT_EQ(local_save_flags() & (PSR_D_BIT | PSR_A_BIT | PSR_F_BIT), 0);
	EXPECT(within((unsigned long)&local, this_cpu()->stack));
	EXPECT_EQ((unsigned long)__builtin_frame_address(0) % 16, 0);
	EXPECT(arch_cpu_armed() == NULL);
	longjmp(env, 3);
}

static void redirect(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	(void)r;
	EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
	regs->pstate |= PSR_D_BIT | PSR_A_BIT;
	arch_regs_redirect(regs, land, 0x77, regs->sp - 0x107);
}

/* arch_regs_redirect(): kernel mode, interrupts off, nothing armed, any stack pointer will do. */
TEST(arch_stack, redirected_frame)
{
	int ret = setjmp(env);

	if (!ret)
		RAISE_FIX(raise_brk, redirect);
	local_irq_enable();
	trap_catch_unclaimed(NULL);
	EXPECT_EQ(ret, 3);
	EXPECT_EQ(landed, 0x77);
	EXPECT_EQ(raised.n, 1);
}

/* A guard page is not accessible, its neighbours are. */
TEST(arch_stack, guard_page)
{
	static u8 pages[3 * PAGE_SIZE] __aligned(PAGE_SIZE);
	u8 byte;

	EXPECT_EQ(arch_nofault_read(&byte, pages + PAGE_SIZE, 1), 0);
	arch_guard_page(pages + PAGE_SIZE);
	EXPECT_EQ(arch_nofault_read(&byte, pages + PAGE_SIZE, 1), -EFAULT);
	EXPECT_EQ(arch_nofault_write(pages + 2 * PAGE_SIZE - 1, &byte, 1), -EFAULT);
	EXPECT_EQ(arch_nofault_read(&byte, pages + PAGE_SIZE - 1, 1), 0);
	EXPECT_EQ(arch_nofault_write(pages + 2 * PAGE_SIZE, &byte, 1), 0);
}
