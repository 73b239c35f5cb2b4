// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out-of-line execution: which instructions can run in a slot, which are emulated, which are refused and why.
 *
 *   emulated   nops, PAUSE, ENDBR; direct jumps, conditional or not, LOOP and JRCXZ; CLI, STI
 *   stepped    the rest, in a slot that ends in INT3. A displacement relative to RIP is changed so that it means the
 *              same from the slot; afterwards RIP is put back, and the return address that a call has pushed. PUSHF
 *              shows the program its own TF and not the stepper's; POPF leaves the program the TF that it has popped.
 *   refused    what traps by itself, what changes privilege, control registers or segments that the kernel lives by,
 *              what stops the CPU, what hides the step trap or makes more than one of it, and far transfers
 *
 * All of it from two tables, one row for each opcode that is not just stepped.
 */
#include <asm/processor.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>

#include "insn.h"

#define BOOST_AT	32	/* in the slot: a boosted call, which is not the original instruction */

enum ool_action {
	STEP = 0,		/* goes on behind itself */
	STEP_ABSOLUTE,		/* goes on where it says, wherever it stands */
	STEP_CALL,		/* the same, having pushed a return address */
	STEP_PUSHF,
	STEP_POPF,
	EMULATE,		/* a mark: all below are emulated */
	NOP = EMULATE,
	JMP, JCC, LOOP,
	CLI, STI,
	REFUSE,
};

#define ANY	-1

struct rule {
	u8 first, last;		/* opcodes */
	s8 reg;			/* ModRM.reg, or ANY */
	u8 action;
	const char *refusal;
};

static const char trap_refusal[] = "already holds a trap instruction";
static const char far_refusal[] = "a far transfer";
static const char gs_refusal[] = "loads GS, by which the kernel finds its own data";
static const char ss_refusal[] = "loads SS: no step trap after it";
static const char privilege_refusal[] = "changes the privilege level";
static const char control_refusal[] = "changes control registers or tables of the CPU";
static const char undefined_refusal[] = "undefined on purpose: what traps here reads what stands here";

static const struct rule rules_1byte[] = {
	{ 0x70, 0x7f, ANY, JCC, NULL },
	{ 0x8e, 0x8e, 2, REFUSE, ss_refusal },
	{ 0x8e, 0x8e, 5, REFUSE, gs_refusal },
	{ 0x9c, 0x9c, ANY, STEP_PUSHF, NULL },
	{ 0x9d, 0x9d, ANY, STEP_POPF, NULL },
	{ 0xc2, 0xc3, ANY, STEP_ABSOLUTE, NULL },
	{ 0xca, 0xcb, ANY, REFUSE, far_refusal },
	{ 0xcc, 0xcc, ANY, REFUSE, trap_refusal },
	{ 0xcd, 0xcd, ANY, REFUSE, "a software interrupt" },
	{ 0xcf, 0xcf, ANY, REFUSE, privilege_refusal },
	{ 0xe0, 0xe3, ANY, LOOP, NULL },
	{ 0xe8, 0xe8, ANY, STEP_CALL, NULL },
	{ 0xe9, 0xe9, ANY, JMP, NULL },
	{ 0xeb, 0xeb, ANY, JMP, NULL },
	{ 0xf1, 0xf1, ANY, REFUSE, trap_refusal },
	{ 0xf4, 0xf4, ANY, REFUSE, "stops the CPU" },
	{ 0xfa, 0xfa, ANY, CLI, NULL },
	{ 0xfb, 0xfb, ANY, STI, NULL },
	{ 0xff, 0xff, 2, STEP_CALL, NULL },
	{ 0xff, 0xff, 3, REFUSE, far_refusal },
	{ 0xff, 0xff, 4, STEP_ABSOLUTE, NULL },
	{ 0xff, 0xff, 5, REFUSE, far_refusal },
};

