// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out-of-line execution. What depends on its own address, all of it branches and address calculations, is emulated; so
 * is what does nothing. The rest is copied into a slot and stepped there, with the masks as the program has them: an
 * interrupt may come first, with PSTATE.SS kept, and the step follows it.
 */
#include <asm/kprobes.h>
#include <whosetrap/arch.h>
#include <whosetrap/ool.h>

#include "insn.h"

#define ZR	31

extern const char _image[], _end[];

static __always_inline u64 reg(const struct pt_regs *regs, unsigned int n)
{
	return n == ZR ? 0 : regs->regs[n];
}

static __always_inline void set_reg(struct pt_regs *regs, unsigned int n, u64 v)
{
	if (n != ZR)
		regs->regs[n] = v;
}

static __always_inline unsigned long after(const struct ool_insn *o)
{
	return (unsigned long)o->addr + sizeof(u32);
}

static __always_inline u32 word(const struct ool_insn *o)
{
	return insn_at(o->insn);
}

static void __kprobes emulate_nop(const struct ool_insn *o, struct pt_regs *regs)
{
	regs->pc = after(o);
}

static void __kprobes emulate_b(const struct ool_insn *o, struct pt_regs *regs)
{
	regs->pc = o->arch.target;
}

static void __kprobes emulate_bl(const struct ool_insn *o, struct pt_regs *regs)
{
	regs->regs[30] = after(o);
	regs->pc = o->arch.target;
}

/* Arm ARM DDI 0487 C1.2.4: pairs of conditions, the odd one the opposite; but 15 is always, like 14. */
static bool __kprobes condition(unsigned int cond, u64 pstate)
{
	bool n = pstate & PSR_N_BIT, z = pstate & PSR_Z_BIT, c = pstate & PSR_C_BIT, v = pstate & PSR_V_BIT, holds;

	switch (cond >> 1) {
	case 0: holds = z; break;
	case 1: holds = c; break;
	case 2: holds = n; break;
	case 3: holds = v; break;
	case 4: holds = c && !z; break;
	case 5: holds = n == v; break;
	case 6: holds = n == v && !z; break;
	default: return true;
	}
	return holds != (cond & 1);
}

static void __kprobes emulate_bcond(const struct ool_insn *o, struct pt_regs *regs)
{
	regs->pc = condition(o->arch.bit, regs->pstate) ? o->arch.target : after(o);
}

static void __kprobes emulate_cbz(const struct ool_insn *o, struct pt_regs *regs)
{
	u64 v = reg(regs, o->arch.rt);
	bool wide = word(o) >> 31, nonzero = word(o) >> 24 & 1;

	regs->pc = ((wide ? v : (u32)v) != 0) == nonzero ? o->arch.target : after(o);
}

static void __kprobes emulate_tbz(const struct ool_insn *o, struct pt_regs *regs)
{
	bool nonzero = word(o) >> 24 & 1;

	regs->pc = (reg(regs, o->arch.rt) >> o->arch.bit & 1) == nonzero ? o->arch.target : after(o);
}

static void __kprobes emulate_br(const struct ool_insn *o, struct pt_regs *regs)
{
	regs->pc = reg(regs, o->arch.rt);
}

static void __kprobes emulate_blr(const struct ool_insn *o, struct pt_regs *regs)
{
	u64 to = reg(regs, o->arch.rt);		/* may be x30 */

	regs->regs[30] = after(o);
	regs->pc = to;
}

static void __kprobes emulate_adr(const struct ool_insn *o, struct pt_regs *regs)
{
	set_reg(regs, o->arch.rt, o->arch.target);
	regs->pc = after(o);
}

/* The literal is in the image, so this does not fault. */
static void __kprobes emulate_ldr(const struct ool_insn *o, struct pt_regs *regs)
{
	switch (word(o) >> 30) {
	case 0:
		set_reg(regs, o->arch.rt, *(const volatile u32 *)o->arch.target);
		break;
	case 1:
		set_reg(regs, o->arch.rt, *(const volatile u64 *)o->arch.target);
		break;
	default:
		set_reg(regs, o->arch.rt, (s64)*(const volatile s32 *)o->arch.target);	/* LDRSW */
	}
	regs->pc = after(o);
}

static void (*const emulations[NR_INSN_ACTIONS])(const struct ool_insn *o, struct pt_regs *regs) = {
	[INSN_NOP] = emulate_nop,
	[INSN_B] = emulate_b,
	[INSN_BL] = emulate_bl,
	[INSN_BCOND] = emulate_bcond,
	[INSN_CBZ] = emulate_cbz,
	[INSN_TBZ] = emulate_tbz,
	[INSN_BR] = emulate_br,
	[INSN_BLR] = emulate_blr,
	[INSN_ADR] = emulate_adr,
	[INSN_LDR] = emulate_ldr,
};

static int refuse(struct ool_insn *o, const char *why)
{
	o->class = OOL_REFUSE;
	o->refusal = why;
	return -EINVAL;
}

static bool in_image(unsigned long addr)
{
	return addr >= (unsigned long)_image && addr + sizeof(u64) <= (unsigned long)_end;
}

int arch_ool_prepare(struct ool_insn *o)
{
	u32 insn = insn_at(o->insn);
	const struct insn_class *c = insn_class(insn);
	struct arch_ool *a = &o->arch;

	o->size = sizeof(u32);
	if (c->action == INSN_REFUSE)
		return refuse(o, c->refusal);
	a->emulate = emulations[c->action];
	if (!a->emulate) {
		o->class = OOL_STEP;
		o->boost = BOOST_NEXT;
		arch_text_write(o->slot, o->insn, sizeof(u32));
		return 0;
	}
	o->class = OOL_EMULATE;
	a->target = insn_target(insn, c->action, (unsigned long)o->addr);
	a->rt = c->action == INSN_BR || c->action == INSN_BLR ? insn >> 5 & 31 : insn & 31;
	a->bit = c->action == INSN_BCOND ? insn & 15 : (insn >> 31 << 5) | (insn >> 19 & 31);
	if (c->action == INSN_LDR && !in_image(a->target))
		return refuse(o, "loads a literal from outside the image");
	return 0;
}

/* B, Arm ARM DDI 0487 C6.2.26: 26 bits of words. */
bool arch_ool_boost(struct ool_insn *o, unsigned long to)
{
	s64 words = ((s64)to - (s64)(o->slot + 1)) / 4;
	u32 b = 0x14000000 | (words & 0x3ffffff);

	o->boosted_at = (unsigned long)o->slot;
	arch_text_write(o->slot + 1, &b, sizeof(b));
	return words >= -0x2000000 && words < 0x2000000;
}

/* An instruction that was executed leaves BTYPE zero, but for branches to a register and no page is guarded here. */
void __kprobes arch_ool_begin(struct ool_insn *o, struct pt_regs *regs)
{
	if (!o->arch.emulate) {
		regs->pc = (unsigned long)o->slot;
		return;
	}
	regs->pstate &= ~(u64)PSR_BTYPE_MASK;
	o->arch.emulate(o, regs);
}

/* Nothing that is stepped in a slot depends on where it is. */
void __kprobes arch_ool_finish(struct ool_insn *o, struct pt_regs *regs)
{
	regs->pc += (unsigned long)o->addr - (unsigned long)o->slot;
}
