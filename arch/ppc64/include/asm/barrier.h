/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory barriers and the hint for a waiting loop. Power ISA 3.0B Book II 4.6.3 (sync), Book II 3.2 (or 1,1,1: low
 * priority).
 */
#ifndef ASM_BARRIER_H
#define ASM_BARRIER_H

#define cpu_relax()	__asm__ __volatile__("or 1,1,1; or 2,2,2" ::: "memory")
#define smp_mb()	__asm__ __volatile__("sync" ::: "memory")
#define smp_rmb()	__asm__ __volatile__("lwsync" ::: "memory")
#define smp_wmb()	__asm__ __volatile__("lwsync" ::: "memory")

#endif
