/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * System registers: access, and the bits that are used here. Arm ARM, DDI 0487 issue I.a: general system registers in
 * D17.2, debug registers in D17.3, timers in D17.11, each in alphabetical order; PSTATE in C5.2.
 */
#ifndef ASM_SYSREG_H
#define ASM_SYSREG_H

/* CurrentEL */
#define CurrentEL_EL2			(2 << 2)
#define CurrentEL_EL3			(3 << 2)

/* DAIFSet and DAIFClr immediates */
#define DAIF_F				1
#define DAIF_I				2
#define DAIF_A				4
#define DAIF_D				8

/* SCTLR_EL1. Without the extensions that give them a meaning, the RES1 bits are 29 28 23 22 20 11. */
#define SCTLR_EL1_RES1			0x30d00800
#define SCTLR_EL1_M			(1 << 0)
#define SCTLR_EL1_C			(1 << 2)
#define SCTLR_EL1_SA			(1 << 3)	/* stack alignment check at EL1 */
#define SCTLR_EL1_SA0			(1 << 4)
#define SCTLR_EL1_I			(1 << 12)
#define SCTLR_EL1_nTWI			(1 << 16)	/* WFI and WFE at EL0 do not trap */
#define SCTLR_EL1_nTWE			(1 << 18)
#define SCTLR_EL1_MMU_OFF		SCTLR_EL1_RES1
#define SCTLR_EL1_MMU_ON		(SCTLR_EL1_RES1 | SCTLR_EL1_M | SCTLR_EL1_C | SCTLR_EL1_SA | SCTLR_EL1_SA0 | \
					 SCTLR_EL1_I | SCTLR_EL1_nTWI | SCTLR_EL1_nTWE)

/* TCR_EL1 */
#define TCR_T0SZ(n)			(n)
#define TCR_EPD0			(1 << 7)
#define TCR_WBWA0			(1 << 8 | 1 << 10)	/* IRGN0, ORGN0: write-back, allocate */
#define TCR_SH0_INNER			(3 << 12)
#define TCR_TG0_4K			(0 << 14)
#define TCR_T1SZ(n)			((n) << 16)
#define TCR_WBWA1			(1 << 24 | 1 << 26)
#define TCR_SH1_INNER			(3 << 28)
#define TCR_TG1_4K			(2 << 30)
#define TCR_IPS_SHIFT			32
#define TCR_IPS_48			5
#define TCR_VALUE			(TCR_T0SZ(25) | TCR_WBWA0 | TCR_SH0_INNER | TCR_TG0_4K | \
					 TCR_T1SZ(25) | TCR_WBWA1 | TCR_SH1_INNER | TCR_TG1_4K)

/* CPACR_EL1 */
#define CPACR_EL1_FPEN_TRAP		(0 << 20)	/* SIMD and FP trap at EL0 and EL1 */
#define CPACR_EL1_FPEN_FREE		(3 << 20)

/* MDSCR_EL1 */
#define MDSCR_EL1_SS			(1 << 0)	/* software step enable */
#define MDSCR_EL1_KDE			(1 << 13)	/* debug exceptions from EL1 to EL1 */
#define MDSCR_EL1_MDE			(1 << 15)	/* breakpoint and watchpoint registers */

/* ESR_ELx, D17.2.37 */
#define ESR_EC(esr)			((esr) >> 26 & 0x3f)
#define ESR_ISS(esr)			((esr) & 0x1ffffff)
#define ESR_EC_SHIFT			26
#define ESR_EC_UNKNOWN			0x00
#define ESR_EC_FP			0x07
#define ESR_EC_ILLEGAL			0x0e
#define ESR_EC_SVC			0x15
#define ESR_EC_HVC			0x16
#define ESR_EC_IABT			0x21
#define ESR_EC_PC_ALIGN			0x22
#define ESR_EC_DABT			0x25
#define ESR_EC_SP_ALIGN			0x26
#define ESR_EC_SYSREG			0x18
#define ESR_EC_BP_LOWER			0x30
#define ESR_EC_WP_LOWER			0x34
#define ESR_EC_STEP_LOWER		0x32
#define ESR_EC_STEP			0x33
#define ESR_EC_BRK			0x3c
#define ESR_EC_SAME_EL			1		/* of the pairs 30/31, 34/35: from the same level */
#define ESR_IL				(1UL << 25)	/* a 32-bit instruction */
#define ESR_ABT_WNR			(1 << 6)
#define ESR_ABT_FNV			(1 << 10)	/* FAR is not valid */
#define ESR_ABT_FSC(esr)		((esr) & 0x3f)
#define ESR_FSC_ALIGNMENT		0x21
#define ESR_STEP_ISV			(1 << 24)
#define ESR_STEP_EX			(1 << 6)	/* a load-exclusive was stepped */

