// SPDX-License-Identifier: GPL-2.0-only
/*
 * The console is the PL011 of QEMU's virt; the debugger's channel is a 16550 on a PCI card (pci-serial), since virt
 * has no second UART outside the secure world. Addresses: QEMU hw/arm/virt.c.
 */
#include <asm/boot.h>
#include <asm/page.h>
#include <whosetrap/arch.h>

/* PL011 (ARM DDI 0183), section 3.2 */
#define UART			0x09000000
#define UART_DR			0x00
#define UART_FR			0x18
#define UART_FR_RXFE		(1 << 4)
#define UART_FR_TXFF		(1 << 5)
#define UART_LCRH		0x2c
/* FEN clear: to turn the FIFOs on is to empty them, and what was typed early would be lost. */
#define UART_LCRH_8BITS		0x60
#define UART_CR			0x30
#define UART_CR_ON		0x301		/* RXE, TXE, UARTEN */

/* PCI: ECAM of a machine with high memory, and of one without; the window of port numbers */
#define ECAM_HIGH		0x4010000000
#define ECAM_LOW		0x3f000000
#define PCI_IO			0x3eff0000
#define PCI_SLOTS		32
#define PCI_SERIAL_ID		0x00021b36	/* QEMU docs/specs/pci-ids */
#define PCI_COMMAND		0x04
#define PCI_COMMAND_IO_MEM	3
#define PCI_BAR0		0x10
#define SERIAL_PORT		0x1000		/* where we put it */

/* 16550 */
#define UART8250_DATA		0
#define UART8250_IER		1
#define UART8250_FCR		2
#define UART8250_FCR_ON		7
#define UART8250_LCR		3
#define UART8250_LCR_8BITS	3
#define UART8250_LSR		5
#define UART8250_LSR_RX		(1 << 0)
#define UART8250_LSR_TX		(1 << 5)
#define TX_SPINS		1000000		/* nobody reads at the other end: give up, drop */

static __always_inline volatile u32 *uart(unsigned int reg)
{
	return phys_to_virt(UART + reg);
}

void serial_init(void)
{
	*uart(UART_CR) = 0;
	*uart(UART_LCRH) = UART_LCRH_8BITS;
	*uart(UART_CR) = UART_CR_ON;
}

void arch_console_write(const char *s, size_t n)
{
	while (n--) {
		while (*uart(UART_FR) & UART_FR_TXFF)
			;
		*uart(UART_DR) = (u8)*s++;
	}
}

int arch_console_read(void)
{
	return *uart(UART_FR) & UART_FR_RXFE ? -1 : (int)(*uart(UART_DR) & 0xff);
}

/* Bus 0, function 0 of each slot. Without ECAM the read faults or gives all ones. */
static bool find_serial(unsigned long ecam)
{
	for (unsigned long slot = 0; slot < PCI_SLOTS; slot++) {
		u8 *config = phys_to_virt(ecam + (slot << 15));
		u32 id;

		if (arch_nofault_read(&id, config, sizeof(id)))
			return false;
		if (id != PCI_SERIAL_ID)
			continue;
		*(volatile u32 *)(config + PCI_BAR0) = SERIAL_PORT;
		*(volatile u16 *)(config + PCI_COMMAND) = PCI_COMMAND_IO_MEM;
		return true;
	}
	return false;
}

static __always_inline volatile u8 *port(unsigned int reg)
{
	return phys_to_virt(PCI_IO + SERIAL_PORT + reg);
}

/* Looked for when it is first wanted: a trap that the search runs into needs vectors and log. */
static bool debug_channel(void)
{
	static int state;	/* 0: not yet looked for, 1: there, -1: not there */

	if (state)
		return state > 0;
	state = -1;
	if (!find_serial(ECAM_HIGH) && !find_serial(ECAM_LOW))
		return false;
	*port(UART8250_IER) = 0;
	*port(UART8250_LCR) = UART8250_LCR_8BITS;
	*port(UART8250_FCR) = UART8250_FCR_ON;
	state = 1;
	return true;
}

void arch_debug_write(const char *s, size_t n)
{
	if (!debug_channel())
		return;
	while (n--) {
		unsigned int spins = 0;

		while (!(*port(UART8250_LSR) & UART8250_LSR_TX))
			if (++spins == TX_SPINS)
				return;
		*port(UART8250_DATA) = *s++;
	}
}

int arch_debug_read(void)
{
	if (!debug_channel() || !(*port(UART8250_LSR) & UART8250_LSR_RX))
		return -1;
	return *port(UART8250_DATA);
}
