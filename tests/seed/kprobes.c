// SPDX-License-Identifier: GPL-2.0-only
/* What a kprobe does when it is hit. Linux: Documentation/trace/kprobes.rst, kernel/kprobes.c. */
#include <whosetrap/ool.h>

#include "story.h"

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
	struct kprobe p = { .addr = (kprobe_opcode_t *)insns[2], .pre_handler = skip_three, .post_handler = count_post };
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

/* Handler of the outer probe: run a function with another probe in it, or with the same. */
static void call_nops(struct probe *p)
{
	(void)p;
	tc_nops();
}

static struct probe inner;
static unsigned int in_post;

static void post_calls_nops(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	(void)kp;
	(void)regs;
	(void)flags;
	in_post++;
	tc_nops();
}

/* A hit inside a handler is missed: counted, its instruction run, no handler. iovisor/bcc #2825, arm b34c7e98a6. */
TEST(kprobes, hit_inside_a_handler_is_missed)
{
	struct probe outer;
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };

	probe_init(&outer, tc_straight_insns[0]);
	outer.inside = call_nops;
	ASSERT_EQ(register_kprobe(&outer.kp), 0);
	ASSERT_EQ(probe_add(&inner, insns[3]), 0);
	tc_run(tc_straight, &io);
	EXPECT_EQ(outer.pre, 1);
	EXPECT_EQ(outer.post, 1);
	EXPECT_EQ(outer.kp.nmissed, 0);
	EXPECT_EQ(inner.pre, 0);
	EXPECT_EQ(inner.post, 0);
	EXPECT_EQ(inner.kp.nmissed, 1);
	/* Not in a handler it is hit again. */
	run_nops();
	EXPECT_EQ(inner.pre, 1);
	EXPECT_EQ(inner.post, 1);
	EXPECT_EQ(inner.kp.nmissed, 1);
	unregister_kprobe(&outer.kp);
	unregister_kprobe(&inner.kp);
}

TEST(kprobes, hit_inside_a_post_handler_is_missed)
{
	struct kprobe outer = { .addr = (kprobe_opcode_t *)tc_straight_insns[0], .post_handler = post_calls_nops };
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };

	in_post = 0;
	ASSERT_EQ(register_kprobe(&outer), 0);
	ASSERT_EQ(probe_add(&inner, insns[3]), 0);
	tc_run(tc_straight, &io);
	EXPECT_EQ(in_post, 1);
	EXPECT_EQ(inner.pre, 0);
	EXPECT_EQ(inner.kp.nmissed, 1);
	unregister_kprobe(&outer);
	unregister_kprobe(&inner.kp);
}

/* The outer probe is also what its handler runs into. */
TEST(kprobes, hit_of_itself_inside_its_handler)
{
	struct probe p;

	probe_init(&p, insns[2]);
	p.inside = call_nops;
	ASSERT_EQ(register_kprobe(&p.kp), 0);
	run_nops();
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	EXPECT_EQ(p.kp.nmissed, 1);
	unregister_kprobe(&p.kp);
}

/* Many hits in a handler, one after the other: the one level of saved state is free again after each. */
TEST(kprobes, many_hits_inside_one_handler)
{
	static struct probe many[8];
	struct probe outer;
	unsigned long buffer[8] = { 0 };
	struct tc_regs io = { .arg = { (unsigned long)buffer } };

	probe_init(&outer, tc_straight_insns[1]);
	outer.inside = call_nops;
	ASSERT_EQ(register_kprobe(&outer.kp), 0);
	for (int i = 0; i < 8; i++)
		ASSERT_EQ(probe_add(&many[i], insns[i]), 0);
	tc_run(tc_straight, &io);
	EXPECT_EQ(outer.post, 1);
	for (int i = 0; i < 8; i++) {
		EXPECT_EQ(many[i].pre, 0);
		EXPECT_EQ(many[i].kp.nmissed, 1);
		unregister_kprobe(&many[i].kp);
	}
	unregister_kprobe(&outer.kp);
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

/* A fault of the probed instruction is that instruction's, as if there were no probe. */
static unsigned long fault_pc[16];
static unsigned int faults;

static bool skip_fault(struct trap *t)
{
	struct pt_regs *regs = trap_regs(t);
	unsigned int i = 0;

	if (t->kind == TRAP_BREAKPOINT || t->kind == TRAP_STEP)
		return false;
	while (tc_straight_insns[i] && tc_straight_insns[i] != t->pc)
		i++;
	if (!EXPECT(tc_straight_insns[i] != 0))
		return false;
	EXPECT_EQ(instruction_pointer(regs), t->pc);
	EXPECT(!kprobe_running());
	if (faults < ARRAY_SIZE(fault_pc))
		fault_pc[faults] = t->pc;
	faults++;
	instruction_pointer_set(regs, tc_straight_insns[i + 1]);
	return true;
}

static void run_faulting(void)
{
	struct tc_regs io = { .arg = { -4096UL } };

	faults = 0;
	tc_run(tc_straight, &io);
}

TEST(kprobes, probed_instruction_faults)
{
	unsigned long wanted[16];
	unsigned int n;
	struct probe p;

	trap_catch_unclaimed(skip_fault);
	run_faulting();
	n = faults;
	if (!n)
		SKIP("no address faults on this machine while the MMU is off");
	ASSERT(n <= ARRAY_SIZE(wanted));
	memcpy(wanted, fault_pc, sizeof(wanted));
	for (unsigned int i = 0; tc_straight_insns[i]; i++) {
		bool faulting = false;

		if (probe_add(&p, tc_straight_insns[i]))
			continue;
		for (unsigned int f = 0; f < n; f++)
			faulting |= wanted[f] == tc_straight_insns[i];
		/* A faulting hit is given up: no post-handler, and nothing is left of it. */
		p.kp.post_handler = faulting ? look_post : probe_post;
		post_pc = 0;
		run_faulting();
		EXPECT_EQ(faults, n);
		EXPECT(!memcmp(wanted, fault_pc, n * sizeof(*wanted)));
		EXPECT_EQ(p.pre, 1);
		EXPECT_EQ(post_pc, 0);
		EXPECT_EQ(p.post, !faulting);
		EXPECT(!kprobe_running());
		unregister_kprobe(&p.kp);
	}
	EXPECT(insns_are_pristine(tc_straight_insns));
}

/* The same with xmon getting over its breakpoint: it is back in its place before anybody looks at the fault. */
TEST(xmon, instruction_under_a_breakpoint_faults)
{
	unsigned long wanted[16];
	unsigned int n;

	trap_catch_unclaimed(skip_fault);
	run_faulting();
	n = faults;
	if (!n)
		SKIP("no address faults on this machine while the MMU is off");
	ASSERT(n <= ARRAY_SIZE(wanted));
	memcpy(wanted, fault_pc, sizeof(wanted));
	ASSERT_EQ(xmon_enable(), 0);
	for (unsigned int i = 0; tc_straight_insns[i]; i++) {
		xmon_script(NULL);
		ASSERT_EQ(xmon_break_set(tc_straight_insns[i]), 0);
		for (unsigned int round = 1; round <= 2; round++) {
			run_faulting();
			EXPECT_EQ(faults, n);
			EXPECT(!memcmp(wanted, fault_pc, n * sizeof(*wanted)));
			EXPECT_EQ(xmon_entries(), round);
		}
		EXPECT(!insns_are_pristine(tc_straight_insns));
		EXPECT_EQ(xmon_break_clear(tc_straight_insns[i]), 0);
	}
	EXPECT(insns_are_pristine(tc_straight_insns));
	xmon_disable();
}
