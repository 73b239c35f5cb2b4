// SPDX-License-Identifier: GPL-2.0-only
/* The registers of a sequence in the order of fuzz.S, and what they begin with. */
#include "../fuzz.h"

/* X28 is the trampoline's. */
const char *const fuzz_names[FUZZ_REGS] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",
	"x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", 0, "x29", "x30", "nzcv",
};

/* X20 and X21 are bases. */
void fuzz_arch_init(unsigned long *reg)
{
	reg[20] = (unsigned long)(fuzz_data + 64);
	reg[21] = (unsigned long)(fuzz_data + 160);
	reg[31] = 0x60000000;
}
