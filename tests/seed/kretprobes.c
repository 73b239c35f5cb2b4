// SPDX-License-Identifier: GPL-2.0-only
/* kretprobes. Linux: Documentation/trace/kprobes.rst, "Return Probes"; lib/tests/test_kprobes.c. */
#include <asm/setjmp.h>
#include <string.h>
#include <whosetrap/symbols.h>

#include "../framework/story.h"

static unsigned long entries, returns, ret_seen, sp_seen, caller_seen;
static struct kretprobe_instance *instance;

/* Called through pointers, so that there is a call. */
static noinline unsigned long half(unsigned long n)
{
	__asm__ volatile("");
	return n / 2;
}

static noinline unsigned long twice_half(unsigned long n);

static unsigned long (*volatile call_half)(unsigned long n) = half;
static unsigned long (*volatile call_twice)(unsigned long n) = twice_half;

static noinline unsigned long twice_half(unsigned long n)
{
	return call_half(n) + call_half(n) + 1;
}

static noinline unsigned long countdown(unsigned long n);
static unsigned long (*volatile call_countdown)(unsigned long n) = countdown;

static noinline unsigned long countdown(unsigned long n)
{
	return n ? call_countdown(n - 1) + 1 : 0;
}

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)regs;
	entries++;
	instance = ri;
	return 0;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	returns++;
	EXPECT(ri == instance);
	ret_seen = regs_return_value(regs);
	sp_seen = kernel_stack_pointer(regs);
	caller_seen = get_kretprobe_retaddr(ri);
	EXPECT_EQ(instruction_pointer(regs), caller_seen);
	return 0;
}

#define RP(fn, ...) ((struct kretprobe){ .kp.addr = (kprobe_opcode_t *)kprobe_func_entry((unsigned long)(fn)), ##__VA_ARGS__ })

static void expect_in(unsigned long addr, const char *name)
{
	const char *found = symbol_lookup(addr, NULL, NULL);

	EXPECT_STR(found ? found : "", name);
}

static void forget(void)
{
	entries = returns = ret_seen = 0;
}

TEST_OF(kprobes, kretprobe, entry_and_return)
{
	struct kretprobe rp = RP(half, .handler = on_return, .entry_handler = on_entry);

	forget();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(call_half(14), 7);
	EXPECT_EQ(entries, 1);
	EXPECT_EQ(returns, 1);
	EXPECT_EQ(ret_seen, 7);
	expect_in(caller_seen, "test_kprobes_kretprobe_entry_and_return");
	unregister_kretprobe(&rp);
	EXPECT_EQ(call_half(14), 7);
	EXPECT_EQ(returns, 1);
	EXPECT_EQ(rp.nmissed, 0);
	EXPECT(rp.maxactive >= 10);
}

TEST_OF(kprobes, kretprobe, by_symbol)
{
	struct kretprobe rp = { .kp.symbol_name = "twice_half", .handler = on_return, .entry_handler = on_entry };

	forget();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(rp.kp.addr, kprobe_func_entry((unsigned long)twice_half));
	EXPECT_EQ(call_twice(8), 9);
	EXPECT_EQ(ret_seen, 9);
	unregister_kretprobe(&rp);
}

static int no_thanks(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)ri;
	(void)regs;
	entries++;
	return 1;
}

TEST_OF(kprobes, kretprobe, entry_handler_declines)
{
	struct kretprobe rp = RP(half, .handler = on_return, .entry_handler = no_thanks, .maxactive = 1);

	forget();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	for (int i = 0; i < 3; i++)
		EXPECT_EQ(call_half(4), 2);
	EXPECT_EQ(entries, 3);
	EXPECT_EQ(returns, 0);
	EXPECT_EQ(rp.nmissed, 0);
	unregister_kretprobe(&rp);
}

static int put_data(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)regs;
	memset(ri->data, 0x50 + entries, 100);
	entries++;
	return 0;
}

static int get_data(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)regs;
	returns++;
	for (int i = 0; i < 100; i++)
		EXPECT_EQ(ri->data[i], 0x50 + entries - returns);
	return 0;
}

/* Each call under way has data of its own, and the innermost returns first. */
TEST_OF(kprobes, kretprobe, recursion_and_data)
{
	struct kretprobe rp = RP(countdown, .handler = get_data, .entry_handler = put_data, .maxactive = 6, .data_size = 100);

	forget();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(call_countdown(5), 5);
	EXPECT_EQ(entries, 6);
	EXPECT_EQ(returns, 6);
	EXPECT_EQ(rp.nmissed, 0);
	unregister_kretprobe(&rp);
}

static int count_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)ri;
	(void)regs;
	returns++;
	return 0;
}