static const struct rule rules_0f[] = {
	{ 0x00, 0x00, 2, REFUSE, control_refusal },		/* LLDT */
	{ 0x00, 0x00, 3, REFUSE, control_refusal },		/* LTR */
	{ 0x05, 0x05, ANY, REFUSE, privilege_refusal },		/* SYSCALL */
	{ 0x07, 0x07, ANY, REFUSE, privilege_refusal },		/* SYSRET */
	{ 0x08, 0x08, ANY, REFUSE, "throws away what the caches hold" },	/* INVD */
	{ 0x0b, 0x0b, ANY, REFUSE, undefined_refusal },		/* UD2 */
	{ 0x1f, 0x1f, ANY, NOP, NULL },
	{ 0x22, 0x23, ANY, REFUSE, control_refusal },		/* MOV to CR, DR */
	{ 0x30, 0x30, ANY, REFUSE, control_refusal },		/* WRMSR */
	{ 0x34, 0x35, ANY, REFUSE, privilege_refusal },		/* SYSENTER, SYSEXIT */
	{ 0x37, 0x37, ANY, REFUSE, privilege_refusal },		/* GETSEC */
	{ 0x80, 0x8f, ANY, JCC, NULL },
	{ 0xa9, 0xa9, ANY, REFUSE, gs_refusal },		/* POP GS */
	{ 0xaa, 0xaa, ANY, REFUSE, privilege_refusal },		/* RSM */
	{ 0xb2, 0xb2, ANY, REFUSE, ss_refusal },		/* LSS */
	{ 0xb5, 0xb5, ANY, REFUSE, gs_refusal },		/* LGS */
	{ 0xb9, 0xb9, ANY, REFUSE, undefined_refusal },		/* UD1 */
	{ 0xff, 0xff, ANY, REFUSE, undefined_refusal },		/* UD0 */
};

/* 0F 01 holds dozens of instructions; these are harmless. SDM 2D table A-6. */
static const char *refuse_0f01(u8 modrm)
{
	/* CLAC STAC XGETBV XTEST SERIALIZE RDPKRU RDTSCP */
	static const u8 harmless[] = { 0xca, 0xcb, 0xd0, 0xd6, 0xe8, 0xee, 0xf9 };
	u8 reg = MODRM_REG(modrm);

	if (MODRM_MOD(modrm) != 3)
		return reg == 2 || reg == 3 || reg == 6 ? control_refusal : NULL;	/* LGDT LIDT LMSW */
	if (reg == 4 || memchr(harmless, modrm, sizeof(harmless)))			/* SMSW */
		return NULL;
	return modrm == 0xf8 ? gs_refusal : control_refusal;				/* SWAPGS */
}

static bool is_string(const struct insn *i)
{
	u8 op = i->opcode;

	return i->map == MAP_1BYTE && ((op >= 0x6c && op <= 0x6f) || (op >= 0xa4 && op <= 0xa7) || (op >= 0xaa && op <= 0xaf));
}

static const struct rule *find_rule(const struct insn *i)
{
	const struct rule *r = i->map == MAP_1BYTE ? rules_1byte : rules_0f;
	size_t n = i->map == MAP_1BYTE ? ARRAY_SIZE(rules_1byte) : ARRAY_SIZE(rules_0f);

	if (i->vex || i->map > MAP_0F)
		return NULL;
	for (; n--; r++)
		if (i->opcode >= r->first && i->opcode <= r->last && (r->reg == ANY || r->reg == MODRM_REG(i->modrm)))
			return r;
	return NULL;
}

/* What no table row can say. */
static const char *refuse_form(const struct insn *i, const u8 *bytes)
{
	if (i->map == MAP_0F && !i->vex && i->opcode == 0x01)
		return refuse_0f01(i->modrm);
	if (i->rip_relative && i->addrsize)
		return "relative to EIP, which is not where the slot is";
	if (is_string(i) && i->rep)
		return "a repeated string instruction traps after each round";
	if (i->map == MAP_1BYTE && (i->opcode == 0xc6 || i->opcode == 0xc7) && i->modrm == 0xf8)
		return "part of a transaction, which a step would abort";
	if (i->map == MAP_1BYTE && i->opcode == 0xcd && arch_insn_is_break(bytes))
		return trap_refusal;
	return NULL;
}

static enum ool_action action_of(const struct insn *i, const u8 *bytes, const char **refusal)
{
	const struct rule *r = find_rule(i);
	enum ool_action action = r ? r->action : STEP;

	*refusal = refuse_form(i, bytes);
	if (!*refusal && r)
		*refusal = r->refusal;
	if (*refusal)
		return REFUSE;
	/* NOP and PAUSE; with REX.B it is XCHG R8. QEMU 7.2 gives no step trap after PAUSE. ENDBR64 and ENDBR32. */
	if (i->map == MAP_1BYTE && i->opcode == 0x90 && !(i->rex & REX_B))
		action = NOP;
	if (i->map == MAP_0F && !i->vex && i->opcode == 0x1e && i->rep == 0xf3 && (i->modrm == 0xfa || i->modrm == 0xfb))
		action = NOP;
	/* SDM 2, CALL and JMP: ignored in 64-bit mode. APM 3: the branch is a 16-bit one. */
	if (action != STEP && action != STEP_PUSHF && action != STEP_POPF && action != NOP && i->opsize && !(i->rex & REX_W)) {
		*refusal = "an operand-size prefix on a branch: CPUs differ";
		return REFUSE;
	}
	/* STI holds interrupts off until after the next instruction; only these depend on it. */
	if (action == STI && (bytes[i->size] == 0xf4 || (bytes[i->size] == 0x0f && bytes[i->size + 1] == 0x01))) {
		*refusal = "STI before HLT or MWAIT: an interrupt between them would be lost";
		return REFUSE;
	}
	return action;
}

