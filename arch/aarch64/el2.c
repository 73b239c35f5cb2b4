// SPDX-License-Identifier: GPL-2.0-only
/*
 * The EL2 stub; see <asm/el2.h>. The first half runs at EL2: at physical addresses, translation and caches off, on the stub's
 * stack. It may use nothing of the kernel, no absolute address, and no unaligned access. The second half is the kernel's
 * side.
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
 * TDE routes every debug exception here, BRK too: do what the hardware would have done at EL1 (D1.3, exception entry;
 * AArch64.TakeException). Breakpoint and watchpoint exceptions count as from the same level there.
 */
static void __el2 deliver(struct el2_frame *f)
{
	u64 esr = f->esr, ec = ESR_EC(esr), mode = f->spsr & PSR_MODE_MASK;

	if (mode != PSR_MODE_EL0t && ec != ESR_EC_BRK)
		esr |= (u64)ESR_EC_SAME_EL << ESR_EC_SHIFT;
	write_sysreg(f->elr, elr_el1);
	write_sysreg(f->spsr, spsr_el1);
	write_sysreg(esr, esr_el1);
	if (ec != ESR_EC_BRK)
		write_sysreg(read_sysreg(far_el2), far_el1);
	f->elr = read_sysreg(vbar_el1) + (mode == PSR_MODE_EL1h ? 0x200 : mode == PSR_MODE_EL1t ? 0 : 0x400);
	f->spsr = PSR_MODE_EL1h | PSR_D_BIT | PSR_A_BIT | PSR_I_BIT | PSR_F_BIT;
	trace_write(f, 0);
}

/* Synchronous exception from below. */
void __el2 el2_sync(struct el2_frame *f, unsigned long nr)
{
	switch (ESR_EC(f->esr)) {
	case ESR_EC_HVC:
		hypercall(f);
		return;
	case ESR_EC_STEP_LOWER:
		if (trace.next) {
			trace_write(f, f->esr);
			return;
		}
		break;
	case ESR_EC_BRK:
	case 0x30:		/* breakpoint and watchpoint registers */
	case 0x34:
		if (trace.next) {
			deliver(f);
			return;
		}
		break;
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
