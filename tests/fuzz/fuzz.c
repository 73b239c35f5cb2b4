// SPDX-License-Identifier: GPL-2.0-only
/*
 * Differential stepping: a sequence runs freely, stepped in place, and with a kprobe on each of its instructions in turn,
 * once with a post-handler and once without, which may go on from the slot by itself. Registers, flags, the data window and
 * the stack from the final stack pointer upwards have to be the same; below it traps are free to write. Each instruction
 * has to be stepped as often as its probe is hit.
 */
#define CHECK_FILE __FILE__
#include <asm/irqflags.h>
#include <linux/kdebug.h>
#include <linux/kprobes.h>
#include <string.h>
#include <whosetrap/cpu.h>
#include <whosetrap/policy.h>
#include <whosetrap/test.h>
#include <whosetrap/trap.h>

#include "fuzz.h"

#define PATH_MAX	256
#define SHOWN_MAX	6	/* differences told of one run */

struct outcome {
	struct fuzz_state state;
	unsigned long data[FUZZ_DATA];
};

struct fuzz_state fuzz_io;
unsigned long fuzz_data[FUZZ_DATA] __aligned(64);

static const struct trap_owner owner = { "fuzz" };
static struct outcome free_run, other;
static bool stepping;
static unsigned long path[PATH_MAX];
static unsigned int path_n;
static unsigned int hits;

static int __kprobes drive(struct notifier_block *nb, unsigned long val, void *data)
{
	struct trap *t = die_trap(data);

	(void)nb;
	if (val == DIE_BREAKPOINT && t->pc == (unsigned long)fuzz_break) {
		instruction_pointer_set(trap_regs(t), (unsigned long)fuzz_go);
		if (!stepping)
			return NOTIFY_STOP;
	} else if (val == DIE_STEP && stepping) {
		if (t->pc == (unsigned long)fuzz_return) {
			policy->step_disarm(&owner, trap_regs(t));
			return NOTIFY_STOP;
		}
		if (path_n < PATH_MAX)
			path[path_n] = t->pc;
		path_n++;
	} else {
		return NOTIFY_DONE;
	}
	if (policy->step_arm(&owner, trap_regs(t), STEP_INSN))
		test_fail("the step cannot be armed");
	return NOTIFY_STOP;
}

static struct notifier_block driver = { .notifier_call = drive, .priority = INT_MAX };

/* A stack of its own: the stack pointer is the same each time. */
static u8 stack_area[16384] __aligned(16);
static const struct stack stack = { (unsigned long)stack_area, (unsigned long)(stack_area + sizeof(stack_area)) };

static void enter(void *code)
{
	fuzz_enter((void (*)(void))code);
}

static unsigned long scramble(unsigned long x)
{
	x = (x + 1) * 0x9e3779b97f4a7c15UL;
	return x ^ x >> 29;
}

static void fuzz_run(const struct fuzz_seq *s, struct outcome *o)
{
	unsigned long flags;

	for (unsigned int i = 0; i < FUZZ_REGS; i++)
		fuzz_io.reg[i] = scramble(i + 1000);
	for (unsigned int i = 0; i < FUZZ_STACK; i++)
		fuzz_io.stack[i] = scramble(i + 2000);
	for (unsigned int i = 0; i < FUZZ_DATA; i++)
		fuzz_data[i] = scramble(i + 3000);
	fuzz_arch_init(fuzz_io.reg);
	local_irq_save(flags);
	arch_call_on_stack(enter, (void *)s->code, &stack);
	local_irq_restore(flags);
	o->state = fuzz_io;
	memcpy(o->data, fuzz_data, sizeof(o->data));
}

/* Hold @other against the free run; @what and @k say which run it was. */
static bool same(const char *what, unsigned int k)
{
	unsigned int shown = 0;

#define DIFFERS(name, index, seen, wanted) \
	if ((seen) != (wanted) && shown++ < SHOWN_MAX) \
		test_fail("%s %u: %s %u is %#lx, in the free run %#lx", what, k, name, (unsigned int)(index), (seen), (wanted))
	for (unsigned int i = 0; i < FUZZ_REGS; i++)
		if (fuzz_names[i])
			DIFFERS(fuzz_names[i], i, other.state.reg[i], free_run.state.reg[i]);
	DIFFERS("stack pointer, below its end,", 0, other.state.sp, free_run.state.sp);
	for (unsigned int i = FUZZ_STACK - min(free_run.state.sp / sizeof(long), (unsigned long)FUZZ_STACK); i < FUZZ_STACK; i++)
		DIFFERS("stack word", i, other.state.stack[i], free_run.state.stack[i]);
	for (unsigned int i = 0; i < FUZZ_DATA; i++)
		DIFFERS("data word", i, other.data[i], free_run.data[i]);
#undef DIFFERS
	return !shown;
}

static int __kprobes count_hit(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	(void)regs;
	hits++;
	return 0;
}

static void __kprobes after(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)regs;
	(void)flags;
}

/* The step reports what comes next, so path[] is what was executed; an instruction that repeats is there several times. */
static unsigned int stepped(unsigned long addr)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < min(path_n, (unsigned int)PATH_MAX); i++)
		n += path[i] == addr && !(i && path[i - 1] == addr);
	return n;
}

static bool probe(const struct fuzz_seq *s, unsigned int k, bool post)
{
	static struct kprobe p;
	const char *what = post ? "stepped probe on instruction" : "probe on instruction";

	p = (struct kprobe){ .addr = (kprobe_opcode_t *)s->insns[k], .pre_handler = count_hit,
			     .post_handler = post ? after : NULL };
	if (register_kprobe(&p)) {
		if (!s->refusable[k])
			test_fail("%s %u: refused", what, k);
		return false;
	}
	hits = 0;
	fuzz_run(s, &other);
	unregister_kprobe(&p);
	same(what, k);
	if (hits != stepped(s->insns[k]))
		test_fail("%s %u: hit %u times, stepped %u times", what, k, hits, stepped(s->insns[k]));
	return true;
}

void fuzz_test(void)
{
	const struct fuzz_seq *s = test_row();
	unsigned int probes = 0, refused = 0;

	for (unsigned int k = 0; k < s->n; k++)
		EXPECT_EQ(arch_insn_size((const void *)s->insns[k], MAX_INSN_SIZE), s->insns[k + 1] - s->insns[k]);
	ASSERT_EQ(register_die_notifier(&driver), 0);
	fuzz_run(s, &free_run);
	path_n = 0;
	stepping = true;
	fuzz_run(s, &other);
	stepping = false;
	EXPECT(same("stepped run", 0));
	EXPECT(path_n > 0 && path_n <= PATH_MAX);
	for (unsigned int k = 0; k < s->n; k++) {
		if (!probe(s, k, false)) {
			refused++;
			continue;
		}
		probe(s, k, true);
		probes += 2;
	}
	EXPECT_EQ(unregister_die_notifier(&driver), 0);
	test_note("fuzz: %u instructions, %u probes, %u refused", (unsigned int)s->n, probes, refused);
}
