// SPDX-License-Identifier: GPL-2.0-only
/* One CPU made able to take any trap: descriptor tables, stacks, syscall entry, debug registers. */
#include <asm/apic.h>
#include <asm/irqflags.h>
#include <asm/msr.h>
#include <asm/page.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>

#include "step.h"
#include "timer.h"
#include "vectors.h"

#define NMI_STACK	(16 * 1024)
#define DF_STACK	(16 * 1024)
#define MC_STACK	(8 * 1024)
#define USER_STACK	(16 * 1024)

/* Each stack has a page below it that faults. */
struct cpu_stacks {
	u8 guard_nmi[PAGE_SIZE];
	u8 nmi[NMI_STACK];
	u8 guard_df[PAGE_SIZE];
	u8 df[DF_STACK];
	u8 guard_mc[PAGE_SIZE];
	u8 mc[MC_STACK];
	u8 guard_user[PAGE_SIZE];
	u8 user[USER_STACK];
	u8 guard_landing[PAGE_SIZE];
	/* Where an NMI lands and leaves again at once (entry.S, nmi_entry); ends in the bounds of the NMI stack. */
	u8 landing[PAGE_SIZE - sizeof(struct stack)];
	struct stack nmi_bounds;
};

static struct cpu_stacks stacks[NR_CPUS] __section(".bss.stacks") __aligned(PAGE_SIZE);

/* Descriptors, SDM 3A sections 3.4.5 and 8.2.3: long mode looks at type, DPL, L and D/B of code, at DPL of data. */
#define GDT_CODE64(dpl)	(0x00209b0000000000 | (u64)(dpl) << 45)
#define GDT_CODE32(dpl)	(0x00cf9b000000ffff | (u64)(dpl) << 45)
#define GDT_DATA(dpl)	(0x00cf93000000ffff | (u64)(dpl) << 45)
#define GDT_TSS(base)	(0x0000890000000000 | ((u64)(base) & 0xffffff) << 16 | ((u64)(base) >> 24 & 0xff) << 56 | \
			 (sizeof(struct tss) - 1))

/* SDM 3A figure 6-8 */
struct gate {
	u16 offset0;
	u16 selector;
	u8 ist;
	u8 attr;
	u16 offset1;
	u32 offset2;
	u32 reserved;
};

#define GATE_INTERRUPT	0x8e	/* present, 64-bit interrupt gate: IF is cleared */
#define GATE_DPL(n)	((n) << 5)

struct table_register {
	u16 limit;
	u64 base;
} __packed;

#define CPUID_NX	(1U << 20)	/* leaf 80000001, EDX */

static struct gate idt[256] __aligned(16);

static const struct {
	u8 ist, dpl;
} gate_special[NR_TABLE_VECTORS] = {
#define IST_0	0
#define SPECIAL(nr, symbol, words, error, tail, ist_, dpl_, decode, kind, signal, die_val) [nr] = { IST_##ist_, dpl_ },
	VECTORS(SPECIAL)
#undef SPECIAL
};

static void idt_init(void)
{
	for (int i = 0; i < 256; i++) {
		u64 entry = (u64)vector_entries + i * VECTOR_ENTRY_SIZE;

		idt[i] = (struct gate){
			.offset0 = entry,
			.offset1 = entry >> 16,
			.offset2 = entry >> 32,
			.selector = KERNEL_CS,
			.attr = GATE_INTERRUPT,
		};
		if (i < NR_TABLE_VECTORS) {
			idt[i].ist = gate_special[i].ist;
			idt[i].attr |= GATE_DPL(gate_special[i].dpl);
		}
	}
}

