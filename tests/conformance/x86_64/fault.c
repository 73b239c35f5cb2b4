// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exceptions in all forms that can be raised, at CPL 0 and at CPL 3: vector, error code, pc. The code is in fault.S.
 *
 * SDM 3A 6.5: a fault has the instruction's own pc, a trap that of the next. 6.13: error codes. 6.15: a page for each vector.
 */
#include <asm/page.h>
#include <whosetrap/kernel.h>
#include <whosetrap/testcode.h>

#include "code.h"
#include "raise.h"

#define BREAKPOINT	.free = true, .other = TRAP_BREAKPOINT, .vector = 3
#define UNDEFINED	.free = true, .other = TRAP_UNDEFINED, .vector = 6
#define PROTECTION	.free = true, .other = TRAP_PRIVILEGED, .vector = 13
#define PAGE_FAULT	.free = true, .other = TRAP_PAGE_FAULT, .vector = 14

CODE_BOTH(break, int3, "SDM 2A INT", BREAKPOINT);
CODE_BOTH(break, int3_with_prefixes, "SDM 3B 18.3.2", BREAKPOINT);
CODE_BOTH(break, int_3, "SDM 2A INT", BREAKPOINT);
CODE_BOTH(break, int_4, "SDM 2A INT", .free = true, .other = TRAP_ARITHMETIC, .vector = 4);
CODE_BOTH(break, into, "SDM 2A INT", UNDEFINED);
CODE_BOTH(break, neighbours, "SDM 3A 6.15", BREAKPOINT, .second = TRAP_UNDEFINED, .second_vector = 6);
/* Bug case B07 */
CODE_BOTH(break, icebp, "SDM 2A INT1", .free = true, .other = TRAP_BREAKPOINT, .vector = 1, .cause = DR6_RESET);
CODE(break, int_1, "SDM 3B 18.2.3", .free = true, .other = TRAP_BREAKPOINT, .vector = 1, .cause = DR6_RESET);
CODE_USER(break, int_0, "SDM 3A 6.12.1.2", PROTECTION, .cause = 0 * 8 + 2);
CODE_USER(break, int_1, "SDM 3A 6.12.1.2", PROTECTION, .cause = 1 * 8 + 2);
CODE_USER(break, int_255, "SDM 3A 6.13", PROTECTION, .cause = 255 * 8 + 2);

CODE_BOTH(undefined, ud0, "SDM 2B UD", UNDEFINED);
CODE_BOTH(undefined, ud1, "SDM 2B UD", UNDEFINED);
CODE_BOTH(undefined, ud2, "SDM 2B UD", UNDEFINED);
CODE_BOTH(undefined, push_segment, "SDM 2D A.3", UNDEFINED);
CODE_BOTH(undefined, decimal, "SDM 2D A.3", UNDEFINED);
CODE_BOTH(undefined, push_all, "SDM 2D A.3", UNDEFINED);
CODE_BOTH(undefined, far_direct, "SDM 2D A.3", UNDEFINED);
CODE_BOTH(undefined, alias_82, "SDM 2D A.3", UNDEFINED);
CODE_BOTH(undefined, lock, "SDM 2A LOCK", UNDEFINED);
CODE_BOTH(undefined, lock_mov, "SDM 2A LOCK", UNDEFINED);
CODE_BOTH(undefined, load_cs, "SDM 2B MOV", UNDEFINED);
CODE_BOTH(undefined, rsm, "SDM 2B RSM", UNDEFINED);
CODE_BOTH(undefined, lea_register, "SDM 2A LEA", UNDEFINED);
CODE(undefined, cr1, "SDM 2B MOV", UNDEFINED);

CODE_BOTH(divide, byte, "SDM 2A DIV", .free = true, .other = TRAP_ARITHMETIC, .vector = 0);
CODE_BOTH(divide, word, "SDM 2A DIV", .free = true, .other = TRAP_ARITHMETIC, .vector = 0);
CODE_BOTH(divide, long, "SDM 2A DIV", .free = true, .other = TRAP_ARITHMETIC, .vector = 0);

CODE_BOTH(protection, noncanonical, "SDM 1 3.3.7.1", PROTECTION);
CODE_BOTH(protection, too_long, "SDM 3A 6.15", PROTECTION);
CODE_BOTH(protection, selector, "SDM 3A 6.13", PROTECTION, .cause = 0xfff8);
CODE_USER(protection, null_ss, "SDM 2B MOV", PROTECTION);
CODE(protection, cr8, "SDM 2B MOV", PROTECTION);
CODE(protection, msr, "SDM 2D WRMSR", PROTECTION);
CODE_BOTH(protection, cmpxchg16b, "SDM 2A CMPXCHG8B", PROTECTION);
CODE_USER(protection, privileged, "SDM 3A 5.9", PROTECTION);

