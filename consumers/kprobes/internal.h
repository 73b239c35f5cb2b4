/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kprobes from the inside.
 *
 * What is kept for a probed address is a *site*, from a pool of our own: the breakpoint, the copy of the instruction,
 * the probes there. The trap path finds the site by address and looks at the callers' struct kprobe only for handlers
 * and counts. So the reset between tests never has to follow a pointer into memory that a dead test has left.
 */
#ifndef CONSUMERS_KPROBES_INTERNAL_H
#define CONSUMERS_KPROBES_INTERNAL_H

#include <linux/kprobes.h>
#include <whosetrap/consumer.h>
#include <whosetrap/cpu.h>
#include <whosetrap/ool.h>
#include <whosetrap/policy.h>
#include <whosetrap/site.h>

#ifdef MANY_PROBES
#define NR_KPROBE_SITES		(50 * 1024)
#else
#define NR_KPROBE_SITES		512
#endif

struct kprobe_site {
	struct trap_site ts;		/* ts.pc: addr while any probe here is enabled, else 0; ts.next: also in the list of free sites */
	struct kprobe *kp;		/* first of probes */
	unsigned long addr;		/* 0: free */
	bool several;			/* kp is not the only one */
	bool boosted;			/* the slot goes on by itself: no step */
	bool after;			/* and by way of arch_after_trampoline: there are post-handlers */
	struct list_head probes;	/* by kprobe.list, in the order in which their handlers run */
	struct breakpoint bp;
	struct ool_insn ool;
};

/* One hit being served. */
struct kprobe_hit {
	struct kprobe_site *site;	/* NULL: none */
	struct kprobe *kp;		/* whose handler runs, of several at the site; else NULL */
	u32 status;			/* KPROBE_HIT_*, KPROBE_IN_PLACE */
	u32 depth;			/* of the trap: the step trap that ends the hit has the same */
	enum step_kind other;		/* what somebody else had armed in the frame */
};

/* Ours, beside Linux's: the instruction runs in its place, with the breakpoint lifted; it runs in its slot without a step. */
#define KPROBE_IN_PLACE		0x100
#define KPROBE_BOOSTED		0x200

/* Per CPU. Linux: struct kprobe_ctlblk; one level of saved state, as there. */
struct kprobe_ctlblk {
	struct kprobe_hit now;
	struct kretprobe_instance *returns;	/* the task's, of which there is one per CPU as yet; newest first */
	struct kprobe_hit prev;
} __aligned(128);

extern const struct trap_consumer kprobes_consumer;
extern struct kprobe_ctlblk kprobe_ctlblk[NR_CPUS];

static __always_inline struct kprobe_ctlblk *get_kprobe_ctlblk(void)
{
	return this_cpu()->kprobes;
}

static __always_inline struct kprobe_site *site_of_trap(struct trap_site *ts)
{
	return container_of(ts, struct kprobe_site, ts);
}

/* The site whose breakpoint is at @pc. */
static __always_inline struct kprobe_site *kprobe_site_hit(unsigned long pc)
{
	struct trap_site *ts = trap_site_find(pc);

	return ts ? site_of_trap(ts) : NULL;
}

/* The site for @addr, whether it has a breakpoint or all its probes are disabled. */
static __always_inline struct kprobe_site *kprobe_site_at(unsigned long addr)
{
	struct trap_site *ts = *trap_site_bucket(addr);

	while (ts && site_of_trap(ts)->addr != addr)
		ts = ts->next;
	return ts ? site_of_trap(ts) : NULL;
}

/* hit.c: the ways of a hit. */
void kprobe_hit_boosted(struct trap_site *ts, struct trap *t);
void kprobe_hit_emulated(struct trap_site *ts, struct trap *t);
void kprobe_hit_stepped(struct trap_site *ts, struct trap *t);

/** kprobe_find_addr - what @p's address, symbol and offset come to. 0, -EINVAL, -ENOENT. Context: task. */
int kprobe_find_addr(const struct kprobe *p, unsigned long *addr);
/** kprobe_is_registered - whatever @p says of itself. Context: any. */
bool kprobe_is_registered(const struct kprobe *p);
/** kprobe_refused - say on the console why there is no probe at @addr; returns @err. */
int kprobe_refused(unsigned long addr, const char *why, int err);

/* kretprobe.c */
void kretprobes_reset(void);
bool kretprobes_residue(void);

#endif
