// SPDX-License-Identifier: GPL-2.0-only
/* The symbol table, made by tools/mksyms.py after the first link: addresses sorted, names in one string. */
#include <stdio.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>

extern const u32 ksyms_count;
extern const u64 ksyms_addrs[];
extern const u32 ksyms_names[];
extern const char ksyms_strings[];
extern const char _image[], _end[];

unsigned long kallsyms_lookup_name(const char *name)
{
	for (u32 i = 0; i < ksyms_count; i++)
		if (!strcmp(ksyms_strings + ksyms_names[i], name))
			return ksyms_addrs[i];
	return 0;
}

const char *symbol_lookup(unsigned long addr, unsigned long *offset, unsigned long *size)
{
	u32 lo = 0, hi = ksyms_count;

	if (addr < (unsigned long)_image || addr >= (unsigned long)_end)
		return NULL;
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (ksyms_addrs[mid] <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return NULL;
	/* Of several names at one address take the first. */
	for (lo--; lo && ksyms_addrs[lo - 1] == ksyms_addrs[lo];)
		lo--;
	if (offset)
		*offset = addr - ksyms_addrs[lo];
	if (size)
		*size = (hi < ksyms_count ? ksyms_addrs[hi] : (unsigned long)_end) - ksyms_addrs[lo];
	return ksyms_strings + ksyms_names[lo];
}

int sprint_symbol(char *buf, unsigned long addr)
{
	unsigned long offset, size;
	const char *name = symbol_lookup(addr, &offset, &size);

	if (!name)
		return snprintf(buf, KSYM_NAME_LEN, "%#lx", addr);
	if (!offset)
		return snprintf(buf, KSYM_NAME_LEN, "%s", name);
	return snprintf(buf, KSYM_NAME_LEN, "%s+%#lx/%#lx", name, offset, size);
}
