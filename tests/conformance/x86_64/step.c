// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single step by TF: for each class of instruction where the traps are. The code, with each trap where it is expected, is in
 * step.S and step-system.S; unprivileged code runs at CPL 0 and at CPL 3. What holds of every trap is in code.c: pc, DR6 BS and
 * nothing else, TF clear in the handler and set in the frame.
 *
 * SDM 3B 18.3.1.4: a trap after each instruction that began with TF set. The exceptions have sections of their own.
 */
#include <asm/irqflags.h>
#include <whosetrap/kernel.h>

#include "../../framework/framework.h"
#include "code.h"
#include "raise.h"

#define STEP_RULE	"SDM 3B 18.3.1.4"

CODE_BOTH(step, arithmetic, STEP_RULE);
CODE_BOTH(step, memory, STEP_RULE);
CODE_BOTH(step, atomic, STEP_RULE);
CODE_BOTH(step, nops, STEP_RULE);
CODE_BOTH(step, longest, STEP_RULE);
CODE_BOTH(step, fences, STEP_RULE);
CODE_BOTH(step, pause, STEP_RULE);
CODE_BOTH(step, jumps, STEP_RULE);
CODE_BOTH(step, jumps_taken, STEP_RULE);
CODE_BOTH(step, jumps_not_taken, STEP_RULE);
CODE_BOTH(step, loop, STEP_RULE);
CODE_BOTH(step, calls, STEP_RULE);
CODE_BOTH(step, stack, STEP_RULE);
CODE_BOTH(step, strings, STEP_RULE);
CODE_BOTH(step, far_return, STEP_RULE);
CODE_USER(step, far_jump, STEP_RULE);
CODE(step, across_pages, STEP_RULE);

/* QEMU makes one round too many with -icount only: an expected failure there would not be one in real time. */
static void needs_count(void)
{
	if (!clock_counts())
		SKIP("the rounds are counted where the clock counts instructions");
}

/* Bug case D12: a trap after each round, with pc on the instruction until the last one. */
CODE_BOTH(step, rep_movs, "SDM 2B REP", .before = needs_count);
CODE_BOTH(step, rep_stos, "SDM 2B REP", .before = needs_count);
CODE_BOTH(step, rep_once, "SDM 2B REP", .before = needs_count);
CODE_BOTH(step, rep_none, "SDM 2B REP");
CODE_BOTH(step, rep_cmps, "SDM 2B REP");

/* A trap between two rounds has RF set in its frame, one behind the last has not. */
static void check_rep_rf(void)
{
	for (unsigned int i = 1; i < 3; i++)
		EXPECT(raised.seen[i].flags & X86_EFLAGS_RF);
	EXPECT(!(raised.seen[3].flags & X86_EFLAGS_RF));
}

extern const struct code step_rep_movs;
CONFORMANCE_ROW(step, rep_frame_has_rf, "SDM 3B 18.3.1.1", code_run_row, struct code_row, .code = &step_rep_movs, .after = check_rep_rf);

/* Bug case A12: the stepper's TF is seen by the program. RF never is. */
static void check_pushf(void)
{
	unsigned long image = *(unsigned long *)code_buffer, image16 = *(u16 *)(code_buffer + 8);

	EXPECT_EQ(image & (X86_EFLAGS_TF | X86_EFLAGS_RF), X86_EFLAGS_TF);
	EXPECT_EQ(image16 & X86_EFLAGS_TF, X86_EFLAGS_TF);
}

static void check_pushf_unstepped(void)
{
	EXPECT_EQ(*(unsigned long *)code_buffer & (X86_EFLAGS_TF | X86_EFLAGS_RF | X86_EFLAGS_IF), X86_EFLAGS_IF);
}

CODE_BOTH(step, pushf, "SDM 2B PUSHF", .after = check_pushf);
CODE_BOTH(step, pushf_unstepped, "SDM 2B PUSHF", .free = true, .after = check_pushf_unstepped);

/* TF as it was when the instruction began counts: set, the next instruction traps first; cleared, this one still does. */
CODE_BOTH(step, popf_sets, STEP_RULE, .free = true);
CODE_BOTH(step, popf_clears, STEP_RULE);
CODE_BOTH(step, popf_keeps, STEP_RULE);
CODE_BOTH(step, popfw_clears, STEP_RULE);
CODE_BOTH(step, iret_sets, STEP_RULE, .free = true);
CODE_BOTH(step, iret_clears, STEP_RULE);
CODE_BOTH(step, iret_keeps, STEP_RULE);

/* Bug case A18: INT n pushes TF and clears it; it gets no step trap, the next is behind the instruction after the return. */
CODE_BOTH(step, int3, "SDM 2A INT", .other = TRAP_BREAKPOINT, .vector = 3);
CODE_BOTH(step, int_4, "SDM 2A INT", .other = TRAP_ARITHMETIC, .vector = 4);
CODE(step, int_64, "SDM 2A INT", .other = TRAP_UNEXPECTED, .vector = 64, .cause = 64);
CODE(step, int_1, "SDM 2A INT", .other = TRAP_BREAKPOINT, .vector = 1, .cause = DR6_RESET);
CODE_USER(step, int_gate_closed, "SDM 3A 6.12.1.2", .other = TRAP_PRIVILEGED, .vector = 13, .cause = 64 * 8 + 2);
/* Bug case B07: no gate's privilege counts, no bit is set, and BS is not either. */
CODE_BOTH(step, icebp, "SDM 2A INT1", .other = TRAP_BREAKPOINT, .vector = 1, .cause = DR6_RESET);

