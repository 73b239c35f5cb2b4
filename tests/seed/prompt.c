// SPDX-License-Identifier: GPL-2.0-only
/* The prompt of xmon: what it refuses, what it answers to bad input, and the commands that only look or write. */
#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;

static void run_nops(void)
{
	struct tc_regs io = { 0 };

	trap_log_reset();
	tc_run(tc_nops, &io);
}

static void begin(const char *script)
{
	ASSERT_EQ(xmon_enable(), 0);
	xmon_script(script);
}

TEST(xmon, refuses_places)
{
	struct probe p;

	begin(NULL);
	ASSERT_EQ(probe_add(&p, insns[3]), 0);
	EXPECT_EQ(xmon_try(insns[3]), -EINVAL);		/* a trap instruction, whosever it is */
	EXPECT_EQ(xmon_try((unsigned long)tc_break_at), -EINVAL);
	EXPECT_EQ(xmon_try((unsigned long)&p), -EINVAL);
	EXPECT_EQ(xmon_try(tc_straight_insns[0] + 1), -EINVAL);
	EXPECT_EQ(xmon_try((unsigned long)kprobe_exceptions_notify), -EINVAL);
	EXPECT_EQ(xmon_break_set(insns[2]), 0);
	EXPECT_EQ(xmon_try(insns[2]), -EEXIST);
	EXPECT_EQ(xmon_break_clear(insns[2]), 0);
	EXPECT_EQ(xmon_break_clear(insns[2]), -ENOENT);
	unregister_kprobe(&p.kp);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

TEST(xmon, table_full)
{
	static const unsigned long *const lists[] = { tc_nops_insns, tc_straight_insns, tc_branchy_insns,
						      tc_flags_insns };
	int err = 0, n = 0;

	begin(NULL);
	for (size_t l = 0; l < ARRAY_SIZE(lists) && !err; l++)
		for (unsigned int i = 0; lists[l][i] && !err; i++) {
			err = xmon_try(lists[l][i]);
			n += !err;
		}
	EXPECT_EQ(err, n == 32 ? -ENOSPC : 0);
	xmon_disable();
	for (size_t l = 0; l < ARRAY_SIZE(lists); l++)
		EXPECT(insns_are_pristine(lists[l]));
}

static u64 word = 0x1111111122222222;

TEST(xmon, bad_input_gets_an_answer)
{
	char script[512];

	snprintf(script, sizeof(script),
		 "frob\n" "\n" "b zz9\n" "b tc_nops+q\n" "b %lx\n" "d\n" "d 0 16\n" "s 0\n" "s x\n" "bc 31\n" "bc 77\n"
		 "mw %lx\n" "mw %lx 5 3\n" "mw tc_nops 0\n" "ls nothing_of_this_name\n" "l 8\n" "k\n" "?\n" "c\n",
		 (unsigned long)&word, (unsigned long)&word, (unsigned long)&word);
	begin(script);
	xmon("start");
	EXPECT_EQ(xmon_entries(), 1);
	xmon_said("unknown command 'frob'; '?' lists them\n");
	xmon_said("bad address 'zz9'");
	xmon_said("bad address 'tc_nops+q'");
	xmon_said("(word): not kernel text\n");
	xmon_said("an address is missing");
	xmon_said("0000000000000000  cannot be read\n");
	xmon_said("bad number '0': give 1 to ");
	xmon_said("bad number 'x'");
	xmon_said("no breakpoint '31'");
	xmon_said("no breakpoint '77'");
	xmon_said("bad value ''");
	xmon_said("bad size 3");
	xmon_said("is kernel text, which is not written to");
	xmon_said("no symbol 'nothing_of_this_name'\n");
	xmon_said("is in no symbol\n");
	xmon_said("no kprobes\n");
	xmon_said("backtrace\n");
	EXPECT_EQ(word, 0x1111111122222222);
	EXPECT(insns_are_pristine(insns));
	xmon_disable();
}

TEST(xmon, writes_memory)
{
	char script[128];
	u8 bytes[8];

	word = 0x1111111122222222;
	memcpy(bytes, &word, sizeof(bytes));
	snprintf(script, sizeof(script), "mw word 5a 1\nc\n");
	begin(script);
	xmon("one byte");
	bytes[0] = 0x5a;
	EXPECT(!memcmp(bytes, &word, sizeof(bytes)));
	xmon_script("mw word 123456789abcdef0\nm word 8\nls word\n");
	xmon("eight bytes");
	EXPECT_EQ(word, 0x123456789abcdef0);
	xmon_said("word is at ");
	xmon_disable();
}

TEST(xmon, lists_kprobes_and_the_log)
{
	struct probe p, q;
	char line[64];

	begin("k\ndl 3\n");
	ASSERT_EQ(probe_add(&p, insns[1]), 0);
	ASSERT_EQ(probe_add(&q, insns[4]), 0);
	EXPECT_EQ(disable_kprobe(&q.kp), 0);
	ASSERT_EQ(xmon_break_set(insns[6]), 0);
	run_nops();
	snprintf(line, sizeof(line), "%016lx  tc_nops+%#lx/", insns[1], insns[1] - insns[0]);
	xmon_said(line);
	xmon_said("  disabled\n");
	xmon_said("breakpoint");
	unregister_kprobe(&p.kp);
	unregister_kprobe(&q.kp);
	xmon_disable();
}

/* What a script does not say is 'c'; and a new script begins a new transcript. */
TEST(xmon, end_of_script_continues)
{
	begin("");
	ASSERT_EQ(xmon_break_set(insns[0]), 0);
	run_nops();
	run_nops();
	EXPECT_EQ(xmon_entries(), 2);
	EXPECT_EQ(xmon_break_hits(insns[0]), 2);
	xmon_script("x\n");
	EXPECT_STR(xmon_transcript(), "");
	EXPECT_EQ(xmon_entries(), 0);
	run_nops();
	EXPECT_EQ(xmon_entries(), 1);
	xmon_said("xmon> x\n");
	xmon_disable();
}
