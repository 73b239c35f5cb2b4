// SPDX-License-Identifier: GPL-2.0-only
/*
 * A probe, or a breakpoint, on every instruction of a function: alone, all together, and while the function is
 * stepped. Whoever looks, the function computes what it computes in a free run.
 */
#include <asm/irqflags.h>
#include <whosetrap/arch.h>

#include "../framework/story.h"

#define MAX_INSNS	64

static const struct subject {
	const char *name;
	void (*fn)(void);
	const unsigned long *insns, *trace;
} subjects[] = {
	{ "tc_nops", tc_nops, tc_nops_insns, tc_nops_trace },
	{ "tc_straight", tc_straight, tc_straight_insns, tc_straight_trace },
	{ "tc_branchy", tc_branchy, tc_branchy_insns, tc_branchy_trace },
	{ "tc_flags", tc_flags, tc_flags_insns, tc_flags_trace },
};

#define for_each_subject(s) for ((s) = subjects; (s) < subjects + ARRAY_SIZE(subjects); (s)++)

/* What a run has made: registers, flags, memory. */
struct result {
	struct tc_regs io;
	unsigned long memory[8];
};

static unsigned long memory[8];
static struct probe probes[MAX_INSNS];

/* Some values, the same for each run. */
static void start(struct result *r)
{
	r->io = (struct tc_regs){ .arg = { (unsigned long)memory, 0x1122334455667788, 3, 4, 0x7fffffff, 6 } };
	for (size_t i = 0; i < ARRAY_SIZE(memory); i++)
		memory[i] = 0x0101010101010101 * (i + 1);
}

static void run(const struct subject *s, struct result *r)
{
	start(r);
	tc_run(s->fn, &r->io);
	memcpy(r->memory, memory, sizeof(memory));
}

static void expect_same(const struct result *seen, const struct result *wanted)
{
	EXPECT_EQ(seen->io.ret, wanted->io.ret);
	EXPECT_EQ(seen->io.flags, wanted->io.flags);
	for (size_t i = 0; i < ARRAY_SIZE(seen->io.arg); i++)
		EXPECT_EQ(seen->io.arg[i], wanted->io.arg[i]);
	EXPECT(!memcmp(seen->memory, wanted->memory, sizeof(seen->memory)));
}

static unsigned int times(const unsigned long *trace, unsigned long addr)
{
	unsigned int n = 0;

	for (; *trace; trace++)
		n += *trace == addr;
	return n;
}

/* Say so once, in the test that takes them one by one. */
static void refused(const struct subject *s, unsigned int i)
{
	heard[strcspn(heard, "\n")] = '\0';
	test_note("%s: %u: %s", s->name, i, heard);
}

/* Whatever an architecture refuses, most of an ordinary function can be probed. */
static void enough(const struct subject *s, unsigned int accepted)
{
	if (!EXPECT(accepted * 2 > count_insns(s->insns)))
		test_note("%s: only %u of %u instructions can be probed", s->name, accepted, count_insns(s->insns));
}

TEST(kprobes, every_instruction_in_turn)
{
	const struct subject *s;
	struct result alone, probed;

	for_each_subject(s) {
		unsigned int accepted = 0;

		run(s, &alone);
		for (unsigned int i = 0; s->insns[i]; i++) {
			struct probe p;

			if (probe_add(&p, s->insns[i])) {
				refused(s, i);
				continue;
			}
			accepted++;
			run(s, &probed);
			expect_same(&probed, &alone);
			if (!EXPECT_EQ(p.pre, times(s->trace, s->insns[i])) | !EXPECT_EQ(p.post, p.pre))
				test_note("%s: instruction %u", s->name, i);
			EXPECT_EQ(p.kp.nmissed, 0);
			unregister_kprobe(&p.kp);
			if (!EXPECT(insns_are_pristine(s->insns)))
				test_note("%s: instruction %u", s->name, i);
		}
		enough(s, accepted);
	}
}

static unsigned int add_all(const struct subject *s)
{
	unsigned int accepted = 0;

	ASSERT(count_insns(s->insns) <= MAX_INSNS);
	for (unsigned int i = 0; s->insns[i]; i++) {
		if (!probe_add(&probes[i], s->insns[i])) {
			accepted++;
			continue;
		}
		probes[i].kp.addr = NULL;
	}
	enough(s, accepted);
	return accepted;
}

static void expect_all_hit(const struct subject *s, unsigned int runs)
{
	for (unsigned int i = 0; s->insns[i]; i++) {
		unsigned int wanted = probes[i].kp.addr ? runs * times(s->trace, s->insns[i]) : 0;

		if (!EXPECT_EQ(probes[i].pre, wanted) | !EXPECT_EQ(probes[i].post, wanted) |
		    !EXPECT_EQ(probes[i].kp.nmissed, 0))
			test_note("%s: instruction %u", s->name, i);
	}
}

/* Taken out in another order than they were put in. */
static void del_all(const struct subject *s)
{
	unsigned int n = count_insns(s->insns);

	for (unsigned int i = 0; i < n; i += 2)
		unregister_kprobe(&probes[i].kp);
	for (unsigned int i = n; i--;)
		unregister_kprobe(&probes[i].kp);
	EXPECT(insns_are_pristine(s->insns));
}

