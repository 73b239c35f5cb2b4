// SPDX-License-Identifier: GPL-2.0-only
/* Interrupt controllers. */
#include <asm/apic.h>
#include <asm/barrier.h>
#include <asm/io.h>
#include <asm/msr.h>

#include "vectors.h"

#define PIC1_MASK	0x21
#define PIC2_MASK	0xa1

#define IOREGSEL	(*(volatile u32 *)IOAPIC_BASE)
#define IOWIN		(*(volatile u32 *)(IOAPIC_BASE + 0x10))
#define IOAPIC_REDIR(pin)	(0x10 + 2 * (pin))

void apic_init(void)
{
	outb(0xff, PIC1_MASK);
	outb(0xff, PIC2_MASK);
	wrmsr(MSR_APIC_BASE, (rdmsr(MSR_APIC_BASE) & 0xfff) | APIC_PHYS | APIC_BASE_ENABLE);
	apic_write(APIC_SVR, APIC_SVR_ENABLE | SPURIOUS_VECTOR);
	apic_write(APIC_LVT_TIMER, APIC_MASKED | TIMER_VECTOR);
	apic_write(APIC_LVT_LINT0, APIC_MASKED);
	apic_write(APIC_LVT_LINT1, APIC_DM_NMI);
	apic_write(APIC_LVT_ERROR, APIC_MASKED);
}

void __kprobes apic_send_self(u32 icr)
{
	while (apic_read(APIC_ICR) & APIC_PENDING)
		cpu_relax();
	apic_write(APIC_ICR2, apic_read(APIC_ID));
	apic_write(APIC_ICR, icr | APIC_ASSERT);
}

void __kprobes ioapic_route(unsigned int pin, u32 entry)
{
	IOREGSEL = IOAPIC_REDIR(pin);
	IOWIN = entry;
}
