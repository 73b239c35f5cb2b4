// SPDX-License-Identifier: GPL-2.0-only
/* Changing instructions. */
#include <asm/kprobes.h>
#include <string.h>
#include <whosetrap/arch.h>

#include "insn.h"

#define CACHE_LINE	128		/* POWER8 to POWER10; stepping by less would be right too */

#ifdef __LITTLE_ENDIAN__
const u8 break_insn[BREAK_INSN_SIZE] = { 0x08, 0x00, 0xe0, 0x7f };
#else
const u8 break_insn[BREAK_INSN_SIZE] = { 0x7f, 0xe0, 0x00, 0x08 };
#endif

/* Where text at @addr can be written: here itself, as long as text is mapped writable. */
static __always_inline void *text_alias(void *addr)
{
	return addr;
}

/*
 * Power ISA 3.0B Book II 1.8: dcbst, sync, icbi, sync, isync make a store to instructions visible to this CPU's
 * fetches. A word is stored in one piece.
 */
void __kprobes arch_text_write(void *addr, const void *insn, size_t n)
{
	u8 *to = text_alias(addr);
	unsigned long first = (unsigned long)addr & -(unsigned long)CACHE_LINE;
	unsigned long last = ((unsigned long)addr + n - 1) & -(unsigned long)CACHE_LINE;

	if (n == 4 && (unsigned long)to % 4 == 0) {
		u32 word;

		memcpy(&word, insn, sizeof(word));
		WRITE_ONCE(*(u32 *)to, word);
	} else {
		memcpy(to, insn, n);
	}
	for (unsigned long line = first; line <= last; line += CACHE_LINE)
		__asm__ __volatile__("dcbst 0,%0; sync; icbi 0,%0" :: "r"(line) : "memory");
	__asm__ __volatile__("sync; isync" ::: "memory");
}

bool __kprobes arch_insn_is_break(const void *insn)
{
	u32 word;

	memcpy(&word, insn, sizeof(word));
	return insn_is_trap(word);
}

int arch_insn_size(const void *insn, size_t max)
{
	u32 word;

	if (max < 4)
		return 0;
	memcpy(&word, insn, sizeof(word));
	if (insn_opcode(word) == OP_PREFIX)
		return max < 8 ? 0 : 8;
	return insn_is_valid(word) ? 4 : 0;
}

/* Real mode: all memory can be written and executed, Power ISA 3.0B Book III 5.7.3. */
void *__kprobes arch_text_alias(void *addr)
{
	return addr;
}
