/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The vectors that the architecture defines, a line each (SDM 3A table 6-1 and section 6.15; APM 2 section 8.2 for
 * 28-30). Used twice: entry.S makes the entries of it, vectors.c the rows that tell decode what came in.
 *
 *   nr symbol words    vector, name of the entry, words for the log
 *   error              1: the hardware pushes an error code
 *   tail               common     the GS base follows from the privilege level in CS
 *                      paranoid   may come in kernel code while the GS base is still, or again, the user's
 *                      nmi        paranoid, and has to get off its IST stack first
 *   ist dpl            interrupt stack (IST_*, 0: none), who may raise it by INT n
 *   decode kind        function decode_* in decode.c, enum trap_kind without TRAP_
 *   signal die_val     as Linux has them (arch/x86/kernel/traps.c), without DIE_; TRAP where Linux asks nobody
 *
 * Why paranoid: #DB (first instruction of any entry: decode_debug_rare() has the cases), #TS #NP #SS #GP (an IRET to user
 * mode that faults has the user's GS base already), NMI and #MC (anywhere), #DF (follows any of them).
 */
#ifndef X86_64_VECTORS_H
#define X86_64_VECTORS_H

#define TIMER_VECTOR	32
#define UNSTEP_VECTOR	254	/* raised by arch_cpu_reset() with INT n: returns with TF clear */
#define SPURIOUS_VECTOR	255

#define VECTORS(V)                                                                                                    \
V(0,  divide_error,         "divide error",         0, common,   0,   0, fault,        ARITHMETIC,    8,  TRAP)       \
V(1,  debug,                "debug",                0, paranoid, 0,   0, debug,        STEP,          5,  DEBUG)      \
V(2,  nmi,                  "NMI",                  0, nmi,      NMI, 0, nmi,          NMI,           0,  NMI)        \
V(3,  breakpoint,           "int3",                 0, common,   0,   3, breakpoint,   BREAKPOINT,    5,  INT3)       \
V(4,  overflow,             "overflow",             0, common,   0,   3, fault,        ARITHMETIC,    11, TRAP)       \
V(5,  bound_range,          "bound range",          0, common,   0,   0, fault,        ARITHMETIC,    11, TRAP)       \
V(6,  invalid_opcode,       "invalid opcode",       0, common,   0,   0, fault,        UNDEFINED,     4,  TRAP)       \
V(7,  device_not_available, "device not available", 0, common,   0,   0, fault,        FP,            8,  TRAP)       \
V(8,  double_fault,         "double fault",         1, paranoid, DF,  0, double_fault, DOUBLE_FAULT,  11, TRAP)       \
V(9,  coprocessor_overrun,  "coprocessor overrun",  0, common,   0,   0, fault,        UNEXPECTED,    8,  TRAP)       \
V(10, invalid_tss,          "invalid TSS",          1, paranoid, 0,   0, fault,        PRIVILEGED,    11, TRAP)       \
V(11, segment_not_present,  "segment not present",  1, paranoid, 0,   0, fault,        PRIVILEGED,    7,  TRAP)       \
V(12, stack_fault,          "stack fault",          1, paranoid, 0,   0, fault,        PRIVILEGED,    7,  TRAP)       \
V(13, general_protection,   "general protection",   1, paranoid, 0,   0, fault,        PRIVILEGED,    11, GPF)        \
V(14, page_fault,           "page fault",           1, common,   0,   0, page_fault,   PAGE_FAULT,    11, PAGE_FAULT) \
V(15, reserved_15,          "reserved vector 15",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(16, x87_error,            "x87 error",            0, common,   0,   0, fault,        FP,            8,  TRAP)       \
V(17, alignment_check,      "alignment check",      1, common,   0,   0, fault,        ALIGNMENT,     7,  TRAP)       \
V(18, machine_check,        "machine check",        0, paranoid, MC,  0, fault,        MACHINE_CHECK, 7,  TRAP)       \
V(19, simd_error,           "SIMD error",           0, common,   0,   0, fault,        FP,            8,  TRAP)       \
V(20, virtualization,       "virtualization",       0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(21, control_protection,   "control protection",   1, common,   0,   0, fault,        PRIVILEGED,    11, TRAP)       \
V(22, reserved_22,          "reserved vector 22",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(23, reserved_23,          "reserved vector 23",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(24, reserved_24,          "reserved vector 24",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(25, reserved_25,          "reserved vector 25",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(26, reserved_26,          "reserved vector 26",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(27, reserved_27,          "reserved vector 27",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(28, hypervisor_injection, "hypervisor injection", 0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(29, vmm_communication,    "VMM communication",    1, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(30, security,             "security",             1, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(31, reserved_31,          "reserved vector 31",   0, common,   0,   0, fault,        UNEXPECTED,    0,  TRAP)       \
V(32, timer,                "timer interrupt",      0, common,   0,   0, timer,        IRQ,           0,  TRAP)

#define NR_TABLE_VECTORS	33

#ifndef __ASSEMBLER__

#include <whosetrap/trap.h>

/* A row. The members are in the order of struct trap, so that the compiler copies them in pairs. */
struct vector {
	void (*decode)(const struct vector *v, struct pt_regs *regs);
	const char *str;
	int trapnr, signr;
	enum die_val val;
	enum trap_kind kind;
};

/* Entries, 16 bytes each, in the order of the vectors. */
extern char vector_entries[];
#define VECTOR_ENTRY_SIZE	16

/* From the first entry to the end of the tails: a return address in here is that of a trap frame. */
extern char entry_text_start[], entry_text_end[];

extern struct vector vector_rows[];
extern const struct vector vector_unexpected_row, vector_unstep_row, vector_spurious_row,
			   vector_syscall_row;

void syscall_entry(void);

typedef void decode_fn(const struct vector *v, struct pt_regs *regs);
decode_fn arch_decode, decode_debug, decode_nmi, decode_breakpoint, decode_breakpoint_by_site, decode_double_fault, decode_page_fault,
	  decode_timer,
	  decode_unstep, decode_spurious, decode_unexpected, decode_syscall;

#endif
#endif
