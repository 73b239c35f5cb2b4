// SPDX-License-Identifier: GPL-2.0-only
/* One CPU made able to take any interrupt: vectors, stacks, byte order of interrupts, facilities off. */
#include <asm/boot.h>
#include <asm/irqflags.h>
#include <asm/layout.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>

#include "cpu.h"
#include "firmware.h"
#include "timer.h"
#include "vectors.h"

#define EMERGENCY_STACK	(24 * 1024)
#define NMI_STACK	(16 * 1024)
#define USER_STACK	(16 * 1024)

struct cpu_stacks {
	u8 emergency[EMERGENCY_STACK];
	u8 nmi[NMI_STACK];
	u8 user[USER_STACK];
};

static struct cpu_stacks stacks[NR_CPUS] __section(".bss.stacks") __aligned(16);

static void stacks_init(struct cpu *cpu)
{
	struct cpu_stacks *s = &stacks[cpu - cpus];

	cpu->emergency = (struct stack){ (u64)s->emergency, (u64)s->emergency + EMERGENCY_STACK };
	cpu->arch.nmi_lo = (u64)s->nmi;
	cpu->arch.nmi_hi = (u64)s->nmi + NMI_STACK;
	cpu->arch.user_lo = (u64)s->user;
	cpu->arch.user_hi = (u64)s->user + USER_STACK;
}

/*
 * The first instructions of each vector branch by absolute address, so they may be copied. Below them firmware has left
 * what it likes; a jump there is to find no instruction.
 */
static void vectors_init(void)
{
	volatile u64 *low;

	__asm__("li %0,0" : "=r"(low));		/* the compiler has its own ideas of address 0 */
	for (; low < (u64 *)VECTORS_BASE; low++)
		*low = 0;
	arch_text_write((void *)VECTORS_BASE, vectors_start, vectors_end - vectors_start);
}

/*
 * Interrupts are to come in the kernel's byte order. In hypervisor state that is HID0[HILE] and LPCR[ILE] (Power ISA
 * 3.0B Book III 2.2, 6.5), and external interrupts are to use SRR0/1, LPCR[LPES]; under a hypervisor one asks it.
 */
static void interrupts_init(void)
{
	bool le = MSR_ENDIAN != 0;
	unsigned long lpcr, hid0;

	if (!on_powernv()) {
		if (le)
			BUG_ON(hcall(H_SET_MODE, 1, H_SET_MODE_RESOURCE_LE, 0, 0));
		return;
	}
	lpcr = mfspr(SPRN_LPCR) & ~(LPCR_ILE | LPCR_HDICE);
	hid0 = mfspr(SPRN_HID0) & ~HID0_HILE;
	mtspr(SPRN_LPCR, lpcr | LPCR_LPES | (le ? LPCR_ILE : 0));
	__asm__ __volatile__("sync; mtspr %0,%1; isync" :: "i"(SPRN_HID0), "r"(hid0 | (le ? HID0_HILE : 0)) : "memory");
}

void arch_cpu_init(struct cpu *cpu)
{
	cpu->arch.soft_mask = SOFT_MASKED;
	stacks_init(cpu);
	mtspr(SPRN_SPRG0, cpu);
	vectors_init();
	interrupts_init();
	mtspr(SPRN_FSCR, 0);
	timer_init();
	arch_cpu_reset();
	hard_irq_enable();
}

void arch_cpu_reset(void)
{
	cpu_unstep();
	hwbp_clear();
}

const char *arch_cpu_armed(void)
{
	unsigned long msr = mfmsr();

	if (msr & MSR_SE)
		return "MSR.SE";
	if (msr & MSR_BE)
		return "MSR.BE";
	return NULL;
}

/* The MMU is off: the end of a stack is guarded by r14, see stack.h. */
void arch_guard_page(void *page)
{
	(void)page;
}
