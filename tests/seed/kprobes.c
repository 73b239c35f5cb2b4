// SPDX-License-Identifier: GPL-2.0-only
/* What a kprobe does when it is hit. Linux: Documentation/trace/kprobes.rst, kernel/kprobes.c. */
#include <whosetrap/ool.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;

static void run_nops(void)
{
	struct tc_regs io = { 0 };

	tc_run(tc_nops, &io);
}

static unsigned long pre_pc, post_pc, slot_seen;

static int look_pre(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	pre_pc = instruction_pointer(regs);
	return 0;
}

static void look_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)flags;
	post_pc = instruction_pointer(regs);
	slot_seen |= ool_in_slots(post_pc);
}

static void see_the_program(void (*fn)(void), const unsigned long *list)
{
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };
	struct kprobe p = { .pre_handler = look_pre, .post_handler = look_post };

	slot_seen = 0;
	for (unsigned int i = 0; list[i + 1]; i++) {
		p.addr = (kprobe_opcode_t *)list[i];
		p.flags = 0;
		ASSERT_EQ(register_kprobe(&p), 0);
		io.arg[0] = (unsigned long)buffer;
		tc_run(fn, &io);
		/* Before: as the hardware left it. After: the next instruction, never one in the slot. */
		EXPECT_EQ(pre_pc, list[i] + BREAK_PC_OFFSET);
		EXPECT_EQ(post_pc, list[i + 1]);
		unregister_kprobe(&p);
	}
	EXPECT(!slot_seen);
}

TEST(kprobes, handlers_see_the_program)
{
	see_the_program(tc_nops, tc_nops_insns);
	see_the_program(tc_straight, tc_straight_insns);
}

TEST(kprobes, registered_by_symbol)
{
	struct kprobe p = { .symbol_name = "tc_nops", .pre_handler = look_pre };
	struct kprobe q = { .symbol_name = "tc_nops", .offset = insns[3] - insns[0], .pre_handler = look_pre };
	int err;

	ASSERT_EQ(register_kprobe(&p), 0);
	EXPECT_EQ(p.addr, tc_nops);
	EXPECT(get_kprobe(tc_nops) == &p);
	pre_pc = 0;
	run_nops();
	EXPECT_EQ(pre_pc, insns[0] + BREAK_PC_OFFSET);
	unregister_kprobe(&p);
	ASSERT_EQ(register_kprobe(&q), 0);
	EXPECT_EQ(q.addr, insns[3]);
	run_nops();
	EXPECT_EQ(pre_pc, insns[3] + BREAK_PC_OFFSET);
	unregister_kprobe(&q);
	/* The same struct once more by name: the address has been filled in, so that is "both". */
	hush();
	err = register_kprobe(&q);
	speak();
	EXPECT_EQ(err, -EINVAL);
	heard_line("both of address and symbol");
	q.addr = NULL;
	q.flags = 0;
	EXPECT_EQ(register_kprobe(&q), 0);
	unregister_kprobe(&q);
}

TEST(kprobes, no_handlers_at_all)
{
	struct kprobe p = { .addr = (kprobe_opcode_t *)insns[2] };

	no_boost();
	ASSERT_EQ(register_kprobe(&p), 0);
	trap_log_reset();
	run_nops();
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_STEP), p.ainsn.insn ? 1 : 0);
	EXPECT_EQ(p.nmissed, 0);
	unregister_kprobe(&p);
	EXPECT(insns_are_pristine(insns));
}

static unsigned int posts, landed;

static int skip_three(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	instruction_pointer_set(regs, insns[5]);
	return 1;
}

static void count_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)regs;
	(void)flags;
	posts++;
}

static int count_landing(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	(void)regs;
	landed++;
	return 0;
}

TEST(kprobes, pre_handler_changes_the_pc)
{
	struct kprobe p = { .addr = (kprobe_opcode_t *)insns[2], .pre_handler = skip_three,
			    .post_handler = count_post };
	struct kprobe between = { .addr = (kprobe_opcode_t *)insns[3], .pre_handler = count_landing };
	struct kprobe target = { .addr = (kprobe_opcode_t *)insns[5], .pre_handler = count_landing };

	posts = landed = 0;
	ASSERT_EQ(register_kprobe(&p), 0);
	ASSERT_EQ(register_kprobe(&between), 0);
	trap_log_reset();
	run_nops();
	/* No step, no post-handler, nothing in between; and the next hit is served as any other. */
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_STEP), 0);
	EXPECT_EQ(posts, 0);
	EXPECT_EQ(landed, 0);
	EXPECT(!kprobe_running());
	ASSERT_EQ(register_kprobe(&target), 0);
	run_nops();
	EXPECT_EQ(posts, 0);
	EXPECT_EQ(landed, 1);
	unregister_kprobe(&p);
	unregister_kprobe(&between);
	unregister_kprobe(&target);
}

TEST(kprobes, disable_and_enable)
{
	struct probe p;

	ASSERT_EQ(probe_add(&p, insns[1]), 0);
	EXPECT_EQ(disable_kprobe(&p.kp), 0);
	EXPECT(kprobe_disabled(&p.kp));
	EXPECT(insns_are_pristine(insns));
	EXPECT(get_kprobe((void *)insns[1]) == &p.kp);
	run_nops();
	EXPECT_EQ(p.pre, 0);
	EXPECT_EQ(disable_kprobe(&p.kp), 0);
	EXPECT_EQ(enable_kprobe(&p.kp), 0);
	EXPECT_EQ(enable_kprobe(&p.kp), 0);
	EXPECT(!kprobe_disabled(&p.kp));
	run_nops();
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(disable_kprobe(&p.kp), 0);
	unregister_kprobe(&p.kp);
	EXPECT_EQ(enable_kprobe(&p.kp), -EINVAL);
	EXPECT_EQ(disable_kprobe(&p.kp), -EINVAL);
	EXPECT(insns_are_pristine(insns));
}

TEST(kprobes, registered_disabled)
{
	struct probe p;

	probe_init(&p, insns[1]);
	p.kp.flags = KPROBE_FLAG_DISABLED | KPROBE_FLAG_GONE | 0x100;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	EXPECT_EQ(p.kp.flags, KPROBE_FLAG_DISABLED);
	EXPECT(insns_are_pristine(insns));
	run_nops();
	EXPECT_EQ(p.pre, 0);
	EXPECT_EQ(enable_kprobe(&p.kp), 0);
	run_nops();
	EXPECT_EQ(p.pre, 1);
	unregister_kprobe(&p.kp);
}

TEST(kprobes, arrays)
{
	static struct probe a, b, bad;
	struct kprobe *v[3] = { &a.kp, &bad.kp, &b.kp };
	int err;

	probe_init(&a, insns[1]);
	probe_init(&b, insns[2]);
	probe_init(&bad, (unsigned long)&bad);
	EXPECT_EQ(register_kprobes(v, 0), -EINVAL);
	EXPECT_EQ(register_kprobes(v, -1), -EINVAL);
	/* All or none. */
	hush();
	err = register_kprobes(v, 3);
	speak();
	EXPECT_EQ(err, -EINVAL);
	heard_line("not kernel text");
	EXPECT(insns_are_pristine(insns));
	v[1] = &b.kp;
	a.kp.flags = b.kp.flags = 0;
	ASSERT_EQ(register_kprobes(v, 2), 0);
	run_nops();
	EXPECT_EQ(a.pre, 1);
	EXPECT_EQ(b.pre, 1);
	unregister_kprobes(v, 2);
	EXPECT(insns_are_pristine(insns));
}
