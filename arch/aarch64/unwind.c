// SPDX-License-Identifier: GPL-2.0-only
/*
 * Backtraces over frame records (AAPCS64 6.4.6) and through trap frames, and the redirection of a frame.
 *
 * A function that was interrupted before it made its record, or that makes none, is not in the chain of records: its
 * caller is in x30. Whether it has made one is read from its instructions: MOV x29, SP is the last of it, LDP x29,
 * x30 takes it away.
 */
#include <asm/layout.h>
#include <asm/sysreg.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>

#include "insn.h"
#include "step.h"
#include "vectors.h"

/* ADD x29, sp, #imm; MOV is the one with 0. LDP x29, x30, in the offset and the post-index form. */
#define IS_SET_FP(insn)		(((insn) & 0xffc003ff) == 0x910003fd)
#define IS_POP_FP(insn)		(((insn) & 0xfec07fff) == 0xa8407bfd)

extern const char _image[], _end[];

static bool has_record(unsigned long pc)
{
	unsigned long offset, at;
	bool record = false;
	u8 insn[4];

	if (!symbol_lookup(pc, &offset, NULL))
		return true;
	for (at = pc - offset; at < pc && text_pristine(insn, at, sizeof(insn)) == sizeof(insn); at += sizeof(insn)) {
		if (IS_SET_FP(insn_at(insn)))
			record = true;
		else if (IS_POP_FP(insn_at(insn)))
			record = false;
	}
	return record;
}

static bool in_entry(unsigned long pc)
{
	return pc >= (unsigned long)entry_text_start && pc < (unsigned long)entry_text_end;
}

/* All stacks are in the image. */
static bool readable(unsigned long fp)
{
	return !(fp & 7) && fp >= (unsigned long)_image && fp < (unsigned long)_end - sizeof(struct pt_regs);
}

static void enter_frame(struct unwind *u, const struct pt_regs *regs)
{
	*u = (struct unwind){ .pc = regs->pc, .fp = regs->regs[29], .sp = regs->sp, .regs = regs };
}

void arch_unwind_start(struct unwind *u, const struct pt_regs *regs)
{
	const unsigned long *record = __builtin_frame_address(0);

	if (regs)
		enter_frame(u, regs);
	else
		*u = (struct unwind){ .pc = record[1], .fp = record[0], .sp = (unsigned long)(record + 2) };
}

bool arch_unwind(struct unwind *u)
{
	const unsigned long *record = (const unsigned long *)u->fp;
	const struct pt_regs *regs = u->regs;

	u->regs = NULL;
	if (regs) {
		unsigned long lr = regs->regs[30];

		if (user_mode(regs))
			return false;
		/* A jump into nothing has left its origin in x30 too, if it was a call. */
		if (kernel_text_address(lr) && !(readable(u->fp) && record[1] == lr) &&
		    (!kernel_text_address(u->pc) || !has_record(u->pc))) {
			u->pc = lr;
			return true;
		}
	}
	if (!readable(u->fp))
		return false;
	if (in_entry(record[1])) {
		/* The record above belongs to a trap frame. */
		if (!readable(record[0]))
			return false;
		enter_frame(u, (const struct pt_regs *)(record[0] - offsetof(struct pt_regs, stackframe)));
		return true;
	}
	u->sp = (unsigned long)(record + 2);
	u->pc = record[1];
	u->fp = record[0];
	return u->pc != 0;
}

/* @fn does not return, so whatever steps are armed for frames that were interrupted on the way here are given up. */
void arch_regs_redirect(struct pt_regs *regs, void (*fn)(unsigned long), unsigned long arg, unsigned long sp)
{
	regs->regs[0] = arg;
	regs->regs[29] = 0;
	regs->regs[30] = 0;
	regs->sp = sp & ~15UL;
	regs->pc = (unsigned long)fn;
	regs->pstate = PSR_MODE_EL1h | PSR_I_BIT;
	step_forget();
}
