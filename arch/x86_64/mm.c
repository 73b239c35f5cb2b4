// SPDX-License-Identifier: GPL-2.0-only
/* Changes to the page tables. */
#include <asm/msr.h>
#include <asm/page.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>

extern char _text[], _etext[], _data[], __ool_slots_start[], __ool_slots_end[];

#define PTE_ADDR	0x000ffffffffff000
#define PTE_NX		BIT(63)		/* SDM 3A section 4.6: a reserved bit unless EFER.NXE is set */

static u64 alias_pd[512] __aligned(PAGE_SIZE);

static u64 *next_table(u64 entry)
{
	return phys_to_virt(entry & PTE_ADDR);
}

static bool have_nx(void)
{
	u32 a, b, c, d;

	cpuid(0x80000001, &a, &b, &c, &d);
	return d & BIT(20);
}

static bool within(u64 va, const char *start, const char *end)
{
	return va >= (u64)start && va < (u64)end;
}

void mm_protect(void)
{
	u64 *pdpt = next_table(kernel_pml4[511]), nx = have_nx() ? PTE_NX : 0;
	u64 *pd = next_table(pdpt[510]), *devices = next_table(pdpt[511]);

	if (nx)
		wrmsr(MSR_EFER, rdmsr(MSR_EFER) | EFER_NXE);
	for (unsigned int i = 0; i < 512; i++) {
		if (pd[i] & PTE_PS)
			pd[i] |= nx;
		if (devices[i] & PTE_PS)
			devices[i] |= nx;
	}
	for (u64 i = 0; i < NR_KERNEL_PT * 512; i++) {
		u64 va = i * PAGE_SIZE + LAYOUT_OFFSET;
		bool exec = within(va, _text, _etext) || within(va, __ool_slots_start, __ool_slots_end);

		if (!(kernel_pt[i] & PTE_P))
			continue;
		if (!exec)
			kernel_pt[i] |= nx;
		if (exec || within(va, _etext, _data))
			kernel_pt[i] &= ~(u64)PTE_W;
	}
	for (u64 i = 0; i < NR_KERNEL_PT; i++)
		alias_pd[i] = i << 21 | PTE_P | PTE_W | PTE_PS | nx;
	pdpt[509] = virt_to_phys(alias_pd) | PTE_P | PTE_W;
	write_cr3(read_cr3());
}

void arch_guard_page(void *page)
{
	u64 pfn = virt_to_phys(page) / PAGE_SIZE;

	BUG_ON((u64)page % PAGE_SIZE || pfn >= NR_KERNEL_PT * 512);
	kernel_pt[pfn] = 0;
	invlpg(page);
}
