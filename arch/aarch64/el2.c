// SPDX-License-Identifier: GPL-2.0-only
/*
 * The EL2 stub; see <asm/el2.h>. The first half runs at EL2: at physical addresses, translation and caches off, on
 * the stub's stack. It may use nothing of the kernel, no absolute address, and no unaligned access. The second half
 * is the kernel's side.
 */
#include <asm/barrier.h>
#include <asm/boot.h>
#include <asm/el2.h>
#include <asm/page.h>
#include <asm/ptrace.h>
#include <asm/sysreg.h>
#include <linux/errno.h>

#include "machine.h"

#define __el2		__section(".vectors") __attribute__((__target__("strict-align"), __noinline__))

#define UART_DR		0x09000000
#define EXIT_FAIL	35
#define CACHE_LINE	64

void el2_sync(struct el2_frame *f, unsigned long nr);
void el2_unexpected(struct el2_frame *f, unsigned long nr);

/* --- EL2 --- */

static struct {
	struct el2_trace_entry *next, *start, *end;	/* next: NULL when no trace is under way */
	u64 mdscr;					/* MDSCR_EL1 as EL1 had it */
} trace;

static void __el2 put(u8 c)
{
	*(volatile u32 *)UART_DR = c;
}

static void __el2 put_hex(const char name[4], u64 v)
{
	for (int i = 0; i < 4; i++)
		put(name[i]);
	put(' ');
	for (int shift = 60; shift >= 0; shift -= 4) {
		unsigned int digit = v >> shift & 15;

		put(digit + (digit < 10 ? '0' : 'a' - 10));
	}
	put('\n');
}

/* A vector that cannot happen. It says which, and ends the machine. */
void __noreturn __el2 el2_unexpected(struct el2_frame *f, unsigned long nr)
{
	static const char names[4][4] = { "EL2!", "ELR ", "ESR ", "SPSR" };
	volatile u64 block[2] = { ADP_STOPPED_APPLICATION, EXIT_FAIL };
	register unsigned long op __asm__("x0") = SYS_EXIT_EXTENDED;
	register volatile u64 *arg __asm__("x1");

	put_hex(names[0], nr);
	put_hex(names[1], f->elr);
	put_hex(names[2], f->esr);
	put_hex(names[3], f->spsr);
	arg = block;
	__asm__ __volatile__("hlt #0xf000" :: "r"(op), "r"(arg) : "memory");
	for (;;)
		;
}

static void __el2 trace_end(struct el2_frame *f)
{
	trace.next = NULL;
	write_sysreg(read_sysreg(mdcr_el2) & ~(unsigned long)MDCR_EL2_TDE, mdcr_el2);
	write_sysreg(trace.mdscr, mdscr_el1);
	f->spsr &= ~(u64)PSR_SS_BIT;
}

static void __el2 trace_write(struct el2_frame *f, u64 esr)
{
	struct el2_trace_entry *e = trace.next++;

	e->pc = f->elr;
	e->spsr = f->spsr;
	e->esr = esr;
	if (trace.next == trace.end)
		trace_end(f);
	else
		f->spsr |= PSR_SS_BIT;
}

static long __el2 trace_start(struct el2_frame *f, u64 buf, u64 n)
{
	if (trace.next)
		return -EBUSY;
	trace.start = (struct el2_trace_entry *)buf;
	trace.next = trace.start;
	trace.end = trace.start + n;
	trace.mdscr = read_sysreg(mdscr_el1);
	write_sysreg(read_sysreg(mdcr_el2) | MDCR_EL2_TDE, mdcr_el2);
	write_sysreg(trace.mdscr | MDSCR_EL1_SS, mdscr_el1);
	f->spsr |= PSR_SS_BIT;
	return 0;
}

static long __el2 trace_stop(struct el2_frame *f)
{
	if (trace.next) {
		trace.end = trace.next;
		trace_end(f);
	}
	return trace.end - trace.start;
}

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

