/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the vectors (entry.S) and C. */
#ifndef AARCH64_VECTORS_H
#define AARCH64_VECTORS_H

#include <asm/ptrace.h>

/* All code between a vector and the functions below, and back: a return address in here is that of a trap frame. */
extern char entry_text_start[], entry_text_end[];
extern char vectors[];

/* What the vectors name; decode.c. @esr is ESR_EL1, to be believed for a synchronous exception and SError only. */
typedef void decode_fn(struct pt_regs *regs, unsigned long esr);
decode_fn decode_sync, decode_irq, decode_fiq, decode_serror;
decode_fn decode_aarch32_sync, decode_aarch32_irq, decode_aarch32_fiq, decode_aarch32_serror;

/** decode_bad_stack - the same, on the emergency stack, for a trap whose stack pointer @sp is no good. */
void decode_bad_stack(struct pt_regs *regs, unsigned long esr, unsigned long sp);

#endif
