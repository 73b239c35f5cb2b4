// SPDX-License-Identifier: GPL-2.0-only
/* The rows of the vector table. entry.S knows each by its name. */
#include <whosetrap/arch.h>

#include "vectors.h"

#define ROW(nr, symbol, words, tail, fn, kind_, signal, die_val)					\
	extern struct vector row_##symbol;								\
	struct vector row_##symbol = {								\
		.decode = decode_##fn, .str = words, .trapnr = nr, .signr = signal, .val = DIE_##die_val,\
		.kind = TRAP_##kind_ };

VECTORS(ROW)

void arch_breakpoint_by_site(bool on)
{
	WRITE_ONCE(row_program.decode, on ? decode_program_by_site : decode_program);
}
