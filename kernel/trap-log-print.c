// SPDX-License-Identifier: GPL-2.0-only
/* The trap log in words, for diagnoses and bug reports. */
#include <stdio.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/trap-log.h>
#include <whosetrap/trap.h>

static const char *const kind_names[NR_TRAP_KINDS] = {
	[TRAP_NONE] = "none", [TRAP_BREAKPOINT] = "breakpoint", [TRAP_STEP] = "step",
	[TRAP_BRANCH_STEP] = "branch step", [TRAP_HW_BREAKPOINT] = "hw breakpoint", [TRAP_WATCHPOINT] = "watchpoint",
	[TRAP_UNDEFINED] = "undefined", [TRAP_PRIVILEGED] = "privileged", [TRAP_ARITHMETIC] = "arithmetic",
	[TRAP_FP] = "fp", [TRAP_PAGE_FAULT] = "page fault", [TRAP_ALIGNMENT] = "alignment", [TRAP_SYSCALL] = "syscall",
	[TRAP_IRQ] = "irq", [TRAP_NMI] = "nmi", [TRAP_MACHINE_CHECK] = "machine check",
	[TRAP_DOUBLE_FAULT] = "double fault", [TRAP_STACK_OVERFLOW] = "stack overflow", [TRAP_UNEXPECTED] = "unexpected",
};

static const char *const outcome_names[] = {
	[OUTCOME_OPEN] = "open", [OUTCOME_CLAIMED] = "claimed", [OUTCOME_FIXED] = "fixed up",
	[OUTCOME_SERVED] = "served", [OUTCOME_CAUGHT] = "caught by the test", [OUTCOME_UNCLAIMED] = "UNCLAIMED",
};

static const char *const step_names[] = { [STEP_NONE] = "off", [STEP_INSN] = "instruction", [STEP_BRANCH] = "branch" };

const char *trap_kind_name(enum trap_kind kind)
{
	return kind < NR_TRAP_KINDS && kind_names[kind] ? kind_names[kind] : "?";
}

const char *trap_outcome_name(enum trap_outcome o)
{
	return o < ARRAY_SIZE(outcome_names) ? outcome_names[o] : "?";
}

static void print_answer(void *callback, int answer)
{
	char who[KSYM_NAME_LEN];

	sprint_symbol(who, (unsigned long)callback);
	switch (answer) {
	case NOTIFY_DONE:
		printk(" %s=DONE", who);
		break;
	case NOTIFY_OK:
		printk(" %s=OK", who);
		break;
	case NOTIFY_BAD:
		printk(" %s=BAD", who);
		break;
	case NOTIFY_STOP:
		printk(" %s=STOP", who);
		break;
	default:
		printk(" %s=%#x", who, answer);
	}
}

static void print_record(const struct log_record *r, const char *prefix)
{
	char sym[KSYM_NAME_LEN];
	void *callback;
	int answer;

	if (r->type == LOG_MORE)
		return;		/* printed with its trap */
	printk("%s#%u %*s", prefix, r->seq, 2 * r->depth, "");
	switch (r->type) {
	case LOG_TRAP:
		sprint_symbol(sym, r->pc);
		printk("%s at %s", trap_kind_name(r->kind), sym);
		if (r->addr)
			printk(" addr %#lx", r->addr);
		printk(" cause %#lx:", r->cause);
		for (unsigned int i = 0; trap_log_asked(r, i, &callback, &answer); i++)
			print_answer(callback, answer);
		printk(" -> %s\n", trap_outcome_name(r->outcome));
		break;
	case LOG_STEP:
		sprint_symbol(sym, r->a);
		printk("step %s by %s, frame at %s\n", r->b < ARRAY_SIZE(step_names) ? step_names[r->b] : "?", r->name, sym);
		break;
	case LOG_TEXT:
		sprint_symbol(sym, r->a);
		printk("text %s = %#lx by %s\n", sym, r->b, r->name);
		break;
	case LOG_DEBUGREG:
		printk("debug register %s = %#lx\n", r->name, r->a);
		break;
	case LOG_CHAIN:
		printk("chain");
		for (unsigned int i = 0; i < r->nr_asked; i++) {
			sprint_symbol(sym, r->chain->word[i]);
			printk(" %s", sym);
		}
		printk("%s\n", r->nr_asked ? "" : " empty");
		break;
	case LOG_EVENT:
		printk("event %s %#lx %#lx\n", r->name, r->a, r->b);
		break;
	default:
		printk("record of type %u\n", r->type);
	}
}

void trap_log_print(unsigned int n, const char *prefix)
{
	struct log_iter it;
	struct log_record r;
	unsigned long total = 0;

	trap_log_start(&it);
	while (trap_log_next(&it, &r))
		total++;
	trap_log_start(&it);
	while (trap_log_next(&it, &r))
		if (total-- <= n)
			print_record(&r, prefix);
}
