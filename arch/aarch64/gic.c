// SPDX-License-Identifier: GPL-2.0-only
/*
 * GICv2 (IHI 0048B, chapter 4) and GICv3 (IHI 0069, chapter 12), at the addresses of QEMU's virt (hw/arm/virt.c).
 *
 * Interrupts of group 0 are signalled as FIQ and those of group 1 as IRQ: on a GICv3 by definition, on a GICv2 with
 * GICC_CTLR.FIQEn. Whether this software may put anything into group 0 depends on its security state.
 */
#include <asm/barrier.h>
#include <asm/page.h>
#include <asm/sysreg.h>

#include "gic.h"

#define GICD			0x08000000
#define GICC			0x08010000
#define GICR			0x080a0000		/* of the first CPU */
#define GICR_SGI		(GICR + 0x10000)	/* its frame for private interrupts */

#define GICD_CTLR		(GICD + 0x000)
#define GICD_CTLR_GRP0		(1 << 0)
#define GICD_CTLR_GRP1		(1 << 1)
#define GICD_CTLR_GRP1S		(1 << 2)	/* v3, secure view of two security states */
#define GICD_CTLR_ARE		(1 << 4)	/* v3 */
#define GICD_CTLR_DS		(1 << 6)	/* v3: one security state */

/* From the distributor on v2, from the redistributor's frame on v3. */
#define IGROUPR0		0x080
#define ISENABLER0		0x100
#define ICENABLER0		0x180
#define IPRIORITYR		0x400
#define IGRPMODR0		0xd00		/* v3 */

#define GICR_WAKER		(GICR + 0x014)
#define GICR_WAKER_SLEEP	(1 << 1)
#define GICR_WAKER_ASLEEP	(1 << 2)

#define GICC_CTLR		(GICC + 0x00)
#define GICC_CTLR_GRP0		(1 << 0)
#define GICC_CTLR_GRP1		(1 << 1)
#define GICC_CTLR_ACKCTL	(1 << 2)	/* GICC_IAR answers for group 1 too */
#define GICC_CTLR_FIQEN		(1 << 3)
#define GICC_PMR		(GICC + 0x04)
#define GICC_IAR		(GICC + 0x0c)
#define GICC_EOIR		(GICC + 0x10)
#define GICC_IAR_ID		0x3ff

/* The GIC signals the most urgent interrupt alone: an FIQ has to pass an IRQ that waits. Lower is more urgent. */
#define PRIORITY_FIQ		0x80
#define PRIORITY_IRQ		0xa0
#define PRIORITY_MASK		0xf0

static bool v3;
static unsigned long private;	/* registers of the private interrupts */

static __always_inline u32 gic_read(unsigned long pa)
{
	return *(volatile u32 *)phys_to_virt(pa);
}

static __always_inline void gic_write(u32 v, unsigned long pa)
{
	*(volatile u32 *)phys_to_virt(pa) = v;
}

static void private_init(void)
{
	gic_write(~0U, private + ICENABLER0);
	gic_write(~0U, private + IGROUPR0);
	for (int i = 0; i < 32; i += 4)
		gic_write(PRIORITY_IRQ * 0x01010101U, private + IPRIORITYR + i);
}

static void v2_init(void)
{
	private = GICD;
	private_init();
	gic_write(GICD_CTLR_GRP0 | GICD_CTLR_GRP1, GICD_CTLR);
	gic_write(PRIORITY_MASK, GICC_PMR);
	gic_write(GICC_CTLR_GRP0 | GICC_CTLR_GRP1 | GICC_CTLR_ACKCTL | GICC_CTLR_FIQEN, GICC_CTLR);
}

static void v3_init(void)
{
	u32 ctlr;

	private = GICR_SGI;
	write_sysreg(read_sysreg(ICC_SRE_EL1) | ICC_SRE_SRE, ICC_SRE_EL1);
	isb();
	gic_write(gic_read(GICR_WAKER) & ~GICR_WAKER_SLEEP, GICR_WAKER);
	while (gic_read(GICR_WAKER) & GICR_WAKER_ASLEEP)
		;
	ctlr = gic_read(GICD_CTLR) | GICD_CTLR_ARE;
	gic_write(ctlr, GICD_CTLR);
	gic_write(ctlr | GICD_CTLR_GRP0 | GICD_CTLR_GRP1 | (ctlr & GICD_CTLR_DS ? 0 : GICD_CTLR_GRP1S), GICD_CTLR);
	private_init();
	if (!(ctlr & GICD_CTLR_DS)) {
		/* Two states, and this is the secure one, or the write has no effect: its own group 1. */
		gic_write(0, private + IGROUPR0);
		gic_write(~0U, private + IGRPMODR0);
	}
	write_sysreg(PRIORITY_MASK, ICC_PMR_EL1);
	write_sysreg(1, ICC_IGRPEN0_EL1);
	write_sysreg(1, ICC_IGRPEN1_EL1);
	isb();
}

void gic_init(void)
{
	v3 = ID_AA64PFR0_EL1_GIC(read_sysreg(id_aa64pfr0_el1)) != 0;
	if (v3)
		v3_init();
	else
		v2_init();
}

bool gic_enable(unsigned int irq, enum gic_group group)
{
	u32 bit = 1U << irq;
	u32 groups = gic_read(private + IGROUPR0), modes = v3 ? gic_read(private + IGRPMODR0) : 0;

	if (group == GIC_FIQ) {
		gic_write(groups & ~bit, private + IGROUPR0);
		if (v3)
			gic_write(modes & ~bit, private + IGRPMODR0);
		*(volatile u8 *)phys_to_virt(private + IPRIORITYR + irq) = PRIORITY_FIQ;
		/* A non-secure view of the registers reads as zero and is of group 1 all the same. */
		if (!groups && !modes)
			return false;
	}
	gic_write(bit, private + ISENABLER0);
	return true;
}

/* The distributor has a register for each 32 shared interrupts behind that of the private ones. */
void __kprobes gic_disable(unsigned int irq)
{
	unsigned long regs = irq < 32 ? private : GICD + irq / 32 * 4;

	gic_write(1U << irq % 32, regs + ICENABLER0);
}

unsigned int __kprobes gic_ack(enum gic_group group)
{
	if (!v3)
		return gic_read(GICC_IAR) & GICC_IAR_ID;
	return group == GIC_FIQ ? read_sysreg(ICC_IAR0_EL1) : read_sysreg(ICC_IAR1_EL1);
}

void __kprobes gic_eoi(enum gic_group group, unsigned int irq)
{
	if (!v3)
		gic_write(irq, GICC_EOIR);
	else if (group == GIC_FIQ)
		write_sysreg(irq, ICC_EOIR0_EL1);
	else
		write_sysreg(irq, ICC_EOIR1_EL1);
	isb();
}
