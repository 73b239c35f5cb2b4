// SPDX-License-Identifier: GPL-2.0-only
/*
 * kretprobes. An entry probe replaces the return address of the call by that of arch_return_trampoline and keeps the true one
 * in an *instance*; the trampoline asks kretprobe_return() for it when the function returns.
 *
 *   instances    a fixed number for each kretprobe, from an arena of our own: nothing is allocated at a hit
 *   the stack    of instances in use, newest first: that of the task, of which there is one per CPU as yet
 *   the holder   what instances belong to. It outlives an unregister_kretprobe() while calls are under way.
 *
 * An instance whose function was left by longjmp() stays on the stack of instances. It is dropped when a function that lies
 * beneath it returns, or when another call has its place on the machine's stack.
 *
 * Linux: kernel/kprobes.c (pre_handler_kretprobe()), kernel/trace/rethook.c (rethook_trampoline_handler()).
 */
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include "internal.h"

#define ARENA_SIZE	(256 << 10)
#define UNIT		64		/* bytes; a cache line */

struct kretprobe_holder {
	struct kretprobe *rp;		/* NULL: unregistered */
	struct kretprobe_instance *free;
	unsigned int units;		/* of the arena that it takes, with its instances */
	unsigned int instances;
};

static u8 arena[ARENA_SIZE] __aligned(UNIT);
static u8 taken[ARENA_SIZE / UNIT];	/* 1: this unit is in use */
static struct kprobe_site return_site;	/* the hit that a handler at a return is served as */

/* First fit. Registrations are few and not in a hurry. */
static void *arena_get(unsigned int units)
{
	for (unsigned int at = 0, run = 0; at < ARRAY_SIZE(taken); at++) {
		run = taken[at] ? 0 : run + 1;
		if (run < units)
			continue;
		memset(&taken[at + 1 - units], 1, units);
		return memset(&arena[(at + 1 - units) * UNIT], 0, units * UNIT);
	}
	return NULL;
}

static void __kprobes arena_put(const struct kretprobe_holder *h)
{
	unsigned int first = ((const u8 *)h - arena) / UNIT;

	for (unsigned int i = 0; i < h->units; i++)
		taken[first + i] = 0;
}

static struct kretprobe_holder *holder_new(struct kretprobe *rp, unsigned int n)
{
	size_t size = ALIGN(sizeof(struct kretprobe_instance) + rp->data_size, 16);
	size_t first = ALIGN(sizeof(struct kretprobe_holder), 16), units;
	struct kretprobe_holder *h;

	if (n > ARENA_SIZE / size)
		return NULL;
	units = (first + n * size + UNIT - 1) / UNIT;
	h = arena_get(units);
	if (!h)
		return NULL;
	h->units = units;
	h->rp = rp;
	h->instances = n;
	while (n--) {
		struct kretprobe_instance *ri = (void *)((u8 *)h + first + n * size);

		ri->rph = h;
		ri->next = h->free;
		h->free = ri;
	}
	return h;
}

/* Nobody is registered any more: give it back when all calls have returned. */
static noinline void __kprobes holder_put(struct kretprobe_holder *h)
{
	unsigned int free = 0;

	for (const struct kretprobe_instance *ri = h->free; ri; ri = ri->next)
		free++;
	if (free == h->instances)
		arena_put(h);
}

static __always_inline void recycle(struct kretprobe_instance *ri)
{
	struct kretprobe_holder *h = ri->rph;

	ri->next = h->free;
	h->free = ri;
	if (unlikely(!h->rp))
		holder_put(h);
}

/* What was entered at @fp before has never returned. */
static noinline void __kprobes drop_same_place(struct kretprobe_instance **top, void *fp)
{
	struct kretprobe_instance *ri;

	while ((ri = *top) && ri->fp == fp) {
		*top = ri->next;
		recycle(ri);
	}
}

static __always_inline void hook(struct kretprobe_instance **top, struct kretprobe_instance *ri, struct pt_regs *regs)
{
	unsigned long *slot = return_address_slot(regs);

	ri->ret_addr = (kprobe_opcode_t *)*slot;
	ri->fp = (void *)return_stack_pointer(regs);
	*slot = (unsigned long)arch_return_trampoline;
	ri->next = *top;
	*top = ri;
}

static noinline void __kprobes ask_and_hook(struct kretprobe *rp, struct kretprobe_instance *ri, struct pt_regs *regs)
{
	if (rp->entry_handler(ri, regs))
		recycle(ri);
	else
		hook(&get_kprobe_ctlblk()->returns, ri, regs);
}

/* The entry. Linux: pre_handler_kretprobe(). */
static int __kprobes pre_handler_kretprobe(struct kprobe *p, struct pt_regs *regs)
{
	struct kretprobe *rp = container_of(p, struct kretprobe, kp);
	struct kretprobe_instance **top = &get_kprobe_ctlblk()->returns, *ri;
	void *fp = (void *)return_stack_pointer(regs);

	if (unlikely(*top && (*top)->fp == fp && !is_kretprobe_trampoline(*return_address_slot(regs))))
		drop_same_place(top, fp);
	ri = rp->rph->free;
	if (unlikely(!ri)) {
		rp->nmissed++;
		return 0;
	}
	rp->rph->free = ri->next;
	if (rp->entry_handler)
		ask_and_hook(rp, ri, regs);
	else
		hook(top, ri, regs);
	return 0;
}

