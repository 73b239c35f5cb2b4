// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out-of-line execution, instruction by instruction: with each the same result as in its place, for values on either
 * side of every condition. Arm ARM C4.1 for the encodings, C6.2 for what each does.
 */
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/ool.h>
#include <whosetrap/policy.h>
#include <whosetrap/text.h>
#include <whosetrap/trap-log.h>

#include "../../framework/lib.h"
#include "raise.h"

struct ool_case {
	void (*fn)(void);
	unsigned long at;
};

extern const struct ool_case ool_cases[];

static const unsigned long values[] = {
	0, 1, ~0UL, 0x20, 0x80000000, 0x100000000, 0x8000000000000000,
	/* NZCV, all of them */
	0x10000000, 0x20000000, 0x30000000, 0x40000000, 0x50000000, 0x60000000, 0x70000000,
	0x90000000, 0xa0000000, 0xb0000000, 0xc0000000, 0xd0000000, 0xe0000000, 0xf0000000,
};

static const struct trap_owner owner = { "ool test" };
static struct breakpoint bp;
static struct ool_insn insn;

static int run_out_of_line(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	struct pt_regs *regs = trap_regs(t);

	(void)nb;
	if (val == DIE_BREAKPOINT && t->pc == (unsigned long)bp.addr) {
		arch_ool_begin(&insn, regs);
		if (insn.class == OOL_STEP)
			EXPECT_EQ(policy->step_arm(&owner, regs, STEP_INSN), 0);
		return NOTIFY_STOP;
	}
	if (val == DIE_STEP) {
		policy->step_disarm(&owner, regs);
		arch_ool_finish(&insn, regs);
		return NOTIFY_STOP;
	}
	return NOTIFY_DONE;
}

static void call(const struct ool_case *c, unsigned long v, struct tc_regs *io)
{
	*io = (struct tc_regs){ .arg = { v, 0x123456789, 2, 3, 4, 5 } };
	tc_run(c->fn, io);
}

static unsigned int try_case(const struct ool_case *c, unsigned int nr)
{
	struct tc_regs plain[ARRAY_SIZE(values)], io;
	unsigned int different = 0;

	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		call(c, values[i], &plain[i]);
	memset(&insn, 0, sizeof(insn));
	insn.addr = (kprobe_opcode_t *)c->at;
	memcpy(insn.insn, insn.addr, sizeof(insn.insn));
	if (!EXPECT_EQ(ool_prepare(&insn), 0)) {
		test_note("case %u, %08x: %s", nr, *insn.addr, insn.refusal);
		return 1;
	}
	bp = (struct breakpoint){ .owner = &owner, .addr = (kprobe_opcode_t *)c->at };
	ASSERT_EQ(policy->plant(&bp), 0);
	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		call(c, values[i], &io);
		if (!memcmp(&io, &plain[i], sizeof(io)))
			continue;
		different++;
		test_fail("case %u, value %#lx: x0 is %#lx, not %#lx; x1 is %#lx, not %#lx", nr, values[i], io.arg[0],
			  plain[i].arg[0], io.arg[1], plain[i].arg[1]);
	}
	ASSERT_EQ(policy->lift(&bp), 0);
	ool_release(&insn);
	return different;
}

TEST(arch_ool, same_result_as_in_place)
{
	struct notifier_block nb = { .notifier_call = run_out_of_line };
	unsigned int n, different = 0;

	ASSERT_EQ(register_die_notifier(&nb), 0);
	for (n = 0; ool_cases[n].fn; n++)
		different += try_case(&ool_cases[n], n);
	ASSERT_EQ(unregister_die_notifier(&nb), 0);
	EXPECT_EQ(different, 0);
	EXPECT(n > 60);
	/* They were tried, and not all in one way. */
	EXPECT(trap_log_count(LOG_TRAP, TRAP_STEP) > 10);
}

