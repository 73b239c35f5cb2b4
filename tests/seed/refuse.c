// SPDX-License-Identifier: GPL-2.0-only
/* What kprobes refuses, with Linux's error codes, and that nothing is changed by it. */
#include <linux/kdebug.h>
#include <whosetrap/arch.h>
#include <whosetrap/ool.h>
#include <whosetrap/place.h>
#include <whosetrap/symbols.h>

#include "../framework/story.h"

static const unsigned long *const insns = tc_nops_insns;

static int try_addr(unsigned long addr)
{
	struct kprobe p = { .addr = (kprobe_opcode_t *)addr };
	int err;

	hush();
	err = register_kprobe(&p);
	speak();
	if (!err)
		unregister_kprobe(&p);
	else
		EXPECT(!get_kprobe((void *)addr));
	return err;
}

static int try_struct(struct kprobe *p)
{
	int err;

	hush();
	err = register_kprobe(p);
	speak();
	return err;
}

static int try_symbol(const char *name, unsigned int offset)
{
	struct kprobe p = { .symbol_name = name, .offset = offset };
	int err;

	hush();
	err = register_kprobe(&p);
	speak();
	if (!err)
		unregister_kprobe(&p);
	return err;
}

TEST(kprobes, address_and_symbol)
{
	struct kprobe neither = { .offset = 4 };
	struct kprobe both = { .addr = (kprobe_opcode_t *)insns[0], .symbol_name = "tc_nops" };

	EXPECT_EQ(try_struct(&neither), -EINVAL);
	heard_line("neither of address and symbol");
	EXPECT_EQ(try_struct(&both), -EINVAL);
	heard_line("both of address and symbol");
	EXPECT_EQ(try_symbol("no_such_function", 8), -ENOENT);
	heard_line("no_such_function+0x8: unknown symbol");
	EXPECT_EQ(try_symbol("", 0), -ENOENT);
	EXPECT_EQ(try_symbol("tc_nops", 0), 0);
	EXPECT(insns_are_pristine(insns));
}

static u64 data_word;

TEST(kprobes, not_kernel_text)
{
	unsigned long local;

	EXPECT_EQ(try_addr((unsigned long)&data_word), -EINVAL);
	heard_line("(data_word): not kernel text");
	EXPECT_EQ(try_addr((unsigned long)&local & ~15UL), -EINVAL);
	EXPECT_EQ(try_addr((unsigned long)tc_nops_insns), -EINVAL);
	EXPECT_EQ(try_addr((unsigned long)_etext), -EINVAL);
	EXPECT_EQ(try_addr(8), -EINVAL);
	EXPECT_EQ(try_addr(-16UL), -EINVAL);
	EXPECT_EQ(try_symbol("tc_nops", 0x7ffffff0), -EINVAL);
}

TEST(kprobes, trap_path)
{
	EXPECT_EQ(try_symbol("trap_dispatch", 0), -EINVAL);
	heard_line(": part of the trap path");
	EXPECT_EQ(try_symbol("kprobe_exceptions_notify", 0), -EINVAL);
	EXPECT_EQ(try_symbol("xmon_exceptions_notify", 0), -EINVAL);
	EXPECT_EQ(try_addr((unsigned long)__kprobes_text_start), -EINVAL);
	/* By the list: an ordinary function that is named in it, all of it. */
	EXPECT(!((unsigned long)notify_die >= (unsigned long)__kprobes_text_start &&
		 (unsigned long)notify_die < (unsigned long)__kprobes_text_end));
	EXPECT_EQ(try_symbol("notify_die", 0), -EINVAL);
	EXPECT(within_kprobe_blacklist((unsigned long)notify_die));
	EXPECT(within_kprobe_blacklist((unsigned long)notify_die + 4));
	/* Boot code and vectors. */
	EXPECT(within_kprobe_blacklist((unsigned long)_text));
	EXPECT(!within_kprobe_blacklist(insns[0]));
	EXPECT(!within_kprobe_blacklist((unsigned long)register_kprobe));
}

TEST(kprobes, not_at_an_instruction)
{
	static const unsigned long *const lists[] = { tc_nops_insns, tc_straight_insns, tc_branchy_insns,
						      tc_flags_insns };

	for (size_t l = 0; l < ARRAY_SIZE(lists); l++) {
		const unsigned long *list = lists[l];

		for (unsigned int i = 0; list[i + 1]; i++)
			for (unsigned long at = list[i] + 1; at < list[i + 1]; at++)
				EXPECT_EQ(try_addr(at), -EINVAL);
		EXPECT(insns_are_pristine(list));
	}
	/* Also by a symbol with an offset, and where a breakpoint hides the length of the instruction before. */
	for (unsigned long at = tc_straight_insns[2] + 1; at < tc_straight_insns[3]; at++) {
		struct kprobe p = { .addr = (kprobe_opcode_t *)tc_straight_insns[2] };

		ASSERT_EQ(register_kprobe(&p), 0);
		EXPECT_EQ(try_symbol("tc_straight", at - tc_straight_insns[0]), -EINVAL);
		unregister_kprobe(&p);
	}
}

