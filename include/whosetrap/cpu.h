/* SPDX-License-Identifier: GPL-2.0-only */
/* What one CPU owns. Assembly reaches the first fields through generated offsets. */
#ifndef WHOSETRAP_CPU_H
#define WHOSETRAP_CPU_H

#include <linux/types.h>
#include <asm/cpu.h>		/* struct arch_cpu, this_cpu() */
#include <whosetrap/trap-log.h>

#define NR_CPUS			8
#define TRAP_DEPTH_MAX		8	/* nested traps that are served; one more is reported as recursion */

struct kprobe_ctlblk;

/** struct stack - a kernel stack, [lo, hi); hi is 16-byte aligned. */
struct stack {
	unsigned long lo, hi;
};

struct cpu {
	struct cpu *self;		/* x86_64 reads it through GS */
	unsigned long depth;		/* traps being served, 0 in task context */
	struct stack stack;		/* the stack that is in use in task context */
	struct stack emergency;		/* for a trap that finds no good stack */
	struct arch_cpu arch;
	struct trap *trap;		/* innermost trap being served, NULL at depth 0 */
	unsigned long kill;		/* the running test is to be ended when the innermost trap is served */
	struct kprobe_ctlblk *kprobes;	/* that consumer's own; NULL until it has started */
	unsigned int id;
	struct trap_log log;
};

extern struct cpu cpus[NR_CPUS];

/** nr_cpus_online - CPUs that run the kernel; the others stay parked as the firmware left them. */
unsigned int nr_cpus_online(void);

#endif
