// SPDX-License-Identifier: GPL-2.0-only
/* Runs the pieces of code.h: in by changing the frame of a breakpoint, out by that of the INT3 at the end. */
#include <asm/apic.h>
#include <asm/msr.h>
#include <asm/segment.h>
#include <string.h>
#include <whosetrap/kernel.h>

#include "code.h"
#include "raise.h"
#include "user.h"

u8 *code_buffer;
unsigned long code_moved;

static u8 buffer[CODE_BUFFER] __aligned(64);
static const struct code_row *row;
static struct pt_regs back;
static bool inside;

#define USER_BUFFER	(PAGE_SIZE / 2)

static void enter(struct pt_regs *regs, struct raised *r)
{
	unsigned long at = row->user ? USER_PAGE + USER_BUFFER : (unsigned long)buffer;

	back = *regs;
	back.ip = r->next;
	*regs = (struct pt_regs){
		.entry = regs->entry, .ip = row->code->start + code_moved, .flags = back.flags, .orig_ax = -1,
		.cs = row->user ? USER_CS : KERNEL_CS, .ss = row->user ? USER_DS : KERNEL_DS,
		.sp = row->user ? USER_SP : (back.sp - 512) & -16UL, .bp = back.bp,
		.si = at, .di = at + CODE_BUFFER / 2, .cx = 3, .ax = 1, .dx = 2, .bx = 0x55, .r8 = 8, .r9 = 9,
	};
	regs->flags &= ~(unsigned long)(X86_EFLAGS_TF | X86_EFLAGS_IF);
	regs->flags |= (row->free ? 0 : X86_EFLAGS_TF) | (row->irqs_off ? 0 : X86_EFLAGS_IF);
	if (row->pending)
		apic_send_self(APIC_DM_FIXED | row->pending);
	r->n = 0;
	inside = true;
	if (row->dr7 & DR7_GD)		/* not before: the hook that has seen this trap reads DR6 */
		write_dr7(read_dr7() | DR7_GD);
}

static void leave(struct pt_regs *regs)
{
	*regs = back;
	inside = false;
}

static unsigned long pc_of(const struct code_trap *trap)
{
	return row->code->start + code_moved + trap->pc;
}

static void visit(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);
	const struct code *code = row->code;
	const struct code_trap *trap;

	if (!inside) {
		enter(regs, r);
		return;
	}
	if (t->kind == TRAP_BREAKPOINT && t->pc == code->end + code_moved) {
		r->n--;
		leave(regs);
		return;
	}
	/* Going wrong: a trap too many, or one that is not the next one and after which nobody knows how to go on. */
	for (unsigned int i = 0; i < r->n; i++) {
		if (code->traps[i].what == CODE_END) {
			leave(regs);
			return;
		}
	}
	trap = &code->traps[r->n - 1];
	if (t->kind == TRAP_HW_BREAKPOINT)
		regs->flags |= r->n > row->repeats ? X86_EFLAGS_RF : 0;
	else if (t->kind != TRAP_STEP && trap->what < CODE_OTHER)
		leave(regs);
	else if (t->kind != TRAP_STEP && trap->resume)
		regs->ip = pc_of(trap) + trap->resume;
}

unsigned long code_watched(const struct code_watch *w)
{
	if (w->on)
		return w->on;
	if (w->in_code)
		return row->code->start + code_moved + w->at;
	return (row->user ? USER_PAGE + USER_BUFFER : (unsigned long)buffer) + w->at;
}

static void arm(void)
{
	unsigned long dr7 = DR7_RESET | (row->dr7 & ~DR7_GD);

	for (int i = 0; i < 2; i++) {
		const struct code_watch *w = &row->watch[i];
		unsigned long at, len = w->len == 8 ? 2 : w->len - 1UL;

		if (!w->len)
			continue;
		at = code_watched(w);
		switch (w->slot) {
		case 0: write_dr0(at); break;
		case 1: write_dr1(at); break;
		case 2: write_dr2(at); break;
		default: write_dr3(at);
		}
		dr7 |= (w->local ? DR7_L(w->slot) : DR7_G(w->slot)) | (unsigned long)w->rw << DR7_RW_SHIFT(w->slot) |
		       len << DR7_LEN_SHIFT(w->slot);
	}
	write_dr7(dr7);
}

static void check_other(const struct seen *s)
{
	EXPECT_EQ(s->trapnr, row->vector);
	EXPECT_EQ(s->cause, row->cause);
	if (row->watch[0].len && (row->other == TRAP_WATCHPOINT || row->other == TRAP_HW_BREAKPOINT))
		EXPECT_EQ(s->addr, code_watched(&row->watch[0]));
	/* A trap: the hardware left RF alone, and it was clear. An instruction breakpoint is the one fault that does so too. */
	if (row->other == TRAP_WATCHPOINT || row->other == TRAP_HW_BREAKPOINT)
		EXPECT(!(s->flags & X86_EFLAGS_RF));
}

static void check(unsigned int i)
{
	const struct seen *s = &raised.seen[i];
	unsigned long what = row->code->traps[i].what, tf = s->flags & X86_EFLAGS_TF;

	SEEN_EXPECT(i, what == CODE_OTHER ? row->other : what == CODE_SECOND ? row->second : TRAP_STEP,
		    pc_of(&row->code->traps[i]));
	EXPECT_EQ(s->cs, row->user ? USER_CS : KERNEL_CS);
	EXPECT(!(s->live_flags & X86_EFLAGS_TF));
	EXPECT_EQ(s->dr6, DR6_RESET);
	EXPECT_EQ(tf, what == CODE_STEP || (what != CODE_LAST && !row->free) ? X86_EFLAGS_TF : 0);
	if (what == CODE_OTHER) {
		check_other(s);
	} else if (what == CODE_SECOND) {
		EXPECT_EQ(s->trapnr, row->second_vector);
		EXPECT_EQ(s->cause, row->second_cause);
	} else {
		EXPECT_EQ(s->cause, DR6_STEP);
	}
}

void code_run_row(void)
{
	const struct code *code;
	unsigned int n = 0;

	row = test_row();
	code = row->code;
	code_moved = 0;
	code_buffer = buffer;
	memset(buffer, 0, sizeof(buffer));
	if (row->user) {
		unsigned long size = code->end + 1 - code->start;

		if (size > USER_BUFFER)
			TEST_ERROR("%lu bytes of code", size);
		memset(user_page, 0, PAGE_SIZE);
		memcpy(user_page, (const void *)code->start, size);
		code_moved = USER_PAGE - code->start;
		code_buffer = user_page + USER_BUFFER;
		map_user_page();
	}
	inside = false;
	if (row->before)
		row->before();
	arm();
	RAISE_FIX(raise_breakpoint, visit);
	write_dr7(DR7_RESET);
	if (row->user)
		unmap_user_page();
	EXPECT(!inside);
	while (code->traps[n].what != CODE_END)
		n++;
	EXPECT_EQ(raised.n, n);
	for (unsigned int i = 0; i < min(n, raised.n) && i < SEEN_MAX; i++)
		check(i);
	if (row->after)
		row->after();
}