TEST(kprobes, trap_instruction_of_the_program)
{
	EXPECT_EQ(try_addr((unsigned long)tc_break_at), -EINVAL);
	heard_line("a trap instruction is there already");
	EXPECT(text_is_pristine((unsigned long)tc_break_at, (unsigned long)tc_break_at + BREAK_INSN_SIZE));
}

TEST(kprobes, same_struct_twice)
{
	struct probe p;
	struct tc_regs io = { 0 };

	ASSERT_EQ(probe_add(&p, insns[2]), 0);
	EXPECT_EQ(try_struct(&p.kp), -EINVAL);
	heard_line("registered already");
	EXPECT_EQ(try_struct(&p.kp), -EINVAL);
	/* It is still there, once. */
	tc_run(tc_nops, &io);
	EXPECT_EQ(p.pre, 1);
	EXPECT_EQ(p.post, 1);
	unregister_kprobe(&p.kp);
	EXPECT(!get_kprobe((void *)insns[2]));
	EXPECT(insns_are_pristine(insns));
}

TEST(kprobes, not_registered)
{
	struct kprobe p = { .addr = (kprobe_opcode_t *)insns[2] }, other = p, empty = { 0 };

	EXPECT_EQ(enable_kprobe(&p), -EINVAL);
	EXPECT_EQ(disable_kprobe(&p), -EINVAL);
	unregister_kprobe(&p);
	unregister_kprobe(&empty);
	/* Nor does a stranger with the address of a registered one touch that. */
	ASSERT_EQ(register_kprobe(&p), 0);
	unregister_kprobe(&other);
	EXPECT_EQ(disable_kprobe(&other), -EINVAL);
	EXPECT(get_kprobe((void *)insns[2]) == &p);
	EXPECT(!insns_are_pristine(insns));
	unregister_kprobe(&p);
	unregister_kprobe(&p);
	EXPECT(insns_are_pristine(insns));
}

TEST(kprobes, slot_of_another)
{
	struct probe p;

	ASSERT_EQ(probe_add(&p, tc_straight_insns[1]), 0);
	if (p.kp.ainsn.insn) {
		EXPECT(ool_in_slots((unsigned long)p.kp.ainsn.insn));
		EXPECT_EQ(try_addr((unsigned long)p.kp.ainsn.insn), -EINVAL);
	} else {
		EXPECT_EQ(ool_slots_used(), 0);
	}
	unregister_kprobe(&p.kp);
	EXPECT_EQ(ool_slots_used(), 0);
}

/* Probes on whatever can be probed, until there is no slot left; then all of it again, with the same result. */
#define MANY	500

static struct kprobe many[MANY];

static unsigned int register_many(int *err)
{
	unsigned long at = (unsigned long)register_kprobe & ~3UL;
	unsigned int n = 0;

	*err = 0;
	while (n < MANY && *err != -ENOMEM && kernel_text_address(at)) {
		int size;
		u8 insn[MAX_INSN_SIZE];

		size = arch_insn_size(insn, text_pristine(insn, at, sizeof(insn)));
		if (size <= 0) {
			at++;
			continue;
		}
		if (!place_refusal(at)) {
			many[n] = (struct kprobe){ .addr = (kprobe_opcode_t *)at, .flags = KPROBE_FLAG_DISABLED };
			*err = try_struct(&many[n]);
			n += !*err;
		}
		at += size;
	}
	return n;
}

TEST(kprobes, slots_run_out)
{
	unsigned int first = 0;
	struct probe p;
	int err;

	for (int round = 0; round < 2; round++) {
		unsigned int n = register_many(&err);

		EXPECT(n > 0);
		if (!round)
			first = n;
		EXPECT_EQ(n, first);
		if (err == -ENOMEM)
			EXPECT_EQ(ool_slots_used(), NR_OOL_SLOTS);
		else
			test_note("%u probes took %u slots, fewer than there are", n, ool_slots_used());
		for (unsigned int i = 0; i < n; i++)
			unregister_kprobe(&many[i]);
		EXPECT_EQ(ool_slots_used(), 0);
	}
	EXPECT_EQ(probe_add(&p, insns[1]), 0);
	unregister_kprobe(&p.kp);
}
