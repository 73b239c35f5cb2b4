/* SPDX-License-Identifier: GPL-2.0-only */
/* Limits of `make bench` in guest instructions. Nothing runs here, so nothing is too slow. */
#ifndef ASM_BENCH_H
#define ASM_BENCH_H

#define BENCH_MAX_TRAP		0	/* trap round trip, claimed by the first notifier */
#define BENCH_MAX_NOTIFIER	0	/* each further notifier */
#define BENCH_MAX_KPROBE	0	/* half of Linux 6.1 under the same emulator: out of line */
#define BENCH_MAX_EMULATED	0	/* the same: emulated or boosted */
#define BENCH_MAX_KRETPROBE	0	/* the same: kretprobe */

#endif