/* DBGBVR<n>_EL1 and the three others, by n and op2. False: there is no such register. */
static bool __el2 access_debugreg(unsigned int n, unsigned int op2, bool read, u64 *v)
{
#define ACCESS(kind, i) do {						\
		if (read)						\
			*v = read_sysreg(dbg##kind##i##_el1);		\
		else							\
			write_sysreg(*v, dbg##kind##i##_el1);		\
	} while (0)
#define CASES(i)							\
	case i << 2 | 0: ACCESS(bvr, i); return true;			\
	case i << 2 | 1: ACCESS(bcr, i); return true;			\
	case i << 2 | 2: ACCESS(wvr, i); return true;			\
	case i << 2 | 3: ACCESS(wcr, i); return true;
	switch (n << 2 | (op2 & 3)) {
	EACH(CASES)
	}
#undef CASES
#undef ACCESS
	return false;
}

/*
 * TDE also traps EL1's accesses to the debug registers (D17.3, MDCR_EL2.TDE: TDRA, TDOSA and TDA count as 1). They
 * are done here, with MDSCR_EL1 as EL1 would see it without the trace.
 */
static bool __el2 access_sysreg(struct el2_frame *f)
{
	u64 iss = ESR_ISS(f->esr), v;
	unsigned int rt = iss >> 5 & 31, crm = iss >> 1 & 15, op2 = iss >> 17 & 7;
	bool read = iss & 1, done = true;

	v = rt == 31 ? 0 : f->regs[rt];
	switch (iss & ~(31UL << 5 | 1)) {
	case ESR_ISS_SYSREG(2, 0, 0, 2, 2):
		if (read)
			v = trace.mdscr;
		else
			trace.mdscr = v;
		break;
	case ESR_ISS_SYSREG(2, 0, 1, 0, 4):
		if (!read)
			write_sysreg(v, oslar_el1);
		break;
	case ESR_ISS_SYSREG(2, 0, 1, 1, 4):
		v = read_sysreg(oslsr_el1);
		break;
	default:
		done = (iss & ESR_ISS_SYSREG(3, 7, 15, 0, 4)) == ESR_ISS_SYSREG(2, 0, 0, 0, 4) &&
		       access_debugreg(crm, op2, read, &v);
	}
	if (done && read && rt != 31)
		f->regs[rt] = v;
	return done;
}

static void __el2 hypercall(struct el2_frame *f)
{
	switch (f->regs[0]) {
	case EL2_TRACE_START:
		f->regs[0] = trace_start(f, f->regs[1], f->regs[2]);
		break;
	case EL2_TRACE_STOP:
		f->regs[0] = trace_stop(f);
		break;
	default:
		f->regs[0] = SMCCC_NOT_SUPPORTED;
	}
}

/*
 * TDE routes every debug exception here, BRK too: do what the hardware would have done at EL1 ("Exception entry";
 * AArch64.TakeException). Breakpoint and watchpoint exceptions count as from the same level there.
 */
static void __el2 deliver(struct el2_frame *f, u64 esr)
{
	u64 ec = ESR_EC(esr), mode = f->spsr & PSR_MODE_MASK;

	write_sysreg(f->elr, elr_el1);
	write_sysreg(f->spsr, spsr_el1);
	write_sysreg(esr, esr_el1);
	if (ec != ESR_EC_BRK && ec != ESR_EC_UNKNOWN)
		write_sysreg(read_sysreg(far_el2), far_el1);
	f->elr = read_sysreg(vbar_el1) + (mode == PSR_MODE_EL1h ? 0x200 : mode == PSR_MODE_EL1t ? 0 : 0x400);
	f->spsr = PSR_MODE_EL1h | PSR_D_BIT | PSR_A_BIT | PSR_I_BIT | PSR_F_BIT;
	trace_write(f, 0);
}

/* Synchronous exception from below. */
void __el2 el2_sync(struct el2_frame *f, unsigned long nr)
{
	u64 esr = f->esr, same_el = f->spsr & PSR_MODE_MASK ? (u64)ESR_EC_SAME_EL << ESR_EC_SHIFT : 0;

	if (ESR_EC(esr) == ESR_EC_HVC) {
		hypercall(f);
		return;
	}
	if (!trace.next)
		el2_unexpected(f, nr);
	switch (ESR_EC(esr)) {
	case ESR_EC_STEP_LOWER:
		trace_write(f, esr);
		return;
	case ESR_EC_BRK:
		deliver(f, esr);
		return;
	case ESR_EC_BP_LOWER:
	case ESR_EC_WP_LOWER:
		deliver(f, esr | same_el);
		return;
	case ESR_EC_SYSREG:
		if (!access_sysreg(f)) {
			deliver(f, (u64)ESR_EC_UNKNOWN << ESR_EC_SHIFT | ESR_IL);
			return;
		}
		f->elr += 4;
		trace_write(f, esr);
		return;
	}
	el2_unexpected(f, nr);
}

/* --- the kernel's side --- */

bool el2_present(void)
{
	return boot_el == 2;
}

/* What stands in the cache must neither hide what the stub writes nor be written over it. */
static void clean(const void *p, size_t n)
{
	for (unsigned long at = (unsigned long)p; at < (unsigned long)p + n; at += CACHE_LINE / 4)
		__asm__ __volatile__("dc civac, %0" :: "r"(at) : "memory");
	dsb(sy);
}

static struct el2_trace_entry *buffer;
static unsigned int room;

int el2_trace_start(struct el2_trace_entry *buf, unsigned int n)
{
	long err;

	if (!el2_present())
		return -ENODEV;
	if (!n || (unsigned long)buf % CACHE_LINE)
		return -EINVAL;
	clean(buf, n * sizeof(*buf));
	err = outside_hvc(EL2_TRACE_START, virt_to_phys(buf), n);
	if (!err) {
		buffer = buf;
		room = n;
	}
	return err;
}

unsigned int el2_trace_stop(void)
{
	unsigned int n;

	if (!el2_present())
		return 0;
	n = outside_hvc(EL2_TRACE_STOP, 0, 0);
	clean(buffer, room * sizeof(*buffer));
	return n;
}
