// SPDX-License-Identifier: GPL-2.0-only
/* A hit costs the same with one probe and with 50,000, and each of them is registered at the same cost. */
#include <linux/kprobes.h>
#include <whosetrap/arch.h>
#include <whosetrap/test.h>
#include <whosetrap/testcode.h>

#include "../bench/measure.h"
#include "sled.h"

#define PART	(SLED_PROBES / 10)

static struct kprobe many[SLED_PROBES];
static unsigned long hits;

static int __kprobes pre(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	(void)regs;
	hits++;
	return 0;
}

static u64 time_hits(unsigned long at)
{
	struct kprobe p = { .addr = (void *)at, .pre_handler = pre };
	u64 probed, plain;

	ASSERT_EQ(register_kprobe(&p), 0);
	hits = 0;
	probed = bench_calls((void (*)(void))at, OPERATIONS);
	EXPECT_EQ(hits, OPERATIONS);
	unregister_kprobe(&p);
	plain = bench_calls((void (*)(void))at, OPERATIONS);
	return probed - plain;
}

static u64 time_registration(unsigned int first)
{
	u64 start = arch_clock();

	for (unsigned int i = first; i < first + PART; i++) {
		many[i] = (struct kprobe){ .addr = (void *)sled_insn(i), .pre_handler = pre };
		ASSERT_EQ(register_kprobe(&many[i]), 0);
	}
	return arch_clock() - start;
}

/* All but the last instruction of the sled, where the hits are counted. */
TEST(bench, fifty_thousand_probes)
{
	unsigned long last = sled_insn(SLED_PROBES - 1), one, all;
	u64 first_part, last_part = 0, before, after;

	bench_begin();
	test_time_limit(60000);
	before = time_hits(last);
	first_part = time_registration(0);
	for (unsigned int i = PART; i < SLED_PROBES; i += PART)
		last_part = time_registration(i);
	unregister_kprobe(&many[SLED_PROBES - 1]);
	after = time_hits(last);
	one = bench_tenths(before, OPERATIONS);
	all = bench_tenths(after, OPERATIONS);
	bench_report("kprobe_hit_of_1", one, 0);
	bench_report("kprobe_hit_of_50000", all, 0);
	bench_report("register_first_5000", bench_tenths(first_part, PART), 0);
	bench_report("register_last_5000", bench_tenths(last_part, PART), 0);
	EXPECT(all <= one + one / 10);
	EXPECT(last_part <= 2 * first_part);
	/* And each is hit. */
	hits = 0;
	for (unsigned int f = 0; f < SLED_FUNCTIONS; f++)
		((void (*)(void))sled_insn(f * SLED_INSNS))();
	EXPECT_EQ(hits, SLED_PROBES - 1);
	for (unsigned int i = 0; i < SLED_PROBES - 1; i++)
		unregister_kprobe(&many[i]);
	hits = 0;
	((void (*)(void))sled_insn(0))();
	EXPECT_EQ(hits, 0);
}
