// SPDX-License-Identifier: GPL-2.0-only
/*
 * The trap path of kprobes:
 *
 *   breakpoint   not in the table -> NOTIFY_DONE, whatever the instruction looks like
 *                in the table     -> pre-handler; send the frame into the slot with a step armed -> NOTIFY_STOP
 *   step         not ours         -> NOTIFY_DONE
 *                ours             -> frame back from the slot; post-handler -> NOTIFY_STOP, or NOTIFY_DONE
 *                                    when somebody else had armed a step too: the trap is also his
 *   fault        in the slot      -> frame back to the original instruction, hit forgotten -> NOTIFY_DONE: the fault is
 *                                    that instruction's, and finds its owner and its fixup as if there were no probe
 *
 * "Ours" is decided by state and depth: after the frame was sent into the slot, the next step trap at the same depth of
 * nesting is the slot's. An interrupt that comes between runs deeper, and so does all that it runs into.
 *
 * Linux: kprobe_handler(), kprobe_post_handler(), kprobe_fault_handler() in arch/powerpc/kernel/kprobes.c and
 * kprobe_int3_handler() in arch/x86/kernel/kprobes/core.c.
 */
#include <asm/step.h>
#include <whosetrap/hwbp.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/trap.h>
#include "internal.h"

struct kprobe_ctlblk kprobe_ctlblk[NR_CPUS];
NOWATCH(kprobe_ctlblk);

/* Traps by which an instruction says that it could not be done. */
#define FAULT_KINDS (BIT(TRAP_UNDEFINED) | BIT(TRAP_PRIVILEGED) | BIT(TRAP_ARITHMETIC) | BIT(TRAP_FP) |	\
		     BIT(TRAP_PAGE_FAULT) | BIT(TRAP_ALIGNMENT) | BIT(TRAP_MACHINE_CHECK) | BIT(TRAP_DOUBLE_FAULT))

void __kprobes kprobes_inc_nmissed_count(struct kprobe *p)
{
	p->nmissed++;
}

/*
 * The probe after @p, whose handler has just run; @next was it before. A handler may take out its own probe or others,
 * so look again where that is possible.
 */
static __always_inline struct list_head *next_probe(struct kprobe_site *site, struct kprobe *p, struct list_head *next)
{
	return p->ainsn.site == site ? p->list.next : next;
}

/* More than one probe at an address. Linux: aggr_pre_handler(): the first that changes the pc ends it. */
static noinline int __kprobes several_pre(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct pt_regs *regs)
{
	struct list_head *at = site->probes.next, *next;
	int ret;

	for (; at != &site->probes; at = next) {
		struct kprobe *p = list_entry(at, struct kprobe, list);

		next = at->next;
		if (!p->pre_handler || kprobe_disabled(p))
			continue;
		kcb->now.kp = p;
		ret = p->pre_handler(p, regs);
		kcb->now.kp = NULL;
		if (ret)
			return ret;
		next = next_probe(site, p, next);
	}
	return 0;
}

static noinline void __kprobes several_post(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct pt_regs *regs)
{
	struct list_head *at = site->probes.next, *next;

	for (; at != &site->probes; at = next) {
		struct kprobe *p = list_entry(at, struct kprobe, list);

		next = at->next;
		if (!p->post_handler || kprobe_disabled(p))
			continue;
		kcb->now.kp = p;
		p->post_handler(p, regs, 0);
		kcb->now.kp = NULL;
		next = next_probe(site, p, next);
	}
}

static __always_inline void post_handlers(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct pt_regs *regs)
{
	struct kprobe *p = site->kp;

	kcb->now.status = KPROBE_HIT_SSDONE;
	if (unlikely(site->several))
		several_post(kcb, site, regs);
	else if (likely(p) && p->post_handler)
		p->post_handler(p, regs, 0);
}

static __always_inline void leave(struct kprobe_ctlblk *kcb)
{
	if (unlikely(kcb->now.status & KPROBE_REENTER)) {
		kcb->now = kcb->prev;
		return;
	}
	kcb->now.site = NULL;
}

/*
 * An instruction that is emulated gives no step trap, but somebody else waits for one. Let it run in its place for
 * this once: the breakpoint is away until the step trap, in which time another CPU could pass without a hit.
 */
