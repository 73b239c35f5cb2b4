/* SPDX-License-Identifier: GPL-2.0-only */
/* Bits of the control, flags, debug and model-specific registers that are used here. For C and assembly. */
#ifndef ASM_PROCESSOR_H
#define ASM_PROCESSOR_H

/* RFLAGS, SDM 1 section 3.4.3 */
#define X86_EFLAGS_CF		0x00000001
#define X86_EFLAGS_FIXED	0x00000002
#define X86_EFLAGS_PF		0x00000004
#define X86_EFLAGS_AF		0x00000010
#define X86_EFLAGS_ZF		0x00000040
#define X86_EFLAGS_SF		0x00000080
#define X86_EFLAGS_TF		0x00000100
#define X86_EFLAGS_IF		0x00000200
#define X86_EFLAGS_DF		0x00000400
#define X86_EFLAGS_OF		0x00000800
#define X86_EFLAGS_NT		0x00004000
#define X86_EFLAGS_RF		0x00010000
#define X86_EFLAGS_AC		0x00040000

/* CR0 and CR4, SDM 3A section 2.5 */
#define X86_CR0_PE		0x00000001
#define X86_CR0_MP		0x00000002
#define X86_CR0_EM		0x00000004
#define X86_CR0_TS		0x00000008
#define X86_CR0_ET		0x00000010
#define X86_CR0_NE		0x00000020
#define X86_CR0_WP		0x00010000
#define X86_CR0_AM		0x00040000
#define X86_CR0_PG		0x80000000
#define X86_CR4_DE		0x00000008
#define X86_CR4_PAE		0x00000020
#define X86_CR4_OSFXSR		0x00000200
#define X86_CR4_OSXMMEXCPT	0x00000400

/* Model-specific registers, SDM 4 chapter 2 */
#define MSR_APIC_BASE		0x0000001b
#define MSR_DEBUGCTL		0x000001d9
#define MSR_EFER		0xc0000080
#define MSR_STAR		0xc0000081
#define MSR_LSTAR		0xc0000082
#define MSR_FMASK		0xc0000084
#define MSR_GS_BASE		0xc0000101
#define MSR_KERNEL_GS_BASE	0xc0000102
#define EFER_SCE		0x00000001
#define EFER_LME		0x00000100
#define EFER_NXE		0x00000800
#define DEBUGCTL_BTF		0x00000002
#define APIC_BASE_ENABLE	0x00000800

/*
 * DR6, SDM 3B section 18.2.3. Most bits are sticky and active high; two are active low (BLD, RTM), so DR6_RESET is
 * what "no cause" looks like and XOR with it makes all of them active high.
 */
#define DR6_RESET		0xffff0ff0
#define DR6_STEP		0xffff4ff0	/* a single step and nothing else */
#define DR6_B(n)		(1 << (n))
#define DR6_B_ANY		0x0000000f
#define DR6_BLD			0x00000800
#define DR6_BD			0x00002000
#define DR6_BS			0x00004000
#define DR6_BT			0x00008000
#define DR6_RTM			0x00010000

/* DR7, SDM 3B section 18.2.4 */
#define DR7_RESET		0x00000400
#define DR7_L(n)		(1 << (2 * (n)))
#define DR7_G(n)		(2 << (2 * (n)))
#define DR7_ENABLED(n)		(3 << (2 * (n)))
#define DR7_GE			0x00000200
#define DR7_GD			0x00002000
#define DR7_RW_SHIFT(n)		(16 + 4 * (n))
#define DR7_LEN_SHIFT(n)	(18 + 4 * (n))
#define DR7_RW_EXEC		0
#define DR7_RW_WRITE		1
#define DR7_RW_IO		2
#define DR7_RW_ACCESS		3

/* Page-fault error code, SDM 3A section 4.7 */
#define PF_PRESENT		0x0001
#define PF_WRITE		0x0002
#define PF_USER			0x0004
#define PF_RESERVED		0x0008
#define PF_FETCH		0x0010
#define PF_KEY			0x0020
#define PF_SHADOW_STACK		0x0040

/* Page-table entries, SDM 3A section 4.5 */
#define PTE_P			0x0001
#define PTE_W			0x0002
#define PTE_U			0x0004
#define PTE_PWT			0x0008
#define PTE_PCD			0x0010
#define PTE_PS			0x0080

#endif
