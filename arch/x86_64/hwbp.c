// SPDX-License-Identifier: GPL-2.0-only
/*
 * DR0-DR3 and DR7, SDM 3B sections 18.2.1 to 18.2.5. Each of the four serves execution or data. Execution is a fault, before the
 * instruction, which RFLAGS.RF lets pass (18.3.1.1); data is a trap, after the access (18.3.1.2).
 */
#include <asm/msr.h>
#include <asm/processor.h>
#include <whosetrap/arch.h>
#include <whosetrap/hwbp.h>
#include <whosetrap/trap.h>

#define NR_DR	4

unsigned int arch_hwbp_slots(bool exec, unsigned int *first)
{
	(void)exec;
	*first = 0;
	return NR_DR;
}

/* The processor reads the IDT when it delivers a trap, also that of a watchpoint on it. GDT and TSS are in struct cpu. */
static bool touches_idt(const struct hwbp *b)
{
	struct {
		u16 limit;
		u64 base;
	} __packed idtr;

	__asm__ __volatile__("sidt %0" : "=m"(idtr));
	return b->addr <= idtr.base + idtr.limit && idtr.base < b->addr + b->len;
}

/* 18.2.5: a length is 1, 2, 4 or 8, and the address is aligned to it. 18.2.4, R/W: there is no "read only". */
int arch_hwbp_check(const struct hwbp *b)
{
	if (b->type == HWBP_X)
		return 0;
	if (b->type != HWBP_W && b->type != HWBP_RW)
		return -EINVAL;
	if (!b->len || b->len > 8 || (b->len & (b->len - 1)) || b->addr % b->len || touches_idt(b))
		return -EINVAL;
	return 0;
}

static __kprobes void write_dr(unsigned int n, unsigned long addr)
{
	switch (n) {
	case 0: write_dr0(addr); break;
	case 1: write_dr1(addr); break;
	case 2: write_dr2(addr); break;
	default: write_dr3(addr); break;
	}
}

void __kprobes arch_hwbp_set(unsigned int slot, const struct hwbp *b)
{
	static const u8 len_bits[9] = { [1] = 0, [2] = 1, [4] = 3, [8] = 2 };
	unsigned long dr7 = read_dr7() & ~(DR7_ENABLED(slot) | 15UL << DR7_RW_SHIFT(slot)), control = 0;

	write_dr7(dr7);
	if (!b)
		return;
	if (b->type != HWBP_X)
		control = (b->type == HWBP_W ? DR7_RW_WRITE : DR7_RW_ACCESS) | len_bits[b->len] << 2;
	write_dr(slot, b->addr);
	write_dr7(dr7 | DR7_G(slot) | control << DR7_RW_SHIFT(slot));
}

/* Bits of registers that are not enabled may be set too, 18.2.3. What is dealt with is cleared from the copy, as in Linux. */
unsigned long __kprobes arch_hwbp_hits(struct trap *t)
{
	unsigned long hits = t->val == DIE_DEBUG ? t->cause & DR6_B_ANY : 0, dr7;

	if (!hits)
		return 0;
	dr7 = read_dr7();
	for (unsigned int n = 0; n < NR_DR; n++)
		if (!hwbp_slots[n] || !(dr7 & DR7_ENABLED(n)))
			hits &= ~BIT(n);
	*(unsigned long *)t->die.err &= ~hits;
	return hits;
}

enum hwbp_pass __kprobes arch_hwbp_pass(const struct hwbp *b)
{
	return b->type == HWBP_X ? HWBP_PASS_ONCE : HWBP_PASSED;
}

void __kprobes arch_hwbp_pass_once(struct pt_regs *regs)
{
	regs->flags |= X86_EFLAGS_RF;
}
