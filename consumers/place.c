// SPDX-License-Identifier: GPL-2.0-only
/* Where a breakpoint may be put. Linux: check_kprobe_address_safe(), can_probe(), within_kprobe_blacklist(). */
#include <linux/kprobes.h>
#include <whosetrap/arch.h>
#include <whosetrap/place.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>

extern const unsigned long __kprobe_blacklist_start[], __kprobe_blacklist_end[];

bool within_kprobe_blacklist(unsigned long addr)
{
	unsigned long offset;

	if (addr >= (unsigned long)__kprobes_text_start && addr < (unsigned long)__kprobes_text_end)
		return true;
	if (addr >= (unsigned long)_text && addr < (unsigned long)__entry_text_end)
		return true;
	if (!symbol_lookup(addr, &offset, NULL))
		return false;
	/* An entry is the address of a function and stands for all of it. */
	for (const unsigned long *e = __kprobe_blacklist_start; e < __kprobe_blacklist_end; e++)
		if (addr - offset == *e)
			return true;
	return false;
}

/*
 * Walk from the symbol before @addr. What counts is the text as it was built: a breakpoint that somebody has planted
 * on the way hides the length of an instruction, not the boundaries of all that follow.
 */
static const char *boundary_refusal(unsigned long addr)
{
	unsigned long offset, at;
	u8 insn[MAX_INSN_SIZE];

	if (!symbol_lookup(addr, &offset, NULL))
		return "no symbol before it to decode from";
	for (at = addr - offset; ; ) {
		int size = arch_insn_size(insn, text_pristine(insn, at, sizeof(insn)));

		if (size <= 0)
			return "what stands there or before it in the function is no instruction";
		if (at == addr)
			return NULL;
		at += size;
		if (at > addr)
			return "not the start of an instruction";
	}
}

const char *place_refusal(unsigned long addr)
{
	const char *why;

	if (!kernel_text_address(addr))
		return "not kernel text";
	if (addr % sizeof(kprobe_opcode_t))
		return "not aligned as an instruction";
	if (within_kprobe_blacklist(addr))
		return "part of the trap path";
	why = boundary_refusal(addr);
	if (why)
		return why;
	if (arch_insn_is_break((const void *)addr))
		return "a trap instruction is there already";
	return NULL;
}
