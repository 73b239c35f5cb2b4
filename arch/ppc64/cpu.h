/* SPDX-License-Identifier: GPL-2.0-only */
/* Inside arch/ppc64: one CPU. */
#ifndef PPC64_CPU_H
#define PPC64_CPU_H

/* Behind the instruction by which arch_cpu_reset() clears MSR[SE] and MSR[BE]; it may be traced itself. */
extern char cpu_unstepped[];

/** cpu_unstep - clear MSR[SE] and MSR[BE]. Context: task. */
void cpu_unstep(void);

/**
 * run_on_emergency_stack - call @fn(@arg) at the top of the emergency stack, without touching the CPU's stack bounds.
 *
 * r14 is the end of the emergency stack meanwhile. Context: trap, not on that stack.
 */
void run_on_emergency_stack(void (*fn)(void *), void *arg);

/** hwbp_clear - CIABR and DAWRs to 0, as far as the machine has them. Context: task. */
void hwbp_clear(void);
/** ciabr_probe - run an instruction, which CIABR may have: 0 no trap, 1 behind it, 2 before it. In nofault.S. Context: task. */
int ciabr_probe(void);
extern char ciabr_probed[];

#endif
