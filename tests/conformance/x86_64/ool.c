// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out-of-line execution (arch/x86_64/ool.c): with a probe on it an instruction does what it does without, and what
 * cannot be run elsewhere is refused with its reason.
 */
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>
#include <whosetrap/testcode.h>

#include "../../framework/lib.h"
#include "raise.h"

struct ool_row {
	void (*fn)(void);
	u8 *at;
	const char *name;
};

extern const struct ool_row ool_table[];
extern u8 ool_conditions[16][16];

static unsigned long buffer[8];
static unsigned int pre_hits, post_hits;

static int pre(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	(void)regs;
	pre_hits++;
	return 0;
}

static void post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)regs;
	(void)flags;
	post_hits++;
}

static void run(void (*fn)(void), unsigned int round, struct tc_regs *io)
{
	for (size_t i = 0; i < ARRAY_SIZE(buffer); i++)
		buffer[i] = 0x0101010101010101UL * (i + 1);
	*io = (struct tc_regs){
		.arg = { (unsigned long)buffer, round & 1 ? 5 : 0x8000000000000001UL, round & 2 ? 5 : 77, 3, 11, 12 },
	};
	tc_run(fn, io);
}

/* True when all is as it should be. */
static bool compare(const struct ool_row *row)
{
	bool ok = true;

	for (unsigned int round = 0; round < 4; round++) {
		struct kprobe p = { .addr = row->at, .pre_handler = pre, .post_handler = post };
		struct tc_regs plain, probed;
		unsigned long after[8];

		run(row->fn, round, &plain);
		memcpy(after, buffer, sizeof(after));
		pre_hits = post_hits = 0;
		if (!EXPECT_EQ(register_kprobe(&p), 0))
			return false;
		run(row->fn, round, &probed);
		unregister_kprobe(&p);
		ok &= EXPECT(pre_hits > 0);
		ok &= EXPECT_EQ(post_hits, pre_hits);
		ok &= EXPECT(!memcmp(after, buffer, sizeof(after)));
		for (int i = 0; i < 6; i++)
			ok &= EXPECT_EQ(probed.arg[i], plain.arg[i]);
		ok &= EXPECT_EQ(probed.ret, plain.ret);
		ok &= EXPECT_EQ(probed.flags, plain.flags);
	}
	return ok;
}

TEST(arch_ool, probed_as_without_probe)
{
	for (const struct ool_row *row = ool_table; row->fn; row++)
		if (!compare(row))
			test_note("that was %s", row->name);
}

/* What SETcc says of flags is what an emulated Jcc must do with them: SDM 1 appendix B. */
static void check_condition(u8 cc, unsigned long flags, s8 disp)
{
	struct ool_insn o = { .addr = (void *)0xffffffff80200000UL, .insn = { 0x70 | cc, disp } };
	struct pt_regs regs = { .ip = 0x1234, .flags = flags };
	bool taken = ((int (*)(unsigned long))ool_conditions[cc])(flags);

	EXPECT_EQ(arch_ool_prepare(&o), 0);
	EXPECT_EQ(o.class, OOL_EMULATE);
	arch_ool_begin(&o, &regs);
	EXPECT_EQ(regs.ip, 0xffffffff80200002UL + (taken ? disp : 0));
	EXPECT_EQ(regs.flags, flags);
}

CONFORMANCE(ool, all_conditions_and_flags, "SDM 2A Jcc")
{
	static const u16 bits[] = { X86_EFLAGS_CF, X86_EFLAGS_PF, X86_EFLAGS_ZF, X86_EFLAGS_SF, X86_EFLAGS_OF };

	for (u8 cc = 0; cc < 16; cc++) {
		for (unsigned int set = 0; set < 32; set++) {
			unsigned long flags = X86_EFLAGS_FIXED | X86_EFLAGS_IF;

			for (size_t i = 0; i < ARRAY_SIZE(bits); i++)
				flags |= set & 1U << i ? bits[i] : 0;
			check_condition(cc, flags, 0x7f);
			check_condition(cc, flags, -0x80);
		}
	}
}

#define BYTES(...)	{ __VA_ARGS__ }

