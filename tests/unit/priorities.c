// SPDX-License-Identifier: GPL-2.0-only
/* The table of priorities (include/whosetrap/priorities.h) against what the consumers have registered. */
#include <linux/hw_breakpoint.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>
#include <whosetrap/priorities.h>
#include <whosetrap/symbols.h>
#include <whosetrap/test.h>
#include <whosetrap/xmon.h>

static const struct entry {
	const char *name, *callback;
	int priority;
} table[] = {
#define P(name, fn, prio) { #name, #fn, prio },
	DIE_PRIORITIES(P)
#undef P
};

/* Consumers that do not attach by themselves are attached here. */
static void attach_all(void)
{
	EXPECT_EQ(xmon_enable(), 0);
	EXPECT_EQ(hw_breakpoint_attach(true), 0);
}

static void detach_again(void)
{
	EXPECT_EQ(hw_breakpoint_attach(false), 0);
	if (!options.xmon)
		xmon_disable();
}

TEST(priorities, all_that_is_registered_is_in_the_table)
{
	struct notifier_block *nb;

	attach_all();
	for (unsigned int i = 0; (nb = die_chain_nth(i)); i++) {
		unsigned long fn = (unsigned long)nb->notifier_call;
		const char *name = symbol_lookup(fn, NULL, NULL);
		size_t e = 0;

		while (e < ARRAY_SIZE(table) && kallsyms_lookup_name(table[e].callback) != fn)
			e++;
		if (!EXPECT(e < ARRAY_SIZE(table)))
			test_note("%s is on the chain and not in the table", name ? name : "(no name)");
		else if (!EXPECT_EQ(nb->priority, table[e].priority))
			test_note("the priority of %s is not that of the table", name);
	}
	detach_again();
}

TEST(priorities, all_that_is_in_the_table_is_registered)
{
	attach_all();
	for (size_t e = 0; e < ARRAY_SIZE(table); e++) {
		unsigned long fn = kallsyms_lookup_name(table[e].callback);
		unsigned int i = 0;

		if (!EXPECT(fn != 0))
			test_note("no symbol %s", table[e].callback);
		while (die_chain_nth(i) && (unsigned long)die_chain_nth(i)->notifier_call != fn)
			i++;
		if (!EXPECT(die_chain_nth(i) != NULL))
			test_note("%s (%s) is not on the chain", table[e].name, table[e].callback);
	}
	detach_again();
}

TEST(priorities, the_chain_descends)
{
	attach_all();
	for (unsigned int i = 0; die_chain_nth(i) && die_chain_nth(i + 1); i++)
		EXPECT(die_chain_nth(i)->priority >= die_chain_nth(i + 1)->priority);
	EXPECT(die_chain_nth(0) != NULL);
	detach_again();
}