static noinline int __kprobes run_in_place(struct kprobe_hit *hit, struct kprobe_site *site, struct trap *t)
{
	struct pt_regs *regs = trap_regs(t);

	hit->status |= KPROBE_IN_PLACE;
	policy->lift(&site->bp);
	instruction_pointer_set(regs, t->pc);
	policy->step_arm(&kprobes_consumer.owner, regs, STEP_INSN);
	return NOTIFY_STOP;
}

/* Its slot goes on by itself. Without post-handlers the hit is over before the instruction has run. Linux: boosted. */
static __always_inline void run_boosted(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct trap *t)
{
	instruction_pointer_set(trap_regs(t), site->ool.boosted_at);
	if (!site->after) {
		leave(kcb);
		return;
	}
	kcb->now.status |= KPROBE_BOOSTED;
	kcb->now.depth = t->depth;
}

/* The boosted instruction has run. */
void __kprobes kprobe_after(struct pt_regs *regs)
{
	struct kprobe_ctlblk *kcb = get_kprobe_ctlblk();
	struct kprobe_site *site = kcb->now.site;
	bool nested = kcb->now.status & KPROBE_REENTER;

	instruction_pointer_set(regs, (unsigned long)site->ool.addr + site->ool.size);
	if (likely(!nested))
		post_handlers(kcb, site, regs);
	leave(kcb);
}

/* Run the probed instruction: kcb->now.status says as what. */
static __always_inline int run_insn(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct trap *t, u32 status)
{
	struct pt_regs *regs = trap_regs(t);
	struct kprobe_hit *hit = &kcb->now;

	hit->status = status;
	hit->depth = t->depth;
	hit->other = arch_step_kind(regs);
	if (site->boosted && hit->other == STEP_NONE) {
		run_boosted(kcb, site, t);
		return NOTIFY_STOP;
	}
	if (likely(site->ool.class == OOL_STEP)) {
		arch_ool_begin(&site->ool, regs);
		policy->step_arm(&kprobes_consumer.owner, regs, STEP_INSN);
		return NOTIFY_STOP;
	}
	if (unlikely(hit->other != STEP_NONE))
		return run_in_place(hit, site, t);
	arch_ool_begin(&site->ool, regs);
	if (status == KPROBE_HIT_SS)
		post_handlers(kcb, site, regs);
	leave(kcb);
	return NOTIFY_STOP;
}

/* Hit while another hit is served on this CPU: no handler, only the instruction. One level of that. */
static noinline int __kprobes reenter(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct trap *t)
{
	char sym[KSYM_NAME_LEN];
	struct kprobe *p;

	if (kcb->now.status & KPROBE_REENTER) {
		sprint_symbol(sym, site->addr);
		printk("kprobes: BUG: %s hit while a probe hit inside another's handler was being stepped\n", sym);
		return NOTIFY_DONE;	/* nobody's, so the running test gets the diagnosis */
	}
	list_for_each_entry(p, &site->probes, list)
		kprobes_inc_nmissed_count(p);
	kcb->prev = kcb->now;
	kcb->now.site = site;
	kcb->now.kp = NULL;
	return run_insn(kcb, site, t, KPROBE_REENTER);
}

/* The pre-handlers have run; @changed: one of them has changed the pc. */
static noinline int __kprobes after_pre(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct trap *t, int changed)
{
	if (changed) {
		leave(kcb);
		return NOTIFY_STOP;
	}
	if (unlikely(site->ts.pc != t->pc)) {
		/* A handler took the probe out: the instruction is back in its place. */
		instruction_pointer_set(trap_regs(t), t->pc);
		leave(kcb);
		return NOTIFY_STOP;
	}
	return run_insn(kcb, site, t, KPROBE_HIT_SS);
}

/* Not inlined: who is only passing by, with a trap that is not ours, does not pay for our registers. */
static noinline int __kprobes breakpoint_hit(struct kprobe_site *site, struct trap *t)
{
	struct kprobe_ctlblk *kcb = get_kprobe_ctlblk();
	struct kprobe *p = site->kp;
	int changed = 0;

	if (unlikely(user_mode(trap_regs(t))))
		return NOTIFY_DONE;
	if (unlikely(kcb->now.site))
		return reenter(kcb, site, t);

	kcb->now.site = site;
	kcb->now.status = KPROBE_HIT_ACTIVE;
	if (unlikely(site->several))
		changed = several_pre(kcb, site, trap_regs(t));
	else if (p->pre_handler)
		changed = p->pre_handler(p, trap_regs(t));
	return after_pre(kcb, site, t, changed);
}

