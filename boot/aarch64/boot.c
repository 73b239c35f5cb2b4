// SPDX-License-Identifier: GPL-2.0-only
/* The first C at the link address: the command line. */
#include <asm/boot.h>
#include <asm/page.h>
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>

#include "../../arch/aarch64/machine.h"
#include "fdt.h"

#define RAM_BASE	0x40000000UL
#define RAM_END		(RAM_BASE + (64UL << 20))

extern char boot_stack[], boot_stack_end[];

void __noreturn boot_main(unsigned long fdt, unsigned long el);

/* One byte more than is allowed: a line that is too long stays too long. */
static char cmdline[CMDLINE_MAX + 1];

/* Semihosting has the name of the image before the first blank. */
static void from_semihosting(void)
{
	struct {
		char *buf;
		unsigned long size;
	} block = { cmdline, sizeof(cmdline) };
	char *args;

	if (outside_semihosting(SYS_GET_CMDLINE, &block)) {
		cmdline[0] = '\0';
		return;
	}
	args = strchr(cmdline, ' ');
	if (args)
		memmove(cmdline, args + 1, strlen(args));
	else
		cmdline[0] = '\0';
}

/*
 * A loader that knows the boot protocol gives the tree's address; QEMU puts it at the start of memory for an ELF
 * image.
 */
static void read_cmdline(unsigned long fdt)
{
	const char *args = NULL;

	if (fdt >= RAM_BASE && fdt < RAM_END && !(fdt & 7))
		args = fdt_bootargs(phys_to_virt(fdt));
	if (!args)
		args = fdt_bootargs(phys_to_virt(RAM_BASE));
	if (args)
		strncpy(cmdline, args, CMDLINE_MAX);
	else
		from_semihosting();
}

void __noreturn boot_main(unsigned long fdt, unsigned long el)
{
	struct cpu *cpu = &cpus[0];

	boot_el = el;
	cpu->self = cpu;
	cpu->stack = (struct stack){ (unsigned long)boot_stack, (unsigned long)boot_stack_end };
	serial_init();
	read_cmdline(fdt);
	kernel_main(cmdline);
}
