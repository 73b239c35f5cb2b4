// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bad stacks. Nothing in the architecture stops an interrupt in real mode from being served on a wild stack pointer;
 * the entry does. ELFv2 ABI 2.2.2.4: the 288 bytes below the stack pointer are the program's. The stack check is gcc's.
 */
#include <asm/irqflags.h>
#include <asm/setjmp.h>
#include <string.h>
#include <whosetrap/testcode.h>

#include "../../../arch/ppc64/stack.h"
#include "raise.h"

static bool on_emergency_stack(unsigned long at)
{
	return at < this_cpu()->emergency.hi && at > this_cpu()->emergency.lo;
}

static bool on_task_stack(unsigned long at)
{
	return at < this_cpu()->stack.hi && at > this_cpu()->stack.lo;
}

static void raise_on(unsigned long sp)
{
	raise_arg = sp;
	RAISE(raise_with_sp);
	RAISE_EXPECT(TRAP_BREAKPOINT, 0x700, (unsigned long)raise_with_sp_at);
	EXPECT_EQ(raised.seen[0].sp, sp);
}

TEST(arch_stack, good_one_is_kept)
{
	unsigned long here = (unsigned long)__builtin_frame_address(0);

	raise_on(here - 512);
	EXPECT(on_task_stack(raised.seen[0].stack));
	EXPECT(raised.seen[0].stack < here - 512 - STACK_RED_ZONE);
}

/* Far enough below that nobody but the handler comes near it. */
TEST(arch_stack, red_zone_is_kept)
{
	unsigned long sp = ((unsigned long)__builtin_frame_address(0) - 2048) & -16UL;
	volatile u8 *zone = (volatile u8 *)sp - STACK_RED_ZONE;
	unsigned int changed = 0;

	raise_arg = sp;
	for (unsigned int i = 0; i < STACK_RED_ZONE; i++)
		zone[i] = 0x5a;
	RAISE(raise_with_sp);
	for (unsigned int i = 0; i < STACK_RED_ZONE; i++)
		changed += zone[i] != 0x5a;
	EXPECT_EQ(changed, 0);
	EXPECT_EQ(raised.n, 1);
	EXPECT(on_task_stack(raised.seen[0].stack));
}

/* Wild ones: zero, in the text, above all stacks, not even memory. */
TEST(arch_stack, bad_one_is_replaced)
{
	const unsigned long wild[] = {
		0, 8, (unsigned long)raise_with_sp_at, this_cpu()->stack.hi + 16, this_cpu()->stack.lo - 16,
		0x5a5a5a5a5a5a5a50, -16UL,
	};

	for (unsigned int i = 0; i < sizeof(wild) / sizeof(wild[0]); i++) {
		raise_on(wild[i]);
		EXPECT(on_emergency_stack(raised.seen[0].stack));
		EXPECT_EQ(raised.seen[0].depth, 1);
	}
}

/* Too little room left for a handler. */
TEST(arch_stack, full_one_is_replaced)
{
	raise_on(this_cpu()->stack.lo + STACK_MARGIN + STACK_ROOM - 16);
	EXPECT(on_emergency_stack(raised.seen[0].stack));
	raise_on(this_cpu()->stack.lo + STACK_MARGIN + STACK_ROOM);
	EXPECT(on_task_stack(raised.seen[0].stack));
}

static void break_again(struct trap *t, struct raised *r)
{
	trap_regs(t)->nip += 4;
	if (r->n < 3)
		tc_break();
}