/* ISS of a trapped MSR or MRS, without Rt and direction */
#define ESR_ISS_SYSREG(op0, op1, crn, crm, op2) \
	((unsigned long)(op0) << 20 | (op2) << 17 | (op1) << 14 | (crn) << 10 | (crm) << 1)

/* ISR_EL1 */
#define ISR_EL1_F			(1 << 6)
#define ISR_EL1_I			(1 << 7)

/* CNTV_CTL_EL0, CNTP_CTL_EL0 */
#define CNT_CTL_ENABLE			(1 << 0)
#define CNT_CTL_IMASK			(1 << 1)
#define CNT_CTL_ISTATUS			(1 << 2)

/* ID_AA64PFR0_EL1; ID_AA64DFR0_EL1 */
#define ID_AA64PFR0_EL1_GIC(pfr0)	((pfr0) >> 24 & 15)	/* the GIC's system registers are there */
#define ID_AA64DFR0_EL1_BRPS(dfr0)	(((dfr0) >> 12 & 15) + 1)
#define ID_AA64DFR0_EL1_WRPS(dfr0)	(((dfr0) >> 20 & 15) + 1)

/* EL2: HCR_EL2, CNTHCTL_EL2, CPTR_EL2, MDCR_EL2 */
#define HCR_EL2_RW			31
#define HCR_EL2_APK			40		/* pointer authentication is EL1's own */
#define HCR_EL2_API			41
#define CNTHCTL_EL2_EL1PCTEN		(1 << 0)
#define CNTHCTL_EL2_EL1PCEN		(1 << 1)
#define CPTR_EL2_RES1			0x33ff
#define MDCR_EL2_TDE			(1 << 8)	/* debug exceptions from EL1 and EL0 go to EL2 */
#define MDCR_EL2_HPMN			0x1f
#define SCTLR_EL2_RES1			0x30c50830

/* EL3: SCR_EL3 */
#define SCR_EL3_RES1			(3 << 4)
#define SCR_EL3_SMD			(1 << 7)	/* SMC is undefined */
#define SCR_EL3_RW			(1 << 10)
#define SCR_EL3_API			(1 << 17)
#define SCR_EL3_APK			(1 << 16)

/* GIC system registers, IHI 0069 section 12.2 */
#define ICC_PMR_EL1			s3_0_c4_c6_0
#define ICC_IAR0_EL1			s3_0_c12_c8_0
#define ICC_EOIR0_EL1			s3_0_c12_c8_1
#define ICC_IAR1_EL1			s3_0_c12_c12_0
#define ICC_EOIR1_EL1			s3_0_c12_c12_1
#define ICC_SRE_EL1			s3_0_c12_c12_5
#define ICC_IGRPEN0_EL1			s3_0_c12_c12_6
#define ICC_IGRPEN1_EL1			s3_0_c12_c12_7
#define ICC_SRE_EL2			s3_4_c12_c9_5
#define ICC_SRE_EL3			s3_6_c12_c12_5
#define ICC_SRE_SRE			(1 << 0)
#define ICC_SRE_ALL			0xf	/* and, at EL2 and EL3: no bypass, lower levels may use theirs */

#ifndef __ASSEMBLER__

#define __sysreg_name(reg)	#reg
#define read_sysreg(reg) ({							\
	unsigned long _v;							\
	__asm__ __volatile__("mrs %0, " __sysreg_name(reg) : "=r"(_v));		\
	_v; })
#define write_sysreg(v, reg) \
	__asm__ __volatile__("msr " __sysreg_name(reg) ", %x0" :: "rZ"((unsigned long)(v)) : "memory")

#endif
#endif
