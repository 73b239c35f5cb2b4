// SPDX-License-Identifier: GPL-2.0-only
/* The arch contract with empty bodies, part 3: instructions, out-of-line execution, careful memory access. */
#include <whosetrap/arch.h>
#include <whosetrap/ool.h>

const u8 break_insn[BREAK_INSN_SIZE];

/* A port stores in one piece and makes the caches coherent. Nothing fetches what stands here. */
void __kprobes arch_text_write(void *addr, const void *insn, size_t n)
{
	(void)addr;
	(void)insn;
	(void)n;
}

bool arch_insn_is_break(const void *insn)
{
	(void)insn;
	return false;
}

/* No encoding is valid. */
int arch_insn_size(const void *insn, size_t max)
{
	(void)insn;
	(void)max;
	return 0;
}

int arch_ool_prepare(struct ool_insn *o)
{
	o->class = OOL_REFUSE;
	o->refusal = "this machine has no instructions";
	return -EINVAL;
}

bool arch_ool_boost(struct ool_insn *o, unsigned long to)
{
	(void)o;
	(void)to;
	return false;
}

void arch_ool_begin(struct ool_insn *o, struct pt_regs *regs)
{
	(void)o;
	(void)regs;
}

void arch_ool_finish(struct ool_insn *o, struct pt_regs *regs)
{
	(void)o;
	(void)regs;
}

/* A port copies with accesses that are in the fixup table. */
int arch_nofault_read(void *dst, const void *src, size_t n)
{
	(void)dst;
	(void)src;
	(void)n;
	return -EFAULT;
}

int arch_nofault_write(void *dst, const void *src, size_t n)
{
	(void)dst;
	(void)src;
	(void)n;
	return -EFAULT;
}

/* A port that maps text twice says here where it is written. */
void *__kprobes arch_text_alias(void *addr)
{
	return addr;
}
