// SPDX-License-Identifier: GPL-2.0-only
/* The arch contract with empty bodies, part 4: debug registers. */
#include <whosetrap/arch.h>
#include <whosetrap/hwbp.h>

/* A port asks its ID registers. */
unsigned int arch_hwbp_slots(bool exec, unsigned int *first)
{
	(void)exec;
	*first = 0;
	return 0;
}

int arch_hwbp_check(const struct hwbp *b)
{
	(void)b;
	return -EINVAL;
}

void __kprobes arch_hwbp_set(unsigned int slot, const struct hwbp *b)
{
	(void)slot;
	(void)b;
}

unsigned long __kprobes arch_hwbp_hits(struct trap *t)
{
	(void)t;
	return 0;
}

enum hwbp_pass __kprobes arch_hwbp_pass(const struct hwbp *b)
{
	(void)b;
	return HWBP_PASSED;
}

void __kprobes arch_hwbp_pass_once(struct pt_regs *regs)
{
	(void)regs;
}
