// SPDX-License-Identifier: GPL-2.0-only
/*
 * Backtraces over frame pointers. A trap frame is one of the frames (picture in entry.S): a return address in the entry
 * code says that the frame pointer points into a struct pt_regs.
 */
#include <asm/kprobes.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>

#include "insn.h"
#include "vectors.h"

static bool read_word(unsigned long *v, unsigned long at)
{
	return at % 8 == 0 && !arch_nofault_read(v, (const void *)at, sizeof(*v));
}

/* What a function has done to its stack so far, as far as its straight text tells. */
struct stack_effect {
	unsigned long pushed;	/* bytes below the return address */
	bool framed;		/* rbp is the frame pointer */
};

/*
 * PUSH, POP, SUB and ADD on rsp, MOV rsp to rbp, LEAVE. What follows a RET or JMP belongs to a part of the function
 * that has its frame.
 */
static void apply(struct stack_effect *e, const struct insn *i, const u8 *code, bool *had_frame)
{
	static const u8 mov_rsp_rbp[] = { 0x48, 0x89, 0xe5 };

	if (i->map != MAP_1BYTE || i->vex)
		return;
	if (i->size == sizeof(mov_rsp_rbp) && !memcmp(code, mov_rsp_rbp, sizeof(mov_rsp_rbp))) {
		e->framed = *had_frame = true;
	} else if (i->opcode >= 0x50 && i->opcode <= 0x57) {
		e->pushed += 8;
	} else if (i->opcode >= 0x58 && i->opcode <= 0x5f) {
		e->pushed -= 8;
		if (i->opcode == 0x5d && !(i->rex & REX_B))
			*e = (struct stack_effect){ 0 };
	} else if (i->opcode == 0xc9) {
		*e = (struct stack_effect){ 0 };
	} else if ((i->opcode == 0x81 || i->opcode == 0x83) && i->modrm == 0xec) {
		e->pushed += i->imm;
	} else if ((i->opcode == 0x81 || i->opcode == 0x83) && i->modrm == 0xc4) {
		e->pushed -= i->imm;
	} else if (i->opcode == 0xc3 || i->opcode == 0xeb || i->opcode == 0xe9) {
		e->framed = *had_frame;
	}
}

/*
 * The return address of code that was interrupted while it had no frame: at the beginning or the end of its function,
 * in a leaf in assembly, or outside the text, where a bad call has led. Found by reading the function from its
 * beginning; breakpoints in the text do not matter.
 */
static bool frameless(const struct unwind *u, unsigned long *at, unsigned long *ret)
{
	struct stack_effect e = { 0 };
	unsigned long offset;
	bool had_frame = false;

	if (kernel_text_address(u->pc)) {
		if (!symbol_lookup(u->pc, &offset, NULL))
			return false;
		for (unsigned long pc = u->pc - offset; pc < u->pc;) {
			u8 code[MAX_INSN_SIZE];
			struct insn i;

			if (!insn_decode(&i, code, text_pristine(code, pc, sizeof(code))))
				return false;
			apply(&e, &i, code, &had_frame);
			pc += i.size;
		}
		if (e.framed)
			return false;
	}
	*at = u->sp + e.pushed;
	return read_word(ret, *at) && kernel_text_address(*ret);
}

void arch_unwind_start(struct unwind *u, const struct pt_regs *regs)
{
	unsigned long *fp = __builtin_frame_address(0);

	if (regs)
		*u = (struct unwind){ .pc = regs->ip, .fp = regs->bp, .sp = regs->sp, .regs = regs };
	else
		*u = (struct unwind){ .pc = fp[1], .fp = fp[0], .sp = (unsigned long)(fp + 2) };
}

bool arch_unwind(struct unwind *u)
{
	unsigned long ret, fp, at;

	if (u->regs && frameless(u, &at, &ret)) {
		*u = (struct unwind){ .pc = ret, .fp = u->fp, .sp = at + 8 };
		return true;
	}
	if (!read_word(&fp, u->fp) || !read_word(&ret, u->fp + 8))
		return false;
	if (u->pc >= (unsigned long)entry_text_start && u->pc < (unsigned long)entry_text_end && !u->regs) {
		const struct pt_regs *regs = (const void *)(u->fp - offsetof(struct pt_regs, bp));

		*u = (struct unwind){ .pc = ret, .fp = fp, .sp = regs->sp, .regs = regs };
		return true;
	}
	if (!kernel_text_address(ret) || fp == u->fp)
		return false;
	*u = (struct unwind){ .pc = ret, .fp = fp, .sp = u->fp + 16 };
	return true;
}
