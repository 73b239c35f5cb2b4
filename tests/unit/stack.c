// SPDX-License-Identifier: GPL-2.0-only
/* Stacks and the way up them: arch_call_on_stack(), arch_unwind(). */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/test.h>

#include "../framework/lib.h"

static u8 other[8192] __aligned(16);
static const struct stack other_stack = { (unsigned long)other, (unsigned long)other + sizeof(other) };

static unsigned long local_address, argument;
static struct stack bounds;

static void note_stack(void *arg)
{
	volatile int local = 0;

	argument = (unsigned long)arg;
	local_address = (unsigned long)&local;
	bounds = this_cpu()->stack;
	tc_run(tc_nops, &(struct tc_regs){ 0 });
}

TEST(stack, call_on_another)
{
	struct stack before = this_cpu()->stack;
	volatile int local = 5;

	EXPECT((unsigned long)&local >= before.lo && (unsigned long)&local < before.hi);
	arch_call_on_stack(note_stack, (void *)0x77, &other_stack);
	EXPECT_EQ(argument, 0x77);
	EXPECT(local_address >= other_stack.lo && local_address < other_stack.hi);
	EXPECT_EQ(bounds.lo, other_stack.lo);
	EXPECT_EQ(bounds.hi, other_stack.hi);
	EXPECT_EQ(this_cpu()->stack.lo, before.lo);
	EXPECT_EQ(this_cpu()->stack.hi, before.hi);
	EXPECT_EQ(local, 5);
}

#define FRAMES_MAX 32

static struct unwind frames[FRAMES_MAX];
static unsigned int nr_frames;

static void note_frames(const struct pt_regs *regs)
{
	struct unwind u;

	nr_frames = 0;
	arch_unwind_start(&u, regs);
	do {
		frames[nr_frames++] = u;
	} while (nr_frames < FRAMES_MAX && arch_unwind(&u));
}

/* Index of the next frame of a function @name... at or above @from, or -1. */
static int find_frame(const char *name, int from)
{
	for (unsigned int i = from; from >= 0 && i < nr_frames; i++) {
		const char *here = symbol_lookup(frames[i].pc, NULL, NULL);

		/* There may be more behind the name: ".isra.0" from the compiler, "_at" of a label inside. */
		if (here && !strncmp(here, name, strlen(name)))
			return i;
	}
	test_fail("no frame of %s from frame %d on", name, from);
	return -1;
}

static void show_frames(void)
{
	char name[KSYM_NAME_LEN];

	for (unsigned int i = 0; i < nr_frames; i++) {
		sprint_symbol(name, frames[i].pc);
		test_note("frame %u: %s%s", i, name, frames[i].regs ? " <trap>" : "");
	}
}

static noinline void unwind_inner(void (*fn)(void))
{
	fn();
	barrier();
}

static noinline void unwind_middle(void (*fn)(void))
{
	unwind_inner(fn);
	barrier();
}

static noinline void unwind_outer(void (*fn)(void))
{
	unwind_middle(fn);
	barrier();
}

static noinline void unwind_here(void)
{
	note_frames(NULL);
	barrier();
}

TEST(stack, unwind_from_the_caller)
{
	int i;

	unwind_outer(unwind_here);
	EXPECT(nr_frames < FRAMES_MAX);
	i = find_frame("unwind_inner", 0);
	i = find_frame("unwind_middle", i);
	i = find_frame("unwind_outer", i);
	i = find_frame("test_stack_unwind_from_the_caller", i);
	EXPECT(i > 0);
	if (i < 0)
		show_frames();
}

static void unwind_trap(struct trap *t)
{
	note_frames(t ? trap_regs(t) : NULL);
	barrier();
}

TEST(stack, unwind_from_a_frame)
{
	struct breaker b = { .inside = unwind_trap };
	int i;

	breaker_add(&b);
	unwind_outer(tc_break);
	breaker_del(&b);
	EXPECT(nr_frames < FRAMES_MAX);
	i = find_frame("tc_break", 0);
	EXPECT_EQ(i, 0);
	i = find_frame("unwind_inner", i);
	i = find_frame("unwind_middle", i);
	i = find_frame("unwind_outer", i);
	EXPECT(i > 0);
	if (i < 0)
		show_frames();
}

static void unwind_through_trap(struct trap *t)
{
	(void)t;
	unwind_trap(NULL);
	barrier();
}

TEST(stack, unwind_through_a_trap)
{
	struct breaker b = { .inside = unwind_through_trap };
	int i;

	breaker_add(&b);
	unwind_outer(tc_break);
	breaker_del(&b);
	EXPECT(nr_frames < FRAMES_MAX);
	i = find_frame("trap_dispatch", 0);
	i = find_frame("tc_break", i);
	if (EXPECT(i > 0)) {
		EXPECT(frames[i].regs != NULL);
		EXPECT_EQ(frames[i].pc, (unsigned long)tc_break_at + BREAK_INSN_SIZE);
	}
	i = find_frame("unwind_inner", i);
	i = find_frame("unwind_outer", i);
	EXPECT(i > 0);
	if (i < 0)
		show_frames();
}
