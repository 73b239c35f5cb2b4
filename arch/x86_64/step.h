/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef X86_64_STEP_H
#define X86_64_STEP_H

struct cpu;

/** step_init - find out what the CPU can do. Context: boot, vectors installed. */
void step_init(struct cpu *cpu);

#endif
