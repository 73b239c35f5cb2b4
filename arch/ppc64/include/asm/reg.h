/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers. Names and numbers as in Power ISA 3.0B: MSR Book III 3.2.1 (3.1: 4.2.1), SPRs Book III 4.4.4, SRR1 in the
 * section of each interrupt, Book III 6.5. Bits are given as masks; the manual counts from the left, so bit n of 64 is
 * 1 << (63 - n).
 */
#ifndef ASM_REG_H
#define ASM_REG_H

#ifdef __ASSEMBLER__
#define PPC_BIT64(n)	(1 << (63 - (n)))
#else
#define PPC_BIT64(n)	(1UL << (63 - (n)))
#endif

#define MSR_SF		PPC_BIT64(0)
#define MSR_HV		PPC_BIT64(3)
#define MSR_VEC		PPC_BIT64(38)
#define MSR_VSX		PPC_BIT64(40)
#define MSR_EE		PPC_BIT64(48)
#define MSR_PR		PPC_BIT64(49)
#define MSR_FP		PPC_BIT64(50)
#define MSR_ME		PPC_BIT64(51)
#define MSR_FE0		PPC_BIT64(52)
#define MSR_SE		PPC_BIT64(53)
#define MSR_BE		PPC_BIT64(54)
#define MSR_FE1		PPC_BIT64(55)
#define MSR_IR		PPC_BIT64(58)
#define MSR_DR		PPC_BIT64(59)
#define MSR_RI		PPC_BIT64(62)
#define MSR_LE		PPC_BIT64(63)
#define MSR_PR_LG	14

#ifdef __LITTLE_ENDIAN__
#define MSR_ENDIAN	MSR_LE
#else
#define MSR_ENDIAN	0
#endif

/* What the kernel runs with, MSR[HV] apart. */
#define MSR_KERNEL	(MSR_SF | MSR_ME | MSR_RI | MSR_ENDIAN)

/* SRR1 of a program interrupt, Book III 6.5.9. */
#define SRR1_PROG_FP	PPC_BIT64(43)
#define SRR1_PROG_ILL	PPC_BIT64(44)
#define SRR1_PROG_PRIV	PPC_BIT64(45)
#define SRR1_PROG_TRAP	PPC_BIT64(46)
#define SRR1_PROG_NEXT	PPC_BIT64(47)	/* SRR0 is not that of the instruction but a later one */

/*
 * DSISR of a data storage interrupt, Book III 6.5.3; bits 33, 35, 36 in SRR1 of an instruction storage interrupt,
 * 6.5.5.
 */
#define DSISR_NOHPTE	PPC_BIT64(33)
#define DSISR_NOEXEC	PPC_BIT64(35)
#define DSISR_PROT	PPC_BIT64(36)
#define DSISR_CI	PPC_BIT64(37)
#define DSISR_STORE	PPC_BIT64(38)
#define DSISR_DAWR	PPC_BIT64(41)
#define DSISR_KEY	PPC_BIT64(42)

#define SPRN_DSISR	18
#define SPRN_DAR	19
#define SPRN_DEC	22
#define SPRN_SRR0	26
#define SPRN_SRR1	27
#define SPRN_FSCR	153
#define SPRN_SPRG0	272
#define SPRN_SPRG1	273
#define SPRN_SPRG2	274
#define SPRN_SPRG3	275
#define SPRN_HSRR0	314
#define SPRN_HSRR1	315
#define SPRN_HDEC	310
#define SPRN_LPCR	318
#define SPRN_HFSCR	190
#define SPRN_HEIR	339
#define SPRN_HID0	1008

#define LPCR_ILE	PPC_BIT64(38)
#define LPCR_LPES	PPC_BIT64(60)	/* external interrupts by SRR0/1 */
#define LPCR_HDICE	PPC_BIT64(63)
#define HID0_HILE	PPC_BIT64(4)	/* POWER9 User Manual; "HV interrupt little endian" */

/*
 * What the kernel keeps in the SPRGs (software's own, Book III 4.3.3):
 *
 *	SPRG0	struct cpu of this CPU, always
 *	SPRG1	r13 during the first instructions of an interrupt
 *	SPRG2	the same for system reset, which may come into those
 *	SPRG3	the same for machine check
 */

#ifndef __ASSEMBLER__

#define mfspr(nr)	({ unsigned long _v; __asm__ __volatile__("mfspr %0,%1" : "=r"(_v) : "i"(nr)); _v; })
#define mtspr(nr, v)	__asm__ __volatile__("mtspr %0,%1" :: "i"(nr), "r"((unsigned long)(v)) : "memory")
#define mfmsr()		({ unsigned long _v; __asm__ __volatile__("mfmsr %0" : "=r"(_v) :: "memory"); _v; })
#define mtmsrd(v)	__asm__ __volatile__("mtmsrd %0" :: "r"((unsigned long)(v)) : "memory")
/* mtmsrd_l1 - change EE and RI and nothing else, Book III 4.4.4. */
#define mtmsrd_l1(v)	__asm__ __volatile__("mtmsrd %0,1" :: "r"((unsigned long)(v)) : "memory")
#define mftb()		({ unsigned long _v; __asm__ __volatile__("mftb %0" : "=r"(_v)); _v; })

/**
 * hard_irq_enable, hard_irq_disable - MSR[EE] itself. Nothing but the trap path and calls of firmware may. Context:
 * any.
 */
#define hard_irq_enable()	mtmsrd_l1(MSR_EE | MSR_RI)
#define hard_irq_disable()	mtmsrd_l1(MSR_RI)

#endif
#endif
