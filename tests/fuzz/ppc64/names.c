// SPDX-License-Identifier: GPL-2.0-only
/* The registers of a sequence in the order of fuzz.S, and what they begin with. */
#include "../fuzz.h"

/* r1 is compared as the stack pointer; r2 and r13 to r15 are the kernel's and the trampoline's. */
const char *const fuzz_names[FUZZ_REGS] = {
	"r0", 0, 0, "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", 0, 0, 0, "r16", "r17", "r18", "r19",
	"r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31", "cr", "xer", "ctr", "lr",
};

/* r20 and r21 are bases. XER: SO and CA. */
void fuzz_arch_init(unsigned long *reg)
{
	reg[20] = (unsigned long)(fuzz_data + 64);
	reg[21] = (unsigned long)(fuzz_data + 160);
	reg[32] = (unsigned int)reg[32];
	reg[33] = 0xa0000000;
}
