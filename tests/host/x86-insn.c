// SPDX-License-Identifier: GPL-2.0-only
/* Host side of x86-insn.t: bytes of instructions in hexadecimal, a line each, on stdin; their lengths on stdout, 0: invalid. */
#include <stdio.h>
#include <string.h>

#include "../../arch/x86_64/insn.h"

int main(void)
{
	char line[256];

	while (fgets(line, sizeof(line), stdin)) {
		unsigned char bytes[16];
		struct insn insn;
		size_t n = 0;
		char *p = line;
		int used;

		while (n < sizeof(bytes) && sscanf(p, "%2hhx%n", &bytes[n], &used) == 1) {
			p += used;
			n++;
		}
		printf("%d\n", insn_decode(&insn, bytes, n) ? insn.size : 0);
	}
	return 0;
}
