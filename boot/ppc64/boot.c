// SPDX-License-Identifier: GPL-2.0-only
/* The first C: what the firmware knows, before its memory is used for other things. */
#include <asm/boot.h>
#include <asm/irqflags.h>
#include <asm/reg.h>
#include <whosetrap/kernel.h>

#include "boot.h"

extern char boot_stack[], boot_stack_end[];

void boot_main(unsigned long r3, unsigned long r5, unsigned long r8, unsigned long r9);

char boot_cmdline[CMDLINE_MAX + 1];

/* SPRG0, r13, r2 and BSS are ready. The decrementer is pending, but MSR[EE] is off until arch_cpu_init(). */
void boot_main(unsigned long r3, unsigned long r5, unsigned long r8, unsigned long r9)
{
	cpus[0].self = &cpus[0];
	cpus[0].stack = (struct stack){ (unsigned long)boot_stack, (unsigned long)boot_stack_end };
	cpus[0].arch.soft_mask = SOFT_MASKED;
	if (mfmsr() & MSR_HV)
		boot_from_opal((const void *)r3, r8, r9);
	else
		boot_from_of(r5);
	kernel_main(boot_cmdline);
}
