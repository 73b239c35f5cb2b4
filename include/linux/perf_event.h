/* SPDX-License-Identifier: GPL-2.0-only */
/* Of Linux's perf events, what hardware breakpoints need. Linux: include/linux/perf_event.h, include/uapi/linux/perf_event.h */
#ifndef LINUX_PERF_EVENT_H
#define LINUX_PERF_EVENT_H

#include <linux/err.h>
#include <linux/types.h>
#include <whosetrap/hwbp.h>

struct pt_regs;
struct perf_event;

#define PERF_TYPE_BREAKPOINT	5

struct perf_event_attr {
	u32 type, size;
	u64 sample_period;
	u64 disabled : 1,		/* registered, takes no slot */
	    pinned : 1,
	    exclude_user : 1,		/* both are about who runs; addresses of the kernel with exclude_kernel are refused */
	    exclude_kernel : 1;
	u32 bp_type;			/* HW_BREAKPOINT_R and so on */
	u64 bp_addr;
	u64 bp_len;			/* bytes */
};

struct perf_sample_data {
	u64 addr;			/* of the trap, where the CPU says it */
	u64 period;
};

typedef void (*perf_overflow_handler_t)(struct perf_event *, struct perf_sample_data *, struct pt_regs *);

struct perf_event {
	struct perf_event_attr attr;
	perf_overflow_handler_t overflow_handler;
	void *overflow_handler_context;
	struct hwbp hw;
};

#endif