/* Drop what lies above @fp on the stack of instances: functions that never returned. */
static noinline struct kretprobe_instance *__kprobes drop_abandoned(struct kretprobe_instance **top, void *fp)
{
	struct kretprobe_instance *ri;

	while ((ri = *top) && ri->fp != fp) {
		*top = ri->next;
		recycle(ri);
	}
	if (!ri)
		panic("kretprobe: a function returned to %p that was not entered through a probe", fp);
	return ri;
}

/*
 * A function returns. Where several probes are on one call, each but the first has found the trampoline in place of the return
 * address; the handlers of all run, the last entered first, with the true address in @regs.
 */
static __always_inline void serve_return(struct kprobe_ctlblk *kcb, struct pt_regs *regs)
{
	void *fp = (void *)kernel_stack_pointer(regs);
	struct kretprobe_instance *ri = kcb->returns, *last;

	if (unlikely(!ri || ri->fp != fp))
		ri = drop_abandoned(&kcb->returns, fp);
	for (last = ri; unlikely(is_kretprobe_trampoline((unsigned long)last->ret_addr)); last = last->next)
		if (!last->next)
			panic("kretprobe: no return address behind the trampoline at %p", fp);
	instruction_pointer_set(regs, (unsigned long)last->ret_addr);

	kcb->now.site = &return_site;
	kcb->now.status = KPROBE_HIT_ACTIVE;
	for (;; ri = kcb->returns) {
		struct kretprobe *rp = ri->rph->rp;

		if (likely(rp)) {
			kcb->now.kp = &rp->kp;
			if (rp->handler)
				rp->handler(ri, regs);
		}
		kcb->returns = ri->next;
		recycle(ri);
		if (likely(ri == last))
			break;
	}
	kcb->now.site = NULL;
}

/* Out of a function that was entered before the hit that is being served. */
static noinline void __kprobes serve_return_inside(struct kprobe_ctlblk *kcb, struct pt_regs *regs)
{
	struct kprobe_hit outer = kcb->now;

	serve_return(kcb, regs);
	kcb->now = outer;
}

void __kprobes kretprobe_return(struct pt_regs *regs)
{
	struct kprobe_ctlblk *kcb = get_kprobe_ctlblk();

	if (likely(!kcb->now.site))
		serve_return(kcb, regs);
	else
		serve_return_inside(kcb, regs);
}

unsigned long kretprobe_find_ret_addr(unsigned long *cur)
{
	struct kretprobe_instance *ri = *cur ? ((struct kretprobe_instance *)*cur)->next : get_kprobe_ctlblk()->returns;

	while (ri && is_kretprobe_trampoline((unsigned long)ri->ret_addr))
		ri = ri->next;
	*cur = (unsigned long)ri;
	return ri ? (unsigned long)ri->ret_addr : 0;
}

struct kretprobe *__kprobes get_kretprobe(struct kretprobe_instance *ri)
{
	return ri->rph->rp;
}

static bool is_func_entry(unsigned long addr)
{
	unsigned long offset;

	return symbol_lookup(addr, &offset, NULL) && (!offset || addr == kprobe_func_entry(addr - offset));
}

int register_kretprobe(struct kretprobe *rp)
{
	unsigned long addr;
	int err = kprobe_find_addr(&rp->kp, &addr);

	if (err)
		return err;
	if (kprobe_is_registered(&rp->kp))
		return kprobe_refused(addr, "this struct kretprobe is registered already", -EINVAL);
	if (!is_func_entry(addr))
		return kprobe_refused(addr, "a kretprobe goes to the entry of a function", -EINVAL);
	if (rp->data_size > KRETPROBE_MAX_DATA_SIZE)
		return kprobe_refused(addr, "data_size is beyond KRETPROBE_MAX_DATA_SIZE", -E2BIG);
	rp->kp.pre_handler = pre_handler_kretprobe;
	rp->kp.post_handler = NULL;
	if (rp->maxactive <= 0)
		rp->maxactive = max(10U, 2 * nr_cpus_online());
	rp->rph = holder_new(rp, rp->maxactive);
	if (!rp->rph)
		return kprobe_refused(addr, "no memory for so many instances", -ENOMEM);
	rp->nmissed = 0;
	err = register_kprobe(&rp->kp);
	if (err) {
		arena_put(rp->rph);
		rp->rph = NULL;
	}
	return err;
}

void unregister_kretprobe(struct kretprobe *rp)
{
	struct kretprobe_holder *h = rp->rph;

	if (!kprobe_is_registered(&rp->kp))
		return;
	unregister_kprobe(&rp->kp);
	h->rp = NULL;
	holder_put(h);
	rp->rph = NULL;
}

int register_kretprobes(struct kretprobe **rps, int num)
{
	if (num <= 0)
		return -EINVAL;
	for (int i = 0; i < num; i++) {
		int err = register_kretprobe(rps[i]);

		if (err) {
			if (i)
				unregister_kretprobes(rps, i);
			return err;
		}
	}
	return 0;
}

void unregister_kretprobes(struct kretprobe **rps, int num)
{
	for (int i = 0; i < num; i++)
		unregister_kretprobe(rps[i]);
}

void kretprobes_reset(void)
{
	memset(taken, 0, sizeof(taken));
}

bool kretprobes_residue(void)
{
	return memchr(taken, 1, sizeof(taken));
}
