// SPDX-License-Identifier: GPL-2.0-only
/* The number of a debug register is part of the instruction, so there is a case for each. */
#include <asm/sysreg.h>
#include <whosetrap/kernel.h>

#include "debugreg.h"

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

unsigned int nr_breakpoint_regs(void)
{
	return ID_AA64DFR0_EL1_BRPS(read_sysreg(id_aa64dfr0_el1));
}

unsigned int nr_watchpoint_regs(void)
{
	return ID_AA64DFR0_EL1_WRPS(read_sysreg(id_aa64dfr0_el1));
}

unsigned long breakpoint_control(unsigned int n)
{
#define READ(i) case i: return read_sysreg(dbgbcr##i##_el1);
	switch (n) { EACH(READ) }
#undef READ
	BUG_ON(true);
	return 0;
}

unsigned long watchpoint_control(unsigned int n)
{
#define READ(i) case i: return read_sysreg(dbgwcr##i##_el1);
	switch (n) { EACH(READ) }
#undef READ
	BUG_ON(true);
	return 0;
}

void breakpoint_reg_clear(unsigned int n)
{
#define CLEAR(i) case i: write_sysreg(0, dbgbcr##i##_el1); write_sysreg(0, dbgbvr##i##_el1); break;
	switch (n) { EACH(CLEAR) }
#undef CLEAR
}

void watchpoint_reg_clear(unsigned int n)
{
#define CLEAR(i) case i: write_sysreg(0, dbgwcr##i##_el1); write_sysreg(0, dbgwvr##i##_el1); break;
	switch (n) { EACH(CLEAR) }
#undef CLEAR
}
