/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stack limits. With the MMU off there are no guard pages; instead gcc compares r1 with r14 before it makes a frame, and traps.
 *
 *	task code	r14 = lo + STACK_MARGIN_TASK
 *	trap handlers	r14 = lo + STACK_MARGIN
 *
 * So a trap at the very end of a task's stack still finds room to be served. A trap whose frame does not lie above the lower limit
 * gets the emergency stack, and an overflow is dispatched there in any case (decode.c).
 */
#ifndef PPC64_STACK_H
#define PPC64_STACK_H

#define STACK_RED_ZONE		288	/* below r1 belongs to the function, ELFv2 ABI 2.2.2.4 */
#define STACK_MARGIN		512	/* functions without a frame are not checked: at least the red zone */
#define STACK_MARGIN_TASK	3072

#ifndef __ASSEMBLER__

#include <asm/func.h>
#include <asm/ptrace.h>

#define TRAP_FRAME_SIZE		(FRAME_MIN + sizeof(struct pt_regs))

#endif
#endif