TEST_OF(kprobes, kretprobe, more_calls_than_maxactive)
{
	struct kretprobe rp = RP(countdown, .handler = count_return, .maxactive = 2);

	forget();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(call_countdown(5), 5);
	EXPECT_EQ(returns, 2);
	EXPECT_EQ(rp.nmissed, 4);
	EXPECT_EQ(call_countdown(1), 1);
	EXPECT_EQ(returns, 4);
	unregister_kretprobe(&rp);
}

static unsigned int order[4];

static int say_1(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	order[returns++ & 3] = 1;
	if (returns == 2)
		EXPECT_EQ(instruction_pointer(regs), caller_seen);
	(void)ri;
	return 0;
}

static int say_2(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	order[returns++ & 3] = 2;
	caller_seen = instruction_pointer(regs);
	(void)ri;
	return 0;
}

/* The handler entered last runs first; each finds the true return address in the pc. */
TEST_OF(kprobes, kretprobe, two_on_one_function)
{
	struct kretprobe one = RP(half, .handler = say_2), two = RP(half, .handler = say_1);

	forget();
	ASSERT_EQ(register_kretprobe(&one), 0);
	ASSERT_EQ(register_kretprobe(&two), 0);
	/* The probe registered last has its entry first, so its instance lies below the other's. */
	EXPECT_EQ(call_half(6), 3);
	EXPECT_EQ(returns, 2);
	EXPECT_EQ(order[0], 2);
	EXPECT_EQ(order[1], 1);
	expect_in(caller_seen, "test_kprobes_kretprobe_two_on_one_function");
	unregister_kretprobe(&one);
	EXPECT_EQ(call_half(6), 3);
	EXPECT_EQ(returns, 3);
	unregister_kretprobe(&two);
}

TEST_OF(kprobes, kretprobe, functions_that_return_through_each_other)
{
	struct kretprobe outer = RP(twice_half, .handler = count_return), inner = RP(half, .handler = count_return);

	forget();
	ASSERT_EQ(register_kretprobe(&outer), 0);
	ASSERT_EQ(register_kretprobe(&inner), 0);
	EXPECT_EQ(call_twice(8), 9);
	EXPECT_EQ(returns, 3);
	unregister_kretprobe(&outer);
	unregister_kretprobe(&inner);
}

static int change(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)ri;
	regs_set_return_value(regs, 77);
	return 0;
}

TEST_OF(kprobes, kretprobe, handler_changes_the_return_value)
{
	struct kretprobe rp = RP(half, .handler = change);

	ASSERT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(call_half(2), 77);
	unregister_kretprobe(&rp);
	EXPECT_EQ(call_half(2), 1);
}

static int hit_another(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)regs;
	returns++;
	EXPECT(kprobe_running() == &get_kretprobe(ri)->kp);
	call_half(2);
	return 0;
}

/* A handler at a return counts as a hit being served: what it runs into is missed, not served. */
TEST_OF(kprobes, kretprobe, hit_inside_a_handler_is_missed)
{
	struct kretprobe rp = RP(countdown, .handler = hit_another), other = RP(half, .handler = count_return);

	forget();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	ASSERT_EQ(register_kretprobe(&other), 0);
	EXPECT_EQ(call_countdown(0), 0);
	EXPECT_EQ(returns, 1);
	EXPECT_EQ(other.kp.nmissed, 1);
	EXPECT(!kprobe_running());
	EXPECT_EQ(call_half(2), 1);
	EXPECT_EQ(returns, 2);
	unregister_kretprobe(&rp);
	unregister_kretprobe(&other);
}

static struct kretprobe *leaving;

static int take_out(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	(void)regs;
	returns++;
	if (leaving) {
		unregister_kretprobe(leaving);
		leaving = NULL;
		EXPECT(!get_kretprobe(ri));
	}
	return 0;
}

/* The outer calls are still under way when the innermost return takes the probe out: they return as they should. */
TEST_OF(kprobes, kretprobe, unregistered_while_calls_are_under_way)
{
	struct kretprobe rp = RP(countdown, .handler = take_out), again;

	forget();
	leaving = &rp;
	ASSERT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(call_countdown(4), 4);
	EXPECT_EQ(returns, 1);
	EXPECT_EQ(call_countdown(4), 4);
	EXPECT_EQ(returns, 1);
	again = RP(countdown, .handler = count_return);
	ASSERT_EQ(register_kretprobe(&again), 0);
	EXPECT_EQ(call_countdown(4), 4);
	EXPECT_EQ(returns, 6);
	unregister_kretprobe(&again);
}

static jmp_buf away;