static void stacks_init(struct cpu *cpu)
{
	struct cpu_stacks *s = &stacks[cpu - cpus];
	struct tss *tss = &cpu->arch.tss;

	arch_guard_page(s->guard_nmi);
	arch_guard_page(s->guard_df);
	arch_guard_page(s->guard_mc);
	arch_guard_page(s->guard_user);
	arch_guard_page(s->guard_landing);
	s->nmi_bounds = (struct stack){ (u64)s->nmi, (u64)s->nmi + NMI_STACK };
	cpu->emergency = (struct stack){ (u64)s->df, (u64)s->df + DF_STACK };
	cpu->arch.kernel_sp = (u64)s->user + USER_STACK;
	tss->rsp[0] = cpu->arch.kernel_sp;
	tss->ist[IST_NMI - 1] = (u64)&s->nmi_bounds;
	tss->ist[IST_DF - 1] = cpu->emergency.hi;
	tss->ist[IST_MC - 1] = (u64)s->mc + MC_STACK;
	tss->iomap_base = sizeof(*tss);		/* no I/O permission map */
}

static void tables_load(struct cpu *cpu)
{
	u64 *gdt = cpu->arch.gdt;
	u64 tss = (u64)&cpu->arch.tss;
	struct table_register gdtr = { sizeof(cpu->arch.gdt) - 1, (u64)gdt };
	struct table_register idtr = { sizeof(idt) - 1, (u64)idt };

	gdt[KERNEL_CS / 8] = GDT_CODE64(0);
	gdt[KERNEL_DS / 8] = GDT_DATA(0);
	gdt[USER32_CS / 8] = GDT_CODE32(3);
	gdt[USER_DS / 8] = GDT_DATA(3);
	gdt[USER_CS / 8] = GDT_CODE64(3);
	gdt[TSS_SEL / 8] = GDT_TSS(tss);
	gdt[TSS_SEL / 8 + 1] = tss >> 32;
	__asm__ __volatile__("lgdt %0\n\tlidt %1\n\tltr %w2" :: "m"(gdtr), "m"(idtr), "r"(TSS_SEL) : "memory");
}

/*
 * SYSCALL, SDM 3A section 5.8.8: STAR gives the selectors, FMASK the flags that are cleared at the entry. No-execute:
 * without it a page fault does not tell a fetch from a read (SDM 3A section 4.7, I/D).
 */
static void features_init(void)
{
	u32 a, b, c, d;

	cpuid(0x80000001, &a, &b, &c, &d);
	wrmsr(MSR_STAR, (u64)USER32_CS << 48 | (u64)KERNEL_CS << 32);
	wrmsr(MSR_LSTAR, (u64)syscall_entry);
	wrmsr(MSR_FMASK, X86_EFLAGS_TF | X86_EFLAGS_IF | X86_EFLAGS_DF | X86_EFLAGS_NT | X86_EFLAGS_AC);
	wrmsr(MSR_EFER, rdmsr(MSR_EFER) | EFER_SCE | (d & CPUID_NX ? EFER_NXE : 0));
	wrmsr(MSR_KERNEL_GS_BASE, 0);		/* the user's, while the kernel runs */
}

void arch_cpu_init(struct cpu *cpu)
{
	idt_init();
	stacks_init(cpu);
	tables_load(cpu);
	features_init();
	apic_init();
	timer_init();
	step_init(cpu);
	arch_cpu_reset();
}

void arch_cpu_reset(void)
{
	struct cpu *cpu = this_cpu();

	write_dr7(DR7_RESET);
	write_dr0(0);
	write_dr1(0);
	write_dr2(0);
	write_dr3(0);
	write_dr6(DR6_RESET);
	cpu->arch.held_dr6 = 0;
	if (cpu->arch.has_btf)
		wrmsr(MSR_DEBUGCTL, 0);
	step_btf_cleared(&cpu->arch);
	__asm__ __volatile__("int %0" :: "i"(UNSTEP_VECTOR) : "memory");
}

const char *arch_cpu_armed(void)
{
	static const char *const names[] = { "DR0", "DR1", "DR2", "DR3" };
	unsigned long dr7 = read_dr7();

	for (int n = 0; n < 4; n++)
		if (dr7 & DR7_ENABLED(n))
			return names[n];
	if (dr7 & DR7_GD)
		return "DR7.GD";
	if (local_save_flags() & X86_EFLAGS_TF)
		return "RFLAGS.TF";
	if (this_cpu()->arch.has_btf && (rdmsr(MSR_DEBUGCTL) & DEBUGCTL_BTF))
		return "DEBUGCTL.BTF";
	return NULL;
}
