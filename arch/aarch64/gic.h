/* SPDX-License-Identifier: GPL-2.0-only */
/* The interrupt controller, as far as the private interrupts of one CPU go. */
#ifndef AARCH64_GIC_H
#define AARCH64_GIC_H

#include <linux/types.h>

#define GIC_PPI_VTIMER	27	/* Arm Base System Architecture, DEN 0094, table of PPIs */
#define GIC_PPI_PTIMER	30
#define GIC_NO_INTERRUPT 1020	/* this and above */

enum gic_group { GIC_FIQ = 0, GIC_IRQ = 1 };

/**
 * gic_init - find out which GIC this is; every private interrupt off, in the group that comes as IRQ. Context: boot.
 */
void gic_init(void);
/**
 * gic_enable - let private interrupt @irq in, as @group. Returns false if the GIC does not let it be in that group.
 * Context: boot.
 */
bool gic_enable(unsigned int irq, enum gic_group group);
/** gic_disable - keep interrupt @irq out. Context: any. */
void gic_disable(unsigned int irq);
/**
 * gic_ack - number of the interrupt that is to be served; GIC_NO_INTERRUPT or more: none. gic_eoi - served. Context:
 * trap.
 */
unsigned int gic_ack(enum gic_group group);
void gic_eoi(enum gic_group group, unsigned int irq);

#endif