/*
 * The short ways, from kernel/site: no other hit is being served, nobody has armed a step. What is not so is left to the chain.
 */
static __always_inline bool short_way(struct cpu *cpu, struct kprobe_ctlblk *kcb, struct trap *t)
{
	return likely(!kcb->now.site && arch_step_none(trap_regs(t))) && trap_site_open(cpu, t);
}

/* The pre-handlers. False: the hit is over by what they have done. */
static __always_inline bool short_pre(struct kprobe_ctlblk *kcb, struct kprobe_site *site, struct trap *t)
{
	struct kprobe *p = site->kp;
	int changed = 0;

	kcb->now.site = site;
	kcb->now.status = KPROBE_HIT_ACTIVE;
	if (unlikely(site->several))
		changed = several_pre(kcb, site, trap_regs(t));
	else if (p->pre_handler)
		changed = p->pre_handler(p, trap_regs(t));
	if (likely(!changed && site->ts.pc == t->pc && arch_step_none(trap_regs(t))))
		return true;
	after_pre(kcb, site, t, changed);
	return false;
}

void __kprobes kprobe_hit_boosted(struct trap_site *ts, struct trap *t)
{
	struct kprobe_site *site = site_of_trap(ts);
	struct kprobe_ctlblk *kcb = get_kprobe_ctlblk();
	struct cpu *cpu = this_cpu();

	if (unlikely(!short_way(cpu, kcb, t))) {
		trap_dispatch(t);
		return;
	}
	if (likely(short_pre(kcb, site, t))) {
		instruction_pointer_set(trap_regs(t), site->ool.boosted_at);
		if (likely(!site->after)) {
			kcb->now.site = NULL;
		} else {
			kcb->now.status = KPROBE_HIT_SS | KPROBE_BOOSTED;
			kcb->now.depth = t->depth;
		}
	}
	trap_site_close(cpu, t);
}

void __kprobes kprobe_hit_emulated(struct trap_site *ts, struct trap *t)
{
	struct kprobe_site *site = site_of_trap(ts);
	struct kprobe_ctlblk *kcb = get_kprobe_ctlblk();
	struct cpu *cpu = this_cpu();

	if (unlikely(!short_way(cpu, kcb, t))) {
		trap_dispatch(t);
		return;
	}
	if (likely(short_pre(kcb, site, t))) {
		arch_ool_begin(&site->ool, trap_regs(t));
		if (site->after)
			post_handlers(kcb, site, trap_regs(t));
		kcb->now.site = NULL;
	}
	trap_site_close(cpu, t);
}

/* The long one. */
void __kprobes kprobe_hit_stepped(struct trap_site *ts, struct trap *t)
{
	(void)ts;
	trap_dispatch(t);
}

/* The frame is back from the slot, or from the place itself; @hit is over but for the post-handler. */
static __always_inline void end_step(struct kprobe_hit *hit, struct trap *t)
{
	struct kprobe_site *site = hit->site;
	struct pt_regs *regs = trap_regs(t);

	if (likely(!(hit->status & KPROBE_IN_PLACE)))
		arch_ool_finish(&site->ool, regs);
	else if (site->ts.pc)
		policy->plant(&site->bp);
	if (likely(!(hit->status & KPROBE_BOOSTED)))
		policy->step_disarm(&kprobes_consumer.owner, regs);
}

/*
 * A step of somebody else was armed when the probe was hit. Arm it again and let the walk go on to him. A branch step
 * reports only a branch: one that left the straight line; an untaken one at a probed address is not seen.
 */
static noinline int __kprobes pass_on(struct trap *t, enum step_kind other, unsigned long straight)
{
	t->pc = instruction_pointer(trap_regs(t));
	policy->step_arm(&kprobes_consumer.owner, trap_regs(t), other);
	if (other == STEP_INSN) {
		t->kind = TRAP_STEP;
		return NOTIFY_DONE;
	}
	if (t->pc == straight)
		return NOTIFY_STOP;
	t->kind = TRAP_BRANCH_STEP;
	return NOTIFY_DONE;
}

/*
 * The hit is over, but the step trap had another cause too (t->addr): go on to the owner of that. Linux: x86 takes DR_STEP out of
 * DR6 and asks the chain if a bit is left.
 */
