// SPDX-License-Identifier: GPL-2.0-only
/* Changing instructions. */
#include <asm/barrier.h>
#include <asm/kprobes.h>
#include <asm/layout.h>
#include <asm/sysreg.h>
#include <whosetrap/arch.h>

#include "insn.h"

const u8 break_insn[BREAK_INSN_SIZE] __aligned(4) = { 0x80, 0x00, 0x20, 0xd4 };

extern char _image[], _end[];

void *__kprobes arch_text_alias(void *addr)
{
	return (char *)addr >= _image && (char *)addr < _end ? addr + TEXT_ALIAS : addr;
}

/*
 * Arm ARM DDI 0487 B2.2.5, "Concurrent modification and execution of instructions": clean to the point of
 * unification, invalidate, then a context synchronisation event. @addr and @n are multiples of four, as is every
 * instruction; a store of one is single-copy atomic (B2.2.1). CTR_EL0 (D17.2) tells the lines, in words.
 */
void __kprobes arch_text_write(void *addr, const void *insn, size_t n)
{
	unsigned long ctr = read_sysreg(ctr_el0), dline = 4UL << (ctr >> 16 & 15), iline = 4UL << (ctr & 15);
	unsigned long start = (unsigned long)addr, end = start + n;
	u32 *to = arch_text_alias(addr);

	for (size_t i = 0; i < n / sizeof(u32); i++)
		WRITE_ONCE(to[i], insn_at((const u8 *)insn + i * sizeof(u32)));
	for (unsigned long at = start & -dline; at < end; at += dline)
		__asm__ __volatile__("dc cvau, %0" :: "r"(at) : "memory");
	dsb(ish);
	for (unsigned long at = start & -iline; at < end; at += iline)
		__asm__ __volatile__("ic ivau, %0" :: "r"(at) : "memory");
	dsb(ish);
	isb();
}

/* BRK with any immediate. HLT is no breakpoint here: without a debugger outside, or semihosting, it is undefined. */
bool __kprobes arch_insn_is_break(const void *insn)
{
	return insn_is_brk(insn_at(insn));
}

int arch_insn_size(const void *insn, size_t max)
{
	return max >= sizeof(u32) && insn_valid(insn_at(insn)) ? sizeof(u32) : 0;
}
