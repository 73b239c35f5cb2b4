// SPDX-License-Identifier: GPL-2.0-only
/* What assembly takes from C. */
#include <asm/boot.h>
#include <whosetrap/cpu.h>
#include <whosetrap/offsets.h>
#include <whosetrap/testcode.h>

#include "stack.h"
#include "vectors.h"

_Static_assert(offsetof(struct cpu, arch) + sizeof(struct arch_cpu) < 32768, "assembly has 16 bits for it");

void offsets(void);

void offsets(void)
{
	OFFSET(FRAME_REGS, struct trap_frame, regs);
	OFFSET(FRAME_TRAP, struct trap_frame, trap);
	OFFSET(PT_GPR, struct trap_frame, regs.gpr);
	OFFSET(PT_NIP, struct trap_frame, regs.nip);
	OFFSET(PT_MSR, struct trap_frame, regs.msr);
	OFFSET(PT_CTR, struct trap_frame, regs.ctr);
	OFFSET(PT_LINK, struct trap_frame, regs.link);
	OFFSET(PT_XER, struct trap_frame, regs.xer);
	OFFSET(PT_CCR, struct trap_frame, regs.ccr);
	DEFINE(TRAP_FRAME_SIZE, sizeof(struct trap_frame));
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
	OFFSET(AREA_R5, struct entry_area, r5);
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
