/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory barriers and the hint for a waiting loop. One CPU without either needs only the compiler's. */
#ifndef ASM_BARRIER_H
#define ASM_BARRIER_H

#include <linux/compiler.h>

#define cpu_relax()	barrier()
#define smp_mb()	barrier()
#define smp_rmb()	barrier()
#define smp_wmb()	barrier()

#endif
