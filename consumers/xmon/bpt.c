// SPDX-License-Identifier: GPL-2.0-only
/*
 * xmon's breakpoints. As in Linux they know nothing of other people's: an address that holds a trap instruction,
 * whoever put it there, is refused, and one that has got somebody else's while ours was out is not overwritten but
 * disabled.
 */
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/place.h>
#include <whosetrap/symbols.h>
#include "internal.h"

struct xmon_bpt xmon_bpts[XMON_NBPTS];

struct xmon_bpt *__kprobes xmon_bpt_at(unsigned long addr)
{
	for (struct xmon_bpt *b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++)
		if (b->addr == addr)
			return addr ? b : NULL;
	return NULL;
}

int xmon_bpt_new(unsigned long addr, struct xmon_bpt **new, const char **why)
{
	struct xmon_bpt *b = xmon_bpt_at(addr);

	*why = b ? "there is one already" : place_refusal(addr);
	if (*why)
		return b ? -EEXIST : -EINVAL;
	for (b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++) {
		if (b->addr)
			continue;
		*b = (struct xmon_bpt){ .addr = addr, .keep = xmon_interactive() };
		b->bp.owner = &xmon_consumer.owner;
		b->bp.addr = (kprobe_opcode_t *)addr;
		*new = b;
		return 0;
	}
	*why = "the table is full; clear one with 'bc'";
	return -ENOSPC;
}

void xmon_bpt_free(struct xmon_bpt *b)
{
	if (!b->addr)
		return;
	policy->lift(&b->bp);
	b->addr = 0;
	b->keep = false;
}

void __kprobes xmon_bpt_insert(struct xmon_bpt *b)
{
	char sym[KSYM_NAME_LEN];

	if (!b->addr || b->disabled || b->bp.planted)
		return;
	if (!arch_insn_is_break(b->bp.addr) && !policy->plant(&b->bp))
		return;
	b->disabled = true;
	sprint_symbol(sym, b->addr);
	xmon_printf("breakpoint at %s disabled: somebody else's trap instruction is there now\n", sym);
}

void __kprobes xmon_bpts_insert(const struct xmon_bpt *except)
{
	for (struct xmon_bpt *b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++)
		if (b != except)
			xmon_bpt_insert(b);
}

void __kprobes xmon_bpts_remove(void)
{
	for (struct xmon_bpt *b = xmon_bpts; b < xmon_bpts + XMON_NBPTS; b++)
		if (b->bp.planted)
			policy->lift(&b->bp);
}

int xmon_break_set(unsigned long addr)
{
	char sym[KSYM_NAME_LEN];
	struct xmon_bpt *b;
	const char *why;
	int err = xmon_bpt_new(addr, &b, &why);

	if (err) {
		sprint_symbol(sym, addr);
		printk("xmon: no breakpoint at %#lx (%s): %s\n", addr, sym, why);
		return err;
	}
	b->keep = false;
	xmon_bpt_insert(b);
	return 0;
}

int xmon_break_clear(unsigned long addr)
{
	struct xmon_bpt *b = xmon_bpt_at(addr);

	if (!b)
		return -ENOENT;
	xmon_bpt_free(b);
	return 0;
}

unsigned long xmon_break_hits(unsigned long addr)
{
	struct xmon_bpt *b = xmon_bpt_at(addr);

	return b ? b->hits : 0;
}