/*
 * The 32-bit field at @at is relative to the end of the instruction: let it mean from the slot what it means at
 * o->addr.
 */
static bool relocate(const struct ool_insn *o, u8 *at)
{
	s32 disp;
	s64 moved;

	memcpy(&disp, at, sizeof(disp));
	moved = disp + ((s64)o->addr - (s64)o->slot);
	disp = moved;
	memcpy(at, &disp, sizeof(disp));
	return disp == moved;
}

/* After a POPF that sets TF the next instruction traps: that must be the program's. A call by way of memory might use rsp. */
static enum ool_boost boost_of(const struct ool_insn *o, const struct insn *i)
{
	switch (o->arch.action) {
	case STEP:
	case STEP_PUSHF:
		return BOOST_NEXT;
	case STEP_ABSOLUTE:
		return BOOST_SELF;
	case STEP_CALL:
		return i->imm_size || (MODRM_MOD(i->modrm) == 3 && MODRM_RM(i->modrm) != 4) ? BOOST_SELF : BOOST_NO;
	default:
		return BOOST_NO;
	}
}

int arch_ool_prepare(struct ool_insn *o)
{
	u8 code[MAX_INSN_SIZE];
	struct insn i;
	bool reaches = true;

	o->class = OOL_REFUSE;
	o->refusal = NULL;
	if (!insn_decode(&i, o->insn, sizeof(o->insn))) {
		o->refusal = "not a valid instruction";
		return -EINVAL;
	}
	o->size = i.size;
	o->arch = (struct arch_ool){ 0 };
	o->arch.action = action_of(&i, o->insn, &o->refusal);
	if (o->arch.action == REFUSE)
		return -EINVAL;
	if (o->arch.action >= EMULATE) {
		o->arch.cond = i.opcode & 0x0f;
		o->arch.ecx = i.addrsize;
		o->arch.disp = i.imm;
		o->class = OOL_EMULATE;
		return 0;
	}
	memset(code, break_insn[0], sizeof(code));
	memcpy(code, o->insn, i.size);
	if (i.rip_relative)
		reaches = relocate(o, code + i.disp_at);
	else if (o->arch.action == STEP_CALL && i.imm_size)
		reaches = relocate(o, code + i.imm_at);
	if (!reaches) {
		o->refusal = "the slot is too far from what it refers to";
		return -EINVAL;
	}
	arch_text_write(o->slot, code, sizeof(code));
	o->class = OOL_STEP;
	o->boost = boost_of(o, &i);
	return 0;
}

/* JMP rel32 at @at, which is in a slot, to @to. */
static bool jump(u8 *at, unsigned long to)
{
	s64 disp = (s64)to - (s64)(at + 5);
	s32 field = disp;
	u8 code[5] = { 0xe9 };

	memcpy(code + 1, &field, sizeof(field));
	arch_text_write(at, code, sizeof(code));
	return field == disp;
}

/*
 * PUSH imm32 of the return address, which is in the upper 2 GiB, and JMP to where the call goes; by rel32 or by the register
 * that it names.
 */
static void write_call(const struct ool_insn *o)
{
	u8 *at = (u8 *)o->slot + BOOST_AT, code[MAX_INSN_SIZE] = { 0x68 };
	u32 ret = (unsigned long)o->addr + o->size;
	struct insn i;
	s32 disp;

	memcpy(code + 1, &ret, sizeof(ret));
	arch_text_write(at, code, 5);
	insn_decode(&i, o->insn, sizeof(o->insn));
	if (i.imm_size) {
		memcpy(&disp, o->insn + i.imm_at, sizeof(disp));
		jump(at + 5, (unsigned long)o->addr + o->size + disp);
		return;
	}
	memcpy(code, o->insn, i.size);
	code[i.size - 1] += 0x10;		/* FF /2 to FF /4: CALL r64 to JMP r64 */
	arch_text_write(at + 5, code, i.size);
}

