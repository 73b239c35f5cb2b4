/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Out-of-line execution: run an instruction from a slot instead of from its place, so that the breakpoint in its
 * place can stay. Base of kprobes, later of uprobes.
 */
#ifndef WHOSETRAP_OOL_H
#define WHOSETRAP_OOL_H

#include <asm/kprobes.h>
#include <whosetrap/arch.h>

#ifdef MANY_PROBES
#define NR_OOL_SLOTS		(50 * 1024)
#else
#define NR_OOL_SLOTS		256
#endif

enum ool_class {
	OOL_REFUSE = 0,		/* cannot be run elsewhere */
	OOL_STEP,		/* step in the slot, then arch_ool_finish() */
	OOL_EMULATE,		/* arch_ool_begin() alone does its work; no slot, no step */
};

/* Instructions that may run in the slot without a step behind them. Linux: boostable. */
enum ool_boost {
	BOOST_NO = 0,
	BOOST_NEXT,		/* a jump in the slot goes on behind the original */
	BOOST_SELF,		/* it goes where it should by itself; nobody can be told when it is done */
};

struct ool_insn {
	const kprobe_opcode_t *addr;	/* where the instruction belongs */
	kprobe_opcode_t *slot;		/* where it runs; NULL for OOL_EMULATE */
	unsigned long boosted_at;	/* where it begins when it goes on by itself; set by arch_ool_boost() */
	const char *refusal;		/* why not, in words, for OOL_REFUSE */
	u8 class;			/* enum ool_class */
	u8 size;			/* bytes of the instruction */
	u8 boost;			/* enum ool_boost, for OOL_STEP */
	u8 insn[MAX_INSN_SIZE];		/* the original instruction */
	struct arch_ool arch;		/* <asm/kprobes.h> */
};

/**
 * ool_prepare - get @o ready for the instruction at o->addr, whose original bytes the caller has put into o->insn.
 *
 * Takes a slot when the class needs one. 0; -EINVAL with o->refusal set: not possible for this instruction;
 * -ENOMEM: no slot left. Context: task.
 */
int ool_prepare(struct ool_insn *o);
/** ool_release - give the slot back. Context: task. */
void ool_release(struct ool_insn *o);
/** ool_owner - the instruction in whose slot @addr lies; NULL when there is none. Context: any. */
struct ool_insn *ool_owner(unsigned long addr);
/** ool_in_slots - true when @addr lies in the slot area. Context: any. */
bool ool_in_slots(unsigned long addr);
/** ool_slots_used - slots taken; 0 in a clean world. */
unsigned int ool_slots_used(void);
/** ool_reset - take every slot back, whoever has it. Context: task, between tests. */
void ool_reset(void);

/*
 * The arch's part (contract): arch_ool_prepare(o)  o->insn holds the bytes; o->slot a free slot of MAX_INSN_SIZE
 * bytes, 16-byte aligned. Sets size, class,
 *                      refusal, arch; writes the slot with arch_text_write(). 0 or -EINVAL.
 *                      boost: whether it could go on without a step.
 * arch_ool_boost       let the slot's instruction be followed by a jump to @to, in kernel text, and set boosted_at. Stepping it
 *                      works as before. False: out of reach. boost is not BOOST_NO.
 * arch_ool_begin       regs: pc to the slot (OOL_STEP), or the effect of the instruction (OOL_EMULATE). The step
 * itself is
 *                      armed by the caller. Must not disturb what the program can see, except through the step.
 * arch_ool_finish      regs: after the step; pc back from the slot to o->addr's neighbourhood, fix return addresses and
 *                      pc-relative results. Works also when the instruction faulted in the slot (pc still at the slot's
 *                      start), boosted or not: pc becomes o->addr.
 */

#endif
