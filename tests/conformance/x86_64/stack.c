// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bad stacks. A page fault while the frame of an exception is pushed is a double fault (SDM 3A section 6.15, vector
 * 8, table 6-5), which has a stack of its own; the kernel survives it. #DF is an abort, and what RIP means is not
 * promised; that it is the instruction whose exception could not be delivered is what CPUs and emulators do and what
 * this test relies on.
 */
#include <asm/irqflags.h>
#include <asm/page.h>
#include <asm/setjmp.h>
#include <whosetrap/testcode.h>

#include "raise.h"

static u8 page[PAGE_SIZE] __aligned(PAGE_SIZE);

static bool on_df_stack(unsigned long at)
{
	return at < this_cpu()->emergency.hi && at > this_cpu()->emergency.lo;
}

/* With interrupts off: nothing else may look for a stack meanwhile. */
static void raise_on(void (*fn)(void), unsigned long next, unsigned long sp)
{
	raise_addr = sp;
	local_irq_disable();
	raise(fn, next, NULL);
	local_irq_enable();
}

CONFORMANCE(stack, push_to_an_unmapped_page, "SDM 3A 6.15")
{
	raise_on(raise_push, (unsigned long)raise_push_next, UNMAPPED + 0x800);
	RAISE_EXPECT(TRAP_DOUBLE_FAULT, 8, raise_push_at, 0);
	EXPECT_EQ(raised.seen[0].sp, UNMAPPED + 0x800);
	EXPECT(on_df_stack(raised.seen[0].stack));
}

CONFORMANCE(stack, breakpoint_on_an_unmapped_stack, "SDM 3A 6.15")
{
	raise_on(raise_breakpoint_on_bad_stack, (unsigned long)raise_breakpoint_on_bad_stack_next, UNMAPPED + 0x800);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_DOUBLE_FAULT);
	EXPECT(on_df_stack(raised.seen[0].stack));
}

CONFORMANCE(stack, stack_pointer_is_not_canonical, "SDM 3A 6.15")
{
	raise_on(raise_push, (unsigned long)raise_push_next, NONCANONICAL);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_DOUBLE_FAULT);
	EXPECT_EQ(raised.seen[0].trapnr, 8);
	EXPECT_EQ(raised.seen[0].cause, 0);
}

/* Several in a row: the stack is free again each time. */
CONFORMANCE(stack, double_faults_in_a_row, "SDM 3A 6.14.5")
{
	for (int i = 0; i < 5; i++) {
		raise_on(raise_push, (unsigned long)raise_push_next, UNMAPPED + 0x800);
		EXPECT_EQ(raised.n, 1);
		EXPECT_EQ(raised.seen[0].kind, TRAP_DOUBLE_FAULT);
	}
}

static jmp_buf back;

static void __noreturn out(unsigned long unused)
{
	(void)unused;
	longjmp(back, 1);
}

static void leave(struct trap *t, struct raised *r)
{
	(void)r;
	arch_regs_redirect(trap_regs(t), out, 0, this_cpu()->stack.hi);
}

static void recurse(void *unused)
{
	(void)unused;
	raise(tc_recurse, 0, leave);
}

/* Recursion down to a guard page, on a stack of its own. */
TEST(arch_stack, overflow_into_a_guard_page)
{
	static u8 area[3 * PAGE_SIZE] __aligned(PAGE_SIZE);
	const struct stack stack = { (unsigned long)area + PAGE_SIZE, (unsigned long)area + 3 * PAGE_SIZE };
	struct stack outer = this_cpu()->stack;

	arch_guard_page(area);
	if (!setjmp(back))
		arch_call_on_stack(recurse, NULL, &stack);
	this_cpu()->stack = outer;
	this_cpu()->depth = 0;
	this_cpu()->trap = NULL;
	trap_catch_unclaimed(NULL);
	local_irq_enable();
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_STACK_OVERFLOW);
	EXPECT_EQ(raised.seen[0].trapnr, 8);
	EXPECT(raised.seen[0].sp <= stack.lo + 16 && raised.seen[0].sp >= stack.lo);
	EXPECT(raised.seen[0].addr < stack.lo && raised.seen[0].addr >= stack.lo - PAGE_SIZE);
	EXPECT(on_df_stack(raised.seen[0].stack));
	EXPECT_EQ(raised.seen[0].depth, 1);
}

TEST(arch_stack, guard_page_faults)
{
	page[0] = 1;
	arch_guard_page(page);
	raise_addr = (unsigned long)page + 4;
	RAISE(raise_read);
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, raise_read_at, 0);
	EXPECT_EQ(raised.seen[0].addr, raise_addr);
	RAISE(raise_write);
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, raise_write_at, PF_WRITE);
}

/* Below each stack of an exception. */
TEST(arch_stack, exception_stacks_have_guard_pages)
{
	const struct arch_cpu *cpu = &this_cpu()->arch;
	const struct stack *nmi = (const void *)cpu->tss.ist[IST_NMI - 1];
	const unsigned long below[] = { nmi->lo, this_cpu()->emergency.lo, cpu->tss.ist[IST_MC - 1] - 8 * 1024,
					cpu->kernel_sp - 16 * 1024 };

	for (size_t i = 0; i < ARRAY_SIZE(below); i++) {
		raise_addr = below[i] - 8;
		RAISE(raise_write);
		RAISE_EXPECT(TRAP_PAGE_FAULT, 14, raise_write_at, PF_WRITE);
		EXPECT_EQ(raised.seen[0].addr, raise_addr);
		raise_addr = below[i];
		RAISE(raise_read);
		EXPECT_EQ(raised.n, 0);
	}
}
