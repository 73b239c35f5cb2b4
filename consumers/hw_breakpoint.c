// SPDX-License-Identifier: GPL-2.0-only
/*
 * hw_breakpoint: the owner of traps of the debug registers.
 *
 *   hit of a slot that somebody has registered -> his callback, then on past the instruction:
 *       the trap came after the access (x86_64 data)        nothing to do
 *       before, and the CPU can be told to pass (x86_64 X)  RF in the frame
 *       before, and it cannot (aarch64, DAWR)               slot suspended, step armed, NOTIFY_STOP
 *   step trap while a slot is suspended at this depth       slot back; NOTIFY_STOP, or NOTIFY_DONE where somebody else had
 *                                                           armed a step in that frame too
 *   any other trap there                                    slot back, the step given up, NOTIFY_DONE: it is not ours
 *
 * An instruction may be hit twice in two ways. Where kprobes steps it in a slot, its step is the first to be asked about, so it
 * is told to pass that on (kprobes_share_step()). Where a breakpoint instruction stands at the place, its owner
 * may put the original back and run the place again: that is still the same execution, see again().
 *
 * Linux: kernel/events/hw_breakpoint.c, arch/<arch>/kernel/hw_breakpoint.c.
 */
#include <linux/hw_breakpoint.h>
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/consumer.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/place.h>
#include <whosetrap/priorities.h>
#include <whosetrap/symbols.h>
#include <whosetrap/text.h>
#include <whosetrap/trap.h>

#define NR_EVENTS	32

struct hw_step {
	unsigned long slots;		/* suspended until the step trap at this depth; 0: none */
	unsigned long owed;		/* of these: the callback comes after the step */
	unsigned long again;		/* an execution breakpoint was hit here, over a breakpoint instruction */
	enum step_kind other;		/* what somebody else had armed in the frame */
};

static struct hw_step steps[NR_CPUS][TRAP_DEPTH_MAX + 1];
NOWATCH(steps);
static bool in_callback[NR_CPUS];
NOWATCH(in_callback);

static struct perf_event events[NR_EVENTS];
NOWATCH(events);
static struct perf_event *wide[NR_EVENTS][NR_CPUS];
static unsigned int registered;
static bool attached;
static struct notifier_block hw_nb;
NOWATCH(hw_nb);

extern const struct trap_consumer hw_breakpoint_consumer;

static void __kprobes call(unsigned long slots, struct trap *t)
{
	struct perf_sample_data data = { .addr = t->addr, .period = 1 };
	bool *busy = &in_callback[this_cpu()->id];

	if (*busy)
		return;
	*busy = true;
	for (unsigned int i = 0; i < HWBP_SLOTS_MAX; i++) {
		struct hwbp *b = slots & BIT(i) ? hwbp_slots[i] : NULL;
		struct perf_event *e = b ? container_of(b, struct perf_event, hw) : NULL;

		if (e >= events && e < events + NR_EVENTS && e->overflow_handler)
			e->overflow_handler(e, &data, trap_regs(t));
	}
	*busy = false;
}

static bool __kprobes same(const struct hwbp *a, const struct hwbp *b)
{
	return a && b && a->addr == b->addr && a->len == b->len && a->type == b->type;
}

/* A condition that two slots share is met for both, even if the CPU names one (bug case E10). */
static unsigned long __kprobes with_twins(unsigned long slots)
{
	for (unsigned int i = 0; i < HWBP_SLOTS_MAX; i++)
		for (unsigned int j = 0; slots & BIT(i) && j < HWBP_SLOTS_MAX; j++)
			if (same(hwbp_slots[i], hwbp_slots[j]))
				slots |= BIT(j);
	return slots;
}

/*
 * Is this execution breakpoint hit again by an execution that it has reported? So it is when it was hit with a breakpoint
 * instruction there, and now there is none: its owner has lifted it to get over the place.
 */
static bool __kprobes again(struct hw_step *s, unsigned long pc)
{
	u8 insn[MAX_INSN_SIZE] = { 0 };
	bool was = s->again == pc;

	s->again = 0;
	if (arch_nofault_read(insn, (const void *)pc, BREAK_INSN_SIZE) || !arch_insn_is_break(insn))
		return was;
	s->again = pc;
	return false;
}

static int __kprobes hit(struct hw_step *s, struct trap *t, unsigned long slots)
{
	struct pt_regs *regs = trap_regs(t);
	unsigned long pc = instruction_pointer(regs), kinds[HWBP_PASS_KINDS] = { 0 }, silent = 0;
	bool step = t->kind == TRAP_STEP || t->kind == TRAP_BRANCH_STEP, near = slots & HWBP_NEAR;

	slots = with_twins(slots & ~HWBP_NEAR);
	for (unsigned int i = 0; i < HWBP_SLOTS_MAX; i++) {
		if (!(slots & BIT(i)))
			continue;
		kinds[arch_hwbp_pass(hwbp_slots[i])] |= BIT(i);
		if (hwbp_slots[i]->type == HWBP_X && hwbp_slots[i]->addr == pc)
			silent |= BIT(i);
	}
	if (silent && !again(s, pc))
		silent = 0;
	if (near)
		silent = slots;
	call(slots & ~silent & ~kinds[HWBP_PASS_STEP_FIRST], t);
	if (instruction_pointer(regs) == pc) {
		if (kinds[HWBP_PASS_ONCE])
			arch_hwbp_pass_once(regs);
		if (kinds[HWBP_PASS_STEP] | kinds[HWBP_PASS_STEP_FIRST]) {
			if (!s->slots)
				s->other = kprobes_share_step(t);
			s->slots |= kinds[HWBP_PASS_STEP] | kinds[HWBP_PASS_STEP_FIRST];
			s->owed |= near ? 0 : kinds[HWBP_PASS_STEP_FIRST];
			hwbp_suspend(s->slots);
			policy->step_arm(&hw_breakpoint_consumer.owner, regs, STEP_INSN);
		}
	}
	return step ? NOTIFY_DONE : NOTIFY_STOP;
}

