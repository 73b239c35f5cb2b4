/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The vectors that the architecture defines, a line each (SDM 3A table 6-1 and section 6.15; APM 2 section 8.2 for 28-30).
 * Used twice: entry.S makes the entries of it, vectors.c the rows that tell decode what came in.
 *
 *   nr symbol words    vector, name of the entry, words for the log
 *   error              1: the hardware pushes an error code
 *   tail               common     the GS base follows from the privilege level in CS
 *                      paranoid   may come in kernel code while the GS base is still, or again, the user's
 *                      nmi        paranoid, and has to get off its IST stack first
 *   ist dpl            interrupt stack, who may raise it by INT n
 *   decode kind        function in decode.c, enum trap_kind
 *   signal die_val     as Linux has them (arch/x86/kernel/traps.c); DIE_TRAP where Linux asks nobody
 *
 * Why paranoid: #DB (first instruction of any entry: decode_debug() has the cases), #TS #NP #SS #GP (an IRET to user mode
 * that faults has the user's GS base already), NMI and #MC (anywhere), #DF (follows any of them).
 */
#ifndef X86_64_VECTORS_H
#define X86_64_VECTORS_H

#define TIMER_VECTOR	32
#define UNSTEP_VECTOR	254	/* raised by arch_cpu_reset() with INT n: returns with TF clear */
#define SPURIOUS_VECTOR	255

#define VECTORS(V)                                                                                                                                  \
V(0,  divide_error,         "divide error",                   0, common,   0,       0, arch_decode,         TRAP_ARITHMETIC,    8,  DIE_TRAP)       \
V(1,  debug,                "debug",                          0, paranoid, 0,       0, decode_debug,        TRAP_STEP,          5,  DIE_DEBUG)      \
V(2,  nmi,                  "NMI",                            0, nmi,      IST_NMI, 0, decode_nmi,          TRAP_NMI,           0,  DIE_NMI)        \
V(3,  breakpoint,           "int3",                           0, common,   0,       3, decode_breakpoint,   TRAP_BREAKPOINT,    5,  DIE_INT3)       \
V(4,  overflow,             "overflow",                       0, common,   0,       3, arch_decode,         TRAP_ARITHMETIC,    11, DIE_TRAP)       \
V(5,  bound_range,          "bound range exceeded",           0, common,   0,       0, arch_decode,         TRAP_ARITHMETIC,    11, DIE_TRAP)       \
V(6,  invalid_opcode,       "invalid opcode",                 0, common,   0,       0, arch_decode,         TRAP_UNDEFINED,     4,  DIE_TRAP)       \
V(7,  device_not_available, "device not available",           0, common,   0,       0, arch_decode,         TRAP_FP,            8,  DIE_TRAP)       \
V(8,  double_fault,         "double fault",                   1, paranoid, IST_DF,  0, decode_double_fault, TRAP_DOUBLE_FAULT,  11, DIE_TRAP)       \
V(9,  coprocessor_overrun,  "coprocessor segment overrun",    0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    8,  DIE_TRAP)       \
V(10, invalid_tss,          "invalid TSS",                    1, paranoid, 0,       0, arch_decode,         TRAP_PRIVILEGED,    11, DIE_TRAP)       \
V(11, segment_not_present,  "segment not present",            1, paranoid, 0,       0, arch_decode,         TRAP_PRIVILEGED,    7,  DIE_TRAP)       \
V(12, stack_fault,          "stack fault",                    1, paranoid, 0,       0, arch_decode,         TRAP_PRIVILEGED,    7,  DIE_TRAP)       \
V(13, general_protection,   "general protection",             1, paranoid, 0,       0, arch_decode,         TRAP_PRIVILEGED,    11, DIE_GPF)        \
V(14, page_fault,           "page fault",                     1, common,   0,       0, decode_page_fault,   TRAP_PAGE_FAULT,    11, DIE_PAGE_FAULT) \
V(15, reserved_15,          "reserved vector 15",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(16, x87_error,            "x87 floating-point error",       0, common,   0,       0, arch_decode,         TRAP_FP,            8,  DIE_TRAP)       \
V(17, alignment_check,      "alignment check",                1, common,   0,       0, arch_decode,         TRAP_ALIGNMENT,     7,  DIE_TRAP)       \
V(18, machine_check,        "machine check",                  0, paranoid, IST_MC,  0, arch_decode,         TRAP_MACHINE_CHECK, 7,  DIE_TRAP)       \
V(19, simd_error,           "SIMD floating-point exception",  0, common,   0,       0, arch_decode,         TRAP_FP,            8,  DIE_TRAP)       \
V(20, virtualization,       "virtualization exception",       0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(21, control_protection,   "control protection",             1, common,   0,       0, arch_decode,         TRAP_PRIVILEGED,    11, DIE_TRAP)       \
V(22, reserved_22,          "reserved vector 22",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(23, reserved_23,          "reserved vector 23",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(24, reserved_24,          "reserved vector 24",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(25, reserved_25,          "reserved vector 25",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(26, reserved_26,          "reserved vector 26",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(27, reserved_27,          "reserved vector 27",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(28, hypervisor_injection, "hypervisor injection exception", 0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(29, vmm_communication,    "VMM communication exception",    1, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(30, security,             "security exception",             1, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(31, reserved_31,          "reserved vector 31",             0, common,   0,       0, arch_decode,         TRAP_UNEXPECTED,    0,  DIE_TRAP)       \
V(32, timer,                "timer interrupt",                0, common,   0,       0, decode_timer,        TRAP_IRQ,           0,  DIE_TRAP)

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

extern const struct vector vector_rows[], vector_unexpected_row, vector_unstep_row, vector_spurious_row, vector_syscall_row;

void syscall_entry(void);

typedef void decode_fn(const struct vector *v, struct pt_regs *regs);
decode_fn arch_decode, decode_debug, decode_nmi, decode_breakpoint, decode_double_fault, decode_page_fault, decode_timer,
	  decode_unstep, decode_spurious, decode_unexpected, decode_syscall;

#endif
#endif
