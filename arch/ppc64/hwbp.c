// SPDX-License-Identifier: GPL-2.0-only
/*
 * CIABR (slot 0) and DAWR0, DAWR1 (slots 1, 2): Power ISA 3.1 Book III 10.1, 10.2. Under PAPR they belong to the hypervisor, H_SET_MODE
 * (LoPAR 14.5.4.3); in hypervisor state they are SPRs. There an emulator may keep the value and do nothing, so what counts is
 * whether an access traps.
 *
 * CIABR traps after the instruction, as a trace interrupt; DAWR before the access, as a data storage interrupt.
 */
#include <asm/boot.h>
#include <asm/reg.h>
#include <whosetrap/arch.h>
#include <whosetrap/hwbp.h>
#include <whosetrap/trap.h>

#include "cpu.h"
#include "firmware.h"
#include "insn.h"

#define SPRN_DAWR0	180
#define SPRN_DAWRX0	188
#define CIABR_PRIV	2UL		/* privileged, not hypervisor */
#define DAWRX_KERNEL	2UL
#define DAWRX_HYP	4UL
#define DAWRX_WTI	8UL		/* whether translation is on or not */
#define DAWRX_RW(t)	((unsigned long)(t) << 5)	/* 1 loads, 2 stores: as the types */
#define DAWRX_MRD(n)	((unsigned long)(n) << 10)	/* doublewords less one */
#define SRR1_CIABR	PPC_BIT64(43)

enum { CIABR, DAWR0, DAWR1, NR_SLOTS };
static const u8 resource[NR_SLOTS] = { 1, 2, 5 };	/* of H_SET_MODE */

static bool __kprobes set(unsigned int slot, unsigned long value, unsigned long control)
{
	if (!on_powernv())
		return hcall(H_SET_MODE, 0, resource[slot], value, control) == H_SUCCESS;
	if (slot != DAWR0)
		return false;
	mtspr(SPRN_DAWR0, value);
	mtspr(SPRN_DAWRX0, control);
	return true;
}

void hwbp_clear(void)
{
	static bool none[NR_SLOTS];

	for (unsigned int slot = 0; slot < NR_SLOTS; slot++)
		if (!none[slot])
			none[slot] = !set(slot, 0, 0);
}

/* It must trap behind the instruction; an emulator whose CIABR traps before it would do so for ever. */
static bool ciabr_works(void)
{
	int where;

	if (!set(CIABR, (unsigned long)ciabr_probed | CIABR_PRIV, 0))
		return false;
	where = ciabr_probe();
	set(CIABR, 0, 0);
	return where == 1;
}

static unsigned long __kprobes kernel_mode(void)
{
	return on_powernv() ? DAWRX_HYP : DAWRX_KERNEL;
}

/* An access by arch_nofault_read() fails when it traps and nobody claims that. */
static bool dawr_works(unsigned int slot)
{
	static unsigned long word;
	unsigned long seen;
	bool works = false;

	if (set(slot, (unsigned long)&word, kernel_mode() | DAWRX_WTI | DAWRX_RW(HWBP_RW)))
		works = arch_nofault_read(&seen, &word, sizeof(word)) != 0;
	set(slot, 0, 0);
	return works;
}

unsigned int arch_hwbp_slots(bool exec, unsigned int *first)
{
	static signed char n[2] = { -1, -1 };

	*first = exec ? CIABR : DAWR0;
	if (n[exec] < 0)
		n[exec] = exec ? ciabr_works() : !dawr_works(DAWR0) ? 0 : dawr_works(DAWR1) ? 2 : 1;
	return n[exec];
}

int arch_hwbp_check(const struct hwbp *b)
{
	if (b->type == HWBP_X)
		return b->addr % 4 ? -EINVAL : 0;
	return b->type && b->type <= HWBP_RW && b->len && b->len <= 8 ? 0 : -EINVAL;
}

void __kprobes arch_hwbp_set(unsigned int slot, const struct hwbp *b)
{
	unsigned long addr = b ? b->addr : 0;

	if (!b)
		set(slot, 0, 0);
	else if (slot == CIABR)
		set(slot, addr | (b->user ? 1 : CIABR_PRIV), 0);
	else	/* doublewords: start rounded down, end rounded up (bug case E01) */
		set(slot, addr & ~7UL, (b->user ? 1 : kernel_mode()) | DAWRX_WTI |
		    DAWRX_RW(b->type) | DAWRX_MRD((addr + b->len - 1) / 8 - addr / 8));
}

/* Bytes that @insn accesses: of loads and stores, D and DS form and the common X forms; 8 for others. */
static unsigned int __kprobes access_size(u32 insn)
{
	static const struct { u16 xo; u8 size; } indexed[] = {
		{ 23, 4 }, { 55, 4 }, { 341, 4 }, { 373, 4 }, { 151, 4 }, { 183, 4 }, { 279, 2 }, { 311, 2 }, { 343, 2 }, { 375, 2 },
		{ 407, 2 }, { 439, 2 }, { 87, 1 }, { 119, 1 }, { 215, 1 }, { 247, 1 },
	};
	unsigned int op = insn >> 26, xo = insn >> 1 & 0x3ff;

	if (op == 34 || op == 35 || op == 38 || op == 39)
		return 1;
	if (op >= 40 && op <= 45)
		return 2;
	if (op == 32 || op == 33 || op == 36 || op == 37 || (op == 58 && (insn & 3) == 2))
		return 4;
	for (unsigned int i = 0; op == 31 && i < sizeof(indexed) / sizeof(indexed[0]); i++)
		if (indexed[i].xo == xo)
			return indexed[i].size;
	return 8;
}

/*
 * DAWR watches doublewords. An access to a watched one that leaves the watched bytes alone is a trap of ours and no hit (bug case
 * E02); DAR is the start of the access.
 */
unsigned long __kprobes arch_hwbp_hits(struct trap *t)
{
	unsigned long hits = 0;

	if (t->die.trapnr == 0xd00 && t->cause & SRR1_CIABR && hwbp_slots[CIABR]) {
		if (!(t->cause & (MSR_SE | MSR_BE)))
			t->kind = TRAP_HW_BREAKPOINT;
		return BIT(CIABR);
	}
	if (t->die.trapnr == 0x300 && t->cause & DSISR_DAWR) {
		unsigned long near = 0;
		unsigned int size = 8;
		u32 insn;

		if (!arch_nofault_read(&insn, (const void *)t->pc, sizeof(insn)))
			size = access_size(insn);
		for (unsigned int i = DAWR0; i < NR_SLOTS; i++) {
			const struct hwbp *b = hwbp_slots[i];

			if (!b)
				continue;
			if (t->addr + size > b->addr && t->addr < b->addr + b->len)
				hits |= BIT(i);
			if ((t->addr + size - 1) / 8 >= b->addr / 8 && t->addr / 8 <= (b->addr + b->len - 1) / 8)
				near |= BIT(i) | HWBP_NEAR;
		}
		return hits ? hits : near;
	}
	return hits;
}

enum hwbp_pass __kprobes arch_hwbp_pass(const struct hwbp *b)
{
	return b->type == HWBP_X ? HWBP_PASSED : HWBP_PASS_STEP_FIRST;
}

void __kprobes arch_hwbp_pass_once(struct pt_regs *regs)
{
	(void)regs;
}
