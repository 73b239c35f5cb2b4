/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions taken to pieces: prefixes, opcode, operands' bytes. 64-bit mode only. Needs nothing of the kernel. */
#ifndef X86_64_INSN_H
#define X86_64_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opcode maps, SDM 2D appendix A.2. EVEX has two of its own. */
enum insn_map { MAP_1BYTE = 0, MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3, MAP_EVEX5 = 5, MAP_EVEX6 = 6 };

#define REX_W	8
#define REX_R	4
#define REX_X	2
#define REX_B	1

struct insn {
	uint8_t size;			/* bytes, 1 to 15 */
	uint8_t map;			/* enum insn_map */
	uint8_t opcode;
	uint8_t rex;			/* REX, or what VEX and EVEX say of W R X B; low four bits */
	bool has_rex;
	bool opsize, addrsize, lock;	/* prefixes 66, 67, f0 */
	uint8_t rep;			/* f2 or f3, whichever stands last; 0: neither */
	bool vex;			/* VEX or EVEX encoded */
	bool has_modrm;
	uint8_t modrm;
	bool rip_relative;		/* the memory operand is disp32(%rip) */
	uint8_t disp_at, disp_size;	/* displacement of the memory operand: offset in the instruction, bytes */
	uint8_t imm_at, imm_size;	/* immediate or branch displacement */
	int64_t imm;			/* sign-extended */
};

#define MODRM_MOD(m)	((m) >> 6)
#define MODRM_REG(m)	((m) >> 3 & 7)
#define MODRM_RM(m)	((m) & 7)

/**
 * insn_decode - take the instruction at @bytes to pieces; @max bytes can be read.
 *
 * False when it is not a valid encoding in 64-bit mode, as far as its length depends on it, or does not end within
 * @max. An operand-size prefix on a near branch is ignored, as on Intel's CPUs (SDM 2, CALL: "64-bit mode"). Context:
 * any.
 */
bool insn_decode(struct insn *insn, const void *bytes, size_t max);

#endif
