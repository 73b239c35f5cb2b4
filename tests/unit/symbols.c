// SPDX-License-Identifier: GPL-2.0-only
/* The symbol table: by name, by address, static functions too. */
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>

#include "../framework/lib.h"

static noinline int symbols_static_function(int x)
{
	barrier();
	return x + 1;
}

static int symbols_static_variable = 3;

TEST(symbols, address_of_a_name)
{
	int (*volatile fn)(int) = symbols_static_function;
	int *volatile var = &symbols_static_variable;

	EXPECT_EQ(fn(1), 2);
	EXPECT_EQ(kallsyms_lookup_name("trap_dispatch"), trap_dispatch);
	EXPECT_EQ(kallsyms_lookup_name("tc_nops"), tc_nops);
	EXPECT_EQ(kallsyms_lookup_name("symbols_static_function"), fn);
	EXPECT_EQ(kallsyms_lookup_name("symbols_static_variable"), var);
	EXPECT_EQ(kallsyms_lookup_name("no_such_symbol_anywhere"), 0);
	EXPECT_EQ(kallsyms_lookup_name(""), 0);
}

TEST(symbols, name_of_an_address)
{
	unsigned long offset, size;
	const char *name;

	name = symbol_lookup((unsigned long)tc_nops, &offset, &size);
	EXPECT_STR(name, "tc_nops");
	EXPECT_EQ(offset, 0);
	EXPECT(size > tc_nops_insns[8] - tc_nops_insns[0]);
	name = symbol_lookup(tc_nops_insns[3], &offset, &size);
	EXPECT_STR(name, "tc_nops");
	EXPECT_EQ(offset, tc_nops_insns[3] - tc_nops_insns[0]);
	EXPECT_STR(symbol_lookup((unsigned long)symbols_static_function, NULL, NULL), "symbols_static_function");
	EXPECT_STR(symbol_lookup((unsigned long)test_running, NULL, NULL), "test_running");
}

TEST(symbols, addresses_outside)
{
	EXPECT(symbol_lookup(0, NULL, NULL) == NULL);
	EXPECT(symbol_lookup(~0UL, NULL, NULL) == NULL);
	EXPECT(symbol_lookup(0x5a5a5a5a5a5aUL, NULL, NULL) == NULL);
}

TEST(symbols, both_ways)
{
	static const char *const names[] = { "panic", "run_tests", "memcpy", "kernel_main", "tc_straight" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		unsigned long addr = kallsyms_lookup_name(names[i]), offset;

		if (EXPECT(addr != 0))
			EXPECT(symbol_lookup(addr, &offset, NULL) != NULL && offset == 0);
		else
			test_note("%s is unknown", names[i]);
		EXPECT(kernel_text_address(addr));
	}
}

TEST(symbols, printed)
{
	char buf[KSYM_NAME_LEN], wanted[KSYM_NAME_LEN];
	unsigned long size;

	EXPECT_EQ(sprint_symbol(buf, (unsigned long)tc_nops), 7);
	EXPECT_STR(buf, "tc_nops");
	symbol_lookup((unsigned long)tc_nops, NULL, &size);
	sprint_symbol(buf, tc_nops_insns[1]);
	strcpy(wanted, "tc_nops+0x");
	EXPECT(!strncmp(buf, wanted, strlen(wanted)));
	EXPECT(strchr(buf, '/') != NULL);
	EXPECT_EQ(sprint_symbol(buf, 0x10), 4);
	EXPECT_STR(buf, "0x10");
}
