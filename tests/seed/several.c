// SPDX-License-Identifier: GPL-2.0-only
/* Several probes at one address, and probes that are taken out by handlers. Linux: aggr_pre_handler(). */
#include <whosetrap/ool.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;

static void run_nops(void)
{
	struct tc_regs io = { 0 };

	tc_run(tc_nops, &io);
}

static char called[16];
static unsigned int nr_called;

static int say_a(struct kprobe *p, struct pt_regs *regs)
{
	(void)regs;
	EXPECT(kprobe_running() == p);
	called[nr_called++ % 15] = 'a' + p->offset;
	return 0;
}

static void say_b(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)regs;
	(void)flags;
	EXPECT(kprobe_running() == p);
	called[nr_called++ % 15] = 'A' + p->offset;
}

static const char *run_and_tell(void)
{
	memset(called, 0, sizeof(called));
	nr_called = 0;
	run_nops();
	return called;
}

/* Several probes at one address; the letter comes from an offset that is taken off the address again. */
static void add_lettered(struct kprobe *p, unsigned int letter)
{
	*p = (struct kprobe){ .addr = (kprobe_opcode_t *)(insns[4] - letter), .offset = letter,
			      .pre_handler = say_a, .post_handler = say_b };
	ASSERT_EQ(register_kprobe(p), 0);
	EXPECT_EQ(p->addr, insns[4]);
}

TEST(kprobes, several_at_one_address)
{
	static const u8 orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	static const char *const left[3] = { "cbCB", "caCA", "baBA" };
	struct kprobe p[3];

	for (size_t o = 0; o < ARRAY_SIZE(orders); o++) {
		for (unsigned int i = 0; i < 3; i++)
			add_lettered(&p[i], i);
		EXPECT_STR(run_and_tell(), "cbaCBA");
		unregister_kprobe(&p[orders[o][0]]);
		EXPECT_STR(run_and_tell(), left[orders[o][0]]);
		unregister_kprobe(&p[orders[o][1]]);
		run_and_tell();
		EXPECT_EQ(nr_called, 2);
		EXPECT_EQ(called[0], 'a' + orders[o][2]);
		unregister_kprobe(&p[orders[o][2]]);
		EXPECT_STR(run_and_tell(), "");
		EXPECT(insns_are_pristine(insns));
	}
}

TEST(kprobes, several_and_some_disabled)
{
	struct kprobe p[3];

	for (unsigned int i = 0; i < 3; i++)
		add_lettered(&p[i], i);
	EXPECT_EQ(disable_kprobe(&p[1]), 0);
	EXPECT_STR(run_and_tell(), "caCA");
	EXPECT_EQ(disable_kprobe(&p[2]), 0);
	EXPECT_STR(run_and_tell(), "aA");
	EXPECT_EQ(disable_kprobe(&p[0]), 0);
	EXPECT(insns_are_pristine(insns));
	EXPECT_STR(run_and_tell(), "");
	EXPECT_EQ(enable_kprobe(&p[1]), 0);
	EXPECT_STR(run_and_tell(), "bB");
	/* The last one that is enabled goes: the disabled ones keep no breakpoint. */
	unregister_kprobe(&p[1]);
	EXPECT(insns_are_pristine(insns));
	EXPECT_EQ(enable_kprobe(&p[0]), 0);
	EXPECT_STR(run_and_tell(), "aA");
	unregister_kprobe(&p[0]);
	unregister_kprobe(&p[2]);
	EXPECT(insns_are_pristine(insns));
}

static struct probe inner;

static void remove_inner(struct probe *p)
{
	(void)p;
	unregister_kprobe(&inner.kp);
}

static void remove_itself(struct probe *p)
{
	unregister_kprobe(&p->kp);
}

static int remove_and_say(struct kprobe *p, struct pt_regs *regs)
{
	say_a(p, regs);
	unregister_kprobe(p);
	return 0;
}

static void remove_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	say_b(p, regs, flags);
	unregister_kprobe(p);
}

/* On an instruction that is emulated somewhere, and on one that is run out of line: its slot is gone by then. */
static void leave_from_pre_handler(void (*fn)(void), const unsigned long *list, void (*inside)(struct probe *p))
{
	unsigned long alone[8] = { 5, 6 }, memory[8] = { 5, 6 };
	struct tc_regs io = { .arg = { (unsigned long)alone } };
	struct probe p;

	tc_run(fn, &io);
	probe_init(&p, list[3]);
	p.inside = inside;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	trap_log_reset();
	io.arg[0] = (unsigned long)memory;
	tc_run(fn, &io);
	EXPECT_STR(story(list), "B3:k!");
	EXPECT(!memcmp(alone, memory, sizeof(memory)));
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 0);
	EXPECT(!kprobe_running());
	EXPECT(insns_are_pristine(list));
	io.arg[0] = (unsigned long)memory;
	tc_run(fn, &io);
	EXPECT_EQ(p.pre, 1);
	unregister_kprobe(&p.kp);
}

static void disable_itself(struct probe *p)
{
	EXPECT_EQ(disable_kprobe(&p->kp), 0);
}

TEST(kprobes, unregistered_by_its_own_pre_handler)
{
	leave_from_pre_handler(tc_nops, tc_nops_insns, remove_itself);
	leave_from_pre_handler(tc_straight, tc_straight_insns, remove_itself);
	EXPECT_EQ(ool_slots_used(), 0);
}

TEST(kprobes, disabled_by_its_own_pre_handler)
{
	leave_from_pre_handler(tc_nops, tc_nops_insns, disable_itself);
	leave_from_pre_handler(tc_straight, tc_straight_insns, disable_itself);
}

TEST(kprobes, unregistered_by_its_own_post_handler)
{
	struct kprobe p = { .addr = (kprobe_opcode_t *)insns[3], .post_handler = remove_post };

	ASSERT_EQ(register_kprobe(&p), 0);
	EXPECT_STR(run_and_tell(), "A");
	EXPECT(insns_are_pristine(insns));
	EXPECT(!kprobe_running());
	EXPECT_STR(run_and_tell(), "");
}

TEST(kprobes, one_of_several_unregisters_itself)
{
	struct kprobe p[3];

	for (unsigned int who = 0; who < 3; who++) {
		static const char *const first[3] = { "cbaCB", "cbaCA", "cbaBA" };
		static const char *const later[3] = { "cbCB", "caCA", "baBA" };

		for (unsigned int i = 0; i < 3; i++)
			add_lettered(&p[i], i);
		p[who].pre_handler = remove_and_say;
		EXPECT_STR(run_and_tell(), first[who]);
		EXPECT_STR(run_and_tell(), later[who]);
		for (unsigned int i = 0; i < 3; i++)
			unregister_kprobe(&p[i]);
		EXPECT(insns_are_pristine(insns));
	}
}

TEST(kprobes, unregistered_by_the_handler_of_another)
{
	struct probe p;

	probe_init(&p, insns[2]);
	p.inside = remove_inner;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	ASSERT_EQ(probe_add(&inner, insns[3]), 0);
	run_nops();
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(inner.pre, 0);
	unregister_kprobe(&p.kp);
	EXPECT(insns_are_pristine(insns));
}
