// SPDX-License-Identifier: GPL-2.0-only
/* Nothing can be both written and executed, where the MMU is on: text, out-of-line slots, and where they are written. */
#include <asm/irqflags.h>
#include <asm/setjmp.h>
#include <whosetrap/arch.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>

#include "../framework/lib.h"

extern char __ool_slots_start[], __ool_slots_end[];

static void need_mmu(void)
{
	if (arch_text_alias(_text) == _text)
		SKIP("no MMU: real mode");
}

static void expect_read_only(unsigned long addr)
{
	const volatile u8 *at = (const volatile u8 *)addr;
	u8 before = *at, other = ~before;

	EXPECT_EQ(arch_nofault_write((void *)addr, &other, 1), -EFAULT);
	EXPECT_EQ(*at, before);
}

TEST(protect, text_cannot_be_written)
{
	need_mmu();
	expect_read_only((unsigned long)tc_nops);
	expect_read_only((unsigned long)_text);
	expect_read_only((unsigned long)_etext - 1);
}

TEST(protect, slots_cannot_be_written)
{
	need_mmu();
	expect_read_only((unsigned long)__ool_slots_start);
	expect_read_only((unsigned long)__ool_slots_end - 1);
}

TEST(protect, constants_cannot_be_written)
{
	need_mmu();
	expect_read_only((unsigned long)break_insn);
	expect_read_only((unsigned long)tc_nops_insns);
}

/* The alias shows the same memory, so what is written there is seen here. */
TEST(protect, text_is_changed_through_its_alias)
{
	unsigned long at = tc_nops_insns[3];
	u8 before[BREAK_INSN_SIZE], seen[BREAK_INSN_SIZE];

	need_mmu();
	__builtin_memcpy(before, (void *)at, sizeof(before));
	text_poke((void *)at, break_insn, BREAK_INSN_SIZE, "test");
	__builtin_memcpy(seen, arch_text_alias((void *)at), sizeof(seen));
	EXPECT(!__builtin_memcmp(seen, break_insn, sizeof(seen)));
	EXPECT(!__builtin_memcmp((void *)at, break_insn, sizeof(seen)));
	text_poke((void *)at, before, BREAK_INSN_SIZE, "test");
}

static jmp_buf back;
static unsigned long faulted_at;

static void __noreturn jump_back(unsigned long arg)
{
	longjmp(back, (int)arg);
}

static bool catch_fetch(struct trap *t)
{
	if (t->kind != TRAP_PAGE_FAULT)
		return false;
	faulted_at = t->pc;
	arch_regs_redirect(trap_regs(t), jump_back, 1, kernel_stack_pointer(trap_regs(t)) - 256);
	return true;
}

static void cannot_be_executed(void *at)
{
	faulted_at = 0;
	trap_catch_unclaimed(catch_fetch);
	if (!setjmp(back))
		((void (*)(void))at)();
	trap_catch_unclaimed(NULL);
	EXPECT_EQ(faulted_at, at);
	local_irq_enable();
}

TEST(protect, alias_cannot_be_executed)
{
	need_mmu();
	cannot_be_executed(arch_text_alias(tc_nops));
	cannot_be_executed(arch_text_alias(__ool_slots_start));
}

/* A copy of a function on the stack, and one in static data. */
TEST(protect, data_cannot_be_executed)
{
	static u32 area[64] __aligned(64);
	u32 local[64];

	need_mmu();
	__builtin_memcpy(area, tc_nops, sizeof(area));
	__builtin_memcpy(local, tc_nops, sizeof(local));
	cannot_be_executed(area);
	cannot_be_executed(local);
	cannot_be_executed((void *)tc_nops_insns);
}
