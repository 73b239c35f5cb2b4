// SPDX-License-Identifier: GPL-2.0-only
/* Slots for out-of-line execution. What goes into them is the arch's. */
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/ool.h>

struct slot {
	u8 insn[OOL_SLOT_SIZE];
};

static struct slot slots[NR_OOL_SLOTS] __section(".ool_slots") __aligned(OOL_SLOT_SIZE);
static struct ool_insn *owners[NR_OOL_SLOTS];
static u64 taken[NR_OOL_SLOTS / 64];
static unsigned int first_free;		/* word of taken; there is no free slot below it */
static unsigned int used;

static struct slot *slot_get(void)
{
	for (unsigned int w = first_free; w < ARRAY_SIZE(taken); w++) {
		unsigned int bit;

		if (!~taken[w])
			continue;
		first_free = w;
		bit = __builtin_ctzl(~taken[w]);
		taken[w] |= BIT(bit);
		used++;
		return &slots[w * 64 + bit];
	}
	return NULL;
}

static void slot_put(struct slot *slot)
{
	unsigned int i = slot - slots;

	BUG_ON(i >= NR_OOL_SLOTS || !(taken[i / 64] & BIT(i % 64)));
	taken[i / 64] &= ~BIT(i % 64);
	first_free = min(first_free, i / 64);
	owners[i] = NULL;
	used--;
}

int ool_prepare(struct ool_insn *o)
{
	struct slot *slot = slot_get();
	int err;

	o->refusal = NULL;
	o->slot = NULL;
	if (!slot) {
		o->refusal = "no free slot";
		return -ENOMEM;
	}
	o->slot = (kprobe_opcode_t *)slot;
	o->boost = BOOST_NO;
	err = arch_ool_prepare(o);
	if (err || o->class != OOL_STEP) {
		slot_put(slot);
		o->slot = NULL;
		return err;
	}
	owners[slot - slots] = o;
	return 0;
}

void ool_release(struct ool_insn *o)
{
	if (o->slot)
		slot_put((struct slot *)o->slot);
	o->slot = NULL;
}

struct ool_insn *__kprobes ool_owner(unsigned long addr)
{
	return ool_in_slots(addr) ? owners[(addr - (unsigned long)slots) / sizeof(struct slot)] : NULL;
}

bool __kprobes ool_in_slots(unsigned long addr)
{
	return addr >= (unsigned long)slots && addr < (unsigned long)(slots + NR_OOL_SLOTS);
}

unsigned int ool_slots_used(void)
{
	return used;
}

void ool_reset(void)
{
	memset(taken, 0, sizeof(taken));
	memset(owners, 0, sizeof(owners));
	first_free = 0;
	used = 0;
}
