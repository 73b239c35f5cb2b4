// SPDX-License-Identifier: GPL-2.0-only
/* Registration of kprobes. Linux: kernel/kprobes.c; the results are those of its functions of the same names. */
#include <linux/kdebug.h>
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/hwbp.h>
#include <whosetrap/kernel.h>
#include <whosetrap/place.h>
#include <whosetrap/priorities.h>
#include <whosetrap/symbols.h>
#include "internal.h"

static struct kprobe_site sites[NR_KPROBE_SITES];
static struct trap_site *free_sites, **free_last = &free_sites;	/* the one freed first is used first */
static unsigned int sites_touched;	/* of the pool; those beyond were never used */
static unsigned int sites_used;

static struct kprobe_site *site_new(unsigned long addr)
{
	struct trap_site *ts = free_sites;
	struct kprobe_site *s;

	if (sites_touched < NR_KPROBE_SITES) {
		s = &sites[sites_touched++];
	} else if (ts) {
		free_sites = ts->next;
		if (!free_sites)
			free_last = &free_sites;
		s = site_of_trap(ts);
	} else {
		return NULL;
	}
	sites_used++;
	*s = (struct kprobe_site){ .addr = addr };
	s->bp.owner = &kprobes_consumer.owner;
	s->bp.addr = (kprobe_opcode_t *)addr;
	INIT_LIST_HEAD(&s->probes);
	return s;
}

/* What a hit that is being served still reads of it stays as it is until the site is used again: at last. */
static void site_free(struct kprobe_site *s)
{
	ool_release(&s->ool);
	s->addr = 0;
	s->ts.pc = 0;
	s->kp = NULL;
	s->several = false;
	s->ts.next = NULL;
	*free_last = &s->ts;
	free_last = &s->ts.next;
	sites_used--;
}

static void site_link(struct kprobe_site *s)
{
	struct trap_site **bucket = trap_site_bucket(s->addr);

	s->ts.next = *bucket;
	WRITE_ONCE(*bucket, &s->ts);
}

static void site_unlink(struct kprobe_site *s)
{
	struct trap_site **at = trap_site_bucket(s->addr);

	while (*at != &s->ts)
		at = &(*at)->next;
	WRITE_ONCE(*at, s->ts.next);
}

/* The way that a hit goes, as the probes of @s want it now. */
static void site_tune(struct kprobe_site *s)
{
	struct kprobe *p;

	s->after = false;
	list_for_each_entry(p, &s->probes, list)
		s->after |= p->post_handler != NULL;
	s->boosted = options.boost && s->ool.class == OOL_STEP &&
		     (s->ool.boost == BOOST_NEXT || (s->ool.boost == BOOST_SELF && !s->after)) &&
		     arch_ool_boost(&s->ool, s->after ? (unsigned long)arch_after_trampoline : s->addr + s->ool.size);
	s->ts.hit = s->boosted ? kprobe_hit_boosted : s->ool.class == OOL_EMULATE ? kprobe_hit_emulated : kprobe_hit_stepped;
}

static void site_probes_changed(struct kprobe_site *s)
{
	s->kp = list_empty(&s->probes) ? NULL : list_first_entry(&s->probes, struct kprobe, list);
	s->several = s->kp && s->probes.next != s->probes.prev;
	if (s->kp)
		site_tune(s);
}

int kprobe_refused(unsigned long addr, const char *why, int err)
{
	char sym[KSYM_NAME_LEN];

	sprint_symbol(sym, addr);
	printk("kprobes: no probe at %#lx (%s): %s\n", addr, sym, why);
	return err;
}

/* Put the breakpoint in or take it out, as the probes of @s want it now. */
static int site_arm(struct kprobe_site *s)
{
	struct kprobe *p;
	bool want = false;
	int err = 0;

	list_for_each_entry(p, &s->probes, list)
		want |= !kprobe_disabled(p);
	if (want && !s->ts.pc) {
		if (arch_insn_is_break((const void *)s->addr))
			return kprobe_refused(s->addr, "somebody else's trap instruction is there", -EINVAL);
		err = policy->plant(&s->bp);
		if (err)
			return kprobe_refused(s->addr, "the breakpoint cannot be planted", err);
	} else if (!want && s->ts.pc) {
		policy->lift(&s->bp);	/* -ENOENT only from within run_in_place(), which has lifted it */
	}
	WRITE_ONCE(s->ts.pc, want ? s->addr : 0);
	return 0;
}

/* The site that @p is registered at, NULL when it is not; nothing that @p says of itself is believed. */
static struct kprobe_site *site_of(const struct kprobe *p)
{
	struct kprobe_site *s = p->addr ? kprobe_site_at((unsigned long)p->addr) : NULL;
	struct kprobe *q;

	if (s)
		list_for_each_entry(q, &s->probes, list)
			if (q == p)
				return s;
	return NULL;
}

bool kprobe_is_registered(const struct kprobe *p)
{
	return site_of(p);
}

/* Linux: kprobe_addr(). */
int kprobe_find_addr(const struct kprobe *p, unsigned long *addr)
{
	if (!p->symbol_name == !p->addr) {
		printk("kprobes: no probe: %s of address and symbol given; give one\n", p->addr ? "both" : "neither");
		return -EINVAL;
	}
	*addr = (unsigned long)p->addr;
	if (p->symbol_name) {
		*addr = kallsyms_lookup_name(p->symbol_name);
		if (!*addr) {
			printk("kprobes: no probe at %s+%#x: unknown symbol\n", p->symbol_name, p->offset);
			return -ENOENT;
		}
		if (!p->offset)
			*addr = kprobe_func_entry(*addr);
	}
	*addr += p->offset;
	return 0;
}

