// SPDX-License-Identifier: GPL-2.0-only
/* setjmp and longjmp, ours on every architecture (ISO C 7.13). */
#include <asm/setjmp.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>

static jmp_buf env, outer_env;

TEST(setjmp, returns_zero_then_the_value)
{
	volatile int rounds = 0;
	int ret = setjmp(env);

	EXPECT_EQ(ret, rounds);
	if (++rounds < 4)
		longjmp(env, rounds);
	EXPECT_EQ(rounds, 4);
}

TEST(setjmp, zero_becomes_one)
{
	volatile bool jumped = false;
	int ret = setjmp(env);

	if (!jumped) {
		jumped = true;
		EXPECT_EQ(ret, 0);
		longjmp(env, 0);
	}
	EXPECT_EQ(ret, 1);
}

TEST(setjmp, large_and_negative_values)
{
	static const int values[] = { 0x7fffffff, -1, -0x7fffffff - 1, 0x10000 };
	volatile size_t i = 0;
	int ret = setjmp(env);

	if (i)
		EXPECT_EQ(ret, values[i - 1]);
	if (i < ARRAY_SIZE(values))
		longjmp(env, values[i++]);
}

static void (*volatile at_the_bottom)(jmp_buf env, int val) = longjmp;

static noinline int dive(int depth)
{
	volatile char room[64];

	room[depth] = depth;
	if (!depth) {
		at_the_bottom(env, 9);
		return 0;
	}
	return dive(depth - 1) + room[depth];
}

TEST(setjmp, from_deep_inside)
{
	int ret = setjmp(env);

	if (!ret)
		dive(20);
	EXPECT_EQ(ret, 9);
}

/* Values that are only read after the jump sit in callee-saved registers. */
static volatile unsigned long source[12] = { 11, 22, 33, 44, 55, 66, 77, 88, 99, 111, 122, 133 };

static noinline void clobber_and_jump(void)
{
	unsigned long v[12];

	for (int i = 0; i < 12; i++)
		v[i] = ~source[i];
	for (int i = 0; i < 12; i++)
		source[i] = source[i] + v[i] - v[i];
	longjmp(env, 1);
}

TEST(setjmp, callee_saved_registers)
{
	const unsigned long a = source[0], b = source[1], c = source[2], d = source[3], e = source[4], f = source[5],
			    g = source[6], h = source[7], i = source[8], j = source[9], k = source[10], l = source[11];

	if (!setjmp(env))
		clobber_and_jump();
	EXPECT_EQ(a + b + c + d + e + f + g + h + i + j + k + l, 861);
	EXPECT_EQ(a, 11);
	EXPECT_EQ(l, 133);
}

static noinline void jump_over_inner(void)
{
	if (!setjmp(env))
		longjmp(outer_env, 5);
	test_fail("the inner setjmp was returned to");
}

TEST(setjmp, two_levels)
{
	int ret = setjmp(outer_env);

	if (!ret)
		jump_over_inner();
	EXPECT_EQ(ret, 5);
}
