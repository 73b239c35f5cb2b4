// SPDX-License-Identifier: GPL-2.0-only
/* Two 16550 serial ports: COM1 is the console, COM2 belongs to a debugger. National PC16550D data sheet, section 8. */
#include <asm/barrier.h>
#include <asm/io.h>
#include <asm/serial.h>
#include <whosetrap/arch.h>

#define COM1	0x3f8
#define COM2	0x2f8

#define UART_DATA	0
#define UART_DIVISOR	0	/* while LCR_DLAB is set */
#define UART_IER	1
#define UART_FCR	2
#define UART_LCR	3
#define UART_MCR	4
#define UART_LSR	5
#define UART_SCRATCH	7

#define FCR_DISABLE		0x00	/* to enable the FIFOs is to empty them, and what was typed early would be lost */
#define LCR_8N1			0x03
#define LCR_DLAB		0x80
#define MCR_DTR_RTS		0x03
#define LSR_DATA_READY		0x01
#define LSR_THR_EMPTY		0x20
#define LSR_IDLE		0x40	/* TEMT: the last bit is out */

static bool has_debug;

static void uart_init(u16 port)
{
	outb(0, port + UART_IER);
	outb(LCR_DLAB | LCR_8N1, port + UART_LCR);
	outb(1, port + UART_DIVISOR);		/* 115200 bits/s */
	outb(0, port + UART_DIVISOR + 1);
	outb(LCR_8N1, port + UART_LCR);
	outb(FCR_DISABLE, port + UART_FCR);
	outb(MCR_DTR_RTS, port + UART_MCR);
}

static bool uart_present(u16 port)
{
	outb(0x5a, port + UART_SCRATCH);
	return inb(port + UART_SCRATCH) == 0x5a;
}

static void __kprobes uart_write(u16 port, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		while (!(inb(port + UART_LSR) & LSR_THR_EMPTY))
			cpu_relax();
		outb(s[i], port + UART_DATA);
	}
}

static int __kprobes uart_read(u16 port)
{
	return inb(port + UART_LSR) & LSR_DATA_READY ? inb(port + UART_DATA) : -1;
}

void serial_init(void)
{
	uart_init(COM1);
	has_debug = uart_present(COM2);
	if (has_debug)
		uart_init(COM2);
}

void serial_drain(void)
{
	while (!(inb(COM1 + UART_LSR) & LSR_IDLE))
		cpu_relax();
	while (has_debug && !(inb(COM2 + UART_LSR) & LSR_IDLE))
		cpu_relax();
}

void __kprobes arch_console_write(const char *s, size_t n)
{
	uart_write(COM1, s, n);
}

int __kprobes arch_console_read(void)
{
	return uart_read(COM1);
}

void __kprobes arch_debug_write(const char *s, size_t n)
{
	if (has_debug)
		uart_write(COM2, s, n);
}

int __kprobes arch_debug_read(void)
{
	return has_debug ? uart_read(COM2) : -1;
}
