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
};

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

static void compare(const struct ool_row *row, unsigned int round)
{
	struct kprobe p = { .addr = row->at, .pre_handler = pre, .post_handler = post };
	struct tc_regs plain, probed;
	unsigned long after[8];

	run(row->fn, round, &plain);
	memcpy(after, buffer, sizeof(after));
	pre_hits = post_hits = 0;
	ASSERT_EQ(register_kprobe(&p), 0);
	run(row->fn, round, &probed);
	unregister_kprobe(&p);
	EXPECT(pre_hits > 0);
	EXPECT_EQ(post_hits, pre_hits);
	EXPECT(!memcmp(after, buffer, sizeof(after)));
	for (int i = 0; i < 6; i++)
		EXPECT_EQ(probed.arg[i], plain.arg[i]);
	EXPECT_EQ(probed.ret, plain.ret);
	EXPECT_EQ(probed.flags, plain.flags);
}

static void compare_row(void)
{
	for (unsigned int round = 0; round < 4; round++)
		compare(test_row(), round);
}

#define PROBED(name, rule)							\
	void ool_##name(void);							\
	extern u8 ool_##name##_at[];						\
	CONFORMANCE_ROW(ool, name, rule, compare_row, struct ool_row, ool_##name, ool_##name##_at)

PROBED(load_relative, "SDM 2A 2.2.1.6");
PROBED(lea_relative, "SDM 2A 2.2.1.6");
PROBED(compare_relative_with_immediate, "SDM 2A 2.2.1.6");
PROBED(store_relative, "SDM 2A 2.2.1.6");
PROBED(load_absolute, "SDM 2A 2.2.1.4");
/* Bug cases D11, D14: what looks like another instruction. */
PROBED(landing_pad, "SDM 2A ENDBR64");
PROBED(nop_66, "SDM 2B NOP");
PROBED(nop_long, "SDM 2B NOP");
PROBED(nop, "SDM 2B NOP");
PROBED(pause, "SDM 2B PAUSE");
PROBED(xchg_r8, "SDM 2D XCHG");
PROBED(lock_add, "SDM 2A LOCK");
PROBED(cmpxchg, "SDM 2A CMPXCHG");
PROBED(shift, "SDM 2B SAL");
PROBED(segment, "SDM 2B MOV");
PROBED(cpuid, "SDM 2A CPUID");
PROBED(string_load, "SDM 2A LODS");
PROBED(ret_near, "SDM 2B RET");
PROBED(ret_rep, "SDM 2B RET");
PROBED(return_and_pop, "SDM 2B RET");
/* The return address is the one behind the call's own place. Bug case D10: group 5. */
PROBED(call_relative, "SDM 2A CALL");
PROBED(call_register, "SDM 2A CALL");
PROBED(call_memory_relative, "SDM 2A CALL");
PROBED(jump_register, "SDM 2A JMP");
PROBED(jump_memory, "SDM 2A JMP");
PROBED(jump_short, "SDM 2A JMP");
PROBED(jump_back, "SDM 2A JMP");
PROBED(jump_near, "SDM 2A JMP");
/* Bug case D09 */
PROBED(jump_equal, "SDM 2A Jcc");
PROBED(jump_not_equal, "SDM 2A Jcc");
PROBED(jump_above, "SDM 2A Jcc");
PROBED(jump_less, "SDM 2A Jcc");
PROBED(jump_conditional_near, "SDM 2A Jcc");
PROBED(jump_rcx_zero, "SDM 2A Jcc");
PROBED(loop, "SDM 2A LOOP");
PROBED(loop_equal, "SDM 2A LOOP");
PROBED(loop_not_equal, "SDM 2A LOOP");
PROBED(loop_ecx, "SDM 2A LOOP");
PROBED(push_register, "SDM 2B PUSH");
PROBED(push_stack_pointer, "SDM 2B PUSH");
PROBED(pop_stack_pointer, "SDM 2B POP");
PROBED(frame_enter, "SDM 2A ENTER");
PROBED(frame_leave, "SDM 2A LEAVE");
/* Bug case A12: the program sees its own flags. Bug case D19: IF too. */
PROBED(push_flags, "SDM 2B PUSHF");
PROBED(push_flags_16, "SDM 2B PUSHF");
PROBED(pop_flags, "SDM 2B POPF");
PROBED(interrupts_off, "SDM 2A CLI");
PROBED(interrupts_on, "SDM 2B STI");

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
