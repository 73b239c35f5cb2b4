// SPDX-License-Identifier: GPL-2.0-only
/* What assembly takes from C. */
#include <whosetrap/cpu.h>
#include <whosetrap/offsets.h>
#include <whosetrap/testcode.h>

#include "vectors.h"

/* The hardware aligns the stack before it pushes, and C wants it aligned at a call. */
_Static_assert(sizeof(struct pt_regs) % 16 == 0, "the frame must keep the stack aligned to 16");
_Static_assert(offsetof(struct pt_regs, ip) == offsetof(struct pt_regs, bp) + 8, "bp and ip read as a stack frame");
_Static_assert(_Alignof(struct vector) >= 8, "the low bits of a row's address carry flags");
_Static_assert(sizeof(struct tss) == 104, "struct tss is laid out by the hardware");

void offsets(void);

void offsets(void)
{
	OFFSET(PT_ENTRY, struct pt_regs, entry);
	OFFSET(PT_R15, struct pt_regs, r15);
	OFFSET(PT_BP, struct pt_regs, bp);
	OFFSET(PT_CS, struct pt_regs, cs);
	OFFSET(PT_SS, struct pt_regs, ss);
	DEFINE(VECTOR_ROW_SIZE, sizeof(struct vector));
	OFFSET(VECTOR_DECODE, struct vector, decode);
	DEFINE(VECTOR_ENTRY_SIZE, VECTOR_ENTRY_SIZE);
	OFFSET(CPU_STACK_LO, struct cpu, stack.lo);
	OFFSET(CPU_STACK_HI, struct cpu, stack.hi);
	OFFSET(CPU_USER_SP, struct cpu, arch.user_sp);
	OFFSET(CPU_KERNEL_SP, struct cpu, arch.kernel_sp);
	OFFSET(STACK_LO, struct stack, lo);
	OFFSET(STACK_HI, struct stack, hi);
	OFFSET(TC_ARG, struct tc_regs, arg);
	OFFSET(TC_RET, struct tc_regs, ret);
	OFFSET(TC_FLAGS, struct tc_regs, flags);
}