/* A fault: nothing was executed, TF is in the frame, and no step trap comes for it. Bug case D18: the returns. */
CODE_BOTH(step, undefined, "SDM 3A 6.9", .other = TRAP_UNDEFINED, .vector = 6);
CODE_BOTH(step, divide, "SDM 3A 6.9", .other = TRAP_ARITHMETIC, .vector = 0);
CODE(step, load_faults, "SDM 3A 6.9", .other = TRAP_PAGE_FAULT, .vector = 14);
CODE_USER(step, load_faults, "SDM 3A 6.9", .other = TRAP_PAGE_FAULT, .vector = 14, .cause = PF_USER);
CODE(step, store_faults, "SDM 3A 6.9", .other = TRAP_PAGE_FAULT, .vector = 14, .cause = PF_WRITE);
CODE_USER(step, store_faults, "SDM 3A 6.9", .other = TRAP_PAGE_FAULT, .vector = 14, .cause = PF_USER | PF_WRITE);
CODE_BOTH(step, noncanonical, "SDM 3A 6.9", .other = TRAP_PRIVILEGED, .vector = 13);
CODE_BOTH(step, iret_faults, "SDM 2A IRET", .other = TRAP_PRIVILEGED, .vector = 13, .cause = 0xfff8);
CODE_BOTH(step, far_return_faults, "SDM 2B RET", .other = TRAP_PRIVILEGED, .vector = 13, .cause = 0xfff8);
CODE(step, msr_faults, "SDM 2B RDMSR", .other = TRAP_PRIVILEGED, .vector = 13);
CODE_BOTH(step, fpu_disabled, "SDM 3A 6.15", .other = TRAP_FP, .vector = 7);
CODE_USER(step, privileged, "SDM 3A 5.9", .other = TRAP_PRIVILEGED, .vector = 13);

/* Bug cases B06, B20: a load of SS holds the trap until after the next instruction. One that faults loads nothing. */
CODE_BOTH(step, mov_ss, "SDM 3A 6.8.3");
CODE_BOTH(step, mov_ss_memory, "SDM 3A 6.8.3");
CODE_BOTH(step, mov_ss_jump, "SDM 3A 6.8.3");
CODE_BOTH(step, mov_ss_int3, "SDM 3A 6.8.3", .other = TRAP_BREAKPOINT, .vector = 3);
CODE_BOTH(step, mov_ss_faults, "SDM 2B MOV", .other = TRAP_PRIVILEGED, .vector = 13, .cause = 0xfff8);
CODE_USER(step, lss, "SDM 3A 6.8.3");
CODE_BOTH(step, segments, STEP_RULE);
CODE_BOTH(step, segments_read, STEP_RULE);

/* Bug case B05: the shadow of STI is for interrupts only. */
CODE(step, sti, "SDM 2B STI", .irqs_off = true);
CODE(step, sti_when_on, "SDM 2B STI");
CODE(step, popf_enables, STEP_RULE, .irqs_off = true);

static void check_cli(void)
{
	EXPECT_EQ(*(unsigned long *)code_buffer & (X86_EFLAGS_TF | X86_EFLAGS_IF), X86_EFLAGS_TF);
}

CODE(step, cli, STEP_RULE, .after = check_cli);

static void arm_timer(void)
{
	arch_timer_arm(clock_ms(1));
}

/* Bug case B09: HLT ends with an interrupt, and its trap is behind it. */
CODE(step, hlt, STEP_RULE, .before = arm_timer);

/* Bug cases D15, D16: what a virtual machine is left for. */
CODE_BOTH(step, cpuid, STEP_RULE);
CODE_BOTH(step, time, STEP_RULE);
CODE(step, msr, STEP_RULE);
CODE(step, control, STEP_RULE);
CODE(step, clts, STEP_RULE);
CODE(step, debug_registers, STEP_RULE);
CODE(step, tables, STEP_RULE);
CODE(step, swapgs, STEP_RULE);
CODE(step, ports, STEP_RULE);
CODE(step, caches, STEP_RULE);

static unsigned long cr0, cr4;

static void fpu_on(void)
{
	cr0 = read_cr0();
	cr4 = read_cr4();
	write_cr0(cr0 & ~(unsigned long)X86_CR0_TS);
	write_cr4(cr4 | X86_CR4_OSFXSR);
}

#define X86_CR4_OSXSAVE		0x00040000
#define CPUID_XSAVE		(1U << 26)	/* leaf 1, ECX */

static void xsave_on(void)
{
	u32 a, b, c, d;

	cpuid(1, &a, &b, &c, &d);
	if (!(c & CPUID_XSAVE))
		SKIP("no XSAVE");
	fpu_on();
	write_cr4(cr4 | X86_CR4_OSFXSR | X86_CR4_OSXSAVE);
}

static void fpu_off(void)
{
	write_cr0(cr0);
	write_cr4(cr4);
}

CODE_BOTH(step, fpu, STEP_RULE, .before = fpu_on, .after = fpu_off);
CODE(step, xsave, STEP_RULE, .before = xsave_on, .after = fpu_off);

/* Bug cases A14, A15: TF is cleared by FMASK and comes back with the flags; at the return it counts from the next instruction. */
static void check_syscall(void)
{
	EXPECT_EQ(*(unsigned long *)code_buffer & X86_EFLAGS_TF, X86_EFLAGS_TF);
}

static void check_syscall_unstepped(void)
{
	EXPECT_EQ(*(unsigned long *)code_buffer & (X86_EFLAGS_TF | X86_EFLAGS_IF), X86_EFLAGS_IF);
}

CODE_USER(step, syscall, "SDM 3A 5.8.8", .other = TRAP_SYSCALL, .vector = -1, .cause = 7, .after = check_syscall);
CODE_USER(step, syscall_unstepped, "SDM 3A 5.8.8", .other = TRAP_SYSCALL, .vector = -1, .cause = 7, .free = true,
	  .after = check_syscall_unstepped);
