// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hardware breakpoints and watchpoints by Linux's API, alone and together with kprobes and xmon. Bug cases B16, B17, E07-E11,
 * E16, E17. Every access is volatile or assembly, and each test that expects no hit has seen one first.
 */
#include <linux/hw_breakpoint.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_straight_insns;
static volatile u64 word __aligned(64), beside;
static volatile unsigned int hits[2];
static volatile unsigned long last_pc;
static void (*volatile inside)(struct perf_event *e);

static void count(struct perf_event *e, struct perf_sample_data *data, struct pt_regs *regs)
{
	(void)data;
	hits[e->overflow_handler_context != NULL]++;
	last_pc = instruction_pointer(regs);
	if (inside)
		inside(e);
}

static struct perf_event **try(u32 type, unsigned long addr, unsigned long len, void *context)
{
	struct perf_event_attr attr;

	hw_breakpoint_init(&attr);
	attr.bp_type = type;
	attr.bp_addr = addr;
	attr.bp_len = len;
	return register_wide_hw_breakpoint(&attr, count, context);
}

/* Register, or end the test where the CPU has nothing to watch with. */
static struct perf_event **watch(u32 type, volatile void *addr, unsigned long len, void *context)
{
	bool exec = type == HW_BREAKPOINT_X;
	unsigned int first;
	struct perf_event **e;

	if (!arch_hwbp_slots(exec, &first))
		SKIP("this CPU or emulator has no working %s", exec ? "breakpoint register" : "watchpoint register");
	e = try(type, (unsigned long)addr, len, context);
	ASSERT_EQ(IS_ERR(e) ? PTR_ERR(e) : 0, 0);
	hits[0] = hits[1] = 0;
	inside = NULL;
	return e;
}

static struct perf_event **watch_insn(const unsigned long *list, unsigned int i)
{
	return watch(HW_BREAKPOINT_X, (void *)list[i], sizeof(long), NULL);
}

static unsigned int take_hits(void)
{
	unsigned int n = hits[0];

	hits[0] = 0;
	return n;
}

static u64 area[8] __aligned(64);

/* Of tc_straight one instruction from the fourth to the sixth stores here, on all architectures. */
#define STORED	(&area[3])

static void straight(void)
{
	struct tc_regs io = { .arg = { (unsigned long)area } };

	tc_run(tc_straight, &io);
}

static void nops(void)
{
	struct tc_regs io = { 0 };

	tc_run(tc_nops, &io);
}

/* E07: one hit for each access, and the access is made. */
TEST(hw_breakpoint, write)
{
	struct perf_event **e = watch(HW_BREAKPOINT_W, &word, 8, NULL);

	word = 5;
	EXPECT_EQ(take_hits(), 1);
	EXPECT_EQ(word, 5);
	EXPECT_EQ(take_hits(), 0);
	word++;
	EXPECT_EQ(take_hits(), 1);
	beside = word;
	EXPECT_EQ(beside, 6);
	for (int i = 0; i < 3; i++)
		word = i;
	EXPECT_EQ(take_hits(), 3);
	unregister_wide_hw_breakpoint(e);
	word = 7;
	EXPECT_EQ(take_hits(), 0);
	EXPECT(!arch_cpu_armed());
}

TEST(hw_breakpoint, read_write)
{
	struct perf_event **e = watch(HW_BREAKPOINT_RW, &word, 8, NULL);

	beside = word;
	EXPECT_EQ(take_hits(), 1);
	word = 1;
	EXPECT_EQ(take_hits(), 1);
	beside = 2;
	EXPECT_EQ(take_hits(), 0);
	unregister_wide_hw_breakpoint(e);
}

/* A CPU that cannot watch reads alone says so. */
TEST(hw_breakpoint, read)
{
	struct perf_event **e = watch(HW_BREAKPOINT_RW, &word, 8, NULL);

	unregister_wide_hw_breakpoint(e);
	e = try(HW_BREAKPOINT_R, (unsigned long)&word, 8, NULL);
	if (PTR_ERR(e) == -EINVAL)
		SKIP("this CPU has no watchpoint on reads alone");
	word = 1;
	EXPECT_EQ(take_hits(), 0);
	beside = word;
	EXPECT_EQ(take_hits(), 1);
	unregister_wide_hw_breakpoint(e);
}

