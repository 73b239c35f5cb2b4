/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hardware breakpoints by Linux's names (include/linux/hw_breakpoint.h, kernel/events/hw_breakpoint.c).
 *
 * When the callback comes: for execution before the instruction (ppc64: after it); for data after the access on x86_64 and
 * ppc64, before it on aarch64. Whatever the order, the access is made once and the callback called once; the CPU is
 * brought over the instruction by this layer, also where Linux on arm64 leaves that to a callback of one's own. A callback
 * that changes the pc goes there instead. Hits inside a callback are not reported. While an
 * instruction is got over by a step, an interrupt that comes in between is not watched.
 */
#ifndef LINUX_HW_BREAKPOINT_H
#define LINUX_HW_BREAKPOINT_H

#include <linux/perf_event.h>

struct notifier_block;
struct task_struct;

enum { HW_BREAKPOINT_LEN_1 = 1, HW_BREAKPOINT_LEN_2, HW_BREAKPOINT_LEN_3, HW_BREAKPOINT_LEN_4,
       HW_BREAKPOINT_LEN_5, HW_BREAKPOINT_LEN_6, HW_BREAKPOINT_LEN_7, HW_BREAKPOINT_LEN_8 };

enum {
	HW_BREAKPOINT_EMPTY = 0,
	HW_BREAKPOINT_R = HWBP_R,
	HW_BREAKPOINT_W = HWBP_W,
	HW_BREAKPOINT_RW = HWBP_RW,
	HW_BREAKPOINT_X = HWBP_X,
	HW_BREAKPOINT_INVALID = HW_BREAKPOINT_RW | HW_BREAKPOINT_X,
};

/** hw_breakpoint_init - @attr for a breakpoint: all else zero, pinned, period 1. Context: any. */
static inline void hw_breakpoint_init(struct perf_event_attr *attr)
{
	*attr = (struct perf_event_attr){ .type = PERF_TYPE_BREAKPOINT, .size = sizeof(*attr), .pinned = 1, .sample_period = 1 };
}

/**
 * register_wide_hw_breakpoint - watch on every CPU (that runs: the boot CPU); bp_len of HW_BREAKPOINT_X is sizeof(long).
 *
 * Returns an array with a pointer for each CPU, or ERR_PTR: -EINVAL (type, length, alignment, no-watch list, trap path),
 * -ENOSPC (all slots taken), -ENOENT (attr->type), -EOPNOTSUPP (no such slot in this CPU), -ENOMEM. Context: any but an NMI.
 */
struct perf_event **register_wide_hw_breakpoint(struct perf_event_attr *attr, perf_overflow_handler_t triggered, void *context);
/** unregister_wide_hw_breakpoint - may be called from the callback; ERR_PTR and NULL are ignored. */
void unregister_wide_hw_breakpoint(struct perf_event **events);
/** unregister_hw_breakpoint - the same for one event. */
void unregister_hw_breakpoint(struct perf_event *event);
/** register_user_hw_breakpoint, modify_user_hw_breakpoint - -EOPNOTSUPP as long as there are no tasks. */
static inline struct perf_event *register_user_hw_breakpoint(struct perf_event_attr *attr, perf_overflow_handler_t triggered,
							     void *context, struct task_struct *task)
{
	(void)attr;
	(void)triggered;
	(void)context;
	(void)task;
	return ERR_PTR(-EOPNOTSUPP);
}

static inline int modify_user_hw_breakpoint(struct perf_event *event, struct perf_event_attr *attr)
{
	(void)event;
	(void)attr;
	return -EOPNOTSUPP;
}

/**
 * hw_breakpoint_attach - go on the die chain, or off it.
 *
 * Done by the first registration and undone by the last unregistration, so that nobody pays who has none; Linux is there from
 * boot on. Context: task.
 */
int hw_breakpoint_attach(bool on);
int hw_breakpoint_exceptions_notify(struct notifier_block *nb, unsigned long val, void *data);

#endif
