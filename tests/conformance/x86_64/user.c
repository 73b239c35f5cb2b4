// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traps from user mode: another stack, GS swapped on the way in and out, the same frame. There are no tasks yet; a
 * test maps one page for user mode, goes there by changing the frame of a breakpoint, and comes back by putting that
 * frame's contents into the frame of the last trap.
 *
 * SDM 3A section 6.14.4 (stack switching), 5.8.8 (SYSCALL), SDM 2B SWAPGS.
 */
#include <asm/irqflags.h>
#include <asm/page.h>
#include <asm/segment.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/testcode.h>
#include <whosetrap/trap-log.h>

#include "../../framework/framework.h"
#include "raise.h"
#include "user.h"

#define USER_GS		0x12340UL
#define WATCHED		(USER_PAGE + 0x800)
#define LEAVE_AFTER	8		/* traps */

#define USER_CODE(name)	extern const u8 name[], name##_end[]

USER_CODE(user_breakpoint);
USER_CODE(user_privileged);
USER_CODE(user_undefined);
USER_CODE(user_kernel_read);
USER_CODE(user_jump);
USER_CODE(user_syscall);
USER_CODE(user_stepped_syscall);
USER_CODE(user_unaligned);
USER_CODE(user_stepped_store);
USER_CODE(user_wait);

u8 user_page[PAGE_SIZE] __aligned(PAGE_SIZE);
static u64 pdpt[512] __aligned(PAGE_SIZE), pd[512] __aligned(PAGE_SIZE), pt[512] __aligned(PAGE_SIZE);

static struct pt_regs kernel_regs;
static struct pt_regs user_regs;
static bool inside;

void map_user_page(void)
{
	const u64 flags = PTE_P | PTE_W | PTE_U;

	pt[0] = virt_to_phys(user_page) | flags;
	pd[2] = virt_to_phys(pt) | flags;
	pdpt[0] = virt_to_phys(pd) | flags;
	kernel_pml4[0] = virt_to_phys(pdpt) | flags;
}

void unmap_user_page(void)
{
	kernel_pml4[0] = 0;
	write_cr3(read_cr3());
}

/* The first trap, a breakpoint in kernel code, goes to user mode and is not counted. */
static void enter(struct pt_regs *regs, struct raised *r)
{
	kernel_regs = *regs;
	kernel_regs.ip = r->next;
	user_regs.entry = regs->entry;
	*regs = user_regs;
	r->n = 0;
	inside = true;
}

/* The others are from there; one that is neither a step nor a syscall ends the visit. */
static void visit(struct trap *t, struct raised *r)
{
	struct pt_regs *regs = trap_regs(t);

	if (!inside) {
		enter(regs, r);
		return;
	}
	EXPECT_EQ(this_cpu(), &cpus[0]);
	EXPECT_EQ(rdmsr(MSR_KERNEL_GS_BASE), USER_GS);
	if ((t->kind == TRAP_SYSCALL || t->kind == TRAP_STEP) && r->n < LEAVE_AFTER)
		return;
	inside = false;
	*regs = kernel_regs;
}

static void run_user(const u8 *code, const u8 *end)
{
	inside = false;
	memset(user_page, 0xcc, sizeof(user_page));
	memcpy(user_page, code, end - code);
	map_user_page();
	wrmsr(MSR_KERNEL_GS_BASE, USER_GS);
	RAISE_FIX(raise_breakpoint, visit);
	EXPECT(!inside);
	EXPECT_EQ(rdmsr(MSR_KERNEL_GS_BASE), USER_GS);
	EXPECT_EQ(rdmsr(MSR_GS_BASE), &cpus[0]);
	wrmsr(MSR_KERNEL_GS_BASE, 0);
	unmap_user_page();
}

/* All traps were from user mode, and on the stack that is for those. */
static void expect_from_user(void)
{
	for (unsigned int i = 0; i < min(raised.n, (unsigned int)SEEN_MAX); i++) {
		unsigned long top = this_cpu()->arch.kernel_sp;

		EXPECT_EQ(raised.seen[i].cs, USER_CS);
		EXPECT_EQ(raised.seen[i].depth, 1);
		EXPECT(raised.seen[i].stack < top && raised.seen[i].stack > top - PAGE_SIZE);
	}
}

