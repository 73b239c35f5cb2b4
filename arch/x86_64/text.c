// SPDX-License-Identifier: GPL-2.0-only
/* Changing instructions. */
#include <asm/kprobes.h>
#include <asm/msr.h>
#include <asm/page.h>
#include <string.h>
#include <whosetrap/arch.h>

#include "insn.h"

const u8 break_insn[BREAK_INSN_SIZE] = { 0xcc };

extern char _text[], _end[];

void *__kprobes arch_text_alias(void *addr)
{
	return (char *)addr >= _text && (char *)addr < _end ? addr - TEXT_ALIAS : addr;
}

/*
 * SDM 3A section 9.1.3: a CPU that changes its own code executes a serialising instruction before the new code; a jump
 * would do for code changed at its own linear address, but not at another one. One byte is stored in one piece.
 */
void __kprobes arch_text_write(void *addr, const void *insn, size_t n)
{
	u8 *to = arch_text_alias(addr);
	u32 a, b, c, d;

	if (n == 1)
		WRITE_ONCE(*to, *(const u8 *)insn);
	else
		memcpy(to, insn, n);
	cpuid(0, &a, &b, &c, &d);
}

/* INT3; INT1; INT 3 and INT 1 in two bytes. The second byte need not be readable. */
bool __kprobes arch_insn_is_break(const void *insn)
{
	u8 op[2] = { *(const u8 *)insn, 0 };

	if (op[0] == 0xcc || op[0] == 0xf1)
		return true;
	if (op[0] != 0xcd || arch_nofault_read(op, insn, 2))
		return false;
	return op[1] == 3 || op[1] == 1;
}

int arch_insn_size(const void *insn, size_t max)
{
	struct insn i;

	return insn_decode(&i, insn, max) ? i.size : 0;
}
