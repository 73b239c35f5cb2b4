// SPDX-License-Identifier: GPL-2.0-only
/* The world as a test may expect it. */
#include <asm/irqflags.h>
#include <whosetrap/arch.h>
#include <whosetrap/consumer.h>
#include <whosetrap/cpu.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>
#include <whosetrap/text.h>
#include <whosetrap/trap-log.h>

#include "../framework/lib.h"
#include "clean.h"

static unsigned int chain_length(void)
{
	unsigned int n = 0;

	while (die_chain_nth(n))
		n++;
	return n;
}

void expect_clean_world(void)
{
	const struct trap_consumer *c;
	struct breaker b = { 0 };
	struct tc_regs io = { 0 };
	struct steps steps;
	static unsigned int first_length = ~0U;
	unsigned int length = chain_length();

	EXPECT(!irqs_disabled());
	EXPECT(arch_cpu_armed() == NULL);
	EXPECT_EQ(this_cpu(), &cpus[0]);
	EXPECT_EQ(this_cpu()->depth, 0);
	EXPECT_EQ(this_cpu()->kill, 0);
	EXPECT(this_cpu()->trap == NULL);
	EXPECT((unsigned long)&io >= this_cpu()->stack.lo && (unsigned long)&io < this_cpu()->stack.hi);
	EXPECT_EQ(ool_slots_used(), 0);
	EXPECT(policy->residue() == NULL);
	EXPECT_EQ(trap_unclaimed(), 0);
	EXPECT_EQ(trap_log_count(LOG_TRAP, 0), 0);
	EXPECT_EQ(trap_log_count(LOG_EVENT, 0), 0);
	EXPECT_EQ(text_repair(), 0);
	for_each_consumer(c)
		EXPECT(!c->residue || c->residue() == NULL);
	/* Each consumer has one notifier at most, and it is always the same ones that attach by themselves. */
	EXPECT(length <= (unsigned int)(__consumers_end - __consumers_start));
	first_length = min(first_length, length);
	EXPECT_EQ(length, first_length);

	breaker_add(&b);
	tc_break();
	EXPECT_EQ(b.hits, 1);
	breaker_del(&b);
	EXPECT_EQ(chain_length(), length);
	if (arch_step_supported(STEP_INSN)) {
		tc_step(tc_nops, &io, STEP_INSN, &steps);
		steps_expect(&steps, TRAP_STEP, tc_nops_trace);
	}
	tc_nops();
}
