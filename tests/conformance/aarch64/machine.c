// SPDX-License-Identifier: GPL-2.0-only
/* The machine around the CPU: the debugger's channel, and calls that nobody answers. */
#include <asm/page.h>
#include <whosetrap/trap-log.h>

#include "../../../arch/aarch64/machine.h"
#include "raise.h"

#define CHANNEL_MCR	0x3eff1004	/* 16550: modem control */
#define MCR_LOOP	0x10		/* what is sent is received */
#define READS		1000

static int read_patiently(void)
{
	int c = -1;

	for (int i = 0; i < READS && c < 0; i++)
		c = arch_debug_read();
	return c;
}

TEST(arch_machine, debug_channel)
{
	volatile u8 *mcr = phys_to_virt(CHANNEL_MCR);
	static const char text[] = "whose?";

	arch_debug_read();		/* finds it */
	if (*mcr == 0xff)
		SKIP("there is no pci-serial");
	*mcr = MCR_LOOP;
	while (arch_debug_read() >= 0)
		;
	for (const char *p = text; *p; p++) {
		arch_debug_write(p, 1);
		EXPECT_EQ(read_patiently(), *p);
	}
	EXPECT_EQ(arch_debug_read(), -1);
	*mcr = 0;
}

/* Semihosting: time of execution. It may be missing, but an unknown operation would end QEMU. */
#define SYS_CLOCK	0x10

/* Calls come back, whoever is there or not; the kernel does not hear of a trap. */
TEST(arch_machine, calls_outside_come_back)
{
	unsigned long flags = read_sysreg(daif), vbar = read_sysreg(vbar_el1);
	u64 traps = trap_log_count(LOG_TRAP, 0);

	EXPECT(outside_semihosting(SYS_CLOCK, NULL) != 0x7fff);
	EXPECT(outside_hvc(0xc5005555, 0, 0) < 0);
	EXPECT(outside_smc(0xc5005555, 0, 0) < 0);
	EXPECT_EQ(read_sysreg(daif), flags);
	EXPECT_EQ(read_sysreg(vbar_el1), vbar);
	EXPECT_EQ(trap_log_count(LOG_TRAP, 0), traps);
	EXPECT_EQ(trap_unclaimed(), 0);
}

/*
 * Normal memory, so that exclusives work (B2, "Synchronization and semaphores"), and a lower half that is switched
 * off.
 */
CONFORMANCE(machine, translation, "Arm ARM B2.12")
{
	static unsigned long word;
	unsigned long v;
	u32 failed;

	__asm__ __volatile__("1: ldxr %0, [%2]\n\tadd %0, %0, #1\n\tstxr %w1, %0, [%2]\n\tcbnz %w1, 1b"
			     : "=&r"(v), "=&r"(failed) : "r"(&word) : "memory");
	EXPECT_EQ(word, 1);
	EXPECT(read_sysreg(sctlr_el1) & SCTLR_EL1_M);
	EXPECT(read_sysreg(tcr_el1) & TCR_EPD0);
	EXPECT_EQ(arch_nofault_read(&v, (void *)8, 4), -EFAULT);
	EXPECT_EQ(virt_to_phys(phys_to_virt(0x12345)), 0x12345);
}
