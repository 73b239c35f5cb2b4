// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of exception classes (Arm ARM DDI 0487 D17.2.37, ESR_EL1.EC), all 64: those that cannot reach EL1 here,
 * and those that are not allocated, are TRAP_UNEXPECTED and say which they are.
 */
#include <whosetrap/arch.h>

#include "ec.h"

#define ROW(nr, str, sig, val, kind, special)	[nr] = { str, nr, sig, val, kind, special },
#define NONE(nr)	ROW(nr, "unallocated exception class " #nr, SIGILL, DIE_TRAP, TRAP_UNEXPECTED, EC_PLAIN)

struct ec ec_table[NR_EC] = {
ROW(0x00, "undefined instruction",			SIGILL,  DIE_TRAP,  TRAP_UNDEFINED,	EC_PLAIN)
ROW(0x01, "trapped WFI or WFE",				SIGILL,  DIE_TRAP,  TRAP_PRIVILEGED,	EC_PLAIN)
NONE(0x02)
ROW(0x03, "trapped AArch32 MCR or MRC, cp15",		SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x04, "trapped AArch32 MCRR or MRRC, cp15",		SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x05, "trapped AArch32 MCR or MRC, cp14",		SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x06, "trapped AArch32 LDC or STC",			SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x07, "SVE, SIMD or FP access",			SIGILL,  DIE_TRAP,  TRAP_FP,		EC_PLAIN)
ROW(0x08, "trapped AArch32 VMRS",			SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x09, "trapped pointer authentication",		SIGILL,  DIE_TRAP,  TRAP_PRIVILEGED,	EC_PLAIN)
ROW(0x0a, "trapped LD64B or ST64B",			SIGILL,  DIE_TRAP,  TRAP_PRIVILEGED,	EC_PLAIN)
NONE(0x0b)
ROW(0x0c, "trapped AArch32 MRRC, cp14",			SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x0d, "branch target exception",			SIGILL,  DIE_TRAP,  TRAP_UNDEFINED,	EC_PLAIN)
ROW(0x0e, "illegal execution state",			SIGILL,  DIE_TRAP,  TRAP_UNDEFINED,	EC_PLAIN)
NONE(0x0f)
NONE(0x10)
ROW(0x11, "AArch32 SVC",				SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x12, "AArch32 HVC",				SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x13, "AArch32 SMC",				SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x14, "trapped MRRS, MSRR or SYSP",			SIGILL,  DIE_TRAP,  TRAP_PRIVILEGED,	EC_PLAIN)
ROW(0x15, "SVC",					SIGILL,  DIE_TRAP,  TRAP_SYSCALL,	EC_SVC)
ROW(0x16, "HVC",					SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x17, "SMC",					SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x18, "trapped MSR, MRS or system instruction",	SIGILL,  DIE_TRAP,  TRAP_PRIVILEGED,	EC_PLAIN)
ROW(0x19, "SVE access",					SIGILL,  DIE_TRAP,  TRAP_FP,		EC_PLAIN)
ROW(0x1a, "trapped ERET",				SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
NONE(0x1b)
ROW(0x1c, "pointer authentication failure",		SIGILL,  DIE_TRAP,  TRAP_UNDEFINED,	EC_PLAIN)
ROW(0x1d, "SME access",					SIGILL,  DIE_TRAP,  TRAP_FP,		EC_PLAIN)
ROW(0x1e, "granule protection check",			SIGBUS,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x1f, "implementation defined, to EL3",		SIGILL,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
ROW(0x20, "instruction abort, EL0",			SIGSEGV, DIE_TRAP,  TRAP_PAGE_FAULT,	EC_ABORT)
ROW(0x21, "instruction abort",				SIGSEGV, DIE_TRAP,  TRAP_PAGE_FAULT,	EC_ABORT)
ROW(0x22, "PC alignment",				SIGBUS,  DIE_TRAP,  TRAP_ALIGNMENT,	EC_FAR)
NONE(0x23)
ROW(0x24, "data abort, EL0",				SIGSEGV, DIE_TRAP,  TRAP_PAGE_FAULT,	EC_ABORT)
ROW(0x25, "data abort",					SIGSEGV, DIE_TRAP,  TRAP_PAGE_FAULT,	EC_ABORT)
ROW(0x26, "SP alignment",				SIGBUS,  DIE_TRAP,  TRAP_ALIGNMENT,	EC_PLAIN)
ROW(0x27, "memory copy or set instruction",		SIGILL,  DIE_TRAP,  TRAP_UNDEFINED,	EC_PLAIN)
ROW(0x28, "AArch32 floating-point exception",		SIGFPE,  DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
NONE(0x29)
NONE(0x2a)
NONE(0x2b)
ROW(0x2c, "floating-point exception",			SIGFPE,  DIE_TRAP,  TRAP_FP,		EC_PLAIN)
NONE(0x2d)
NONE(0x2e)
ROW(0x2f, "SError",					SIGBUS,  DIE_TRAP,  TRAP_MACHINE_CHECK,	EC_PLAIN)
ROW(0x30, "breakpoint register, EL0",			SIGTRAP, DIE_HWBP,  TRAP_HW_BREAKPOINT,	EC_PLAIN)
ROW(0x31, "breakpoint register",			SIGTRAP, DIE_HWBP,  TRAP_HW_BREAKPOINT,	EC_PLAIN)
ROW(0x32, "software step, EL0",				SIGTRAP, DIE_SSTEP, TRAP_STEP,		EC_STEP)
ROW(0x33, "software step",				SIGTRAP, DIE_SSTEP, TRAP_STEP,		EC_STEP)
ROW(0x34, "watchpoint, EL0",				SIGTRAP, DIE_HWBP,  TRAP_WATCHPOINT,	EC_FAR)
ROW(0x35, "watchpoint",					SIGTRAP, DIE_HWBP,  TRAP_WATCHPOINT,	EC_FAR)
NONE(0x36)
NONE(0x37)
ROW(0x38, "AArch32 BKPT",				SIGTRAP, DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
NONE(0x39)
ROW(0x3a, "AArch32 vector catch",			SIGTRAP, DIE_TRAP,  TRAP_UNEXPECTED,	EC_PLAIN)
NONE(0x3b)
ROW(0x3c, "BRK",					SIGTRAP, DIE_BRK,   TRAP_BREAKPOINT,	EC_PLAIN)
NONE(0x3d)
NONE(0x3e)
NONE(0x3f)
};

void arch_breakpoint_by_site(bool on)
{
	WRITE_ONCE(ec_table[0x3c].special, on ? EC_SITE : EC_PLAIN);
}
