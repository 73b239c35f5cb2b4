// SPDX-License-Identifier: GPL-2.0-only
/*
 * The symbol table, made by tools/mksyms.py: addresses sorted, relative to the first, and names compressed as in Linux's
 * kallsyms. A byte of a name stands for itself, or for a pair of bytes that may stand for pairs again.
 */
#include <stdio.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>

#define MARK_EVERY	32	/* names between two markers */

extern const u32 ksyms_count;
extern const u32 ksyms_addrs[];
extern const u8 ksyms_names[];		/* length in bytes, then the bytes */
extern const u32 ksyms_markers[];	/* where every MARK_EVERY-th name begins */
extern const u8 ksyms_pairs[256][2];	/* second byte 0: a byte that stands for itself */
extern const char _image[], _end[];

/* The first symbol is the image itself. */
static unsigned long address_of(u32 i)
{
	return (unsigned long)_image + ksyms_addrs[i];
}

static const u8 *name_at(u32 i)
{
	const u8 *name = ksyms_names + ksyms_markers[i / MARK_EVERY];

	for (u32 n = i % MARK_EVERY; n; n--)
		name += 1 + *name;
	return name;
}

/* Write what @byte stands for at @to, which has room up to @end. Returns behind it. */
static char *expand(u8 byte, char *to, const char *end)
{
	const u8 *pair = ksyms_pairs[byte];

	if (pair[1])
		return expand(pair[1], expand(pair[0], to, end), end);
	if (to < end)
		*to++ = byte;
	return to;
}

static const char *name_of(u32 i, char *buf)
{
	const u8 *name = name_at(i);
	char *to = buf;

	for (u8 n = 1; n <= *name; n++)
		to = expand(name[n], to, buf + KSYM_NAME_LEN - 1);
	*to = '\0';
	return buf;
}

unsigned long kallsyms_lookup_name(const char *name)
{
	char buf[KSYM_NAME_LEN];

	for (u32 i = 0; i < ksyms_count; i++)
		if (!strcmp(name_of(i, buf), name))
			return address_of(i);
	return 0;
}

const char *symbol_lookup(unsigned long addr, unsigned long *offset, unsigned long *size)
{
	static char names[8][KSYM_NAME_LEN];
	static unsigned int next;
	u32 lo = 0, hi = ksyms_count;

	if (addr < (unsigned long)_image || addr >= (unsigned long)_end)
		return NULL;
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (address_of(mid) <= addr)
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
		*offset = addr - address_of(lo);
	if (size)
		*size = (hi < ksyms_count ? address_of(hi) : (unsigned long)_end) - address_of(lo);
	return name_of(lo, names[next++ % ARRAY_SIZE(names)]);
}

/* The symbol of @addr - @back, with the offset of @addr. */
static int sprint(char *buf, unsigned long addr, unsigned int back)
{
	unsigned long offset, size;
	const char *name = symbol_lookup(addr - back, &offset, &size);

	if (!name)
		return snprintf(buf, KSYM_NAME_LEN, "%#lx", addr);
	if (!offset && !back)
		return snprintf(buf, KSYM_NAME_LEN, "%s", name);
	return snprintf(buf, KSYM_NAME_LEN, "%s+%#lx/%#lx", name, offset + back, size);
}

int sprint_symbol(char *buf, unsigned long addr)
{
	return sprint(buf, addr, 0);
}

int sprint_backtrace(char *buf, unsigned long addr)
{
	return sprint(buf, addr, 1);
}
