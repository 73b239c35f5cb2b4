// SPDX-License-Identifier: GPL-2.0-only
/* The arch contract with empty bodies, part 2: frames, stepping, decode. */
#include <whosetrap/arch.h>
#include <whosetrap/trap.h>

void arch_decode(struct pt_regs *regs);

void arch_regs_show(const struct pt_regs *regs, const char *prefix)
{
	printk("%spc %lx  sp %lx  fp %lx\n", prefix, regs->pc, regs->sp, regs->fp);
}

/* A port takes @t->cause to pieces. */
void arch_trap_words(const struct trap *t, char *buf, size_t size)
{
	(void)t;
	if (size)
		buf[0] = '\0';
}

void arch_unwind_start(struct unwind *u, const struct pt_regs *regs)
{
	*u = (struct unwind){ 0 };
	if (regs)
		*u = (struct unwind){ .pc = regs->pc, .fp = regs->fp, .sp = regs->sp, .regs = regs };
}

/* No frame above. */
bool arch_unwind(struct unwind *u)
{
	(void)u;
	return false;
}

/* A port also turns interrupts off and any step of the frame. */
void arch_regs_redirect(struct pt_regs *regs, void (*fn)(unsigned long), unsigned long arg, unsigned long sp)
{
	*regs = (struct pt_regs){ .pc = (unsigned long)fn, .sp = sp & ~15UL, .ret = arg };
}

bool arch_step_supported(enum step_kind kind)
{
	(void)kind;
	return false;
}

int arch_step_arm(struct pt_regs *regs, enum step_kind kind)
{
	(void)regs;
	(void)kind;
	return -EOPNOTSUPP;
}

void arch_step_disarm(struct pt_regs *regs)
{
	(void)regs;
}

enum step_kind arch_step_kind(const struct pt_regs *regs)
{
	(void)regs;
	return STEP_NONE;
}

/* A port's entry code calls this with a complete frame; it fills the record from the hardware's cause. */
void __kprobes arch_decode(struct pt_regs *regs)
{
	struct trap t = {
		.die = { .regs = regs, .str = "trap", .trapnr = 0, .signr = 0 },
		.val = DIE_OOPS,
		.kind = TRAP_UNEXPECTED,
		.pc = instruction_pointer(regs),
	};

	trap_dispatch(&t);
}

const char arch_return_trampoline[1], arch_after_trampoline[1];

void arch_breakpoint_by_site(bool on)
{
	(void)on;
}
