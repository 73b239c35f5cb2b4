// SPDX-License-Identifier: GPL-2.0-only
/* What we run on, and how it is ended. */
#include <asm/boot.h>
#include <whosetrap/arch.h>

#include "machine.h"

#define EXIT_PASS	33	/* status of QEMU */
#define EXIT_FAIL	35

unsigned long boot_el;

const char *arch_machine_name(void)
{
	static const char *const names[] = { "virt", "virt EL1", "virt EL2", "virt EL3" };

	return names[boot_el & 3];
}

/*
 * By semihosting the host learns the verdict. PSCI only ends it; its conduit is HVC or SMC, and the wrong one is
 * harmless.
 */
void __noreturn arch_machine_exit(bool ok)
{
	unsigned long block[2] = { ADP_STOPPED_APPLICATION, ok ? EXIT_PASS : EXIT_FAIL };

	__asm__ __volatile__("msr daifset, #15");
	outside_semihosting(SYS_EXIT_EXTENDED, block);
	outside_hvc(PSCI_SYSTEM_OFF, 0, 0);
	outside_smc(PSCI_SYSTEM_OFF, 0, 0);
	for (;;)
		__asm__ __volatile__("wfi");
}
