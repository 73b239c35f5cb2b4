// SPDX-License-Identifier: GPL-2.0-only
/*
 * Notifier chains as Linux has them (kernel/notifier.c there): a list by priority, equal ones in order of registration.
 *
 * A writer excludes other writers by turning interrupts off; there is one CPU so far, and a walk that is interrupted by
 * a writer sees each block whole, since a block is linked in with one store.
 */
#include <asm/irqflags.h>
#include <linux/notifier.h>
#include <whosetrap/cpu.h>
#include <whosetrap/die.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>

/* The walks under way on a CPU, innermost first: to find out who unregisters from inside a callback. */
struct walk {
	const void *head;
	const struct walk *outer;
};

static const struct walk *walks[NR_CPUS];

static int chain_register(struct notifier_block **nl, struct notifier_block *nb, bool unique)
{
	for (; *nl; nl = &(*nl)->next) {
		if (WARN_ON(*nl == nb))
			return -EEXIST;
		if (nb->priority > (*nl)->priority)
			break;
		if (unique && nb->priority == (*nl)->priority)
			return -EBUSY;
	}
	nb->next = *nl;
	WRITE_ONCE(*nl, nb);
	return 0;
}

static int chain_unregister(struct notifier_block **nl, struct notifier_block *nb)
{
	for (; *nl; nl = &(*nl)->next) {
		if (*nl == nb) {
			WRITE_ONCE(*nl, nb->next);
			return 0;
		}
	}
	return -ENOENT;
}

static int call_chain(struct notifier_block *const *head, unsigned long val, void *v)
{
	const struct walk **walk = &walks[this_cpu()->id], here = { head, *walk };
	struct notifier_block *nb = READ_ONCE(*head), *next;
	int ret = NOTIFY_DONE;

	*walk = &here;
	while (nb) {
		next = READ_ONCE(nb->next);
		ret = nb->notifier_call(nb, val, v);
		if (ret & NOTIFY_STOP_MASK)
			break;
		nb = next;
	}
	*walk = here.outer;
	return ret;
}

static bool walking(const void *head)
{
	for (const struct walk *w = walks[this_cpu()->id]; w; w = w->outer)
		if (w->head == head)
			return true;
	return false;
}

static int locked_register(struct notifier_block **head, struct notifier_block *nb, bool unique)
{
	unsigned long flags;
	int err;

	local_irq_save(flags);
	err = chain_register(head, nb, unique);
	local_irq_restore(flags);
	return err;
}

static int locked_unregister(struct notifier_block **head, struct notifier_block *nb)
{
	unsigned long flags;
	int err;

	local_irq_save(flags);
	err = chain_unregister(head, nb);
	local_irq_restore(flags);
	return err;
}

void notifier_abandon(void)
{
	walks[this_cpu()->id] = NULL;
}

int atomic_notifier_chain_register(struct atomic_notifier_head *nh, struct notifier_block *nb)
{
	return locked_register(&nh->head, nb, false);
}

int atomic_notifier_chain_register_unique_prio(struct atomic_notifier_head *nh, struct notifier_block *nb)
{
	return locked_register(&nh->head, nb, true);
}

int atomic_notifier_chain_unregister(struct atomic_notifier_head *nh, struct notifier_block *nb)
{
	if (!policy->unregister_in_callback && walking(&nh->head)) {
		printk("atomic_notifier_chain_unregister: called from inside a callback of the chain: "
		       "Linux would wait for itself\n");
		return -EDEADLK;
	}
	return locked_unregister(&nh->head, nb);
}

int atomic_notifier_call_chain(struct atomic_notifier_head *nh, unsigned long val, void *v)
{
	return call_chain(&nh->head, val, v);
}
NOKPROBE_SYMBOL(atomic_notifier_call_chain);

int raw_notifier_chain_register(struct raw_notifier_head *nh, struct notifier_block *nb)
{
	return chain_register(&nh->head, nb, false);
}

int raw_notifier_chain_unregister(struct raw_notifier_head *nh, struct notifier_block *nb)
{
	return chain_unregister(&nh->head, nb);
}

int raw_notifier_call_chain(struct raw_notifier_head *nh, unsigned long val, void *v)
{
	return call_chain(&nh->head, val, v);
}
