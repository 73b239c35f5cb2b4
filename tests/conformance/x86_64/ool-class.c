// SPDX-License-Identifier: GPL-2.0-only
/*
 * How each instruction can be run elsewhere: stepped in a slot, emulated, or not at all, and then why not. The rule of each row is
 * what makes it so.
 */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/ool.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>

struct class_row {
	u8 class;
	s8 relative_at;			/* where 32 bits relative to the next instruction are; -1: nowhere */
	const char *words;		/* the reason holds these */
	u8 size, insn[15];
};

static s32 field(const u8 *insn, int at)
{
	s32 v;

	memcpy(&v, insn + at, sizeof(v));
	return v;
}

static void check_slot(const struct class_row *row, const struct ool_insn *o)
{
	for (int i = 0; i < row->size; i++)
		if (row->relative_at < 0 || i < row->relative_at || i >= row->relative_at + 4)
			EXPECT_EQ(o->slot[i], row->insn[i]);
	EXPECT_EQ(o->slot[row->size], 0xcc);
	if (row->relative_at >= 0)
		EXPECT_EQ(field(o->slot, row->relative_at) + (long)o->slot, field(row->insn, row->relative_at) + (long)o->addr);
}

static void check_class(void)
{
	const struct class_row *row = test_row();
	struct ool_insn o = { .addr = (kprobe_opcode_t *)_text };

	memset(o.insn, 0x90, sizeof(o.insn));
	memcpy(o.insn, row->insn, row->size);
	EXPECT_EQ(ool_prepare(&o), row->class == OOL_REFUSE ? -EINVAL : 0);
	EXPECT_EQ(o.class, row->class);
	if (row->class == OOL_REFUSE) {
		if (!EXPECT(o.refusal && strstr(o.refusal, row->words)))
			test_note("the reason: %s", o.refusal ? o.refusal : "none");
		EXPECT_EQ(ool_slots_used(), 0);
		return;
	}
	EXPECT_EQ(o.size, row->size);
	if (row->class == OOL_STEP)
		check_slot(row, &o);
	else
		EXPECT_EQ(ool_slots_used(), 0);
	ool_release(&o);
}

#define BYTES(...)	sizeof((u8[]){ __VA_ARGS__ }), { __VA_ARGS__ }
#define ROW(name, rule, ...)	CONFORMANCE_ROW(ool_class, name, rule, check_class, struct class_row, __VA_ARGS__)
#define REFUSED(name, rule, words, ...)		ROW(name, rule, OOL_REFUSE, -1, words, BYTES(__VA_ARGS__))
#define EMULATED(name, rule, ...)		ROW(name, rule, OOL_EMULATE, -1, NULL, BYTES(__VA_ARGS__))
#define STEPPED(name, rule, ...)		ROW(name, rule, OOL_STEP, -1, NULL, BYTES(__VA_ARGS__))
#define RELATIVE(name, rule, at, ...)		ROW(name, rule, OOL_STEP, at, NULL, BYTES(__VA_ARGS__))

