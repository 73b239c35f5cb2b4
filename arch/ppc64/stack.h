/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stack limits. With the MMU off there are no guard pages; instead gcc compares r1 with r14 before it makes a frame,
 * and traps. r14 is STACK_MARGIN above the lower end of the stack in use.
 *
 * A trap stays on its stack when there are STACK_ROOM bytes for it and its handlers, else it gets the emergency stack;
 * and an overflow is dispatched there in any case (decode.c).
 */
#ifndef PPC64_STACK_H
#define PPC64_STACK_H

#define STACK_RED_ZONE		288	/* below r1 belongs to the function, ELFv2 ABI 2.2.2.4 */
#define STACK_MARGIN		512	/* functions without a frame are not checked: at least the red zone */
#define STACK_ROOM		3072

#ifndef __ASSEMBLER__

#include <asm/func.h>
#include <whosetrap/trap.h>

/* What the entry makes on the stack. */
struct trap_frame {
	unsigned long linkage[FRAME_MIN / 8];
	struct pt_regs regs;
	struct trap trap;
} __aligned(16);

#endif
#endif
