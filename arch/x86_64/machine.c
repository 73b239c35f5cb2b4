// SPDX-License-Identifier: GPL-2.0-only
/* What we run on, and how it is ended. */
#include <asm/boot.h>
#include <asm/io.h>
#include <asm/irqflags.h>
#include <asm/msr.h>
#include <asm/serial.h>
#include <string.h>
#include <whosetrap/arch.h>

#define PCI_ADDRESS	0xcf8
#define PCI_DATA	0xcfc
#define PCI_HOST_BRIDGE	0x80000000	/* bus 0, device 0, function 0, register 0: device and vendor */
#define PCI_I440FX	0x12378086
#define PCI_Q35		0x29c08086

#define DEBUG_EXIT	0xf4		/* QEMU isa-debug-exit: ends with status 2 * value + 1 */
#define DEBUG_EXIT_PASS	0x10
#define DEBUG_EXIT_FAIL	0x11
#define BOCHS_SHUTDOWN	0x8900		/* Bochs ends when it has read the word */
#define ACPI_PM1_CNT	0x604		/* of QEMU's pc and q35 */
#define ACPI_SLP_EN	0x2000

enum boot_protocol boot_protocol;

bool under_tcg(void)
{
	u32 a, id[3];

	cpuid(0x40000000, &a, &id[0], &id[1], &id[2]);
	return !memcmp(id, "TCGTCGTCGTCG", sizeof(id));
}

/* Bochs has the host bridge of pc, and says nothing of itself. */
const char *arch_machine_name(void)
{
	bool grub = boot_protocol == BOOT_MULTIBOOT2;

	outl(PCI_HOST_BRIDGE, PCI_ADDRESS);
	switch (inl(PCI_DATA)) {
	case PCI_I440FX:
		return !under_tcg() ? "pc-like" : grub ? "pc multiboot2" : "pc pvh";
	case PCI_Q35:
		return grub ? "q35 multiboot2" : "q35 pvh";
	case 0xffffffff:
		return "microvm pvh";
	default:
		return "unknown";
	}
}

void __noreturn arch_machine_exit(bool ok)
{
	static const char word[] = "Shutdown";

	local_irq_disable();
	serial_drain();
	outb(ok ? DEBUG_EXIT_PASS : DEBUG_EXIT_FAIL, DEBUG_EXIT);
	for (const char *p = word; *p; p++)
		outb(*p, BOCHS_SHUTDOWN);
	outw(ACPI_SLP_EN, ACPI_PM1_CNT);
	for (;;)
		__asm__ __volatile__("cli; hlt");
}
