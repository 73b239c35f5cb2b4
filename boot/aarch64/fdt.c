// SPDX-License-Identifier: GPL-2.0-only
/* One property of a flattened device tree. Devicetree Specification 0.4, chapter 5. */
#include <linux/kernel.h>
#include <string.h>

#include "fdt.h"

#define FDT_MAGIC	0xd00dfeed
#define FDT_SIZE_MAX	(2U << 20)

enum { FDT_BEGIN_NODE = 1, FDT_END_NODE = 2, FDT_PROP = 3, FDT_NOP = 4 };

/* All fields of a tree are big-endian. */
struct fdt_header {
	u32 magic, totalsize, off_dt_struct, off_dt_strings, off_mem_rsvmap, version, last_comp_version,
	    boot_cpuid_phys, size_dt_strings, size_dt_struct;
};

static u32 be32(u32 v)
{
	return __builtin_bswap32(v);
}

static const u32 *skip(const void *p, u32 bytes)
{
	return (const u32 *)p + (bytes + 3) / 4;
}

const char *fdt_bootargs(const void *fdt)
{
	const struct fdt_header *h = fdt;
	const char *strings, *name;
	const u32 *at, *end;
	unsigned int depth = 0;
	bool chosen = false;

	if (be32(h->magic) != FDT_MAGIC || be32(h->totalsize) > FDT_SIZE_MAX)
		return NULL;
	strings = (const char *)fdt + be32(h->off_dt_strings);
	at = (const u32 *)((const char *)fdt + be32(h->off_dt_struct));
	end = skip(at, be32(h->size_dt_struct));
	while (at < end) {
		switch (be32(*at++)) {
		case FDT_BEGIN_NODE:
			name = (const char *)at;
			at = skip(at, strlen(name) + 1);
			chosen = ++depth == 2 && !strcmp(name, "chosen");
			break;
		case FDT_END_NODE:
			chosen = false;
			depth--;
			break;
		case FDT_PROP:
			name = strings + be32(at[1]);
			if (chosen && !strcmp(name, "bootargs"))
				return (const char *)(at + 2);
			at = skip(at + 2, be32(at[0]));
			break;
		case FDT_NOP:
			break;
		default:
			return NULL;
		}
	}
	return NULL;
}
