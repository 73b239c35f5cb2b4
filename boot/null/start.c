// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the firmware to kernel_main(). A port sets up a stack (.bss.stacks), clears BSS, finds the command line and makes
 * this_cpu() valid; the first lines of that are assembly.
 */
#include <whosetrap/kernel.h>

void __noreturn _start(void);

void __noreturn __section(".head") _start(void)
{
	kernel_main(NULL);
}
