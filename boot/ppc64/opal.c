// SPDX-License-Identifier: GPL-2.0-only
/* powernv: the flattened device tree, Devicetree Specification 0.4, chapter 5. */
#include <asm/boot.h>
#include <string.h>
#include <whosetrap/kernel.h>

#include "../../arch/ppc64/firmware.h"
#include "boot.h"

#define FDT_MAGIC	0xd00dfeed
#define FDT_BEGIN_NODE	1
#define FDT_END_NODE	2
#define FDT_PROP	3
#define FDT_END		9

struct fdt_header {
	u32 magic, totalsize, off_struct, off_strings;
};

struct fdt_prop {
	u32 len, name_at;
	u8 value[];
};

static void take(const char *node, const char *name, const struct fdt_prop *prop)
{
	u32 len = be32(prop->len);
	u64 reg[2];

	if (!strcmp(node, "chosen") && !strcmp(name, "bootargs")) {
		memcpy(boot_cmdline, prop->value, min(len, (u32)CMDLINE_MAX));
	} else if (!strcmp(node, "memory@0") && !strcmp(name, "reg") && len >= sizeof(reg)) {
		memcpy(reg, prop->value, sizeof(reg));
		boot_info.ram_end = be64(reg[0]) + be64(reg[1]);
	}
}

/* The nodes that are looked for stand right below the root. */
void boot_from_opal(const void *fdt, unsigned long base, unsigned long entry)
{
	const struct fdt_header *h = fdt;
	const char *strings, *node = "";
	const u32 *at;
	int depth = 0;

	boot_info.firmware = FIRMWARE_OPAL;
	boot_info.opal_base = base;
	boot_info.opal_entry = entry;
	if (!h || be32(h->magic) != FDT_MAGIC)
		return;
	strings = fdt + be32(h->off_strings);
	at = fdt + be32(h->off_struct);
	for (;;) {
		u32 token = be32(*at++);

		if (token == FDT_BEGIN_NODE) {
			node = (const char *)at;
			depth++;
			at += strlen(node) / 4 + 1;
		} else if (token == FDT_END_NODE) {
			depth--;
			node = "";
		} else if (token == FDT_PROP) {
			const struct fdt_prop *prop = (const void *)at;

			if (depth == 2)
				take(node, strings + be32(prop->name_at), prop);
			at += 2 + (be32(prop->len) + 3) / 4;
		} else if (token == FDT_END) {
			return;
		}
	}
}