/* A trap inside a handler on the emergency stack goes on below it and does not begin at its top. */
TEST(arch_stack, nested_on_the_emergency_stack)
{
	raise_arg = 0;
	RAISE_FIX(raise_with_sp, break_again);
	EXPECT_EQ(raised.n, 3);
	for (unsigned int i = 0; i < 3; i++) {
		EXPECT(on_emergency_stack(raised.seen[i].stack));
		EXPECT_EQ(raised.seen[i].depth, i + 1);
		EXPECT(!i || raised.seen[i].stack < raised.seen[i - 1].stack);
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

static u8 area[12 * 1024] __aligned(16);
static const struct stack small_stack = { (unsigned long)area, (unsigned long)area + sizeof(area) };

static void overflow(void (*fn)(void *))
{
	struct stack outer = this_cpu()->stack;

	memset(area, 0xa5, STACK_MARGIN - STACK_RED_ZONE);
	if (!setjmp(back))
		arch_call_on_stack(fn, NULL, &small_stack);
	this_cpu()->stack = outer;
	this_cpu()->depth = 0;
	this_cpu()->trap = NULL;
	trap_catch_unclaimed(NULL);
	local_irq_enable();
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_STACK_OVERFLOW);
	EXPECT_EQ(raised.seen[0].trapnr, 0x700);
	EXPECT_EQ(raised.seen[0].addr, raised.seen[0].sp);
	EXPECT_EQ(raised.seen[0].signr, 11);
	EXPECT(raised.seen[0].sp >= small_stack.lo + STACK_MARGIN);
	EXPECT(on_emergency_stack(raised.seen[0].stack));
	for (unsigned int i = 0; i < STACK_MARGIN - STACK_RED_ZONE; i++)
		if (area[i] != 0xa5)
			test_fail("the stack was used down to %u bytes", i);
}

TEST(arch_stack, overflow_in_assembly)
{
	overflow(recurse);
	EXPECT(raised.seen[0].sp < small_stack.lo + STACK_MARGIN + FRAME_MIN);
}

static noinline int dive(int depth)
{
	volatile char room[100];

	room[depth % 100] = depth;
	return depth < 0 ? 0 : dive(depth + 1) + room[depth % 100];
}

static void dive_from_0(void)
{
	dive(0);
}

static void recurse_in_c(void *unused)
{
	(void)unused;
	raise(dive_from_0, 0, leave);
}

TEST(arch_stack, overflow_in_c)
{
	overflow(recurse_in_c);
}

static unsigned long landed_msr, landed_limit, landed_arg;
static bool landed_masked;

static void __noreturn land(unsigned long arg)
{
	register unsigned long limit __asm__("r14");

	__asm__ volatile("" : "=r"(limit));
	landed_limit = limit;
	landed_arg = arg;
	landed_msr = mfmsr();
	this_cpu()->depth = 0;
	this_cpu()->trap = NULL;
	landed_masked = irqs_disabled();
	longjmp(back, 1);
}

static void redirect(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	(void)r;
	EXPECT_EQ(arch_step_arm(regs, STEP_INSN), 0);
	arch_regs_redirect(regs, land, 0x1234, (unsigned long)__builtin_frame_address(0) - 1024 + 5);
}

/* What arch_regs_redirect() promises: nothing is armed there, interrupts are masked; and the stack has its end. */
TEST(arch_stack, redirected_frame)
{
	if (!setjmp(back))
		raise(tc_break, 0, redirect);
	trap_catch_unclaimed(NULL);
	local_irq_enable();
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(landed_arg, 0x1234);
	EXPECT(landed_masked);
	EXPECT(landed_msr & MSR_EE);
	EXPECT_EQ(landed_msr & (MSR_SE | MSR_BE), 0);
	EXPECT_EQ(landed_limit, this_cpu()->stack.lo + STACK_MARGIN);
}

#define CR_KEPT	0x00fff000UL	/* CR2 to CR4, ELFv2 ABI 2.2.1.1 */

static unsigned long read_cr(void)
{
	unsigned long cr;

	__asm__ volatile("mfcr %0" : "=r"(cr));
	return cr;
}

TEST(arch_stack, longjmp_brings_back_the_condition_register)
{
	volatile unsigned long before, after;

	before = read_cr();
	if (!setjmp(back)) {
		/* Nobody comes back to where the compiler would count on them. */
		__asm__ volatile("mtcr %0" :: "r"(~before));
		longjmp(back, 1);
	}
	after = read_cr();
	EXPECT_EQ((before ^ after) & CR_KEPT, 0);
}
