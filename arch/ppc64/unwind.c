// SPDX-License-Identifier: GPL-2.0-only
/*
 * Backtraces over back chains (ELFv2 ABI 2.2.3). A trap frame is one of the frames (picture in entry.S): a return
 * address in the entry code says that a struct pt_regs stands there.
 */
#include <asm/kprobes.h>
#include <string.h>
#include <linux/kernel.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>

#include "insn.h"
#include "stack.h"
#include "vectors.h"

static bool read_word(unsigned long *v, unsigned long at)
{
	return at % 8 == 0 && !arch_nofault_read(v, (const void *)at, sizeof(*v));
}

/* What a function has done so far, as far as its straight text tells. */
struct stack_effect {
	bool framed;		/* r1 is the function's own frame */
	bool lr_saved;		/* the return address is in the caller's frame, and LR may be another */
};

/*
 * The instructions of prologues and epilogues. A call says that LR was saved before, by a helper of the compiler
 * perhaps. What follows a return or a jump belongs to a part of the function that has what the function had at most.
 */
static void apply(struct stack_effect *e, u32 insn, struct stack_effect *most)
{
	if ((insn & 0xffff0003) == 0xf8210001) {		/* stdu r1,-N(r1) */
		e->framed = most->framed = true;
	} else if (insn == 0xf8010010) {			/* std r0,16(r1) */
		e->lr_saved = most->lr_saved = true;
	} else if ((insn & 0xffff8000) == 0x38210000) {		/* addi r1,r1,N */
		e->framed = false;
	} else if ((insn & 0xfc1fffff) == 0x7c0803a6) {		/* mtlr rX */
		e->lr_saved = false;
	} else if (insn == 0x4e800020 || (insn & 0xfc000001) == 0x48000000) {	/* blr, b */
		*e = *most;
	} else if ((insn & 0xfc000001) == 0x48000001 || insn == 0x4e800421) {	/* bl, bctrl */
		e->lr_saved = most->lr_saved = true;
	}
}

/* Is @at a label in the middle of a function? What stands before a function is a return, a jump, a trap or filling. */
static bool runs_into(unsigned long at)
{
	u32 insn;

	if (text_pristine(&insn, at - 4, sizeof(insn)) < sizeof(insn) || !insn_is_valid(insn) || insn_is_trap(insn))
		return false;
	return insn != 0x4e800020 && insn != 0x4e800420 && (insn & 0xfc000001) != 0x48000000 && insn != 0x60000000;
}

/*
 * The way up from interrupted code, which may be at the beginning or the end of its function, in one without a frame,
 * or outside the text, where a bad call has led. Found by reading the function from its beginning; breakpoints in the
 * text do not matter.
 */
static bool up_from_trap(struct unwind *u)
{
	struct stack_effect e = { 0 }, most = { 0 };
	unsigned long offset, sp = u->sp, ret = u->regs->link;

	if (kernel_text_address(u->pc)) {
		unsigned long start = u->pc;

		do {
			if (!symbol_lookup(start, &offset, NULL))
				return false;
			start -= offset;
		} while (runs_into(start) && symbol_lookup(start -= 4, NULL, NULL));
		for (unsigned long pc = start; pc < u->pc; pc += 4) {
			u32 insn;

			if (text_pristine(&insn, pc, sizeof(insn)) < sizeof(insn))
				return false;
			apply(&e, insn, &most);
		}
	}
	if (e.framed && !read_word(&sp, u->sp))
		return false;
	if (e.lr_saved && !read_word(&ret, sp + FRAME_LR))
		return false;
	if (!kernel_text_address(ret))
		return false;
	*u = (struct unwind){ .pc = ret, .fp = sp, .sp = sp };
	return true;
}

void arch_unwind_start(struct unwind *u, const struct pt_regs *regs)
{
	unsigned long *sp = __builtin_frame_address(0);

	if (regs) {
		*u = (struct unwind){ .pc = regs->nip, .fp = regs->gpr[1], .sp = regs->gpr[1], .regs = regs };
		return;
	}
	sp = (unsigned long *)*sp;		/* the caller's frame, which holds our return address */
	*u = (struct unwind){ .pc = sp[FRAME_LR / 8], .fp = (unsigned long)sp, .sp = (unsigned long)sp };
}

bool arch_unwind(struct unwind *u)
{
	unsigned long ret, sp;

	if (u->regs)
		return up_from_trap(u);
	if (u->pc >= (unsigned long)entry_text_start && u->pc < (unsigned long)entry_text_end) {
		const struct pt_regs *regs = &((const struct trap_frame *)u->sp)->regs;

		if (!read_word(&ret, (unsigned long)&regs->nip) || !read_word(&sp, (unsigned long)&regs->gpr[1]))
			return false;
		*u = (struct unwind){ .pc = ret, .fp = sp, .sp = sp, .regs = regs };
		return true;
	}
	if (!read_word(&sp, u->sp) || sp == u->sp || !read_word(&ret, sp + FRAME_LR) || !kernel_text_address(ret))
		return false;
	*u = (struct unwind){ .pc = ret, .fp = sp, .sp = sp };
	return true;
}
