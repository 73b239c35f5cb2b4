// SPDX-License-Identifier: GPL-2.0-only
/*
 * Watchpoints, register by register and field by field: Arm ARM D2.9. The exception comes before the access, and with the
 * watchpoint off the access is made. Bug cases E07 (the handler that goes on for ever), E08 (FAR is not the watched byte),
 * E09 (BAS), E17 (each row that expects nothing has a neighbour that hits), E18 (OS lock, D).
 */
#include <asm/barrier.h>
#include <asm/irqflags.h>
#include <string.h>

#include "../../../arch/aarch64/debugreg.h"
#include "access.h"
#include "debugregs.h"

/* INSIDE a page; the others are at the beginning of one. */
enum watch_mode { PLAIN, NO_MDE, NO_KDE, MASKED, OS_LOCKED, LINKED, LINKED_ELSEWHERE, LINKED_TO_NOTHING, INSIDE };

struct watch_row {
	struct access a;
	int offset;			/* of the access, from the watched doubleword */
	unsigned int control;		/* DBGWCR without E */
	bool hit;
	enum watch_mode mode;
};

#define HIT	true
#define MISS	false

/* With memory around it on both sides, and a page boundary that word 512 is at. */
static u64 words[1024] __aligned(8192);
static u64 *watched;

static void lift(struct trap *t, struct raised *r)
{
	(void)r;
	if (t->kind == TRAP_WATCHPOINT)
		write_sysreg(0, dbgwcr0_el1);
	else
		trap_regs(t)->pc += 4;
}

/* Bytes that are watched, as offsets: [*lo, *hi] */
static void watched_bytes(unsigned int control, int *lo, int *hi)
{
	unsigned int mask = control >> 24 & 31, bas = control >> 5 & 255;

	*lo = mask ? 0 : __builtin_ctz(bas);
	*hi = mask ? (1 << mask) - 1 : 31 - __builtin_clz(bas);
}

static void set_up(const struct watch_row *row)
{
	unsigned int last = nr_breakpoint_regs() - 1;
	unsigned long control = row->control | DBGCR_E, mdscr = MDSCR_EL1_KDE | MDSCR_EL1_MDE;

	if (row->mode >= LINKED && row->mode <= LINKED_TO_NOTHING)
		control |= WCR_WT | WCR_LBN(last);
	if (row->mode == LINKED || row->mode == LINKED_ELSEWHERE)
		breakpoint_write(last, row->mode == LINKED ? 0x55 : 0x56, BCR_BT(3) | BCR_BAS | BCR_PMC(3) | DBGCR_E);
	write_sysreg(0x55, contextidr_el1);
	write_sysreg(watched, dbgwvr0_el1);
	write_sysreg(control, dbgwcr0_el1);
	if (row->mode == NO_MDE)
		mdscr &= ~(unsigned long)MDSCR_EL1_MDE;
	if (row->mode == NO_KDE)
		mdscr &= ~(unsigned long)MDSCR_EL1_KDE;
	if (row->mode == MASKED)
		__asm__ __volatile__("msr daifset, #8" ::: "memory");
	if (row->mode == OS_LOCKED)
		write_sysreg(1, oslar_el1);
	write_sysreg(mdscr, mdscr_el1);
	isb();
}

static void put_back(void)
{
	write_sysreg(0, oslar_el1);
	arch_cpu_reset();
	__asm__ __volatile__("msr daifclr, #8" ::: "memory");
	write_sysreg(0, contextidr_el1);
	isb();
}

static void check_watch(void)
{
	const struct watch_row *row = test_row();
	const struct seen *s = &raised.seen[0];
	unsigned long at, lowest, highest;
	unsigned int lsc = row->control >> 3 & 3;
	int lo, hi;

	watched = words + (row->mode == INSIDE ? 256 : 512);
	at = lowest = (unsigned long)watched + row->offset;
	memset(words, 0x5a, sizeof(words));
	set_up(row);
	access_do(&row->a, at, lift);
	put_back();
	EXPECT_EQ(raised.n, row->hit);
	if (row->hit && raised.n) {
		watched_bytes(row->control, &lo, &hi);
		if (row->a.size == 64)
			lowest &= ~63UL;
		highest = row->a.size == 64 ? lowest + 63 : min(at + row->a.size - 1, (unsigned long)watched + hi);
		EXPECT_EQ(s->kind, TRAP_WATCHPOINT);
		EXPECT_EQ(s->cause & ~ESR_ABT_WNR, 0x35UL << ESR_EC_SHIFT | ESR_IL | 0x22);
		EXPECT_EQ(!!(s->cause & ESR_ABT_WNR), row->a.kind == STORE || row->a.kind == STORE_EXCLUSIVE ||
			  (row->a.kind == ATOMIC && !(lsc & 1)));
		EXPECT_EQ(s->pc, row->a.at);
		EXPECT(s->addr >= lowest && s->addr <= highest);
		EXPECT_EQ(s->regs.regs[1], at);		/* no write-back yet */
	}
	/* The access was made in the end. */
	if (row->a.kind == STORE)
		EXPECT(*(u8 *)at != 0x5a);
}

