// SPDX-License-Identifier: GPL-2.0-only
/* Frames made by hand, see <whosetrap/testcode.h>. */
#include <asm/ptrace.h>
#include <asm/segment.h>
#include <whosetrap/testcode.h>

void tc_user_frame(struct pt_regs *regs)
{
	regs->cs = USER_CS;
}
