// SPDX-License-Identifier: GPL-2.0-only
/* Slots of debug registers, see <whosetrap/hwbp.h>. */
#include <linux/kernel.h>
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/hwbp.h>

extern const struct nowatch __nowatch_start[], __nowatch_end[];
extern char __stacks_start[], __stacks_end[];

struct hwbp *hwbp_slots[HWBP_SLOTS_MAX];
NOWATCH(hwbp_slots);
unsigned long hwbp_suspended;
NOWATCH(hwbp_suspended);
NOWATCH(cpus);

static bool touches(unsigned long addr, unsigned long len, unsigned long lo, unsigned long hi)
{
	return addr < hi && lo < addr + len;
}

bool hwbp_nowatch(unsigned long addr, unsigned long len)
{
	const struct stack *mine = &this_cpu()->stack;

	if (addr + len < addr)
		return true;
	for (const struct nowatch *n = __nowatch_start; n < __nowatch_end; n++)
		if (touches(addr, len, n->addr, n->addr + n->size))
			return true;
	return touches(addr, len, (unsigned long)__stacks_start, (unsigned long)__stacks_end) &&
	       !(addr >= mine->lo && addr + len <= mine->hi);
}

int hwbp_install(struct hwbp *b)
{
	unsigned int first = 0, n = arch_hwbp_slots(b->type == HWBP_X, &first);
	int err;

	if (b->in)
		return -EEXIST;
	err = arch_hwbp_check(b);
	if (err)
		return err;
	if (b->type != HWBP_X && hwbp_nowatch(b->addr, b->len))
		return -EINVAL;
	if (!n)
		return -EOPNOTSUPP;
	for (unsigned int i = first; i < first + n; i++) {
		if (hwbp_slots[i])
			continue;
		b->slot = i;
		b->in = true;
		hwbp_slots[i] = b;
		hwbp_suspended &= ~BIT(i);
		arch_hwbp_set(i, b);
		return 0;
	}
	return -ENOSPC;
}

void hwbp_remove(struct hwbp *b)
{
	if (!b->in)
		return;
	b->in = false;
	arch_hwbp_set(b->slot, NULL);
	hwbp_slots[b->slot] = NULL;
}

void __kprobes hwbp_suspend(unsigned long slots)
{
	for (unsigned int i = 0; i < HWBP_SLOTS_MAX; i++)
		if (slots & ~hwbp_suspended & BIT(i))
			arch_hwbp_set(i, NULL);
	hwbp_suspended |= slots;
}

/* One that was given back meanwhile, and perhaps taken again, is suspended no more. */
void __kprobes hwbp_resume(unsigned long slots)
{
	for (unsigned int i = 0; i < HWBP_SLOTS_MAX; i++)
		if (slots & hwbp_suspended & BIT(i) && hwbp_slots[i])
			arch_hwbp_set(i, hwbp_slots[i]);
	hwbp_suspended &= ~slots;
}

/* Nothing is said to the structures: they may be gone. */
void hwbp_reset(void)
{
	for (unsigned int i = 0; i < HWBP_SLOTS_MAX; i++)
		if (hwbp_slots[i])
			arch_hwbp_set(i, NULL);
	memset(hwbp_slots, 0, sizeof(hwbp_slots));
	hwbp_suspended = 0;
}

const char *hwbp_residue(void)
{
	for (unsigned int i = 0; i < HWBP_SLOTS_MAX; i++)
		if (hwbp_slots[i])
			return "a debug register is still taken";
	return hwbp_suspended ? "a debug register is still suspended" : NULL;
}
