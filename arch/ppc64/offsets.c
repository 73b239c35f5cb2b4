// SPDX-License-Identifier: GPL-2.0-only
/* What assembly takes from C. */
#include <asm/boot.h>
#include <whosetrap/cpu.h>
#include <whosetrap/offsets.h>
#include <whosetrap/testcode.h>

#include "stack.h"
#include "vectors.h"

_Static_assert(TRAP_FRAME_SIZE % 16 == 0, "the frame must keep the stack aligned to 16");
_Static_assert(offsetof(struct cpu, arch) + sizeof(struct arch_cpu) < 32768, "assembly reaches it with a 16-bit displacement");

void offsets(void);

void offsets(void)
{
	OFFSET(PT_GPR, struct pt_regs, gpr);
	OFFSET(PT_NIP, struct pt_regs, nip);
	OFFSET(PT_MSR, struct pt_regs, msr);
	OFFSET(PT_CTR, struct pt_regs, ctr);
	OFFSET(PT_LINK, struct pt_regs, link);
	OFFSET(PT_XER, struct pt_regs, xer);
	OFFSET(PT_CCR, struct pt_regs, ccr);
	OFFSET(PT_SOFTE, struct pt_regs, softe);
	DEFINE(TRAP_FRAME_SIZE, TRAP_FRAME_SIZE);
	OFFSET(VECTOR_DECODE, struct vector, decode);
	OFFSET(CPU_STACK_LO, struct cpu, stack.lo);
	OFFSET(CPU_STACK_HI, struct cpu, stack.hi);
	OFFSET(CPU_EMERGENCY_LO, struct cpu, emergency.lo);
	OFFSET(CPU_EMERGENCY_HI, struct cpu, emergency.hi);
	OFFSET(CPU_NMI_LO, struct cpu, arch.nmi_lo);
	OFFSET(CPU_NMI_HI, struct cpu, arch.nmi_hi);
	OFFSET(CPU_USER_LO, struct cpu, arch.user_lo);
	OFFSET(CPU_USER_HI, struct cpu, arch.user_hi);
	OFFSET(CPU_SOFT_MASK, struct cpu, arch.soft_mask);
	OFFSET(CPU_AREA_COMMON, struct cpu, arch.area[AREA_COMMON]);
	OFFSET(CPU_AREA_RESET, struct cpu, arch.area[AREA_RESET]);
	OFFSET(CPU_AREA_MACHINE_CHECK, struct cpu, arch.area[AREA_MACHINE_CHECK]);
	OFFSET(AREA_R1, struct entry_area, r1);
	OFFSET(AREA_R3, struct entry_area, r3);
	OFFSET(AREA_R10, struct entry_area, r10);
	OFFSET(AREA_R11, struct entry_area, r11);
	OFFSET(STACK_LO, struct stack, lo);
	OFFSET(STACK_HI, struct stack, hi);
	OFFSET(BOOT_OPAL_BASE, struct boot_info, opal_base);
	OFFSET(BOOT_OPAL_ENTRY, struct boot_info, opal_entry);
	OFFSET(TC_ARG, struct tc_regs, arg);
	OFFSET(TC_RET, struct tc_regs, ret);
	OFFSET(TC_FLAGS, struct tc_regs, flags);
}
