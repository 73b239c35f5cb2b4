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

#define NR_KPROBE_SITES		512
/* Sites are few to a bucket however many there are, so a hit costs the same; more sites want more bits. */
#define KPROBE_HASH_BITS	11

struct kprobe_site {
	struct kprobe_site *next;	/* in its bucket, or in the list of free sites */
	unsigned long pc;		/* the trap that is ours: addr while any probe here is enabled, else 0 */
	struct kprobe *kp;		/* first of probes */
	unsigned long addr;		/* 0: free */
	bool several;			/* kp is not the only one */
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

/* Ours, beside Linux's: the instruction runs in its place, with the breakpoint lifted. */
#define KPROBE_IN_PLACE		0x100

/* Per CPU. Linux: struct kprobe_ctlblk; one level of saved state, as there. */
struct kprobe_ctlblk {
	struct kprobe_hit now, prev;
} __aligned(128);

extern const struct trap_consumer kprobes_consumer;
extern struct kprobe_site *kprobe_table[1 << KPROBE_HASH_BITS];
extern struct kprobe_ctlblk kprobe_ctlblk[NR_CPUS];

static __always_inline struct kprobe_ctlblk *get_kprobe_ctlblk(void)
{
	struct kprobe_ctlblk *kcb = &kprobe_ctlblk[this_cpu()->id];

	/* One pointer; else the compiler adds the parts of this address up again at each use. */
	__asm__("" : "+r"(kcb));
	return kcb;
}

/* One bucket for each instruction of a stretch of text, whether instructions have one byte or four. */
static __always_inline struct kprobe_site **kprobe_bucket(unsigned long addr)
{
	return &kprobe_table[(addr + (addr >> 2)) & ((1 << KPROBE_HASH_BITS) - 1)];
}

/* The site whose breakpoint is at @pc. */
static __always_inline struct kprobe_site *kprobe_site_hit(unsigned long pc)
{
	struct kprobe_site *s = *kprobe_bucket(pc);

	while (s && unlikely(s->pc != pc))
		s = s->next;
	return s;
}

/* The site for @addr, whether it has a breakpoint or all its probes are disabled. */
static __always_inline struct kprobe_site *kprobe_site_at(unsigned long addr)
{
	struct kprobe_site *s = *kprobe_bucket(addr);

	while (s && s->addr != addr)
		s = s->next;
	return s;
}

#endif
