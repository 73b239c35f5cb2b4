// SPDX-License-Identifier: GPL-2.0-only
/* pseries: the client interface of IEEE 1275, section 6.3. Its cells are 32-bit and big-endian. */
#include <asm/boot.h>
#include <string.h>
#include <whosetrap/kernel.h>

#include "../../arch/ppc64/firmware.h"
#include "boot.h"

#define OF_ARGS	10
#define OF_NONE	0xffffffffU

struct of_args {
	u32 service, nr_args, nr_rets;
	u32 args[OF_ARGS];
};

static unsigned long client_entry;

/* Call @service; its first answer, or OF_NONE. */
static u32 of_call(const char *service, unsigned int nr_args, const u64 *args)
{
	static struct of_args a;
	long err;

	a = (struct of_args){ be32((u64)service), be32(nr_args), be32(1), { 0 } };
	for (unsigned int i = 0; i < nr_args; i++)
		a.args[i] = be32(args[i]);
	a.args[nr_args] = be32(OF_NONE);
	if (boot_info.firmware == FIRMWARE_SLOF)
		err = of_call_slof(&a, client_entry);
	else
		err = hcall(H_VOF_CLIENT, (u64)&a, 0, 0, 0);
	return err ? OF_NONE : be32(a.args[nr_args]);
}

static u32 of_finddevice(const char *path)
{
	return of_call("finddevice", 1, (u64[]){ (u64)path });
}

/* Bytes of the property, of which at most @size are at @buf; OF_NONE when there is none. */
static u32 of_getprop(u32 node, const char *name, void *buf, u32 size)
{
	return of_call("getprop", 4, (u64[]){ node, (u64)name, (u64)buf, size });
}

static u32 of_cell(u32 node, const char *name)
{
	u32 cell = 0;

	return of_getprop(node, name, &cell, sizeof(cell)) == sizeof(cell) ? be32(cell) : 0;
}

void boot_from_of(unsigned long entry)
{
	u32 rtas, len;
	u64 reg[2] = { 0 };

	client_entry = entry;
	if (of_finddevice("/") == OF_NONE)
		boot_info.firmware = FIRMWARE_SLOF;
	len = of_getprop(of_finddevice("/chosen"), "bootargs", boot_cmdline, CMDLINE_MAX);
	boot_cmdline[len == OF_NONE ? 0 : min(len, (u32)CMDLINE_MAX)] = '\0';
	rtas = of_finddevice("/rtas");
	boot_info.rtas_power_off = of_cell(rtas, "power-off");
	boot_info.rtas_os_term = of_cell(rtas, "ibm,os-term");
	if (of_getprop(of_finddevice("/memory@0"), "reg", reg, sizeof(reg)) != OF_NONE)
		boot_info.ram_end = be64(reg[0]) + be64(reg[1]);
	boot_info.debug_tty = of_finddevice("/vdevice/vty@71000002") != OF_NONE;
}