static const struct refusal {
	u8 insn[MAX_INSN_SIZE];
	const char *words;
} refusals[] = {
	{ BYTES(0xcc), "trap instruction" },
	{ BYTES(0xcd, 3), "trap instruction" },
	{ BYTES(0xf1), "trap instruction" },
	{ BYTES(0xcd, 0x80), "software interrupt" },
	{ BYTES(0x0f, 0x0b), "undefined on purpose" },
	{ BYTES(0xf4), "stops the CPU" },
	{ BYTES(0x48, 0xcf), "privilege level" },			/* iretq */
	{ BYTES(0x0f, 0x05), "privilege level" },			/* syscall */
	{ BYTES(0x48, 0x0f, 0x07), "privilege level" },			/* sysretq */
	{ BYTES(0x48, 0xcb), "far transfer" },
	{ BYTES(0xff, 0x2f), "far transfer" },
	{ BYTES(0x8e, 0xd0), "loads SS" },
	{ BYTES(0x0f, 0xb2, 0x00), "loads SS" },
	{ BYTES(0x8e, 0xe8), "loads GS" },
	{ BYTES(0x0f, 0x01, 0xf8), "loads GS" },			/* swapgs */
	{ BYTES(0x0f, 0x22, 0xd8), "control registers" },		/* mov cr3 */
	{ BYTES(0x0f, 0x23, 0xf8), "control registers" },		/* mov dr7 */
	{ BYTES(0x0f, 0x30), "control registers" },			/* wrmsr */
	{ BYTES(0x0f, 0x01, 0x10), "control registers" },		/* lgdt */
	{ BYTES(0x0f, 0x01, 0xc9), "control registers" },		/* mwait */
	{ BYTES(0xf3, 0xa4), "after each round" },			/* rep movsb */
	{ BYTES(0x67, 0x8b, 0x05, 0, 0, 0, 0), "EIP" },
	{ BYTES(0xc7, 0xf8, 0, 0, 0, 0), "transaction" },		/* xbegin */
	{ BYTES(0x66, 0xe8, 0, 0, 0, 0), "CPUs differ" },
	{ BYTES(0xfb, 0xf4), "STI before HLT" },
	{ BYTES(0x06), "not a valid instruction" },
	{ BYTES(0x8f, 0xc8), "not a valid instruction" },
};

TEST(arch_ool, refused_with_a_reason)
{
	static u8 slot[OOL_SLOT_SIZE] __aligned(OOL_SLOT_SIZE);

	for (size_t i = 0; i < ARRAY_SIZE(refusals); i++) {
		struct ool_insn o = { .addr = (void *)0xffffffff80200000UL, .slot = slot };

		memcpy(o.insn, refusals[i].insn, sizeof(o.insn));
		EXPECT_EQ(arch_ool_prepare(&o), -EINVAL);
		EXPECT_EQ(o.class, OOL_REFUSE);
		if (!EXPECT(o.refusal && strstr(o.refusal, refusals[i].words)))
			test_note("%02x %02x: %s", o.insn[0], o.insn[1], o.refusal ? o.refusal : "no reason");
	}
}

/* A relative operand too far from the slot cannot be reached with 32 bits. */
CONFORMANCE(ool, slot_out_of_reach, "SDM 2A 2.2.1.6")
{
	static u8 slot[OOL_SLOT_SIZE] __aligned(OOL_SLOT_SIZE);
	struct ool_insn o = { .addr = (void *)0x400000UL, .slot = slot, .insn = { 0x8b, 0x05 } };

	EXPECT_EQ(arch_ool_prepare(&o), -EINVAL);
	EXPECT(o.refusal && strstr(o.refusal, "too far"));
}

/* A fault in the slot belongs to the instruction's own place. */
TEST(arch_ool, fault_in_the_slot)
{
	struct ool_insn o = { .addr = (void *)raise_read_at };
	struct pt_regs regs = { .ip = 1 };

	memcpy(o.insn, raise_read_at, sizeof(o.insn));
	ASSERT_EQ(ool_prepare(&o), 0);
	EXPECT_EQ(o.class, OOL_STEP);
	arch_ool_begin(&o, &regs);
	EXPECT_EQ(regs.ip, o.slot);
	arch_ool_finish(&o, &regs);
	EXPECT_EQ(regs.ip, raise_read_at);
	ool_release(&o);
}
