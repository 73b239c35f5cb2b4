// SPDX-License-Identifier: GPL-2.0-only
/* What assembly takes from C. */
#include <asm/el2.h>
#include <asm/ptrace.h>
#include <asm/setjmp.h>
#include <whosetrap/cpu.h>
#include <whosetrap/offsets.h>
#include <whosetrap/testcode.h>

/* SP must be aligned to 16 wherever it is used as a base (SCTLR_EL1.SA). */
_Static_assert(sizeof(struct pt_regs) % 16 == 0, "the frame must keep the stack aligned to 16");
_Static_assert(offsetof(struct pt_regs, stackframe) + 16 == sizeof(struct pt_regs), "the frame record ends the frame");
_Static_assert(STEP_LEVELS > TRAP_DEPTH_MAX + 1, "step control must tell all depths apart");
_Static_assert(sizeof(jmp_buf) >= 15 * 8, "twelve registers, sp, two bounds");

void offsets(void);

void offsets(void)
{
	OFFSET(PT_R0, struct pt_regs, regs[0]);
	OFFSET(PT_LR, struct pt_regs, regs[30]);
	OFFSET(PT_PC, struct pt_regs, pc);
	OFFSET(PT_SYSCALLNO, struct pt_regs, syscallno);
	OFFSET(PT_ORIG_X0, struct pt_regs, orig_x0);
	OFFSET(PT_ESR, struct pt_regs, esr);
	OFFSET(PT_STACKFRAME, struct pt_regs, stackframe);
	DEFINE(PT_SIZE, sizeof(struct pt_regs));
	OFFSET(CPU_STACK, struct cpu, stack);
	OFFSET(CPU_EMERGENCY, struct cpu, emergency);
	OFFSET(CPU_SCRATCH, struct cpu, arch.scratch);
	OFFSET(TC_ARG, struct tc_regs, arg);
	OFFSET(TC_RET, struct tc_regs, ret);
	OFFSET(TC_FLAGS, struct tc_regs, flags);
	OFFSET(EL2_REGS, struct el2_frame, regs);
	OFFSET(EL2_SPSR, struct el2_frame, spsr);
	DEFINE(EL2_FRAME_SIZE, sizeof(struct el2_frame));
}
