/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is under us: PAPR's hypervisor with RTAS, or OPAL. Power Architecture Platform Requirements (LoPAR) chapters 7
 * (RTAS) and 14 (hypervisor calls); OPAL API, skiboot doc/opal-api.
 */
#ifndef PPC64_FIRMWARE_H
#define PPC64_FIRMWARE_H

#include <linux/types.h>

#define H_SUCCESS		0
#define H_BUSY			1
#define H_GET_TERM_CHAR		0x54
#define H_PUT_TERM_CHAR		0x58
#define H_SET_MODE		0x31c
#define H_SIGNAL_SYS_RESET	0x380
#define H_SET_MODE_RESOURCE_LE	4
#define H_RTAS			0xf000	/* QEMU: RTAS without code in the guest's memory */
#define H_VOF_CLIENT		0xf005	/* QEMU's VOF: the client interface */

#define OPAL_CONSOLE_WRITE	1
#define OPAL_CONSOLE_READ	2
#define OPAL_CEC_POWER_DOWN	5
#define OPAL_POLL_EVENTS	10
#define OPAL_CONSOLE_WRITE_BUFFER_SPACE	25
#define OPAL_LPC_READ		67
#define OPAL_LPC_WRITE		68
#define OPAL_SUCCESS		0
#define OPAL_BUSY		(-2)
#define OPAL_BUSY_EVENT		(-12)

/**
 * hcall - call the hypervisor with four arguments; its answer. hcall_ret3 - with one, r4 to r6 go to @ret. Context:
 * any.
 */
long hcall(unsigned long nr, unsigned long a, unsigned long b, unsigned long c, unsigned long d);
long hcall_ret3(unsigned long nr, unsigned long a, unsigned long ret[3]);

/** opal_call - call OPAL in its byte order with MSR[EE] off. Context: any. */
long opal_call(unsigned long token, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
	       unsigned long e);

/** of_call_slof - call the client interface at @entry with @args, in its byte order, in 32-bit mode. Context: boot. */
long of_call_slof(void *args, unsigned long entry);

/** rtas - call @token with @nr_args (0 to 2) arguments. Context: any. */
void rtas(u32 token, u32 nr_args, u32 arg0, u32 arg1);

static inline u64 be64(u64 v)
{
#ifdef __LITTLE_ENDIAN__
	return __builtin_bswap64(v);
#else
	return v;
#endif
}

static inline u32 be32(u32 v)
{
#ifdef __LITTLE_ENDIAN__
	return __builtin_bswap32(v);
#else
	return v;
#endif
}

#endif