static noinline unsigned long leaves(unsigned long n)
{
	if (n)
		longjmp(away, 1);
	return n + 5;
}

static unsigned long (*volatile call_leaves)(unsigned long n) = leaves;

/* A function that is left by longjmp() costs its instance until the next return; the return addresses stay right. */
TEST_OF(kprobes, kretprobe, function_left_by_longjmp)
{
	struct kretprobe rp = RP(leaves, .handler = count_return, .maxactive = 2), other = RP(half, .handler = count_return);

	forget();
	ASSERT_EQ(register_kretprobe(&rp), 0);
	ASSERT_EQ(register_kretprobe(&other), 0);
	if (!setjmp(away))
		call_leaves(1);
	EXPECT_EQ(returns, 0);
	EXPECT_EQ(call_half(8), 4);
	EXPECT_EQ(returns, 1);
	EXPECT_EQ(call_leaves(0), 5);
	EXPECT_EQ(returns, 2);
	unregister_kretprobe(&rp);
	unregister_kretprobe(&other);
}

TEST_OF(kprobes, kretprobe, disabled_and_enabled)
{
	struct kretprobe rp = RP(half, .handler = count_return);

	forget();
	rp.kp.flags = KPROBE_FLAG_DISABLED;
	ASSERT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(call_half(2), 1);
	EXPECT_EQ(returns, 0);
	EXPECT_EQ(enable_kretprobe(&rp), 0);
	EXPECT_EQ(call_half(2), 1);
	EXPECT_EQ(returns, 1);
	EXPECT_EQ(disable_kretprobe(&rp), 0);
	EXPECT_EQ(call_half(2), 1);
	EXPECT_EQ(returns, 1);
	unregister_kretprobe(&rp);
}

static void refused_with(struct kretprobe *rp, int err, const char *line)
{
	int got;

	hush();
	got = register_kretprobe(rp);
	speak();
	EXPECT_EQ(got, err);
	heard_line(line);
}

TEST_OF(kprobes, kretprobe, refusals)
{
	struct kretprobe rp = RP(half), gone = { .kp.symbol_name = "no_such_function" }, big = RP(half, .data_size = 4097),
		many = RP(half, .maxactive = 1 << 24), inside = RP(half), trap_path = { .kp.symbol_name = "trap_dispatch" };

	inside.kp.addr = (void *)((unsigned long)inside.kp.addr + 4);
	refused_with(&inside, -EINVAL, "a kretprobe goes to the entry of a function");
	refused_with(&gone, -ENOENT, "unknown symbol");
	refused_with(&big, -E2BIG, "data_size");
	refused_with(&many, -ENOMEM, "no memory");
	refused_with(&trap_path, -EINVAL, "part of the trap path");
	ASSERT_EQ(register_kretprobe(&rp), 0);
	refused_with(&rp, -EINVAL, "registered already");
	unregister_kretprobe(&rp);
	unregister_kretprobe(&rp);
}

TEST_OF(kprobes, kretprobe, arrays)
{
	struct kretprobe a = RP(half, .handler = count_return), b = RP(countdown, .handler = count_return), bad = RP(half, .data_size = 5000);
	struct kretprobe *good[] = { &a, &b }, *mixed[] = { &a, &b, &bad };
	int err;

	forget();
	EXPECT_EQ(register_kretprobes(good, 0), -EINVAL);
	hush();
	err = register_kretprobes(mixed, 3);
	speak();
	EXPECT_EQ(err, -E2BIG);
	EXPECT_EQ(call_half(2) + call_countdown(0), 1);
	EXPECT_EQ(returns, 0);
	a = RP(half, .handler = count_return);
	b = RP(countdown, .handler = count_return);
	ASSERT_EQ(register_kretprobes(good, 2), 0);
	EXPECT_EQ(call_half(2) + call_countdown(0), 1);
	EXPECT_EQ(returns, 2);
	unregister_kretprobes(good, 2);
	EXPECT(!get_kprobe(a.kp.addr));
}

/* All registers that the caller may rely on, and the result, come through the trampoline. */
TEST_OF(kprobes, kretprobe, registers_come_through)
{
	struct kretprobe rp = RP(tc_straight, .handler = count_return);
	unsigned long buffer[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, again[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct tc_regs plain = { .arg = { (unsigned long)buffer } }, probed = plain;

	forget();
	tc_run(tc_straight, &plain);
	memcpy(buffer, again, sizeof(buffer));
	ASSERT_EQ(register_kretprobe(&rp), 0);
	tc_run(tc_straight, &probed);
	unregister_kretprobe(&rp);
	EXPECT_EQ(returns, 1);
	EXPECT(!memcmp(&plain, &probed, sizeof(plain)));
}
