/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All firmware enters and returns in big-endian mode. A little-endian kernel has to get out of that with instructions
 * that are the right way round for the other mode.
 */
#ifndef ASM_ENDIAN_H
#define ASM_ENDIAN_H

	/* One instruction for the other byte order. */
	.macro	swapped insn
	.long	(\insn & 0xff) << 24 | (\insn & 0xff00) << 8 | (\insn >> 8 & 0xff00) | (\insn >> 24 & 0xff)
	.endm

	/*
	 * From here on in the kernel's byte order, whatever it was before. Clobbers r10, r11, LR, SRR0, SRR1; leaves
	 * the other bits of the MSR but EE and RI.
	 *
	 * The first word is "tdi 0,0,0x48", which never traps, and in the other byte order "b .+8".
	 */
	.macro	fixup_endian
#ifdef __LITTLE_ENDIAN__
	tdi	0, r0, 0x48
	b	1f
	swapped	0x39400000	/* li r10,0 */
	swapped	0x7d410164	/* mtmsrd r10,1: no interrupt between here and rfid */
	swapped	0x7d6000a6	/* mfmsr r11 */
	swapped	0x696b0001	/* xori r11,r11,1: MSR[LE] */
	swapped	0x429f0005	/* bcl 20,31,.+4 */
	swapped	0x7d4802a6	/* mflr r10 */
	swapped	0x394a0014	/* addi r10,r10,20: behind the rfid */
	swapped	0x7d5a03a6	/* mtsrr0 r10 */
	swapped	0x7d7b03a6	/* mtsrr1 r11 */
	swapped	0x4c000024	/* rfid */
1:
#endif
	.endm

#endif