/* What cannot be run elsewhere, or not with a trap in the middle, is refused, with a reason. */
static const struct {
	u32 insn;
	const char *word;	/* of the reason */
} refused[] = {
	{ 0xd4200080, "trap" },		/* BRK #4 */
	{ 0xd43fffe0, "trap" },		/* BRK #65535 */
	{ 0xd4000001, "exception" },	/* SVC */
	{ 0xd4000002, "exception" },	/* HVC */
	{ 0xd4000003, "exception" },	/* SMC */
	{ 0xd4400000, "exception" },	/* HLT */
	{ 0xd4a00001, "exception" },	/* DCPS1 */
	{ 0xd69f03e0, "exception" },	/* ERET */
	{ 0xd69f0bff, "exception" },	/* ERETAA */
	{ 0xd6bf03e0, "exception" },	/* DRPS */
	{ 0xd71f0801, "authenticated" },	/* BRAA x0, x1 */
	{ 0xd65f0bff, "authenticated" },	/* RETAA */
	{ 0xd50342df, "PSTATE" },	/* MSR DAIFSet, #2 */
	{ 0xd50342ff, "PSTATE" },	/* MSR DAIFClr, #2 */
	{ 0xd50041bf, "PSTATE" },	/* MSR SPSel, #1 */
	{ 0xd51b4220, "system register" },	/* MSR DAIF, x0 */
	{ 0xd53b4220, "masks" },	/* MRS x0, DAIF */
	{ 0xd5384020, "trap itself" },	/* MRS x0, ELR_EL1 */
	{ 0xd5384000, "trap itself" },	/* MRS x0, SPSR_EL1 */
	{ 0xd5385200, "trap itself" },	/* MRS x0, ESR_EL1 */
	{ 0xd5300240, "trap itself" },	/* MRS x0, MDSCR_EL1 */
	{ 0xd5181000, "system register" },	/* MSR SCTLR_EL1, x0 */
	{ 0xd518c000, "system register" },	/* MSR VBAR_EL1, x0 */
	{ 0x885f7c20, "exclusive" },	/* LDXR w0, [x1] */
	{ 0xc85ffc20, "exclusive" },	/* LDAXR x0, [x1] */
	{ 0x08017c40, "exclusive" },	/* STXRB w1, w0, [x2] */
	{ 0xc87f0440, "exclusive" },	/* LDXP x0, x1, [x2] */
	{ 0xc8238440, "exclusive" },	/* STLXP w3, x0, x1, [x2] */
	{ 0x1c000000, "SIMD" },		/* LDR s0, . */
	{ 0x9c000000, "SIMD" },		/* LDR q0, . */
	{ 0x58800000, "outside" },	/* LDR x0, . - 1 MiB */
	{ 0x00000000, "not an instruction" },	/* UDF */
	{ 0x02000000, "not an instruction" },
	{ 0x06000000, "not an instruction" },
};

TEST(arch_ool, refusals)
{
	/* What is to refer to a place outside the image does so from its beginning. */
	const unsigned long at = (unsigned long)_etext & ~3UL;

	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		memset(&insn, 0, sizeof(insn));
		insn.addr = (kprobe_opcode_t *)(refused[i].word[0] == 'o' ? (unsigned long)_text : at);
		memcpy(insn.insn, &refused[i].insn, sizeof(u32));
		if (!EXPECT_EQ(ool_prepare(&insn), -EINVAL)) {
			test_note("%08x was accepted", refused[i].insn);
			ool_release(&insn);
		} else if (!EXPECT(insn.refusal && strstr(insn.refusal, refused[i].word))) {
			test_note("%08x: %s", refused[i].insn, insn.refusal ? insn.refusal : "no reason");
		}
	}
	EXPECT_EQ(ool_slots_used(), 0);
}

/* Acquire and release without exclusive, and the atomics of ARMv8.1, are single instructions like others. */
TEST(arch_ool, ordered_accesses_are_accepted)
{
	static const u32 insns[] = {
		0xc8dffc20 /* LDAR */, 0xc89ffc20 /* STLR */, 0xf8200041 /* LDADD */, 0xc8a07c41 /* CAS */,
		0x48207c82 /* CASP */, 0xd5033f9f /* DSB SY */, 0xd50b7423 /* DC ZVA */,
	};

	for (size_t i = 0; i < ARRAY_SIZE(insns); i++) {
		memset(&insn, 0, sizeof(insn));
		insn.addr = (kprobe_opcode_t *)tc_nops_insns[0];
		memcpy(insn.insn, &insns[i], sizeof(u32));
		if (!EXPECT_EQ(ool_prepare(&insn), 0))
			test_note("%08x: %s", insns[i], insn.refusal ? insn.refusal : "no reason");
		EXPECT_EQ(insn.class, OOL_STEP);
		ool_release(&insn);
	}
}

/* A fault in the slot is that of the instruction in its place. */
TEST(arch_ool, fault_has_the_pc_of_the_place)
{
	struct kprobe p = { .addr = (kprobe_opcode_t *)raise_read_at };

	ASSERT_EQ(register_kprobe(&p), 0);
	EXPECT(p.ainsn.insn != NULL);
	raise_addr = UNMAPPED;
	RAISE(raise_read);
	unregister_kprobe(&p);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_PAGE_FAULT);
	EXPECT_EQ(raised.seen[0].pc, raise_read_at);
	EXPECT_EQ(raised.seen[0].regs.pc, raise_read_at);
	EXPECT_EQ(raised.seen[0].addr, UNMAPPED);
	EXPECT(arch_cpu_armed() == NULL);
}