static noinline int __kprobes other_cause(struct trap *t)
{
	t->kind = TRAP_WATCHPOINT;
	t->pc = instruction_pointer(trap_regs(t));
	return NOTIFY_DONE;
}

static __always_inline int step_claimed(struct trap *t)
{
	return likely(!t->addr) ? NOTIFY_STOP : other_cause(t);
}

enum step_kind __kprobes kprobes_share_step(const struct trap *t)
{
	struct kprobe_hit *hit = &get_kprobe_ctlblk()->now;
	enum step_kind other = hit->other;

	if (!hit->site || t->depth != hit->depth || !(hit->status & (KPROBE_HIT_SS | KPROBE_REENTER)) || hit->status & KPROBE_BOOSTED)
		return arch_step_kind(trap_regs(t));
	hit->other = STEP_INSN;
	return other;
}

/* Any step that ends a hit but the ordinary one. */
static noinline int __kprobes stepped_slow(struct kprobe_ctlblk *kcb, struct trap *t)
{
	struct kprobe_site *site = kcb->now.site;
	unsigned long straight = (unsigned long)site->ool.addr + site->ool.size;
	enum step_kind other = kcb->now.other;
	bool nested = kcb->now.status & KPROBE_REENTER;

	if (t->depth != kcb->now.depth || !(kcb->now.status & (KPROBE_HIT_SS | KPROBE_REENTER)))
		return NOTIFY_DONE;
	if (kcb->now.status & KPROBE_BOOSTED)
		return NOTIFY_DONE;	/* we have armed none */
	end_step(&kcb->now, t);
	if (!nested)
		post_handlers(kcb, site, trap_regs(t));
	leave(kcb);
	return other == STEP_NONE ? step_claimed(t) : pass_on(t, other, straight);
}

/* The ordinary one: not nested, out of line, nobody else stepping. */
static noinline int __kprobes stepped(struct kprobe_ctlblk *kcb, struct trap *t)
{
	struct kprobe_site *site = kcb->now.site;

	if (unlikely(kcb->now.status != KPROBE_HIT_SS || kcb->now.other != STEP_NONE || t->depth != kcb->now.depth))
		return stepped_slow(kcb, t);
	arch_ool_finish(&site->ool, trap_regs(t));
	policy->step_disarm(&kprobes_consumer.owner, trap_regs(t));
	post_handlers(kcb, site, trap_regs(t));
	kcb->now.site = NULL;
	return step_claimed(t);
}

/* The instruction faulted in its slot. */
static noinline int __kprobes faulted(struct kprobe_ctlblk *kcb, struct trap *t)
{
	enum step_kind other = kcb->now.status & KPROBE_BOOSTED ? STEP_NONE : kcb->now.other;

	if (t->depth != kcb->now.depth || !(kcb->now.status & (KPROBE_HIT_SS | KPROBE_REENTER)))
		return NOTIFY_DONE;
	end_step(&kcb->now, t);
	t->pc = instruction_pointer(trap_regs(t));
	if (other != STEP_NONE)
		policy->step_arm(&kprobes_consumer.owner, trap_regs(t), other);
	leave(kcb);
	return NOTIFY_DONE;
}

/* A boosted instruction faulted in its slot, after its hit: the fault is the original's. */
static noinline void __kprobes faulted_boosted(struct trap *t)
{
	struct ool_insn *o = ool_owner(t->pc);

	if (!o)
		return;
	arch_ool_finish(o, trap_regs(t));
	t->pc = instruction_pointer(trap_regs(t));
}

int __kprobes kprobe_exceptions_notify(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	struct kprobe_ctlblk *kcb;
	struct kprobe_site *site;

	(void)nb;
	(void)val;
	if (t->kind == TRAP_BREAKPOINT) {
		site = kprobe_site_hit(t->pc);
		return site ? breakpoint_hit(site, t) : NOTIFY_DONE;
	}
	kcb = get_kprobe_ctlblk();
	if (likely(!kcb->now.site)) {
		if (BIT(t->kind) & FAULT_KINDS)
			faulted_boosted(t);
		return NOTIFY_DONE;
	}
	if (likely(t->kind == TRAP_STEP || t->kind == TRAP_BRANCH_STEP))
		return stepped(kcb, t);
	return BIT(t->kind) & FAULT_KINDS ? faulted(kcb, t) : NOTIFY_DONE;
}
