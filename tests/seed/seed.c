// SPDX-License-Identifier: GPL-2.0-only
/*
 * The seed case: kprobes and xmon use the same trap instruction. kprobes is asked first. What is not in its table it
 * answers with NOTIFY_DONE, and xmon is asked; what is, it handles, and xmon never hears of it. Linux: on powerpc
 * both use `trap` (0x7fe00008), and each refuses an address where it finds one.
 */
#include "../framework/story.h"

/* Function under test: loads, stores and arithmetic, which are run out of line. */
#define KP	2	/* the kprobe is on this instruction, */
#define XM	4	/* xmon's breakpoint on that one */

static const unsigned long *const insns = tc_straight_insns;

static unsigned long memory[8], computed[8];

static void call(void)
{
	struct tc_regs io = { .arg = { (unsigned long)memory, 2, 3 } };

	for (size_t i = 0; i < ARRAY_SIZE(memory); i++)
		memory[i] = i + 1;
	tc_run(tc_straight, &io);
}

/* Learn what the function computes when nobody is there, then let xmon in. Both step: that is what these stories are about. */
static void begin(const char *script)
{
	no_boost();
	call();
	memcpy(computed, memory, sizeof(computed));
	ASSERT_EQ(xmon_enable(), 0);
	xmon_script(script);
}

static void run(void)
{
	trap_log_reset();
	call();
	EXPECT(!memcmp(memory, computed, sizeof(memory)));
}

static void expect_story(const char *first, const char *second)
{
	char wanted[STORY_SIZE];

	snprintf(wanted, sizeof(wanted), "%s%s%s", first, *first && *second ? " " : "", second);
	EXPECT_STR(story(insns), wanted);
}

TEST(seed, nobody_there)
{
	begin(NULL);
	run();
	expect_story("", "");
	EXPECT_EQ(xmon_entries(), 0);
	xmon_disable();
}

TEST(seed, kprobe_alone)
{
	struct probe p;

	begin(NULL);
	ASSERT_EQ(probe_add(&p, insns[KP]), 0);
	EXPECT(!insns_are_pristine(insns));
	run();
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(p.kp.nmissed, 0);
	/* xmon is on the chain and is not asked, neither about the breakpoint nor about the step. */
	expect_story(probe_word(&p, KP), "");
	EXPECT_EQ(xmon_entries(), 0);
	EXPECT(!kprobe_running());
	unregister_kprobe(&p.kp);
	EXPECT(insns_are_pristine(insns));
	run();
	EXPECT_EQ(p.pre, 1);
	xmon_disable();
}

TEST(seed, xmon_alone)
{
	begin("c\n");
	ASSERT_EQ(xmon_break_set(insns[XM]), 0);
	run();
	EXPECT_EQ(xmon_entries(), 1);
	EXPECT_EQ(xmon_break_hits(insns[XM]), 1);
	/* kprobes is asked first each time and has no interest. */
	expect_story("B4:k.x! S:k.x!", "");
	EXPECT_EQ(xmon_break_clear(insns[XM]), 0);
	EXPECT(insns_are_pristine(insns));
	xmon_disable();
}

