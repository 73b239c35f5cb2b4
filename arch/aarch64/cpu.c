// SPDX-License-Identifier: GPL-2.0-only
/* One CPU made able to take any trap: vectors, emergency stack, debug facilities. */
#include <asm/barrier.h>
#include <asm/page.h>
#include <asm/sysreg.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>

#include "debugreg.h"
#include "step.h"
#include "timer.h"
#include "vectors.h"

#define EMERGENCY_STACK	(16 * 1024)

static struct {
	u8 guard[PAGE_SIZE];
	u8 stack[EMERGENCY_STACK];
} emergency[NR_CPUS] __section(".bss.stacks") __aligned(PAGE_SIZE);

void arch_cpu_init(struct cpu *cpu)
{
	u8 *stack = emergency[cpu - cpus].stack;

	arch_guard_page(emergency[cpu - cpus].guard);
	cpu->emergency = (struct stack){ (unsigned long)stack, (unsigned long)stack + EMERGENCY_STACK };
	write_sysreg(CPACR_EL1_FPEN_TRAP, cpacr_el1);
	write_sysreg(vectors, vbar_el1);
	/*
	 * The OS lock is set at reset and keeps breakpoints, watchpoints and steps from firing (Arm ARM DDI 0487,
	 * part H, "Debug behavior when the OS Lock is locked").
	 */
	write_sysreg(0, oslar_el1);
	isb();
	timer_init();
	arch_cpu_reset();
	__asm__ __volatile__("msr daifclr, %0" :: "i"(DAIF_D | DAIF_A | DAIF_F) : "memory");
}

/* KDE stays set: without SS and MDE it does nothing. */
void arch_cpu_reset(void)
{
	step_forget();
	for (unsigned int n = 0; n < nr_breakpoint_regs(); n++)
		breakpoint_reg_clear(n);
	for (unsigned int n = 0; n < nr_watchpoint_regs(); n++)
		watchpoint_reg_clear(n);
	write_sysreg(MDSCR_EL1_KDE, mdscr_el1);
	isb();
}

const char *arch_cpu_armed(void)
{
	static char name[] = "DBGBCR00_EL1";

	if (read_sysreg(mdscr_el1) & MDSCR_EL1_SS)
		return "MDSCR_EL1.SS";
	for (unsigned int i = 0; i < nr_breakpoint_regs() + nr_watchpoint_regs(); i++) {
		bool watch = i >= nr_breakpoint_regs();
		unsigned int n = watch ? i - nr_breakpoint_regs() : i;

		if (!((watch ? watchpoint_control(n) : breakpoint_control(n)) & DBGCR_E))
			continue;
		name[3] = watch ? 'W' : 'B';
		name[6] = '0' + n / 10;
		name[7] = '0' + n % 10;
		return name;
	}
	return NULL;
}