REFUSED(int3, "SDM 2A INT", "trap instruction", 0xcc);
REFUSED(int_3, "SDM 2A INT", "trap instruction", 0xcd, 3);
REFUSED(int1, "SDM 2A INT1", "trap instruction", 0xf1);
REFUSED(int_128, "SDM 2A INT", "software interrupt", 0xcd, 0x80);
/* Bug case D13: what follows UD2 may be for whoever takes its trap. */
REFUSED(ud2, "SDM 2B UD", "undefined on purpose", 0x0f, 0x0b);
REFUSED(ud1, "SDM 2B UD", "undefined on purpose", 0x0f, 0xb9, 0xc0);
REFUSED(ud0, "SDM 2B UD", "undefined on purpose", 0x0f, 0xff, 0xc0);
REFUSED(hlt, "SDM 2A HLT", "stops the CPU", 0xf4);
REFUSED(iret, "SDM 2A IRET", "privilege level", 0x48, 0xcf);
REFUSED(syscall, "SDM 2B SYSCALL", "privilege level", 0x0f, 0x05);
REFUSED(sysret, "SDM 2B SYSRET", "privilege level", 0x48, 0x0f, 0x07);
REFUSED(sysenter, "SDM 2B SYSENTER", "privilege level", 0x0f, 0x34);
REFUSED(sysexit, "SDM 2B SYSEXIT", "privilege level", 0x48, 0x0f, 0x35);
REFUSED(rsm, "SDM 2B RSM", "privilege level", 0x0f, 0xaa);
REFUSED(far_return, "SDM 2B RET", "far transfer", 0x48, 0xcb);
REFUSED(far_return_and_pop, "SDM 2B RET", "far transfer", 0xca, 8, 0);
REFUSED(far_jump, "SDM 2A JMP", "far transfer", 0xff, 0x2f);
REFUSED(far_call, "SDM 2A CALL", "far transfer", 0xff, 0x1f);
REFUSED(mov_ss, "SDM 3A 6.8.3", "loads SS", 0x8e, 0xd0);
REFUSED(lss, "SDM 2A LSS", "loads SS", 0x0f, 0xb2, 0x00);
REFUSED(mov_gs, "SDM 2B MOV", "loads GS", 0x8e, 0xe8);
REFUSED(pop_gs, "SDM 2B POP", "loads GS", 0x0f, 0xa9);
REFUSED(swapgs, "SDM 2B SWAPGS", "loads GS", 0x0f, 0x01, 0xf8);
REFUSED(mov_to_cr3, "SDM 2B MOV", "control registers", 0x0f, 0x22, 0xd8);
REFUSED(mov_to_dr7, "SDM 2B MOV", "control registers", 0x0f, 0x23, 0xf8);
REFUSED(wrmsr, "SDM 2D WRMSR", "control registers", 0x0f, 0x30);
REFUSED(lgdt, "SDM 2A LGDT", "control registers", 0x0f, 0x01, 0x10);
REFUSED(lidt, "SDM 2A LGDT", "control registers", 0x0f, 0x01, 0x18);
REFUSED(lldt, "SDM 2A LLDT", "control registers", 0x0f, 0x00, 0xd0);
REFUSED(ltr, "SDM 2A LTR", "control registers", 0x0f, 0x00, 0xd8);
REFUSED(lmsw, "SDM 2A LMSW", "control registers", 0x0f, 0x01, 0xf0);
REFUSED(mwait, "SDM 2B MWAIT", "control registers", 0x0f, 0x01, 0xc9);
REFUSED(rep_movs, "SDM 2B REP", "after each round", 0xf3, 0xa4);
REFUSED(repne_scas, "SDM 2B REP", "after each round", 0xf2, 0xae);
REFUSED(rep_ins, "SDM 2B REP", "after each round", 0xf3, 0x6c);
REFUSED(relative_to_eip, "SDM 2A 2.2.1.6", "EIP", 0x67, 0x8b, 0x05, 0, 0, 0, 0);
REFUSED(xbegin, "SDM 2D XBEGIN", "transaction", 0xc7, 0xf8, 0, 0, 0, 0);
REFUSED(xabort, "SDM 2D XABORT", "transaction", 0xc6, 0xf8, 0);
REFUSED(call_with_66, "SDM 2A CALL", "CPUs differ", 0x66, 0xe8, 0, 0, 0, 0);
REFUSED(jump_with_66, "SDM 2A JMP", "CPUs differ", 0x66, 0xe9, 0, 0, 0, 0);
/* Bug case B09 */
REFUSED(sti_before_hlt, "SDM 2B STI", "STI before HLT", 0xfb, 0xf4);
REFUSED(push_es, "SDM 2D A.3", "not a valid instruction", 0x06);
REFUSED(pop_group_1, "SDM 2D A.4", "not a valid instruction", 0x8f, 0xc8);