static void prepare(unsigned long arg)
{
	user_regs = (struct pt_regs){
		.ip = USER_PAGE, .cs = USER_CS, .ss = USER_DS, .sp = USER_SP, .flags = X86_EFLAGS_FIXED | X86_EFLAGS_IF,
		.di = arg,
	};
}

#define RUN(name, arg)	do { prepare(arg); run_user(name, name##_end); expect_from_user(); } while (0)

static void expect_end(unsigned int n, unsigned long offset)
{
	EXPECT_EQ(raised.n, n + 1);
	SEEN_EXPECT(n, TRAP_BREAKPOINT, USER_PAGE + offset);
}

CONFORMANCE(user, breakpoint, "SDM 3A 6.14.4")
{
	RUN(user_breakpoint, 0);
	RAISE_EXPECT(TRAP_BREAKPOINT, 3, USER_PAGE, 0);
	EXPECT_EQ(raised.seen[0].sp, USER_SP);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_IF);
	EXPECT(!(raised.seen[0].live_flags & X86_EFLAGS_IF));
}

/* SDM 2A, CLI: #GP(0) at CPL 3 with IOPL 0. */
CONFORMANCE(user, privileged_instruction, "SDM 2A CLI")
{
	RUN(user_privileged, 0);
	RAISE_EXPECT(TRAP_PRIVILEGED, 13, USER_PAGE, 0);
}

CONFORMANCE(user, undefined_instruction, "SDM 3A 6.15")
{
	RUN(user_undefined, 0);
	RAISE_EXPECT(TRAP_UNDEFINED, 6, USER_PAGE, 0);
}

/* SDM 3A section 4.7: user, page present. Kernel memory is not the user's to read. */
CONFORMANCE(user, kernel_memory_is_not_readable, "SDM 3A 4.7")
{
	RUN(user_kernel_read, (unsigned long)&cpus[0]);
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, USER_PAGE, PF_USER | PF_PRESENT);
	EXPECT_EQ(raised.seen[0].addr, &cpus[0]);
	RUN(user_kernel_read, 0);
	RAISE_EXPECT(TRAP_PAGE_FAULT, 14, USER_PAGE, PF_USER);
}

/* A user who jumps to an instruction of the kernel that has a fixup gets the page fault, and is not sent to the fixup. */
TEST(arch_user, fixup_table_is_not_for_user_mode)
{
	extern const s32 __extable_start[];
	unsigned long at = (unsigned long)__extable_start + __extable_start[0];

	RUN(user_jump, at);
	EXPECT_EQ(raised.n, 1);
	SEEN_EXPECT(0, TRAP_PAGE_FAULT, at);
	EXPECT_EQ(raised.seen[0].addr, at);
}

/* SDM 2B, SYSCALL: return address and flags as the frame shows them, FMASK applied. */
CONFORMANCE(user, syscall, "SDM 2B SYSCALL")
{
	RUN(user_syscall, 0);
	EXPECT_EQ(raised.seen[0].kind, TRAP_SYSCALL);
	EXPECT_EQ(raised.seen[0].cause, 0x1234);
	EXPECT_EQ(raised.seen[0].pc, USER_PAGE + 7);
	EXPECT_EQ(raised.seen[0].sp, USER_SP);
	EXPECT(raised.seen[0].flags & X86_EFLAGS_IF);
	EXPECT(!(raised.seen[0].live_flags & X86_EFLAGS_IF));
	expect_end(1, 8);
}

/* SDM 3A section 5.8.8: TF is in FMASK, so the kernel is not stepped; it is in the frame, and IRET brings it back. */
CONFORMANCE(user, syscall_under_tf, "SDM 3A 5.8.8")
{
	const unsigned long nop = USER_PAGE + 9;

	RUN(user_stepped_syscall, 0);
	SEEN_EXPECT(0, TRAP_STEP, nop + 1);
	EXPECT_EQ(raised.seen[1].kind, TRAP_SYSCALL);
	EXPECT(raised.seen[1].flags & X86_EFLAGS_TF);
	EXPECT(!(raised.seen[1].live_flags & X86_EFLAGS_TF));
	SEEN_EXPECT(2, TRAP_STEP, nop + 4);
	expect_end(3, 13);
}

