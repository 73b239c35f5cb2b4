// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out-of-line execution. Branches are emulated: they are all that depends on the instruction's address. So are hints. What changes
 * the state that a step rests on, or does not bear an interrupt in its middle, is refused. Everything else is stepped
 * in the slot. Semantics of branches: Power ISA 3.0B Book I 2.4.
 */
#include <asm/kprobes.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/ool.h>

#include "insn.h"

enum ool_action { STEP, BRANCH, BRANCH_COND, BRANCH_LR, BRANCH_CTR, HINT };

#define REFUSE_TRAP	"already holds a trap instruction"
#define REFUSE_STATE	"changes the machine state that a step depends on"
#define REFUSE_SYSCALL	"system calls are not stepped"
#define REFUSE_ATOMIC	"a reservation does not outlive the step"
#define REFUSE_WAIT	"waits for an interrupt"
#define REFUSE_TAR	"branches to TAR are not handled"

/* By primary and extended opcode; what is not here is stepped. */
static const struct {
	u16 op, xo;
	u8 action;
	const char *refusal;
} special[] = {
	{ OP_XL, XO19_BCLR, BRANCH_LR, NULL },
	{ OP_XL, XO19_BCCTR, BRANCH_CTR, NULL },
	{ OP_XL, XO19_BCTAR, 0, REFUSE_TAR },
	{ OP_XL, XO19_RFID, 0, REFUSE_STATE },
	{ OP_XL, XO19_HRFID, 0, REFUSE_STATE },
	{ OP_XL, XO19_URFID, 0, REFUSE_STATE },
	{ OP_XL, XO19_RFSCV, 0, REFUSE_STATE },
	{ OP_XL, XO19_RFEBB, 0, REFUSE_STATE },
	{ OP_XL, XO19_STOP, 0, REFUSE_WAIT },
	{ OP_X, XO31_MTMSR, 0, REFUSE_STATE },
	{ OP_X, XO31_MTMSRD, 0, REFUSE_STATE },
	{ OP_X, XO31_MFMSR, 0, "would show that it is stepped" },
	{ OP_X, XO31_WAIT, 0, REFUSE_WAIT },
	{ OP_X, XO31_LBARX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_LHARX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_LWARX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_LDARX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_LQARX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_STBCX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_STHCX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_STWCX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_STDCX, 0, REFUSE_ATOMIC },
	{ OP_X, XO31_STQCX, 0, REFUSE_ATOMIC },
};

/* SRR0 and the like, read or written: the breakpoint and the step overwrite them. */
static bool uses_save_registers(u32 insn)
{
	unsigned int xo = insn_xo(insn), spr = INSN_SPR(insn);

	if (insn_opcode(insn) != OP_X || (xo != XO31_MFSPR && xo != XO31_MTSPR))
		return false;
	return spr == SPRN_SRR0 || spr == SPRN_SRR1 || spr == SPRN_HSRR0 || spr == SPRN_HSRR1;
}

/*
 * or Rx,Rx,Rx does nothing but set the thread's priority, Book II 3.2. That is left undone. QEMU 7.2 gives no trace interrupt after some
 * of them.
 */
static bool is_hint(u32 insn)
{
	return (insn & 0xfc0007ff) == 0x7c000378 && INSN_RT(insn) == INSN_RA(insn) && INSN_RT(insn) == (insn >> 11 & 31);
}

static u8 action_of(u32 insn, const char **refusal)
{
	unsigned int op = insn_opcode(insn), xo = insn_xo(insn);

	if (insn_is_trap(insn))
		*refusal = REFUSE_TRAP;
	else if (op == OP_PREFIX)
		*refusal = "prefixed instructions are not handled";
	else if (!insn_is_valid(insn))
		*refusal = "not a valid instruction";
	else if (op == OP_SC)
		*refusal = REFUSE_SYSCALL;
	else if (uses_save_registers(insn))
		*refusal = "its register is overwritten by every trap";
	if (*refusal || op == OP_B)
		return BRANCH;
	if (op == OP_BC)
		return BRANCH_COND;
	if (is_hint(insn))
		return HINT;
	/* addpcis and the like have the address in them. */
	if (op == OP_XL && (insn >> 1 & 31) == 2)
		*refusal = "depends on its own address";
	for (unsigned int i = 0; i < sizeof(special) / sizeof(special[0]); i++) {
		if (special[i].op != op || special[i].xo != xo)
			continue;
		*refusal = special[i].refusal;
		return special[i].action;
	}
	return STEP;
}

