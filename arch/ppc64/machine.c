// SPDX-License-Identifier: GPL-2.0-only
/* What we run on, its console, and how it is ended: hypervisor calls and RTAS on pseries, OPAL on powernv. */
#include <asm/barrier.h>
#include <asm/boot.h>
#include <asm/irqflags.h>
#include <string.h>
#include <linux/kernel.h>
#include <whosetrap/arch.h>

#include "firmware.h"

#define TTY_CONSOLE	0		/* 0: the first one there is, by QEMU */
#define TTY_DEBUG	0x71000002	/* unit address of the vty that is kept for a debugger */
#define TTY_CHUNK	16		/* bytes in two registers, LoPAR 16.3.5 */

struct boot_info boot_info;

const char *arch_machine_name(void)
{
	static const char *const names[] = {
		[FIRMWARE_VOF] = "pseries vof", [FIRMWARE_SLOF] = "pseries slof", [FIRMWARE_OPAL] = "powernv",
	};

	return names[boot_info.firmware];
}

/* Characters are in the registers from the left, in either byte order of the kernel. */
static void tty_write(unsigned long tty, const char *s, size_t n)
{
	while (n) {
		size_t chunk = min(n, (size_t)TTY_CHUNK);
		u64 words[2] = { 0, 0 };

		memcpy(words, s, chunk);
		while (hcall(H_PUT_TERM_CHAR, tty, chunk, be64(words[0]), be64(words[1])) == H_BUSY)
			cpu_relax();
		s += chunk;
		n -= chunk;
	}
}

struct tty_input {
	u64 words[2];
	unsigned int n, at;
};

static int tty_read(unsigned long tty, struct tty_input *in)
{
	unsigned long ret[3];

	if (in->at == in->n) {
		in->at = in->n = 0;
		if (hcall_ret3(H_GET_TERM_CHAR, tty, ret) != H_SUCCESS || !ret[0] || ret[0] > TTY_CHUNK)
			return -1;
		in->n = ret[0];
		in->words[0] = be64(ret[1]);
		in->words[1] = be64(ret[2]);
	}
	return ((u8 *)in->words)[in->at++];
}

static void opal_write(const char *s, size_t n)
{
	while (n) {
		u64 len = be64(n);
		long ret = opal_call(OPAL_CONSOLE_WRITE, 0, (u64)&len, (u64)s, 0, 0);
		size_t done = ret == OPAL_SUCCESS ? min((size_t)be64(len), n) : 0;

		opal_call(OPAL_POLL_EVENTS, 0, 0, 0, 0, 0);
		if (ret != OPAL_SUCCESS && ret != OPAL_BUSY_EVENT && ret != OPAL_BUSY)
			return;
		s += done;
		n -= done;
	}
}

static int opal_read(void)
{
	u8 c;
	u64 len = be64(1);

	opal_call(OPAL_POLL_EVENTS, 0, 0, 0, 0, 0);
	if (opal_call(OPAL_CONSOLE_READ, 0, (u64)&len, (u64)&c, 0, 0) != OPAL_SUCCESS || !len)
		return -1;
	return c;
}

void arch_console_write(const char *s, size_t n)
{
	if (on_powernv())
		opal_write(s, n);
	else
		tty_write(TTY_CONSOLE, s, n);
}

int arch_console_read(void)
{
	static struct tty_input in;

	return on_powernv() ? opal_read() : tty_read(TTY_CONSOLE, &in);
}

/* On powernv the other UART is raw; nobody needs it yet. */
void arch_debug_write(const char *s, size_t n)
{
	if (boot_info.debug_tty)
		tty_write(TTY_DEBUG, s, n);
}

int arch_debug_read(void)
{
	static struct tty_input in;

	return boot_info.debug_tty ? tty_read(TTY_DEBUG, &in) : -1;
}

/* LoPAR 7.2.7: token, counts, arguments, answers, all 32 bits and big-endian. */
void rtas(u32 token, u32 nr_args, u32 arg0, u32 arg1)
{
	u32 args[6] = { be32(token), be32(nr_args), be32(1), be32(arg0), be32(arg1) };

	hcall(H_RTAS, (u64)args, 0, 0, 0);
}

/* RTAS ibm,os-term tells the host that we have failed; with -action panic=exit-failure QEMU then ends with status 1. */
void __noreturn arch_machine_exit(bool ok)
{
	static const char why[] = "tests failed";

	local_irq_disable();
	hard_irq_disable();
	if (on_powernv()) {
		opal_call(OPAL_CEC_POWER_DOWN, 0, 0, 0, 0, 0);
		for (;;)
			opal_call(OPAL_POLL_EVENTS, 0, 0, 0, 0, 0);
	}
	if (!ok)
		rtas(boot_info.rtas_os_term, 1, (u32)(u64)why, 0);
	rtas(boot_info.rtas_power_off, 2, 0xffffffff, 0xffffffff);	/* no events switch it on again */
	for (;;)
		;
}