#define WATCH(name, rule, op, offset, control, hit, mode) \
	CONFORMANCE_ROW(watch, name, "Arm ARM " rule, check_watch, struct watch_row, ACCESS_##op, offset, control, hit, mode);

#define EL1	WCR_PAC(1)
#define ALL	(EL1 | WCR_LSC(3) | WCR_BAS(0xff))
#define LOADS	(EL1 | WCR_LSC(1) | WCR_BAS(0xff))
#define STORES	(EL1 | WCR_LSC(2) | WCR_BAS(0xff))
#define BYTES(b) (EL1 | WCR_LSC(3) | WCR_BAS(b))
#define RANGE(n) (ALL | WCR_MASK(n))

/* The type of access */
WATCH(load_by_loads, "D2.9.1", ldr, 0, LOADS, HIT, PLAIN)
WATCH(load_by_stores, "D2.9.1", ldr, 0, STORES, MISS, PLAIN)
WATCH(load_by_both, "D2.9.1", ldr, 0, ALL, HIT, PLAIN)
WATCH(store_by_stores, "D2.9.1", str, 0, STORES, HIT, PLAIN)
WATCH(store_by_loads, "D2.9.1", str, 0, LOADS, MISS, PLAIN)
WATCH(store_by_both, "D2.9.1", str, 0, ALL, HIT, PLAIN)
WATCH(by_neither, "D2.9.7.7", str, 0, EL1 | WCR_BAS(0xff), MISS, PLAIN)
WATCH(atomic_by_loads, "D2.9.1", ldadd, 0, LOADS, HIT, PLAIN)
WATCH(atomic_by_stores, "D2.9.1", ldadd, 0, STORES, HIT, PLAIN)
WATCH(swap_by_both, "D2.9.1", swp, 0, ALL, HIT, PLAIN)
WATCH(compare_and_swap_by_loads, "D2.9.1", cas, 0, LOADS, HIT, PLAIN)
/* Classes of instructions */
WATCH(load_pair, "D2.9.5.1", ldp, 0, LOADS, HIT, PLAIN)
WATCH(load_pair_second, "D2.9.8.2.4", ldp, -8, LOADS, HIT, PLAIN)
WATCH(load_pair_beside, "D2.9.5.1", ldp, 8, LOADS, MISS, PLAIN)
WATCH(store_pair_second, "D2.9.8.2.4", stp, -8, STORES, HIT, PLAIN)
WATCH(store_pair_before, "D2.9.5.1", stp, -16, STORES, MISS, PLAIN)
WATCH(load_post_index, "D2.9.8.3", ldr_post, 0, LOADS, HIT, PLAIN)
WATCH(load_acquire, "D2.9.1", ldar, 0, LOADS, HIT, PLAIN)
WATCH(store_release, "D2.9.1", stlr, 0, STORES, HIT, PLAIN)
WATCH(load_exclusive, "D2.9.1", ldxr, 0, LOADS, HIT, PLAIN)
WATCH(load_exclusive_pair, "D2.9.1", ldaxp, 0, LOADS, HIT, PLAIN)
WATCH(store_exclusive, "D2.9.6.1", stxr, 0, STORES, HIT, PLAIN)
WATCH(zero_block, "D2.9.6.2", zva, 0, STORES, HIT, PLAIN)
WATCH(zero_block_last_byte, "D2.9.6.2", zva, 0, RANGE(6), HIT, PLAIN)
WATCH(zero_block_is_no_load, "D2.9.6.2", zva, 0, LOADS, MISS, PLAIN)
WATCH(clean_and_invalidate, "D2.9.6", civac, 0, ALL, MISS, PLAIN)
WATCH(clean_to_unification, "D2.9.6", cvau, 0, ALL, MISS, PLAIN)
WATCH(instruction_cache, "D2.9.6", ivau, 0, ALL, MISS, PLAIN)
WATCH(address_translation, "D2.9.6", at, 0, ALL, MISS, PLAIN)
WATCH(prefetch, "D2.9.6", prfm, 0, ALL, MISS, PLAIN)
/* Byte address select */
WATCH(byte_0, "D2.9.5.2", ldrb, 0, BYTES(0x01), HIT, PLAIN)
WATCH(byte_0_is_not_1, "D2.9.5.2", ldrb, 1, BYTES(0x01), MISS, PLAIN)
WATCH(byte_3, "D2.9.5.2", strb, 3, BYTES(0x08), HIT, PLAIN)
WATCH(byte_3_is_not_2, "D2.9.5.2", strb, 2, BYTES(0x08), MISS, PLAIN)
WATCH(byte_3_is_not_4, "D2.9.5.2", strb, 4, BYTES(0x08), MISS, PLAIN)
WATCH(byte_7, "D2.9.5.2", ldrb, 7, BYTES(0x80), HIT, PLAIN)
WATCH(byte_7_of_a_doubleword, "D2.9.8.2.4", ldr, 0, BYTES(0x80), HIT, PLAIN)
WATCH(bytes_3_to_5_at_5, "D2.9.5.2", strb, 5, BYTES(0x38), HIT, PLAIN)
WATCH(bytes_3_to_5_at_6, "D2.9.5.2", strb, 6, BYTES(0x38), MISS, PLAIN)
WATCH(bytes_3_to_5_by_a_word, "D2.9.5.1", ldrw, 4, BYTES(0x38), HIT, PLAIN)
WATCH(upper_word, "D2.9.5.2", strw, 4, BYTES(0xf0), HIT, PLAIN)
WATCH(upper_word_is_not_lower, "D2.9.5.2", strw, 0, BYTES(0xf0), MISS, PLAIN)
WATCH(halfword, "D2.9.5.2", strh, 2, BYTES(0x0c), HIT, PLAIN)
/* Not aligned, over a page boundary, beside */
WATCH(unaligned_from_below, "D2.9.5.1", ldr, -5, BYTES(0x04), HIT, PLAIN)
WATCH(unaligned_too_short, "D2.9.5.1", ldr, -6, BYTES(0x04), MISS, INSIDE)
WATCH(unaligned_too_short_over_a_page, "D2.9.5.1", ldr, -6, BYTES(0x04), MISS, PLAIN)
WATCH(unaligned_from_below_inside, "D2.9.5.1", ldr, -5, BYTES(0x04), HIT, INSIDE)
WATCH(unaligned_store_over_a_page, "D2.9.5.2", str, -7, BYTES(0x01), HIT, PLAIN)
WATCH(unaligned_word_over_a_page, "D2.9.5.2", strw, -1, BYTES(0x04), HIT, PLAIN)
WATCH(doubleword_before, "D2.9.5.1", str, -8, STORES, MISS, PLAIN)
WATCH(doubleword_behind, "D2.9.5.1", str, 8, STORES, MISS, PLAIN)
/* Ranges by MASK */
WATCH(range_8_end, "D2.9.5.3", ldrb, 7, RANGE(3), HIT, PLAIN)
WATCH(range_8_behind, "D2.9.5.3", ldrb, 8, RANGE(3), MISS, PLAIN)
WATCH(range_64_end, "D2.9.5.3", ldrb, 63, RANGE(6), HIT, PLAIN)
WATCH(range_64_behind, "D2.9.5.3", ldrb, 64, RANGE(6), MISS, PLAIN)
WATCH(range_4096_end, "D2.9.5.3", ldrb, 4095, RANGE(12), HIT, PLAIN)
WATCH(range_4096_before, "D2.9.5.3", ldrb, -1, RANGE(12), MISS, PLAIN)
/* Execution conditions */
WATCH(for_el0_only, "D2.9.4", str, 0, WCR_PAC(2) | WCR_LSC(3) | WCR_BAS(0xff), MISS, PLAIN)
WATCH(for_both_levels, "D2.9.4", str, 0, WCR_PAC(3) | WCR_LSC(3) | WCR_BAS(0xff), HIT, PLAIN)
/* Enables */
WATCH(without_mde, "D2.3", str, 0, ALL, MISS, NO_MDE)
WATCH(without_kde, "D2.3.1", str, 0, ALL, MISS, NO_KDE)
WATCH(masked_by_d, "D2.3.1", str, 0, ALL, MISS, MASKED)
WATCH(os_lock, "H6.6.7", str, 0, ALL, MISS, OS_LOCKED)
/* Linked to a breakpoint that compares CONTEXTIDR_EL1 */
WATCH(linked_context, "D2.9.3.1", str, 0, ALL, HIT, LINKED)
WATCH(linked_other_context, "D2.9.3.1", str, 0, ALL, MISS, LINKED_ELSEWHERE)
WATCH(linked_to_a_disabled_one, "D2.9.7.3", str, 0, ALL, MISS, LINKED_TO_NOTHING)
