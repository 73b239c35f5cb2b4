// SPDX-License-Identifier: GPL-2.0-only
/*
 * The arch contract with empty bodies, part 1: machine, time, CPU. It has only to build and to link: so it proves that
 * kernel, consumers and tests ask for nothing that is not in the contract. A port starts as a copy of this folder.
 */
#include <asm/setjmp.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>

struct cpu *const null_cpu = &cpus[0];

const char *arch_machine_name(void)
{
	return "null";
}

/* A port polls its serial device here. */
void arch_console_write(const char *s, size_t n)
{
	(void)s;
	(void)n;
}

int arch_console_read(void)
{
	return -1;
}

/* The second channel. */
void arch_debug_write(const char *s, size_t n)
{
	(void)s;
	(void)n;
}

int arch_debug_read(void)
{
	return -1;
}

/* Firmware call or exit device; here the machine can only stand still. */
void __noreturn arch_machine_exit(bool ok)
{
	(void)ok;
	for (;;)
		;
}

/* A counter that runs with guest instructions. */
u64 arch_clock(void)
{
	return 0;
}

/* Never 0: callers divide by it. */
u64 arch_clock_hz(void)
{
	return 1;
}

/* One shot that also arrives with interrupts off. */
void arch_timer_arm(u64 ticks)
{
	(void)ticks;
}

void arch_timer_disarm(void)
{
}

/* Vectors, stacks (cpu->emergency), step and debug facilities. */
void arch_cpu_init(struct cpu *cpu)
{
	(void)cpu;
}

void arch_cpu_reset(void)
{
}

/* Nothing is ever armed. */
const char *arch_cpu_armed(void)
{
	return NULL;
}

/* No MMU, no guard. */
void arch_guard_page(void *page)
{
	(void)page;
}

/* A port switches stacks; the bounds are kept by all. */
void arch_call_on_stack(void (*fn)(void *), void *arg, const struct stack *stack)
{
	struct cpu *cpu = this_cpu();
	struct stack outer = cpu->stack;

	cpu->stack = *stack;
	fn(arg);
	cpu->stack = outer;
}

int setjmp(jmp_buf env)
{
	env[0] = 0;
	return 0;
}

void __noreturn longjmp(jmp_buf env, int val)
{
	(void)env;
	(void)val;
	for (;;)
		;
}
