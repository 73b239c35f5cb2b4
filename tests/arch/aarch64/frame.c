// SPDX-License-Identifier: GPL-2.0-only
/* Frames made by hand, see <whosetrap/testcode.h>. */
#include <asm/ptrace.h>
#include <whosetrap/testcode.h>

void tc_user_frame(struct pt_regs *regs)
{
	regs->pstate = (regs->pstate & ~(u64)PSR_MODE_MASK) | PSR_MODE_EL0t;
}