static unsigned long cr0, cr4;

static void fpu_on(void)
{
	cr0 = read_cr0();
	cr4 = read_cr4();
	write_cr0(cr0 & ~(unsigned long)X86_CR0_TS);
	write_cr4(cr4 | X86_CR4_OSFXSR);
}

static void fpu_off(void)
{
	write_cr0(cr0);
	write_cr4(cr4);
}

CODE(protection, movaps, "SDM 2B MOVAPS", PROTECTION, .before = fpu_on, .after = fpu_off);

/* The address in CR2, for all of those that ran. */
static void check_addr(void)
{
	for (unsigned int i = 0; i < min(raised.n, (unsigned int)SEEN_MAX); i++)
		EXPECT_EQ(raised.seen[i].addr, 0x7ffffffff000);
}

CODE(page, reads, "SDM 3A 4.7", PAGE_FAULT, .after = check_addr);
CODE_USER(page, reads, "SDM 3A 4.7", PAGE_FAULT, .cause = PF_USER, .after = check_addr);
CODE(page, writes, "SDM 3A 4.7", PAGE_FAULT, .cause = PF_WRITE, .after = check_addr);
CODE_USER(page, writes, "SDM 3A 4.7", PAGE_FAULT, .cause = PF_WRITE | PF_USER, .after = check_addr);
CODE(page, strings, "SDM 3A 4.7", PAGE_FAULT, .cause = PF_WRITE, .after = check_addr);
CODE_USER(page, strings, "SDM 3A 4.7", PAGE_FAULT, .cause = PF_WRITE | PF_USER, .after = check_addr);
CODE_USER(page, push, "SDM 3A 4.7", PAGE_FAULT, .cause = PF_WRITE | PF_USER, .after = check_addr);
CODE(page, text, "SDM 3A 4.6.1", PAGE_FAULT, .cause = PF_PRESENT | PF_WRITE);

CODE_USER(stack, breakpoint, "SDM 3A 6.14.4", BREAKPOINT);
CODE_USER(stack, syscall, "SDM 2B SYSCALL", .free = true, .other = TRAP_SYSCALL, .vector = -1, .cause = 7);
CODE_USER(stack, step, "SDM 3A 6.14.4");
CODE_USER(stack, segment, "SDM 3A 6.15", .free = true, .other = TRAP_PRIVILEGED, .vector = 12);

/* No-execute: the fetch is at fault, so pc is the address. */
CONFORMANCE(page, no_execute, "SDM 3A 4.7")
{
	static u64 code = 0xc3;

	raise_addr = (unsigned long)&code;
	RAISE(raise_fetch);
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, raise_addr, PF_PRESENT | PF_FETCH);
	EXPECT_EQ(raised.seen[0].addr, raise_addr);
}

/* An access that begins in a page that is there: CR2 has the first byte that is not. */
CONFORMANCE(page, crossing, "SDM 3A 4.7")
{
	static u8 pages[2 * PAGE_SIZE] __aligned(PAGE_SIZE);

	arch_guard_page(pages + PAGE_SIZE);
	raise_addr = (unsigned long)pages + PAGE_SIZE - 2;
	RAISE(raise_read);
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, raise_read_at, 0);
	EXPECT_EQ(raised.seen[0].addr, pages + PAGE_SIZE);
	RAISE(raise_write);
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, raise_write_at, PF_WRITE);
	EXPECT_EQ(raised.seen[0].addr, pages + PAGE_SIZE);
	EXPECT_EQ(*(u16 *)raise_addr, 0);
}

/* A gate that is not present: the error code says which, with IDT. */
CONFORMANCE(vectors, gate_not_present, "SDM 3A 6.15")
{
	unsigned long insn = (unsigned long)raise_int + 4 * 64;
	struct {
		u16 limit;
		u8 *base;
	} __packed idtr;
	u8 *attr;

	__asm__ __volatile__("sidt %0" : "=m"(idtr));
	attr = idtr.base + 64 * 16 + 5;
	*attr &= 0x7f;
	raise((void (*)(void))insn, insn + 2, NULL);
	*attr |= 0x80;
	RAISE_EXPECT(TRAP_PRIVILEGED, 11, insn, 64 * 8 + 2);
}