TEST(seed, both)
{
	struct probe p;

	begin("c\nc\n");
	ASSERT_EQ(probe_add(&p, insns[KP]), 0);
	ASSERT_EQ(xmon_break_set(insns[XM]), 0);
	run();
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(xmon_entries(), 1);
	expect_story(probe_word(&p, KP), "B4:k.x! S:k.x!");
	/* And again: nothing is worn off. */
	run();
	EXPECT_EQ(p.pre, 2);
	EXPECT_EQ(p.post, 2);
	EXPECT_EQ(xmon_entries(), 2);
	expect_story(probe_word(&p, KP), "B4:k.x! S:k.x!");
	unregister_kprobe(&p.kp);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

TEST(seed, xmon_before_the_kprobe_in_the_function)
{
	struct probe p;

	begin(NULL);
	ASSERT_EQ(xmon_break_set(insns[KP]), 0);
	ASSERT_EQ(probe_add(&p, insns[XM]), 0);
	run();
	expect_story("B2:k.x! S:k.x!", probe_word(&p, XM));
	unregister_kprobe(&p.kp);
	xmon_disable();
}

/*
 * On neighbouring instructions, and the probe without post-handler. Linux dec8784c9088: its step ends at the step
 * trap all the same.
 */
TEST(seed, neighbours)
{
	struct probe p;

	for (unsigned int k = 0; k < 2; k++) {
		begin(NULL);
		probe_init(&p, insns[3 + k]);
		p.kp.post_handler = NULL;
		ASSERT_EQ(register_kprobe(&p.kp), 0);
		ASSERT_EQ(xmon_break_set(insns[4 - k]), 0);
		run();
		EXPECT_EQ(p.pre, 1);
		EXPECT_EQ(xmon_entries(), 1);
		if (!k)
			expect_story(probe_word(&p, 3), "B4:k.x! S:k.x!");
		else
			expect_story("B3:k.x! S:k.x!", probe_word(&p, 4));
		unregister_kprobe(&p.kp);
		xmon_disable();
		EXPECT(insns_are_pristine(insns));
	}
}

/* Whoever comes first and whoever goes first. */
TEST(seed, any_order_of_coming_and_going)
{
	struct probe p;

	for (unsigned int order = 0; order < 4; order++) {
		bool kprobe_comes_first = order & 1, kprobe_goes_first = order & 2;

		begin(NULL);
		if (!kprobe_comes_first)
			ASSERT_EQ(xmon_break_set(insns[XM]), 0);
		ASSERT_EQ(probe_add(&p, insns[KP]), 0);
		if (kprobe_comes_first)
			ASSERT_EQ(xmon_break_set(insns[XM]), 0);
		run();
		expect_story(probe_word(&p, KP), "B4:k.x! S:k.x!");
		if (kprobe_goes_first) {
			unregister_kprobe(&p.kp);
			run();
			expect_story("B4:k.x! S:k.x!", "");
		}
		EXPECT_EQ(xmon_break_clear(insns[XM]), 0);
		run();
		expect_story(kprobe_goes_first ? "" : probe_word(&p, KP), "");
		unregister_kprobe(&p.kp);
		run();
		expect_story("", "");
		EXPECT(insns_are_pristine(insns));
		xmon_disable();
	}
}

/* The same address: under policy linux whoever is second is refused, and the first one does not suffer. */
TEST(seed, same_address_kprobe_first)
{
	struct probe p;

	begin(NULL);
	ASSERT_EQ(probe_add(&p, insns[KP]), 0);
	EXPECT_EQ(xmon_try(insns[KP]), -EINVAL);
	heard_line("a trap instruction is there already");
	run();
	expect_story(probe_word(&p, KP), "");
	unregister_kprobe(&p.kp);
	EXPECT(insns_are_pristine(insns));
	/* Now the place is free. */
	EXPECT_EQ(xmon_break_set(insns[KP]), 0);
	run();
	expect_story("B2:k.x! S:k.x!", "");
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

TEST(seed, same_address_xmon_first)
{
	struct probe p;

	begin(NULL);
	ASSERT_EQ(xmon_break_set(insns[KP]), 0);
	EXPECT_EQ(probe_add(&p, insns[KP]), -EINVAL);
	heard_line("a trap instruction is there already");
	EXPECT(!get_kprobe((void *)insns[KP]));
	run();
	expect_story("B2:k.x! S:k.x!", "");
	EXPECT_EQ(p.pre, 0);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
	EXPECT_EQ(probe_add(&p, insns[KP]), 0);
	run();
	expect_story(probe_word(&p, KP), "");
	unregister_kprobe(&p.kp);
}

/* A disabled probe has left the text. Who takes the place meanwhile is not overwritten. */
TEST(seed, place_of_a_disabled_probe_is_taken)
{
	struct probe p;
	int err;

	begin(NULL);
	ASSERT_EQ(probe_add(&p, insns[KP]), 0);
	EXPECT_EQ(disable_kprobe(&p.kp), 0);
	EXPECT_EQ(xmon_break_set(insns[KP]), 0);
	hush();
	err = enable_kprobe(&p.kp);
	speak();
	EXPECT_EQ(err, -EINVAL);
	heard_line("somebody else's trap instruction is there");
	EXPECT(kprobe_disabled(&p.kp));
	run();
	/* The address is in the table of kprobes, but the breakpoint is not its own. */
	expect_story("B2:k.x! S:k.x!", "");
	EXPECT_EQ(p.pre, 0);
	EXPECT_EQ(xmon_break_clear(insns[KP]), 0);
	EXPECT_EQ(enable_kprobe(&p.kp), 0);
	run();
	expect_story(probe_word(&p, KP), "");
	unregister_kprobe(&p.kp);
	xmon_disable();
	EXPECT(insns_are_pristine(insns));
}

static unsigned long caught_at;
static unsigned int caught;

static bool catch_break(struct trap *t)
{
	if (t->kind != TRAP_BREAKPOINT || t->pc != (unsigned long)tc_break_at)
		return false;
	caught++;
	caught_at = t->pc;
	regs_skip_break(trap_regs(t), t->pc);
	return true;
}

/*
 * A trap instruction that is in the program itself, though it is the very one that kprobes and xmon plant. Linux
 * 3b84efc066f8: who finds no record of his must decline, or the same instruction runs for ever.
 */
TEST(seed, unknown_trap_is_nobodys)
{
	struct probe p;

	begin(NULL);
	ASSERT_EQ(probe_add(&p, insns[KP]), 0);
	ASSERT_EQ(xmon_break_set(insns[XM]), 0);
	caught = 0;
	trap_catch_unclaimed(catch_break);
	trap_log_reset();
	tc_break();
	EXPECT_EQ(caught, 1);
	EXPECT_EQ(caught_at, tc_break_at);
	EXPECT_STR(story(insns), "B:k.x.");
	EXPECT_EQ(xmon_entries(), 0);
	unregister_kprobe(&p.kp);
	xmon_disable();
}

/*
 * A breakpoint trap at a place where there is no breakpoint (any more). Linux 8e791f7eba4c: "it is gone, so it must
 * have been ours" claims what is another's.
 */
TEST(seed, vanished_breakpoint_is_not_claimed)
{
	struct pt_regs regs;

	begin(NULL);
	memset(&regs, 0, sizeof(regs));
	instruction_pointer_set(&regs, insns[KP] + BREAK_PC_OFFSET);
	EXPECT_EQ(notify_die(DIE_BREAKPOINT, "test", &regs, 0, 0, 5), NOTIFY_DONE);
	EXPECT_EQ(instruction_pointer(&regs), insns[KP] + BREAK_PC_OFFSET);
	/* Nor is a step that nobody asked for. */
	instruction_pointer_set(&regs, insns[KP]);
	EXPECT_EQ(notify_die(DIE_STEP, "test", &regs, 0, 0, 5), NOTIFY_DONE);
	EXPECT_EQ(xmon_entries(), 0);
	xmon_disable();
}