/* SDM 3A section 6.15, vector 17: CPL 3, CR0.AM and RFLAGS.AC. */
CONFORMANCE(user, alignment_check, "SDM 3A 6.15")
{
	RUN(user_unaligned, 0);
	RAISE_EXPECT(TRAP_ALIGNMENT, 17, USER_PAGE + 9, 0);
}

/* What is mapped for the user is not the kernel's to read in that way: refused by range. */
TEST(arch_user, user_memory_is_refused_by_nofault)
{
	unsigned long word = 1;
	unsigned long before = trap_log_count(LOG_TRAP, 0);

	map_user_page();
	EXPECT_EQ(arch_nofault_read(&word, (void *)USER_PAGE, sizeof(word)), -EFAULT);
	EXPECT_EQ(arch_nofault_write((void *)USER_PAGE, &word, sizeof(word)), -EFAULT);
	unmap_user_page();
	EXPECT_EQ(trap_log_count(LOG_TRAP, 0), before);
}

static void watch_and_step(void)
{
	write_dr0(WATCHED);
	write_dr7(DR7_RESET | DR7_G(0) | DR7_RW_WRITE << DR7_RW_SHIFT(0) | 2 << DR7_LEN_SHIFT(0));
	RUN(user_stepped_store, WATCHED);
	write_dr7(DR7_RESET);
}

/* As arch_debug.step_and_data_breakpoint_reach_their_owner: a #DB inside the #DB entry comes before GS is swapped. */
CONFORMANCE(user, step_and_data_breakpoint, "SDM 3B 18.3.1")
{
	watch_and_step();
	EXPECT_EQ(raised.seen[0].kind, TRAP_STEP);
	EXPECT_EQ(raised.seen[0].cause, DR6_STEP | DR6_B(0));
	EXPECT_EQ(raised.seen[0].addr, WATCHED);
	EXPECT_EQ(raised.seen[0].pc, USER_PAGE + 12);
	SEEN_EXPECT(1, TRAP_STEP, USER_PAGE + 13);
	expect_end(2, 13);
}

/*
 * SDM 3B section 18.2.3: B0 says that the condition was met when the exception was generated. The NOP touches no
 * memory.
 */
CONFORMANCE(user, data_breakpoint_is_reported_once, "SDM 3B 18.2.3")
{
	watch_and_step();
	EXPECT_EQ(raised.seen[0].cause, DR6_STEP | DR6_B(0));
	EXPECT_EQ(raised.seen[1].cause, DR6_STEP);
}

/* The timer while user code runs, as an interrupt and as an NMI. */
static void wait_in_user(bool interrupts)
{
	u64 ticks = clock_ms(1);

	trap_log_reset();
	prepare(arch_clock() + (clock_counts() ? 2 : 50) * ticks);
	if (!interrupts)
		user_regs.flags &= ~(unsigned long)X86_EFLAGS_IF;
	arch_timer_arm(ticks);
	run_user(user_wait, user_wait_end);
	expect_from_user();
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_BREAKPOINT);
	EXPECT_EQ(trap_log_count(LOG_TRAP, TRAP_IRQ) + trap_log_count(LOG_TRAP, TRAP_NMI), 1);
	/* In real time it may have come on the way into user mode, with interrupts off. */
	if (clock_counts())
		EXPECT_EQ(trap_log_count(LOG_TRAP, interrupts ? TRAP_IRQ : TRAP_NMI), 1);
}

CONFORMANCE(user, interrupt, "SDM 3A 6.14.4")
{
	wait_in_user(true);
}

CONFORMANCE(user, nmi, "SDM 3A 6.8.1")
{
	wait_in_user(false);
}

/*
 * An IRET to user mode that faults is in kernel mode with the user's GS: SDM 2A, IRET, #GP(0) for a null SS at CPL 3.
 */
CONFORMANCE(user, return_that_faults, "SDM 2A IRET")
{
	prepare(0);
	user_regs.ss = 0;
	run_user(user_breakpoint, user_breakpoint_end);
	EXPECT_EQ(raised.n, 1);
	EXPECT_EQ(raised.seen[0].kind, TRAP_PRIVILEGED);
	EXPECT_EQ(raised.seen[0].trapnr, 13);
	EXPECT_EQ(raised.seen[0].cs, KERNEL_CS);
	EXPECT_EQ(raised.seen[0].cause, 0);
}
