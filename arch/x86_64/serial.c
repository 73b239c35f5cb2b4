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

#define FCR_ENABLE_CLEAR	0x07
#define LCR_8N1			0x03
#define LCR_DLAB		0x80
#define MCR_DTR_RTS		0x03
#define LSR_DATA_READY		0x01
#define LSR_THR_EMPTY		0x20	/* with the FIFO on: all of it is free */
#define LSR_IDLE		0x40	/* TEMT: the last bit is out */

#define FIFO_SIZE	16

static bool has_debug;

/* What the console had received before its FIFOs were turned on, which empties them; -1: nothing. */
static int early = -1;

static int __kprobes uart_read(u16 port)
{
	return inb(port + UART_LSR) & LSR_DATA_READY ? inb(port + UART_DATA) : -1;
}

static void uart_init(u16 port)
{
	outb(0, port + UART_IER);
	outb(LCR_DLAB | LCR_8N1, port + UART_LCR);
	outb(1, port + UART_DIVISOR);		/* 115200 bits/s */
	outb(0, port + UART_DIVISOR + 1);
	outb(LCR_8N1, port + UART_LCR);
	outb(FCR_ENABLE_CLEAR, port + UART_FCR);
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
		if (i % FIFO_SIZE == 0)
			while (!(inb(port + UART_LSR) & LSR_THR_EMPTY))
				cpu_relax();
		outb(s[i], port + UART_DATA);
	}
}

void serial_init(void)
{
	early = uart_read(COM1);
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
	int c = early;

	early = -1;
	return c >= 0 ? c : uart_read(COM1);
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
