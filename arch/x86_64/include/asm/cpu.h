/* SPDX-License-Identifier: GPL-2.0-only */
/* What the arch keeps per CPU, and how a CPU finds its own. */
#ifndef ASM_CPU_H
#define ASM_CPU_H

#include <linux/types.h>
#include <asm/segment.h>

struct cpu;

/* 64-bit task state segment, SDM 3A section 8.7. */
struct tss {
	u32 reserved0;
	u64 rsp[3];
	u64 reserved1;
	u64 ist[7];		/* ist[n - 1] belongs to IST n */
	u64 reserved2;
	u16 reserved3;
	u16 iomap_base;
} __packed;

struct arch_cpu {
	unsigned long user_sp;		/* scratch of the syscall entry */
	unsigned long kernel_sp;	/* stack for entries from user mode, the same as tss.rsp[0] */
	unsigned long held_dr6;		/* causes of a #DB that was taken inside the #DB entry, see decode_debug_rare() */
	unsigned long step_dr6;		/* DR6 after an instruction step; 0 while a branch step is armed */
	bool has_btf;			/* the CPU keeps DEBUGCTL.BTF */
	bool btf;			/* a branch step is armed: the bit is set */
	u64 deadline;			/* of the timer, in ticks of arch_clock(); 0: not armed */
	u64 stray_nmi;			/* until then an NMI may come that an earlier deadline has sent */
	bool stray_irq;			/* the same of an interrupt: it is pending */
	u8 grace;			/* how many times more the NMI leaves it to the interrupt */
	u64 gdt[GDT_ENTRIES] __aligned(16);
	struct tss tss;
};

/**
 * this_cpu - the CPU that runs this. GS base points to its struct cpu, whose first word points to itself. Context:
 * any.
 */
static __always_inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mov %%gs:0, %0" : "=r"(cpu));
	return cpu;
}

#endif
