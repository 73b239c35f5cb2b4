// SPDX-License-Identifier: GPL-2.0-only
/* The first C: what the loader left, copied out before anybody reuses the memory. */
#include <asm/boot.h>
#include <asm/msr.h>
#include <asm/page.h>
#include <asm/serial.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>

/* Xen include/public/arch-x86/hvm/start_info.h */
#define HVM_START_MAGIC	0x336ec578

struct hvm_start_info {
	u32 magic, version, flags, nr_modules;
	u64 modlist, cmdline;
};

/* Multiboot2 specification 2.0, section 3.6 */
#define MB2_BOOT_MAGIC	0x36d76289
#define MB2_END		0
#define MB2_CMDLINE	1

struct mb2_tag {
	u32 type, size;
	char string[];
};

struct mb2_info {
	u32 size, reserved;
	struct mb2_tag tags[];
};

extern char boot_stack[], boot_stack_end[];

void boot_main(u32 magic, u32 info);

/* One byte more than is allowed: a line that is too long stays too long. */
static char cmdline[CMDLINE_MAX + 1];

static void copy_cmdline(const char *from)
{
	for (unsigned int i = 0; from && i < CMDLINE_MAX && from[i]; i++)
		cmdline[i] = from[i];
}

static void from_pvh(const struct hvm_start_info *info)
{
	if (info && info->magic == HVM_START_MAGIC)
		copy_cmdline(phys_to_virt(info->cmdline));
}

static void from_multiboot2(const struct mb2_info *info)
{
	const struct mb2_tag *tag;

	if (!info)
		return;
	for (tag = info->tags; tag->type != MB2_END; tag = (const void *)tag + ALIGN(tag->size, 8U))
		if (tag->type == MB2_CMDLINE)
			copy_cmdline(tag->string);
}

void boot_main(u32 magic, u32 info)
{
	kernel_pml4[0] = 0;
	write_cr3(read_cr3());
	cpus[0].self = &cpus[0];
	cpus[0].stack = (struct stack){ (unsigned long)boot_stack, (unsigned long)boot_stack_end };
	mm_protect();
	serial_init();
	if (magic == MB2_BOOT_MAGIC) {
		boot_protocol = BOOT_MULTIBOOT2;
		from_multiboot2(phys_to_virt(info));
	} else {
		from_pvh(phys_to_virt(info));
	}
	kernel_main(cmdline);
}
