// SPDX-License-Identifier: GPL-2.0-only
/* The registers of a sequence in the order of fuzz.S, and what they begin with. */
#include "../fuzz.h"

const char *const fuzz_names[FUZZ_REGS] = {
	"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rflags",
};

/* RBX, RSI and RDI are bases. RFLAGS: the bit that is always set, CF and AF; IF is off. */
void fuzz_arch_init(unsigned long *reg)
{
	reg[1] = (unsigned long)(fuzz_data + 32);
	reg[4] = (unsigned long)(fuzz_data + 96);
	reg[5] = (unsigned long)(fuzz_data + 160);
	reg[15] = 0x13;
}