EMULATED(nop, "SDM 2B NOP", 0x90);
EMULATED(nop_66, "SDM 2B NOP", 0x66, 0x90);
EMULATED(nop_long, "SDM 2B NOP", 0x0f, 0x1f, 0x44, 0, 0);
EMULATED(pause, "SDM 2B PAUSE", 0xf3, 0x90);
EMULATED(endbr64, "SDM 2A ENDBR64", 0xf3, 0x0f, 0x1e, 0xfa);
EMULATED(endbr32, "SDM 2A ENDBR32", 0xf3, 0x0f, 0x1e, 0xfb);
EMULATED(jump_short, "SDM 2A JMP", 0xeb, 0x10);
EMULATED(jump_near, "SDM 2A JMP", 0xe9, 0, 1, 0, 0);
EMULATED(jcc_short, "SDM 2A Jcc", 0x7f, 0x80);
EMULATED(jcc_near, "SDM 2A Jcc", 0x0f, 0x8f, 0, 1, 0, 0);
EMULATED(jcc_with_hint, "SDM 2A 2.1.1", 0x2e, 0x75, 0x10);
EMULATED(loop, "SDM 2A LOOP", 0xe2, 0xfe);
EMULATED(loopne, "SDM 2A LOOP", 0xe0, 0xfe);
EMULATED(jrcxz, "SDM 2A Jcc", 0xe3, 0x10);
EMULATED(jecxz, "SDM 2A Jcc", 0x67, 0xe3, 0x10);
EMULATED(cli, "SDM 2A CLI", 0xfa);
EMULATED(sti, "SDM 2B STI", 0xfb);

STEPPED(mov, "SDM 2B MOV", 0x48, 0x89, 0xc8);
STEPPED(xchg_r8, "SDM 2B NOP", 0x49, 0x90);
STEPPED(ret, "SDM 2B RET", 0xc3);
STEPPED(rep_ret, "SDM 2B RET", 0xf3, 0xc3);
STEPPED(call_register, "SDM 2A CALL", 0xff, 0xd0);
STEPPED(jump_register, "SDM 2A JMP", 0xff, 0xe0);
STEPPED(pushf, "SDM 2B PUSHF", 0x9c);
STEPPED(popf, "SDM 2B POPF", 0x9d);
STEPPED(mov_from_cr3, "SDM 2B MOV", 0x0f, 0x20, 0xd8);
STEPPED(mov_ds, "SDM 3A 6.8.3", 0x8e, 0xd8);
STEPPED(mov_from_ss, "SDM 3A 6.8.3", 0x8c, 0xd0);
STEPPED(rdmsr, "SDM 2B RDMSR", 0x0f, 0x32);
STEPPED(cpuid, "SDM 2A CPUID", 0x0f, 0xa2);
STEPPED(movs, "SDM 2B REP", 0xa4);
STEPPED(group_5_push, "SDM 2D A.4", 0xff, 0x30);
STEPPED(group_5_inc, "SDM 2D A.4", 0xff, 0x00);
STEPPED(prefixes, "SDM 2A 2.1.1", 0x2e, 0x36, 0x66, 0x66, 0x8b, 0x00);
STEPPED(sgdt, "SDM 2B SGDT", 0x0f, 0x01, 0x00);
STEPPED(not_relative_without_mod_0, "SDM 2A 2.2.1.6", 0x8b, 0x85, 1, 2, 3, 4);
STEPPED(not_relative_with_sib, "SDM 2A 2.2.1.6", 0x8b, 0x04, 0x25, 1, 2, 3, 4);

RELATIVE(relative_load, "SDM 2A 2.2.1.6", 3, 0x48, 0x8b, 0x05, 0x10, 0, 0, 0);
RELATIVE(relative_load_backwards, "SDM 2A 2.2.1.6", 3, 0x48, 0x8b, 0x0d, 0xf0, 0xff, 0xff, 0xff);
RELATIVE(relative_r13, "SDM 2A 2.2.1.6", 3, 0x49, 0x8b, 0x05, 0x10, 0, 0, 0);
RELATIVE(relative_with_immediate, "SDM 2A 2.2.1.6", 2, 0x81, 0x3d, 0x10, 0, 0, 0, 1, 2, 3, 4);
RELATIVE(relative_two_bytes, "SDM 2A 2.2.1.6", 3, 0x0f, 0xb6, 0x05, 0x10, 0, 0, 0);
RELATIVE(relative_vex, "SDM 2A 2.2.1.6", 4, 0xc5, 0xf8, 0x10, 0x05, 0x10, 0, 0, 0);
RELATIVE(relative_call_by_memory, "SDM 2A 2.2.1.6", 2, 0xff, 0x15, 0x10, 0, 0, 0);
RELATIVE(call, "SDM 2A CALL", 1, 0xe8, 0x10, 0, 0, 0);