static int site_prepare(unsigned long addr, struct kprobe_site **site)
{
	const char *why = place_refusal(addr);
	struct kprobe_site *s;
	int err;

	if (why)
		return kprobe_refused(addr, why, -EINVAL);
	s = site_new(addr);
	if (!s)
		return kprobe_refused(addr, "too many probes", -ENOMEM);
	s->ool.addr = (const kprobe_opcode_t *)addr;
	memcpy(s->ool.insn, (const void *)addr, MAX_INSN_SIZE);
	err = ool_prepare(&s->ool);
	if (!err && s->ool.class == OOL_STEP && !arch_step_supported(STEP_INSN)) {
		s->ool.refusal = "this CPU has no instruction step";
		err = -EOPNOTSUPP;
	}
	if (err) {
		kprobe_refused(addr, s->ool.refusal ? s->ool.refusal : "no copy of the instruction could be made", err);
		site_free(s);
		return err;
	}
	*site = s;
	return 0;
}

int register_kprobe(struct kprobe *p)
{
	struct kprobe_site *s;
	unsigned long addr;
	int err;

	if (site_of(p))
		return kprobe_refused((unsigned long)p->addr, "this struct kprobe is registered already", -EINVAL);
	err = kprobe_find_addr(p, &addr);
	if (err)
		return err;
	p->flags &= KPROBE_FLAG_DISABLED;
	p->nmissed = 0;
	s = kprobe_site_at(addr);
	if (!s) {
		err = site_prepare(addr, &s);
		if (err)
			return err;
		site_link(s);
	}
	/* Newest first. Linux: add_new_kprobe() */
	list_add(&p->list, &s->probes);
	site_probes_changed(s);
	p->addr = (kprobe_opcode_t *)addr;
	memcpy(&p->opcode, s->ool.insn, sizeof(p->opcode));
	p->ainsn = (struct arch_specific_insn){ .insn = s->ool.slot, .site = s };
	err = site_arm(s);
	if (err)
		unregister_kprobe(p);
	return err;
}

void unregister_kprobe(struct kprobe *p)
{
	struct kprobe_site *s = site_of(p);

	if (!s)
		return;
	list_del(&p->list);	/* its own pointers stay: a handler of it may be running */
	site_probes_changed(s);
	site_arm(s);
	p->flags |= KPROBE_FLAG_DISABLED;
	p->ainsn.site = NULL;
	if (s->kp)
		return;
	site_unlink(s);
	site_free(s);
}

int register_kprobes(struct kprobe **ps, int num)
{
	if (num <= 0)
		return -EINVAL;
	for (int i = 0; i < num; i++) {
		int err = register_kprobe(ps[i]);

		if (err) {
			if (i)
				unregister_kprobes(ps, i);
			return err;
		}
	}
	return 0;
}

void unregister_kprobes(struct kprobe **ps, int num)
{
	for (int i = 0; i < num; i++)
		unregister_kprobe(ps[i]);
}

static int set_disabled(struct kprobe *p, bool disabled)
{
	struct kprobe_site *s = site_of(p);
	u32 old = p->flags;
	int err;

	if (!s)
		return -EINVAL;
	p->flags = disabled ? old | KPROBE_FLAG_DISABLED : old & ~KPROBE_FLAG_DISABLED;
	err = site_arm(s);
	if (err)
		p->flags = old;
	return err;
}

int disable_kprobe(struct kprobe *p)
{
	return set_disabled(p, true);
}

int enable_kprobe(struct kprobe *p)
{
	return set_disabled(p, false);
}

struct kprobe *__kprobes get_kprobe(void *addr)
{
	struct kprobe_site *s = kprobe_site_at((unsigned long)addr);

	return s ? s->kp : NULL;
}

struct kprobe *__kprobes kprobe_running(void)
{
	struct kprobe_hit *hit = &get_kprobe_ctlblk()->now;

	if (!hit->site)
		return NULL;
	return hit->kp ? hit->kp : hit->site->kp;
}

void kprobes_for_each(void (*fn)(struct kprobe *p, void *arg), void *arg)
{
	struct kprobe *p;

	for (struct kprobe_site *s = sites; s < sites + sites_touched; s++)
		if (s->addr)
			list_for_each_entry(p, &s->probes, list)
				fn(p, arg);
}

static int init(void)
{
	/* Static but for what the chain itself writes; taken fresh because the chain is emptied under it. */
	static struct notifier_block nb;
	NOWATCH(nb);

	nb = (struct notifier_block){ .notifier_call = kprobe_exceptions_notify, .priority = DIE_PRIO_kprobes };
	for (unsigned int c = 0; c < NR_CPUS; c++)
		cpus[c].kprobes = &kprobe_ctlblk[c];
	trap_sites_of(&nb);
	return register_die_notifier(&nb);
}

static void reset(void)
{
	for (struct kprobe_site *s = sites; s < sites + sites_touched; s++) {
		if (!s->addr)
			continue;
		*trap_site_bucket(s->addr) = NULL;
		policy->lift(&s->bp);
		ool_release(&s->ool);
		s->addr = 0;
	}
	memset(kprobe_ctlblk, 0, sizeof(kprobe_ctlblk));
	kretprobes_reset();
	free_sites = NULL;
	free_last = &free_sites;
	sites_touched = 0;
	sites_used = 0;
}

static const char *residue(void)
{
	if (sites_used)
		return "a kprobe is still registered";
	if (kretprobes_residue())
		return "a function under a kretprobe has not returned";
	return kprobe_running() ? "a kprobe hit was never finished" : NULL;
}

TRAP_CONSUMER(kprobes_consumer, .owner = { "kprobes" }, .init = init, .reset = reset, .residue = residue);
