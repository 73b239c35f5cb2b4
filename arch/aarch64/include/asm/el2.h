/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stub that stays at EL2 when the kernel was entered there (`EL=2`). By default it does nothing: EL1 deals with
 * its own debug exceptions. On request it steps EL1 from above, with MDCR_EL2.TDE, and writes down each instruction.
 *
 * A step from EL1 to EL1 overwrites ELR_EL1 and SPSR_EL1 and needs PSTATE.D clear, so it cannot go through an
 * exception entry, code between MSR ELR_EL1 and ERET, or code that masks debug exceptions. A step to EL2 uses ELR_EL2
 * and SPSR_EL2, and PSTATE.D does not mask it (Arm ARM DDI 0487, D2.12 and the table "Routing debug exceptions").
 * Only a load-exclusive/store-exclusive pair stays out of reach: each exception return clears the monitor.
 */
#ifndef ASM_EL2_H
#define ASM_EL2_H

#include <linux/types.h>

/** struct el2_trace_entry - one step exception. */
struct el2_trace_entry {
	u64 pc;			/* ELR_EL2: the next instruction */
	u64 spsr;		/* SPSR_EL2: PSTATE at this point, with SS = 0 */
	/*
	 * ESR_EL2: class 0x32, or 0x18 for an access to a debug register that the stub has done for EL1; 0 where it has
	 * delivered a BRK to EL1.
	 */
	u64 esr;
};

/** el2_present - is the stub there? Context: any. */
bool el2_present(void);

/**
 * el2_trace_start - step this CPU from here on.
 *
 * Each step is written to the next element of @buf. After @n of them, or at el2_trace_stop(), stepping ends and code
 * runs freely. What EL1 has armed for itself in MDSCR_EL1 and SPSR_EL1 is suspended meanwhile; interrupts go to EL1 as
 * ever, and their entry is stepped too. The first elements are the end of this function itself.
 *
 * 0; -ENODEV: no stub; -EBUSY: a trace is under way; -EINVAL: @n is 0, or @buf is not aligned to 64 bytes, which keeps
 * its cache lines its own: the stub writes with the cache off. Context: any.
 */
int el2_trace_start(struct el2_trace_entry *buf, unsigned int n);

/** el2_trace_stop - end it; how many elements were written since el2_trace_start(). Context: any. */
unsigned int el2_trace_stop(void);

/* --- between arch/aarch64/el2.c, el2-entry.S and boot/aarch64 --- */

/*
 * Function identifiers of the HVC: SMC Calling Convention (ARM DEN 0028) section 6, vendor-specific hypervisor
 * service.
 */
#define EL2_TRACE_START		0xc6000001
#define EL2_TRACE_STOP		0xc6000002
#define SMCCC_NOT_SUPPORTED	(-1L)

/* What the stub's vectors save. */
struct el2_frame {
	u64 regs[31];
	u64 elr;
	u64 spsr;
	u64 esr;
};

extern char el2_vectors[], el2_stack_end[];

#endif
