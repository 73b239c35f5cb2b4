/* SPDX-License-Identifier: GPL-2.0-only */
/* Limits of `make bench` in guest instructions. */
#ifndef ASM_BENCH_H
#define ASM_BENCH_H

#define BENCH_MAX_TRAP		220	/* trap round trip, claimed by the first notifier */
#define BENCH_MAX_NOTIFIER	12	/* each further notifier */
#define BENCH_MAX_KPROBE	313	/* half of Linux 6.1 under the same emulator: out of line */
#define BENCH_MAX_EMULATED	191	/* the same: emulated or boosted */
#define BENCH_MAX_KRETPROBE	311	/* the same: kretprobe */

#endif
