/* SPDX-License-Identifier: GPL-2.0-only */
/* Local APIC and IOAPIC, SDM 3A chapter 11 and Intel 82093AA data sheet. Mapped by boot/x86_64/start.S. */
#ifndef ASM_APIC_H
#define ASM_APIC_H

#define IOAPIC_PHYS		0xfec00000
#define APIC_PHYS		0xfee00000
#define IOAPIC_BASE		0xffffffffc0000000
#define APIC_BASE		0xffffffffc0200000

/* Register offsets, SDM 3A table 11-1 */
#define APIC_ID			0x020
#define APIC_EOI		0x0b0
#define APIC_SVR		0x0f0
#define APIC_ISR		0x100
#define APIC_IRR		0x200
#define APIC_ICR		0x300
#define APIC_ICR2		0x310
#define APIC_LVT_TIMER		0x320
#define APIC_LVT_PERF		0x340
#define APIC_LVT_LINT0		0x350
#define APIC_LVT_LINT1		0x360
#define APIC_LVT_ERROR		0x370
#define APIC_TIMER_INITIAL	0x380
#define APIC_TIMER_CURRENT	0x390
#define APIC_TIMER_DIVIDE	0x3e0

#define APIC_SVR_ENABLE		0x00100
#define APIC_DM_FIXED		0x00000
#define APIC_DM_NMI		0x00400
#define APIC_PENDING		0x01000
#define APIC_ASSERT		0x04000
#define APIC_MASKED		0x10000
#define APIC_DIVIDE_BY_1	0x0000b

#ifndef __ASSEMBLER__

#include <linux/types.h>

static __always_inline u32 apic_read(u32 reg)
{
	return *(volatile u32 *)(APIC_BASE + reg);
}

static __always_inline void apic_write(u32 reg, u32 v)
{
	*(volatile u32 *)(APIC_BASE + reg) = v;
}

static __always_inline void apic_eoi(void)
{
	apic_write(APIC_EOI, 0);
}

/** apic_in_service - is interrupt @vector being served, as the local APIC sees it? Context: any. */
static inline bool apic_in_service(unsigned int vector)
{
	return apic_read(APIC_ISR + vector / 32 * 0x10) & (1U << vector % 32);
}

/** apic_requested - is interrupt @vector waiting to be served? Context: any. */
static inline bool apic_requested(unsigned int vector)
{
	return apic_read(APIC_IRR + vector / 32 * 0x10) & (1U << vector % 32);
}

/**
 * apic_init - switch this CPU's local APIC on: LINT1 is NMI, everything else masked; the old PIC is silenced.
 * Context: boot.
 */
void apic_init(void);

/**
 * apic_send_self - send this CPU an interrupt of delivery mode and vector @icr by destination, not by shorthand.
 * Context: any.
 */
void apic_send_self(u32 icr);

/** ioapic_route - send pin @pin as redirection entry @entry (low word) to CPU 0. Context: any. */
void ioapic_route(unsigned int pin, u32 entry);

#endif
#endif
