// SPDX-License-Identifier: GPL-2.0-only
/* The rows of the vector table. */
#include <whosetrap/arch.h>
#include <whosetrap/hwbp.h>

#include "vectors.h"

#define decode_fault arch_decode	/* the general form has the name that the contract gives it */

#define ROW(nr, symbol, words, error, tail, ist, dpl, fn, kind_, signal, die_val)	\
	[nr] = {									\
		.decode = decode_##fn, .str = words, .trapnr = nr, .signr = signal,	\
		.val = DIE_##die_val, .kind = TRAP_##kind_,				\
	},

struct vector vector_rows[] = { VECTORS(ROW) };

void arch_breakpoint_by_site(bool on)
{
	WRITE_ONCE(vector_rows[3].decode, on ? decode_breakpoint_by_site : decode_breakpoint);
}

_Static_assert(sizeof(vector_rows) == NR_TABLE_VECTORS * sizeof(struct vector), "NR_TABLE_VECTORS");

/* All that no line of the table names; decode puts the number into the trap. */
const struct vector vector_unexpected_row = {
	.decode = decode_unexpected, .str = "unexpected vector", .val = DIE_TRAP, .kind = TRAP_UNEXPECTED,
};

const struct vector vector_unstep_row = {
	.decode = decode_unstep, .str = "unstep", .trapnr = UNSTEP_VECTOR, .val = DIE_TRAP, .kind = TRAP_UNEXPECTED,
};

/* The local APIC took back an interrupt that it had announced: SDM 3A section 11.9. */
const struct vector vector_spurious_row = {
	.decode = decode_spurious, .str = "spurious interrupt", .trapnr = SPURIOUS_VECTOR, .val = DIE_TRAP, .kind = TRAP_IRQ,
};

const struct vector vector_syscall_row = {
	.decode = decode_syscall, .str = "syscall", .trapnr = -1, .val = DIE_CALL, .kind = TRAP_SYSCALL,
};
