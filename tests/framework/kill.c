// SPDX-License-Identifier: GPL-2.0-only
/*
 * How a test is left that does not return.
 *
 * From task context by longjmp to the runner. From inside a trap handler that would not be safe everywhere: a CPU may
 * be holding NMIs back, or sit on an exception stack, until the trap is returned from. So a handler is left by
 * returning from a trap, the innermost one, whose frame is redirected to landing(); that function gives up the traps
 * around it and does the longjmp. A handler that is to be left in its middle first needs a trap to return from:
 * cpu->kill is set and the timer is let go off, which reaches the CPU even in there; trap_dispatch() finds cpu->kill
 * when it has served the tick. Where even the timer does not get through (inside an NMI handler on x86_64), a failed
 * ASSERT returns, the handler goes on to its end, and the test is left there.
 */
#include <asm/barrier.h>
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/symbols.h>
#include <whosetrap/trap.h>

#include "framework.h"

#define LEAVE_SPINS	100000
#define DIAGNOSIS_MS	1000

static unsigned int limit_ms;

static void __noreturn __kprobes landing(unsigned long unused)
{
	struct cpu *cpu = this_cpu();

	(void)unused;
	cpu->depth = 0;
	cpu->trap = NULL;
	cpu->kill = 0;
	notifier_abandon();
	longjmp(run.runner, 1);
}

void test_leave(void)
{
	struct cpu *cpu = this_cpu();

	if (!run.running)
		panic("a check failed for good, and no test is running");
	if (!cpu->depth)
		landing(0);
	cpu->kill = 1;
	arch_timer_arm(1);
	for (int i = 0; i < LEAVE_SPINS; i++)
		cpu_relax();
}

/* What is given up with @t. */
static void show_outer(const struct trap *t)
{
	char name[KSYM_NAME_LEN];

	for (t = t->outer; t; t = t->outer) {
		sprint_symbol(name, t->pc);
		printk("while serving: %s at %s\n", trap_kind_name(t->kind), name);
	}
}

void __kprobes test_kill(struct trap *t, const char *why)
{
	this_cpu()->kill = 0;
	if (!run.running || run.killing) {
		bool again = run.killing;

		run.running = false;
		test_flush();
		if (!again)
			trap_show(t, why ? why : "kill");
		panic("%s: %s", again ? "another trap inside the diagnosis of the first" : "trap outside any test",
		      why ? why : "kill");
	}
	if (why) {
		run.killing = true;
		run_says(VERDICT_FAIL, NULL);
		output_reserve(true);
		watchdog_arm(DIAGNOSIS_MS);
		trap_show(t, why);
		show_outer(t);
		run.killing = false;
	}
	arch_timer_disarm();
	arch_regs_redirect(trap_regs(t), landing, 0, test_stack.hi);
}

void watchdog_arm(unsigned int ms)
{
	u64 ticks = clock_ms(ms);

	if (!options.watchdog)
		return;
	limit_ms = ms;
	run.deadline = arch_clock() + ticks;
	arch_timer_arm(ticks);
}

void test_time_limit(unsigned int ms)
{
	watchdog_arm(ms);
}

/* A test may use the timer for itself; what is left of its time is then armed anew. */
void __kprobes watchdog_tick(struct trap *t)
{
	u64 now = arch_clock();

	if (!run.running || this_cpu()->kill || !options.watchdog)
		return;
	if (now < run.deadline) {
		arch_timer_arm(run.deadline - now);
		return;
	}
	if (!run.killing)
		printk("the watchdog ended it: not done after %u ms of guest time\n", limit_ms);
	test_kill(t, "the test hangs");
}
