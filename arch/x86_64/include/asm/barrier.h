/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory barriers and the hint for a waiting loop. SDM 3A section 9.2: loads and stores keep their order but for
 * store-load.
 */
#ifndef ASM_BARRIER_H
#define ASM_BARRIER_H

#include <linux/compiler.h>

#define cpu_relax()	__asm__ __volatile__("pause" ::: "memory")
#define smp_mb()	__asm__ __volatile__("mfence" ::: "memory")
#define smp_rmb()	barrier()
#define smp_wmb()	barrier()

#endif