/* Slots back, step as it was before. */
static void __kprobes end_step(struct hw_step *s, struct pt_regs *regs)
{
	hwbp_resume(s->slots);
	s->slots = 0;
	s->owed = 0;
	policy->step_disarm(&hw_breakpoint_consumer.owner, regs);
	if (s->other != STEP_NONE)
		policy->step_arm(&hw_breakpoint_consumer.owner, regs, s->other);
}

int __kprobes hw_breakpoint_exceptions_notify(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);
	unsigned long slots, owed;
	struct hw_step *s;

	(void)nb;
	(void)val;
	if (user_mode(trap_regs(t)) || t->depth > TRAP_DEPTH_MAX)
		return NOTIFY_DONE;
	s = &steps[this_cpu()->id][t->depth];
	slots = arch_hwbp_hits(t);
	if (slots)
		return hit(s, t, slots);
	if (!s->slots)
		return NOTIFY_DONE;
	owed = s->owed;
	end_step(s, trap_regs(t));
	if (t->kind != TRAP_STEP && t->kind != TRAP_BRANCH_STEP)
		return NOTIFY_DONE;
	call(owed, t);
	return s->other == STEP_NONE ? NOTIFY_STOP : NOTIFY_DONE;
}

int hw_breakpoint_attach(bool on)
{
	int err = 0;

	if (on == attached)
		return 0;
	if (on) {
		hw_nb = (struct notifier_block){ .notifier_call = hw_breakpoint_exceptions_notify,
						 .priority = DIE_PRIO_hw_breakpoint };
		err = register_die_notifier(&hw_nb);
	} else if (!policy->unregister_in_callback && trap_walking()) {
		return 0;		/* stays until somebody comes by from elsewhere, or the reset */
	} else {
		err = unregister_die_notifier(&hw_nb);
	}
	if (!err)
		attached = on;
	return err;
}

/* Linux: hw_breakpoint_parse(), hw_breakpoint_event_init(). */
static int check(const struct perf_event_attr *attr)
{
	unsigned long addr = attr->bp_addr;

	if (attr->type != PERF_TYPE_BREAKPOINT)
		return -ENOENT;
	if (attr->exclude_kernel)
		return -EINVAL;
	if (attr->bp_type == HW_BREAKPOINT_X)
		return attr->bp_len == sizeof(long) && kernel_text_address(addr) && !within_kprobe_blacklist(addr) ? 0 : -EINVAL;
	return attr->bp_type && attr->bp_type <= HW_BREAKPOINT_RW && attr->bp_len && attr->bp_len <= HW_BREAKPOINT_LEN_8 ? 0 : -EINVAL;
}

struct perf_event **register_wide_hw_breakpoint(struct perf_event_attr *attr, perf_overflow_handler_t triggered, void *context)
{
	struct perf_event *e = events;
	int err = check(attr);

	if (err)
		return ERR_PTR(err);
	while (e < events + NR_EVENTS && e->attr.type)
		e++;
	if (e == events + NR_EVENTS)
		return ERR_PTR(-ENOMEM);
	*e = (struct perf_event){ .attr = *attr, .overflow_handler = triggered, .overflow_handler_context = context,
				  .hw = { .addr = attr->bp_addr, .len = attr->bp_len, .type = attr->bp_type } };
	err = hw_breakpoint_attach(true);
	if (!err && !attr->disabled)
		err = hwbp_install(&e->hw);
	registered++;
	wide[e - events][this_cpu()->id] = e;
	if (!err)
		return wide[e - events];
	unregister_hw_breakpoint(e);
	return ERR_PTR(err);
}

void unregister_hw_breakpoint(struct perf_event *e)
{
	if (e < events || e >= events + NR_EVENTS || !e->attr.type)
		return;
	hwbp_remove(&e->hw);
	e->attr.type = 0;
	if (!--registered)
		hw_breakpoint_attach(false);
}

void unregister_wide_hw_breakpoint(struct perf_event **cpu_events)
{
	if (!IS_ERR_OR_NULL(cpu_events))
		unregister_hw_breakpoint(cpu_events[this_cpu()->id]);
}

static void reset(void)
{
	hwbp_reset();
	hw_breakpoint_attach(false);
	attached = false;
	registered = 0;
	memset(events, 0, sizeof(events));
	memset(steps, 0, sizeof(steps));
	memset(in_callback, 0, sizeof(in_callback));
}

static const char *residue(void)
{
	if (registered)
		return "a hardware breakpoint is still registered";
	return hwbp_residue();
}

TRAP_CONSUMER(hw_breakpoint_consumer, .owner = { "hw_breakpoint" }, .reset = reset, .residue = residue);