/* E09: each length, at each place that is aligned to it; every byte in it hits, those beside it do not. */
TEST(hw_breakpoint, lengths)
{
	volatile u8 *bytes = (volatile u8 *)&area[1];
	unsigned int wrong = 0;

	unregister_wide_hw_breakpoint(watch(HW_BREAKPOINT_W, bytes, 1, NULL));
	for (int len = 1; len <= 8; len *= 2) {
		for (int at = 0; at < 8; at += len) {
			struct perf_event **e = watch(HW_BREAKPOINT_W, bytes + at, len, NULL);

			for (int i = -2; i < 10; i++) {
				bytes[i] = i;
				wrong += take_hits() != (i >= at && i < at + len);
			}
			unregister_wide_hw_breakpoint(e);
		}
	}
	EXPECT_EQ(wrong, 0);
}

/* E02, E08: a wide access that begins below a narrow watch. */
TEST(hw_breakpoint, wide_access)
{
	struct perf_event **e = watch(HW_BREAKPOINT_W, (u8 *)&word + 5, 1, NULL);

	word = 3;
	EXPECT_EQ(take_hits(), 1);
	*(volatile u32 *)&word = 4;
	EXPECT_EQ(take_hits(), 0);
	unregister_wide_hw_breakpoint(e);
}

/* E11: before the instruction, once for each time it is reached. */
TEST(hw_breakpoint, execute)
{
	struct perf_event **e = watch_insn(tc_branchy_insns, 3);
	struct tc_regs io = { 0 };

	for (unsigned int round = 1; round <= 2; round++) {
		tc_run(tc_branchy, &io);
		EXPECT_EQ(take_hits(), 3);
		EXPECT_EQ(last_pc, tc_branchy_insns[3]);
	}
	EXPECT_EQ(io.ret, 7);
	unregister_wide_hw_breakpoint(e);
	tc_run(tc_branchy, &io);
	EXPECT_EQ(take_hits(), 0);
}

/* E16: the last slot, one more, and the others still work. */
TEST(hw_breakpoint, slots_full)
{
	struct perf_event **e[HWBP_SLOTS_MAX + 1];
	static volatile u64 words[HWBP_SLOTS_MAX];
	unsigned int first, n = arch_hwbp_slots(false, &first);

	for (unsigned int i = 0; i < max(n, 1U); i++)
		e[i] = watch(HW_BREAKPOINT_W, &words[i], 8, NULL);
	EXPECT_EQ(PTR_ERR(try(HW_BREAKPOINT_W, (unsigned long)&word, 8, NULL)), -ENOSPC);
	for (unsigned int i = 0; i < n; i++) {
		words[i] = i;
		EXPECT_EQ(take_hits(), 1);
	}
	unregister_wide_hw_breakpoint(e[0]);
	e[0] = watch(HW_BREAKPOINT_W, &word, 8, NULL);
	words[0] = word = 1;
	EXPECT_EQ(take_hits(), 1);
	for (unsigned int i = 0; i < n; i++)
		unregister_wide_hw_breakpoint(e[i]);
}

/* E10: both owners of one condition, whichever the CPU names. */
TEST(hw_breakpoint, two_owners_of_one_address)
{
	struct perf_event **a, **b;
	unsigned int first;

	if (arch_hwbp_slots(false, &first) == 1)
		SKIP("this CPU can watch one place");
	a = watch(HW_BREAKPOINT_W, &word, 8, NULL);
	b = watch(HW_BREAKPOINT_W, &word, 8, area);
	word = 1;
	EXPECT_EQ(hits[0], 1);
	EXPECT_EQ(hits[1], 1);
	unregister_wide_hw_breakpoint(a);
	word = 2;
	EXPECT_EQ(hits[0], 1);
	EXPECT_EQ(hits[1], 2);
	unregister_wide_hw_breakpoint(b);
}

/* Also for the instruction that is hit itself and stores to what is watched. */
TEST(hw_breakpoint, execute_and_write)
{
	struct perf_event **w = watch(HW_BREAKPOINT_W, STORED, 8, area), **x;

	for (unsigned int i = 4; i <= 6; i++) {
		x = watch_insn(insns, i);
		hits[1] = 0;
		straight();
		EXPECT_EQ(take_hits(), 1);
		EXPECT_EQ(hits[1], 1);
		unregister_wide_hw_breakpoint(x);
	}
	unregister_wide_hw_breakpoint(w);
}

/* Each address once and no other: the step of somebody else is neither lost nor doubled. */
TEST(hw_breakpoint, together_with_a_step)
{
	struct perf_event **e = watch(HW_BREAKPOINT_W, STORED, 8, NULL);
	struct tc_regs io = { .arg = { (unsigned long)area } };
	struct steps steps;

	tc_step(tc_straight, &io, STEP_INSN, &steps);
	steps_expect(&steps, TRAP_STEP, tc_straight_trace);
	EXPECT_EQ(hits[0], 1);
	unregister_wide_hw_breakpoint(e);
}

