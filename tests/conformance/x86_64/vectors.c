// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each exception that can be raised safely: what arrives, where, with which cause, and the run goes on.
 *
 * SDM 3A section 6.15 has a page for each vector, section 6.5 says which are faults (RIP is the instruction) and
 * which are traps (RIP is behind it), section 6.13 what the error codes mean.
 */
#include <asm/irqflags.h>
#include <asm/page.h>

#include "raise.h"

/* SDM 3A section 6.15, vector 0 */
CONFORMANCE(vectors, divide_error, "SDM 3A 6.15")
{
	RAISE(raise_divide);
	RAISE_EXPECT(TRAP_ARITHMETIC, 0, raise_divide_at, 0);
	EXPECT_EQ(raised.seen[0].signr, 8);
	EXPECT_STR(raised.seen[0].words, "vector 0, divide error");
	RAISE(raise_divide_overflow);
	RAISE_EXPECT(TRAP_ARITHMETIC, 0, raise_divide_overflow_at, 0);
}

/* SDM 3A section 6.15, vector 3: a trap; our pc is the instruction's own address. */
CONFORMANCE(vectors, breakpoint, "SDM 3A 6.15")
{
	RAISE(raise_breakpoint);
	RAISE_EXPECT(TRAP_BREAKPOINT, 3, raise_breakpoint_at, 0);
	EXPECT_EQ(raised.seen[0].val, DIE_INT3);
	EXPECT_EQ(raised.seen[0].signr, 5);
}

/* psABI section 3.2.1: DF is clear at the entry of a function; the interrupted code's is in the frame. */
TEST(arch_vectors, direction_flag_is_clear_in_the_handler)
{
	RAISE(raise_backwards);
	RAISE_EXPECT(TRAP_BREAKPOINT, 3, raise_backwards_at, 0);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_DF);
	EXPECT(!(raised.seen[0].live_flags & X86_EFLAGS_DF));
}

/* SDM 3A section 6.15, vector 4: a trap. INTO does not exist in 64-bit mode, INT 4 does. */
CONFORMANCE(vectors, overflow, "SDM 3A 6.15")
{
	RAISE(raise_overflow);
	RAISE_EXPECT(TRAP_ARITHMETIC, 4, raise_overflow_next, 0);
}

/* SDM 3A section 6.15, vector 6 */
CONFORMANCE(vectors, invalid_opcode, "SDM 3A 6.15")
{
	RAISE(raise_undefined);
	RAISE_EXPECT(TRAP_UNDEFINED, 6, raise_undefined_at, 0);
	EXPECT_EQ(raised.seen[0].signr, 4);
}

/* SDM 3A section 6.15, vector 7: an x87 instruction while CR0.TS is set, which it always is in this kernel. */
CONFORMANCE(vectors, device_not_available, "SDM 3A 6.15")
{
	RAISE(raise_no_fpu);
	RAISE_EXPECT(TRAP_FP, 7, raise_no_fpu_at, 0);
}

/* SDM 3A section 6.15, vector 11: the error code is the selector. SDM 3A section 3.4.5: bit 47 of a descriptor is P. */
CONFORMANCE(vectors, segment_not_present, "SDM 3A 6.15")
{
	u64 *entry = &this_cpu()->arch.gdt[1], old = *entry;

	*entry = this_cpu()->arch.gdt[KERNEL_DS / 8] & ~(1UL << 47);
	RAISE(raise_not_present);
	*entry = old;
	RAISE_EXPECT(TRAP_PRIVILEGED, 11, raise_not_present_at, 8);
	EXPECT_STR(raised.seen[0].words, "vector 11, segment not present: error code 0x8: GDT entry 0x1");
}

/* SDM 3A section 6.15, vector 12: an address that is not canonical, with rbp as base, so that the segment is SS. */
CONFORMANCE(vectors, stack_fault, "SDM 3A 6.15")
{
	RAISE(raise_stack_noncanonical);
	RAISE_EXPECT(TRAP_PRIVILEGED, 12, raise_stack_noncanonical_at, 0);
}

/* SDM 3A section 6.15, vector 13; the same address by any other segment. */
CONFORMANCE(vectors, general_protection, "SDM 3A 6.15")
{
	RAISE(raise_noncanonical);
	RAISE_EXPECT(TRAP_PRIVILEGED, 13, raise_noncanonical_at, 0);
	EXPECT_EQ(raised.seen[0].val, DIE_GPF);
	EXPECT_STR(raised.seen[0].words, "vector 13, general protection: error code 0, no selector");
}

/* SDM 3A section 6.13: the selector of a segment beyond the table's limit is the error code. */
CONFORMANCE(vectors, general_protection_by_selector, "SDM 3A 6.13")
{
	RAISE(raise_bad_selector);
	RAISE_EXPECT(TRAP_PRIVILEGED, 13, raise_bad_selector_at, 0xfff8);
	EXPECT_STR(raised.seen[0].words, "vector 13, general protection: error code 0xfff8: GDT entry 0x1fff");
}