bool arch_ool_boost(struct ool_insn *o, unsigned long to)
{
	o->boosted_at = (unsigned long)o->slot;
	if (o->arch.action == STEP_CALL) {
		write_call(o);
		o->boosted_at += BOOST_AT;
	}
	return o->boost == BOOST_SELF || jump((u8 *)o->slot + o->size, to);
}

/* SDM 1 appendix B: the condition is in the upper three bits, the lowest negates it. */
static bool __kprobes condition(u8 cond, unsigned long flags)
{
	bool sf = flags & X86_EFLAGS_SF, of = flags & X86_EFLAGS_OF, holds;

	switch (cond >> 1) {
	case 0: holds = of; break;
	case 1: holds = flags & X86_EFLAGS_CF; break;
	case 2: holds = flags & X86_EFLAGS_ZF; break;
	case 3: holds = flags & (X86_EFLAGS_CF | X86_EFLAGS_ZF); break;
	case 4: holds = sf; break;
	case 5: holds = flags & X86_EFLAGS_PF; break;
	case 6: holds = sf != of; break;
	default: holds = (flags & X86_EFLAGS_ZF) || sf != of; break;
	}
	return holds != (cond & 1);
}

/* LOOPNE, LOOPE, LOOP, JRCXZ; the counter is ECX with an address-size prefix. SDM 2A, LOOP and Jcc. */
static bool __kprobes loop_taken(const struct arch_ool *a, struct pt_regs *regs)
{
	unsigned long mask = a->ecx ? 0xffffffffUL : ~0UL;

	if (a->cond == 3)
		return !(regs->cx & mask);
	regs->cx = (regs->cx - 1) & mask;
	if (!regs->cx)
		return false;
	return a->cond == 2 || !!(regs->flags & X86_EFLAGS_ZF) == a->cond;
}

static void __kprobes emulate(const struct ool_insn *o, struct pt_regs *regs)
{
	const struct arch_ool *a = &o->arch;
	bool taken = false;

	switch (a->action) {
	case JMP:
		taken = true;
		break;
	case JCC:
		taken = condition(a->cond, regs->flags);
		break;
	case LOOP:
		taken = loop_taken(a, regs);
		break;
	case CLI:
		regs->flags &= ~(unsigned long)X86_EFLAGS_IF;
		break;
	case STI:
		regs->flags |= X86_EFLAGS_IF;
		break;
	}
	regs->ip = (unsigned long)o->addr + o->size + (taken ? a->disp : 0);
}

void __kprobes arch_ool_begin(struct ool_insn *o, struct pt_regs *regs)
{
	u16 popped;

	if (o->arch.action >= EMULATE) {
		emulate(o, regs);
		return;
	}
	regs->ip = (unsigned long)o->slot;
	if (likely(o->arch.action == STEP))
		return;
	if (o->arch.action == STEP_PUSHF)
		o->arch.own_tf = regs->flags & X86_EFLAGS_TF;
	else if (o->arch.action == STEP_POPF)
		o->arch.own_tf = !arch_nofault_read(&popped, (void *)regs->sp, sizeof(popped)) &&
				 (popped & X86_EFLAGS_TF);
}

/* Put right what an instruction left behind that is not just stepped. True when RIP is right already. */
static noinline bool __kprobes finish_special(const struct ool_insn *o, struct pt_regs *regs, unsigned long back)
{
	switch (o->arch.action) {
	case STEP_CALL:
		*(unsigned long *)regs->sp += back;
		return true;
	case STEP_PUSHF:
		if (!o->arch.own_tf)
			*(u16 *)regs->sp &= ~X86_EFLAGS_TF;
		return false;
	case STEP_POPF:
		if (o->arch.own_tf)
			regs->flags |= X86_EFLAGS_TF;
		return false;
	default:
		return true;		/* STEP_ABSOLUTE */
	}
}

/* With RIP still at the slot's beginning the instruction has not been executed: a fault, say. */
void __kprobes arch_ool_finish(struct ool_insn *o, struct pt_regs *regs)
{
	unsigned long back = (unsigned long)o->addr - (unsigned long)o->slot;

	if (unlikely(regs->ip == (unsigned long)o->slot + BOOST_AT)) {
		regs->ip = (unsigned long)o->addr;
		return;
	}
	if (unlikely(o->arch.action != STEP) && regs->ip != (unsigned long)o->slot && finish_special(o, regs, back))
		return;
	regs->ip += back;
}