TEST(hw_breakpoint, execute_together_with_a_step)
{
	struct perf_event **e = watch_insn(insns, 3);
	struct tc_regs io = { .arg = { (unsigned long)area } };
	struct steps steps;

	tc_step(tc_straight, &io, STEP_INSN, &steps);
	steps_expect(&steps, TRAP_STEP, tc_straight_trace);
	EXPECT_EQ(hits[0], 1);
	unregister_wide_hw_breakpoint(e);
}

/* On every instruction in turn: a kprobe and an execution breakpoint; the function does what it does without them. */
TEST(hw_breakpoint, execute_together_with_a_kprobe)
{
	struct perf_event **e = watch_insn(insns, 3);
	unsigned long alone[8] = { 5, 6 };
	struct tc_regs io = { .arg = { (unsigned long)alone } };
	struct probe p;

	unregister_wide_hw_breakpoint(e);
	tc_run(tc_straight, &io);
	for (unsigned int i = 0; insns[i]; i++) {
		unsigned long memory[8] = { 5, 6 };

		e = watch_insn(insns, i);
		ASSERT_EQ(probe_add(&p, insns[i]), 0);
		io.arg[0] = (unsigned long)memory;
		tc_run(tc_straight, &io);
		EXPECT_EQ(take_hits(), 1);
		EXPECT_EQ(p.post, 1);
		EXPECT(!memcmp(alone, memory, sizeof(memory)));
		unregister_kprobe(&p.kp);
		unregister_wide_hw_breakpoint(e);
	}
}

/* A kprobe on the store: the access is made in a slot, by a step that is the kprobe's. */
static void write_with_a_kprobe(bool stepped)
{
	struct perf_event **e = watch(HW_BREAKPOINT_W, STORED, 8, NULL);
	struct tc_regs io = { .arg = { (unsigned long)area } };
	struct steps steps;
	struct probe p[9];

	for (unsigned int i = 0; i < 9 && insns[i]; i++)
		ASSERT_EQ(probe_add(&p[i], insns[i]), 0);
	for (unsigned int round = 1; round <= 2; round++) {
		io.arg[0] = (unsigned long)area;
		if (stepped) {
			tc_step(tc_straight, &io, STEP_INSN, &steps);
			steps_expect(&steps, TRAP_STEP, tc_straight_trace);
		} else {
			tc_run(tc_straight, &io);
		}
		EXPECT_EQ(take_hits(), 1);
		for (unsigned int i = 0; i < 9 && insns[i]; i++)
			EXPECT_EQ(p[i].post, round);
	}
	for (unsigned int i = 0; i < 9 && insns[i]; i++)
		unregister_kprobe(&p[i].kp);
	unregister_wide_hw_breakpoint(e);
}

TEST(hw_breakpoint, write_together_with_a_kprobe)
{
	write_with_a_kprobe(false);
}

TEST(hw_breakpoint, write_together_with_a_kprobe_and_a_step)
{
	write_with_a_kprobe(true);
}

/* xmon stops at the breakpoint, lifts it and runs the place again: that is one execution. Then it steps over the store. */
TEST(hw_breakpoint, together_with_xmon)
{
	struct perf_event **x = watch_insn(insns, 3), **w = watch(HW_BREAKPOINT_W, STORED, 8, area);

	ASSERT_EQ(xmon_enable(), 0);
	for (unsigned int round = 1; round <= 2; round++) {
		xmon_script("s 4\n");
		ASSERT_EQ(xmon_try(insns[3]), 0);
		straight();
		EXPECT_EQ(hits[0], round);
		EXPECT_EQ(hits[1], round);
		EXPECT_EQ(xmon_entries(), 2);
		EXPECT(xmon_said_at("step", insns[7]));
		xmon_break_clear(insns[3]);
	}
	xmon_disable();
	unregister_wide_hw_breakpoint(x);
	unregister_wide_hw_breakpoint(w);
}

static void write_word(struct probe *p)
{
	(void)p;
	word++;
}

/* Inside a handler of somebody else: x86 reports it, aarch64 masks it (PSTATE.D). Never twice, and the access is made. */
TEST(hw_breakpoint, inside_a_handler)
{
	struct perf_event **e = watch(HW_BREAKPOINT_W, &word, 8, NULL);
	struct probe p;

	word = 1;
	EXPECT_EQ(take_hits(), 1);
	probe_init(&p, tc_nops_insns[2]);
	p.inside = write_word;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	nops();
	EXPECT_EQ(word, 2);
	EXPECT(hits[0] <= 1);
	EXPECT_EQ(p.post, 1);
	unregister_kprobe(&p.kp);
	unregister_wide_hw_breakpoint(e);
}

