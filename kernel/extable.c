// SPDX-License-Identifier: GPL-2.0-only
/* Instructions that may fault, and where to go on when they do. */
#include <whosetrap/kernel.h>

/* Each field is relative to its own address. */
struct extable_entry {
	s32 insn, fixup;
};

extern const struct extable_entry __extable_start[], __extable_end[];

unsigned long __kprobes search_extable(unsigned long pc)
{
	/* A dozen entries: nothing to sort. */
	for (const struct extable_entry *e = __extable_start; e < __extable_end; e++)
		if ((unsigned long)&e->insn + e->insn == pc)
			return (unsigned long)&e->fixup + e->fixup;
	return 0;
}