TEST(kprobes, all_instructions_at_once)
{
	const struct subject *s;
	struct result alone, probed;

	for_each_subject(s) {
		run(s, &alone);
		add_all(s);
		for (unsigned int i = 0; i < 3; i++) {
			run(s, &probed);
			expect_same(&probed, &alone);
		}
		expect_all_hit(s, 3);
		del_all(s);
		run(s, &probed);
		expect_same(&probed, &alone);
		expect_all_hit(s, 3);
	}
}

/*
 * Somebody else steps through the function. He armed his step before the probe was hit, so he is to see the same traps
 * as without probes; the probes' own steps are none of his business.
 */
TEST(kprobes, another_stepper_sees_every_instruction)
{
	static struct steps steps;
	const struct subject *s;
	struct result alone, probed;

	for_each_subject(s) {
		run(s, &alone);
		add_all(s);
		start(&probed);
		tc_step(s->fn, &probed.io, STEP_INSN, &steps);
		memcpy(probed.memory, memory, sizeof(memory));
		expect_same(&probed, &alone);
		steps_expect(&steps, TRAP_STEP, s->trace);
		expect_all_hit(s, 1);
		del_all(s);
	}
}

static unsigned int ticks_seen;

/* An interrupt at any moment of a hit: between the two traps, in the slot, in a handler. */
TEST(kprobes, timer_interrupt_in_the_middle)
{
	const struct subject *s = &subjects[2];
	struct result alone, probed;
	struct log_iter it;
	struct log_record r;

	ticks_seen = 0;
	run(s, &alone);
	add_all(s);
	for (u64 ticks = 1; ticks < 200; ticks++) {
		trap_log_reset();
		arch_timer_arm(ticks * max(arch_clock_hz() / 20000000, (u64)1));
		run(s, &probed);
		expect_same(&probed, &alone);
		trap_log_start(&it);
		while (trap_log_next(&it, &r))
			ticks_seen += r.type == LOG_TRAP && (r.kind == TRAP_IRQ || r.kind == TRAP_NMI);
	}
	/* The clock may be too coarse to hit each of so short runs, but not to hit none. */
	EXPECT(ticks_seen > 0);
	expect_all_hit(s, 199);
	del_all(s);
	test_time_limit(1000);
}

TEST(kprobes, interrupt_state_is_given_back)
{
	struct result r;
	struct probe p;

	ASSERT_EQ(probe_add(&p, tc_nops_insns[1]), 0);
	run(&subjects[0], &r);
	EXPECT(!irqs_disabled());
	local_irq_disable();
	run(&subjects[0], &r);
	EXPECT(irqs_disabled());
	local_irq_enable();
	EXPECT_EQ(p.pre, 2);
	unregister_kprobe(&p.kp);
}

/* xmon steps over its breakpoint: the instruction runs once for each time it is reached. */
TEST(xmon, every_instruction_in_turn)
{
	const struct subject *s;
	struct result alone, broken;

	ASSERT_EQ(xmon_enable(), 0);
	for_each_subject(s) {
		run(s, &alone);
		for (unsigned int i = 0; s->insns[i]; i++) {
			unsigned int wanted = times(s->trace, s->insns[i]);

			xmon_script(NULL);
			ASSERT_EQ(xmon_break_set(s->insns[i]), 0);
			run(s, &broken);
			expect_same(&broken, &alone);
			if (!EXPECT_EQ(xmon_entries(), wanted) | !EXPECT_EQ(xmon_break_hits(s->insns[i]), wanted))
				test_note("%s: instruction %u", s->name, i);
			EXPECT_EQ(xmon_break_clear(s->insns[i]), 0);
			EXPECT(insns_are_pristine(s->insns));
		}
	}
	xmon_disable();
}

/* On every instruction one of the two, in turns. */
TEST(seed, every_instruction_is_somebodys)
{
	const struct subject *s;
	struct result alone, shared;

	ASSERT_EQ(xmon_enable(), 0);
	for_each_subject(s) {
		unsigned int entries = 0, hits = 0, seen = 0, n = count_insns(s->insns);

		run(s, &alone);
		xmon_script(NULL);
		for (unsigned int i = 0; i < n; i++) {
			unsigned int t = times(s->trace, s->insns[i]);

			if (i % 2 && !probe_add(&probes[i], s->insns[i])) {
				hits += t;
				continue;
			}
			probes[i].kp.addr = NULL;
			ASSERT_EQ(xmon_break_set(s->insns[i]), 0);
			entries += t;
		}
		run(s, &shared);
		expect_same(&shared, &alone);
		EXPECT_EQ(xmon_entries(), entries);
		for (unsigned int i = 0; i < n; i++) {
			if (!probes[i].kp.addr) {
				EXPECT_EQ(xmon_break_clear(s->insns[i]), 0);
				continue;
			}
			EXPECT_EQ(probes[i].post, probes[i].pre);
			seen += probes[i].pre;
			unregister_kprobe(&probes[i].kp);
		}
		EXPECT_EQ(seen, hits);
		EXPECT(insns_are_pristine(s->insns));
	}
	xmon_disable();
}
