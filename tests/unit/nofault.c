// SPDX-License-Identifier: GPL-2.0-only
/* Memory access that reports a fault instead of taking it, and the fixup table under it. */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"

/* Nothing is there on any of our machines. */
#define NOWHERE		((void *)0x5a5a5a5a5a5a5000UL)

TEST(nofault, reads_what_is_there)
{
	u8 from[40], to[48];

	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = i + 1;
	for (size_t n = 0; n <= 33; n++) {
		for (size_t at = 0; at < 4; at++) {
			memset(to, 0xaa, sizeof(to));
			EXPECT_EQ(arch_nofault_read(to + 1, from + at, n), 0);
			EXPECT(!memcmp(to + 1, from + at, n));
			EXPECT_EQ(to[0], 0xaa);
			EXPECT_EQ(to[n + 1], 0xaa);
		}
	}
}

TEST(nofault, writes_what_is_there)
{
	u8 to[48], wanted[48];

	memset(to, 0x11, sizeof(to));
	memset(wanted, 0x11, sizeof(wanted));
	for (size_t n = 0; n <= 33; n += 3) {
		memset(wanted + 2, n, n);
		EXPECT_EQ(arch_nofault_write(to + 2, wanted + 2, n), 0);
		EXPECT(!memcmp(to, wanted, sizeof(to)));
	}
}

TEST(nofault, reads_text)
{
	u8 insn[BREAK_INSN_SIZE];

	EXPECT_EQ(arch_nofault_read(insn, tc_break_at, sizeof(insn)), 0);
	EXPECT(!memcmp(insn, break_insn, sizeof(insn)));
}

TEST(nofault, reports_what_is_not_there)
{
	unsigned long word = 0;

	EXPECT_EQ(arch_nofault_read(&word, NOWHERE, sizeof(word)), -EFAULT);
	EXPECT_EQ(arch_nofault_write(NOWHERE, &word, sizeof(word)), -EFAULT);
	EXPECT_EQ(arch_nofault_read(&word, NOWHERE, 1), -EFAULT);
	EXPECT_EQ(arch_nofault_read(&word, (void *)-8UL, 8), -EFAULT);
	EXPECT_EQ(trap_unclaimed(), 0);
}

static int result;

static void read_nowhere(struct trap *t)
{
	unsigned long word;

	(void)t;
	result = arch_nofault_read(&word, NOWHERE, sizeof(word));
}

TEST(nofault, inside_a_trap_handler)
{
	struct breaker b = { .inside = read_nowhere };

	breaker_add(&b);
	tc_break();
	breaker_del(&b);
	EXPECT_EQ(b.hits, 1);
	EXPECT_EQ(result, -EFAULT);
}

/* Some places are refused without a try. The guard page under this stack must be tried, and faults under an MMU. */
TEST(nofault, fixup_table)
{
	const void *guard = (void *)(this_cpu()->stack.lo - 64);
	unsigned long word;
	struct log_iter it;
	struct log_record r;
	unsigned int fixed = 0;

	EXPECT_EQ(search_extable(0), 0);
	EXPECT_EQ(search_extable((unsigned long)tc_nops), 0);
	if (!arch_nofault_read(&word, guard, sizeof(word)))
		SKIP("there is no MMU to make an address of ours fault");
	EXPECT_EQ(arch_nofault_read(&word, guard, sizeof(word)), -EFAULT);
	EXPECT_EQ(arch_nofault_write((void *)guard, &word, sizeof(word)), -EFAULT);
	trap_log_start(&it);
	while (trap_log_next(&it, &r)) {
		if (r.type != LOG_TRAP)
			continue;
		fixed++;
		EXPECT_EQ(r.kind, TRAP_PAGE_FAULT);
		EXPECT_EQ(r.outcome, OUTCOME_FIXED);
		EXPECT(r.addr - (unsigned long)guard < sizeof(word));
		EXPECT(search_extable(r.pc) != 0);
		EXPECT(search_extable(r.pc) != r.pc);
	}
	EXPECT_EQ(fixed, 3);
}