static void expect_page_fault(unsigned long at, unsigned long addr, unsigned long code)
{
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, at, code);
	EXPECT_EQ(raised.seen[0].addr, addr);
	EXPECT_EQ(raised.seen[0].val, DIE_PAGE_FAULT);
	EXPECT_EQ(raised.seen[0].signr, 11);
}

/* SDM 3A section 4.7: error code and CR2 */
CONFORMANCE(vectors, page_fault, "SDM 3A 4.7")
{
	raise_addr = UNMAPPED + 0x123;
	RAISE(raise_read);
	expect_page_fault((unsigned long)raise_read_at, raise_addr, 0);
	EXPECT_STR(raised.seen[0].words, "vector 14, page fault: read of 0xffffffffd0000123 by supervisor: not present");
	RAISE(raise_write);
	expect_page_fault((unsigned long)raise_write_at, raise_addr, PF_WRITE);
	RAISE(raise_fetch);
	expect_page_fault(raise_addr, raise_addr, PF_FETCH);
}

/* Nothing is left of the map that the boot code ran on. */
TEST(arch_boot, lower_half_is_not_mapped)
{
	for (int i = 0; i < 256; i++)
		EXPECT_EQ(kernel_pml4[i], 0);
	raise_addr = LAYOUT_BASE - LAYOUT_OFFSET;
	RAISE(raise_read);
	expect_page_fault((unsigned long)raise_read_at, raise_addr, 0);
}

/* Address 0, and the first page of the window on physical memory. */
TEST(arch_boot, page_0_is_not_mapped)
{
	raise_addr = 0;
	RAISE(raise_read);
	expect_page_fault((unsigned long)raise_read_at, 0, 0);
	RAISE(raise_fetch);
	expect_page_fault(0, 0, PF_FETCH);
	raise_addr = LAYOUT_OFFSET + 0xffc;
	RAISE(raise_read);
	expect_page_fault((unsigned long)raise_read_at, raise_addr, 0);
}

/* SDM 3A section 6.15, vector 16; SDM 1 section 8.7: with CR0.NE set, at the next waiting x87 instruction. */
CONFORMANCE(vectors, x87_error, "SDM 1 8.7")
{
	unsigned long cr0 = read_cr0();

	write_cr0(cr0 & ~(unsigned long)X86_CR0_TS);
	RAISE(raise_x87);
	write_cr0(cr0);
	RAISE_EXPECT(TRAP_FP, 16, raise_x87_at, 0);
}

/* SDM 3A section 6.15, vector 19: an unmasked SIMD exception, CR4.OSXMMEXCPT set. */
CONFORMANCE(vectors, simd_error, "SDM 3A 6.15")
{
	unsigned long cr0 = read_cr0(), cr4 = read_cr4();

	write_cr4(cr4 | X86_CR4_OSFXSR | X86_CR4_OSXMMEXCPT);
	write_cr0(cr0 & ~(unsigned long)X86_CR0_TS);
	RAISE(raise_simd);
	write_cr0(cr0);
	write_cr4(cr4);
	RAISE_EXPECT(TRAP_FP, 19, raise_simd_at, 0);
}

/* SDM 3A section 6.4.4: INT n raises any vector, never with an error code; those that have one are left out here. */
static bool has_error_code(int n)
{
	return n == 8 || (n >= 10 && n <= 14) || n == 17 || n == 21 || n == 29 || n == 30;
}

CONFORMANCE(vectors, every_vector_names_itself, "SDM 3A 6.4.4")
{
	for (int n = 0; n < 256; n++) {
		unsigned long insn = (unsigned long)raise_int + 4 * n;

		/* NMI and the timer go elsewhere, 254 is TF's, 255 is not an interrupt to anybody. */
		if (has_error_code(n) || n == 2 || n == 32 || n >= 254)
			continue;
		raise((void (*)(void))insn, insn + 2, NULL);
		EXPECT_EQ(raised.n, 1);
		if (!EXPECT_EQ(raised.seen[0].trapnr, n))
			return;
		EXPECT(raised.seen[0].kind != TRAP_NONE);
		if (n > 32) {
			SEEN_EXPECT(0, TRAP_UNEXPECTED, insn + 2);
		}
		EXPECT(!irqs_disabled());
	}
}

/* SDM 3A section 6.14.5: the stacks of the interrupt stack table. The machine check's is entered by INT 18. */
CONFORMANCE(vectors, machine_check_has_its_own_stack, "SDM 3A 6.14.5")
{
	unsigned long top = this_cpu()->arch.tss.ist[IST_MC - 1], insn = (unsigned long)raise_int + 4 * 18;

	raise((void (*)(void))insn, insn + 2, NULL);
	RAISE_EXPECT(TRAP_MACHINE_CHECK, 18, insn + 2, 0);
	EXPECT(raised.seen[0].stack < top && raised.seen[0].stack > top - 4096);
}
