/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions that C has no words for. Context: any. */
#ifndef ASM_MSR_H
#define ASM_MSR_H

#include <linux/types.h>
#include <asm/processor.h>

static __always_inline u64 rdmsr(u32 msr)
{
	u32 lo, hi;

	__asm__ __volatile__("rdmsr" : "=a"(lo), "=d"(hi) : "c"(msr));
	return (u64)hi << 32 | lo;
}

static __always_inline void wrmsr(u32 msr, u64 val)
{
	__asm__ __volatile__("wrmsr" :: "c"(msr), "a"((u32)val), "d"((u32)(val >> 32)) : "memory");
}

/*
 * As above, but a register that the CPU does not have reads as 0 and is not written: the #GP goes to the fixup table.
 */
static inline u64 rdmsr_safe(u32 msr)
{
	u32 lo = 0, hi = 0;

	__asm__ __volatile__("1: rdmsr\n2:\n"
			     ".pushsection __ex_table, \"a\"; .long 1b - ., 2b - .; .popsection"
			     : "+a"(lo), "+d"(hi) : "c"(msr));
	return (u64)hi << 32 | lo;
}

static inline void wrmsr_safe(u32 msr, u64 val)
{
	__asm__ __volatile__("1: wrmsr\n2:\n"
			     ".pushsection __ex_table, \"a\"; .long 1b - ., 2b - .; .popsection"
			     :: "c"(msr), "a"((u32)val), "d"((u32)(val >> 32)) : "memory");
}

static __always_inline u64 rdtsc(void)
{
	u32 lo, hi;

	__asm__ __volatile__("rdtsc" : "=a"(lo), "=d"(hi));
	return (u64)hi << 32 | lo;
}

static inline void cpuid(u32 leaf, u32 *a, u32 *b, u32 *c, u32 *d)
{
	__asm__ __volatile__("cpuid" : "=a"(*a), "=b"(*b), "=c"(*c), "=d"(*d) : "a"(leaf), "c"(0) : "memory");
}

#define DEFINE_REG(name, reg)							\
static __always_inline unsigned long read_##name(void)				\
{										\
	unsigned long v;							\
										\
	__asm__ __volatile__("mov %%" #reg ", %0" : "=r"(v) :: "memory");	\
	return v;								\
}										\
static __always_inline void write_##name(unsigned long v)			\
{										\
	__asm__ __volatile__("mov %0, %%" #reg :: "r"(v) : "memory");		\
}

DEFINE_REG(cr0, cr0)
DEFINE_REG(cr2, cr2)
DEFINE_REG(cr3, cr3)
DEFINE_REG(cr4, cr4)
DEFINE_REG(dr0, db0)
DEFINE_REG(dr1, db1)
DEFINE_REG(dr2, db2)
DEFINE_REG(dr3, db3)
DEFINE_REG(dr6, db6)
DEFINE_REG(dr7, db7)
#undef DEFINE_REG

static __always_inline void invlpg(const void *p)
{
	__asm__ __volatile__("invlpg (%0)" :: "r"(p) : "memory");
}

#endif