int arch_ool_prepare(struct ool_insn *o)
{
	u32 code[MAX_INSN_SIZE / 4];
	u32 insn;

	memcpy(&insn, o->insn, sizeof(insn));
	o->class = OOL_REFUSE;
	o->refusal = NULL;
	o->size = 4;
	o->arch.insn = insn;
	o->arch.action = action_of(insn, &o->refusal);
	if (o->refusal)
		return -EINVAL;
	if (o->arch.action != STEP) {
		o->class = OOL_EMULATE;
		return 0;
	}
	code[0] = insn;
	code[1] = TRAP_INSN;
	arch_text_write(o->slot, code, sizeof(code));
	o->class = OOL_STEP;
	o->boost = BOOST_NEXT;
	return 0;
}

/* b, Power ISA 3.0B Book I 2.4: 26 bits, signed. */
bool arch_ool_boost(struct ool_insn *o, unsigned long to)
{
	kprobe_opcode_t *at = o->slot + o->size / 4;
	s64 disp = (s64)to - (s64)at;
	u32 b = 0x48000000 | (disp & 0x3fffffc);

	o->boosted_at = (unsigned long)o->slot;
	arch_text_write(at, &b, sizeof(b));
	return disp >= -0x2000000 && disp < 0x2000000;
}

/*
 * BO and BI, 2.4: count CTR down and test it, test a bit of CR, or neither. Bits of BO from the left are 16, 8, 4, 2,
 * 1.
 */
static bool __kprobes taken(u32 insn, struct pt_regs *regs)
{
	unsigned int bo = INSN_RT(insn), bi = INSN_RA(insn);
	bool ctr_ok = true, cond_ok = true;

	if (!(bo & 4)) {
		regs->ctr--;
		ctr_ok = (regs->ctr != 0) != !!(bo & 2);
	}
	if (!(bo & 16))
		cond_ok = (regs->ccr >> (31 - bi) & 1) == (bo >> 3 & 1);
	return ctr_ok && cond_ok;
}

static void __kprobes branch(const struct ool_insn *o, struct pt_regs *regs)
{
	unsigned long at = (unsigned long)o->addr, base, next = at + 4, to;
	u32 insn = o->arch.insn;
	bool go = true;

	base = insn & INSN_AA ? 0 : at;
	switch (o->arch.action) {
	case BRANCH:
		to = base + ((s32)(insn << 6) >> 6 & ~3L);
		break;
	case BRANCH_COND:
		go = taken(insn, regs);
		to = base + ((s16)insn & ~3L);
		break;
	case HINT:
		regs->nip = next;
		return;
	case BRANCH_LR:
		go = taken(insn, regs);
		to = regs->link & ~3UL;
		break;
	default:
		go = taken(insn, regs);
		to = regs->ctr & ~3UL;
		break;
	}
	if (insn & INSN_LK)
		regs->link = next;
	regs->nip = go ? to : next;
}

void __kprobes arch_ool_begin(struct ool_insn *o, struct pt_regs *regs)
{
	if (likely(o->arch.action == STEP))
		regs->nip = (unsigned long)o->slot;
	else
		branch(o, regs);
}

/* With nip still at the slot's beginning the instruction has not been executed: a fault, say. */
void __kprobes arch_ool_finish(struct ool_insn *o, struct pt_regs *regs)
{
	regs->nip += (unsigned long)o->addr - (unsigned long)o->slot;
}