static void touch(struct perf_event *e)
{
	(void)e;
	beside = word;
	word = 9;
}

static void leave(struct perf_event *e)
{
	unregister_hw_breakpoint(e);
}

/* What the callback itself does to the place is not reported; it may take its breakpoint away. */
TEST(hw_breakpoint, inside_its_own_callback)
{
	struct perf_event **e = watch(HW_BREAKPOINT_RW, &word, 8, NULL);

	inside = touch;
	word = 1;
	EXPECT_EQ(take_hits(), 1);
	inside = leave;
	word = 2;
	EXPECT_EQ(word, 2);
	EXPECT_EQ(take_hits(), 1);
	word = 3;
	EXPECT_EQ(take_hits(), 0);
	EXPECT(!arch_cpu_armed());
	unregister_wide_hw_breakpoint(e);
}

/* What no CPU can do, what Linux refuses, and what it says. */
TEST(hw_breakpoint, refusals)
{
	static const struct { u32 type; u8 offset, len; } wrong[] = {
		{ HW_BREAKPOINT_EMPTY, 0, 8 }, { HW_BREAKPOINT_INVALID, 0, 8 }, { HW_BREAKPOINT_W, 0, 0 },
		{ HW_BREAKPOINT_W, 0, 9 }, { HW_BREAKPOINT_X, 0, 8 }, { 8, 0, 8 },
	};
	struct perf_event_attr attr;

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++)
		EXPECT_EQ(PTR_ERR(try(wrong[i].type, (unsigned long)&word + wrong[i].offset, wrong[i].len, NULL)), -EINVAL);
	EXPECT_EQ(PTR_ERR(try(HW_BREAKPOINT_X, insns[0], 1, NULL)), -EINVAL);
	hw_breakpoint_init(&attr);
	EXPECT_EQ(attr.type, PERF_TYPE_BREAKPOINT);
	EXPECT_EQ(attr.sample_period, 1);
	EXPECT(attr.pinned);
	EXPECT_EQ(PTR_ERR(register_user_hw_breakpoint(&attr, count, NULL, NULL)), -EOPNOTSUPP);
	attr.type = 0;
	EXPECT_EQ(PTR_ERR(register_wide_hw_breakpoint(&attr, count, NULL)), -ENOENT);
	EXPECT(!arch_cpu_armed());
}

/* A doubleword register does not reach over its end; DAWR does. */
TEST(hw_breakpoint, misaligned)
{
	struct perf_event **e = watch(HW_BREAKPOINT_W, &word, 8, NULL);

	unregister_wide_hw_breakpoint(e);
	e = try(HW_BREAKPOINT_W, (unsigned long)area + 4, 8, NULL);
	if (IS_ERR(e)) {
		EXPECT_EQ(PTR_ERR(e), -EINVAL);
		return;
	}
	area[1] = 1;
	EXPECT_EQ(take_hits(), 1);
	unregister_wide_hw_breakpoint(e);
}

/* B16, B17: what the way of a trap itself reads or writes. */
TEST(hw_breakpoint, no_watch_list)
{
	struct perf_event **e = watch(HW_BREAKPOINT_W, &word, 8, NULL);
	volatile u64 local = 0;
	unsigned long no[] = { (unsigned long)this_cpu(), (unsigned long)&this_cpu()->trap, (unsigned long)&this_cpu()->log,
			       (unsigned long)hwbp_slots, (unsigned long)die_table, this_cpu()->emergency.lo,
			       this_cpu()->emergency.hi - 8, (unsigned long)die_chain_nth(0), (unsigned long)*e };

	for (size_t i = 0; i < ARRAY_SIZE(no); i++)
		if (!EXPECT_EQ(PTR_ERR(try(HW_BREAKPOINT_RW, no[i] & ~7UL, 8, NULL)), -EINVAL))
			test_note("number %zu of the list", i);
	/* Also where only the end of what is watched is on the list. */
	EXPECT(hwbp_nowatch((unsigned long)&cpus[0] - 4, 8));
	EXPECT(hwbp_nowatch((unsigned long)&cpus[0] - 1, 2));
	EXPECT_EQ(PTR_ERR(try(HW_BREAKPOINT_X, (unsigned long)trap_dispatch, sizeof(long), NULL)), -EINVAL);
	unregister_wide_hw_breakpoint(e);
	e = watch(HW_BREAKPOINT_W, &local, 8, NULL);
	local = 1;
	EXPECT_EQ(take_hits(), 1);
	unregister_wide_hw_breakpoint(e);
}
