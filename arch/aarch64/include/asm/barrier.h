/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory barriers and the hint for a waiting loop. Arm ARM DDI 0487 B2.3, "Memory barriers". */
#ifndef ASM_BARRIER_H
#define ASM_BARRIER_H

#include <linux/compiler.h>

#define cpu_relax()	__asm__ __volatile__("yield" ::: "memory")
#define smp_mb()	__asm__ __volatile__("dmb ish" ::: "memory")
#define smp_rmb()	__asm__ __volatile__("dmb ishld" ::: "memory")
#define smp_wmb()	__asm__ __volatile__("dmb ishst" ::: "memory")
#define isb()		__asm__ __volatile__("isb" ::: "memory")
#define dsb(kind)	__asm__ __volatile__("dsb " #kind ::: "memory")

#endif
