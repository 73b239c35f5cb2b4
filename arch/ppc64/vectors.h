/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interrupt vectors, a line each: Power ISA 3.0B Book III 6.5, figure 51; 0x1200 to 0x1800 are the implementation's (POWER9 User
 * Manual). Used twice: entry.S makes the entries of it, vectors.c the rows that tell decode what came in.
 *
 *   nr symbol words    vector, name of the entry, words for the log
 *   tail               common   SRR0/1; MSR[EE] is set again as soon as the frame is complete, so that a handler that hangs is
 *                               reached by the decrementer
 *                      irq      the same, but MSR[EE] stays off: decode takes away the cause first
 *                      hv hvirq the same with HSRR0/1
 *                      reset mcheck   may come anywhere, into the entry itself too: areas and stack of their own
 *   decode kind        function in decode.c, enum trap_kind
 *   signal die_val     as Linux has them (arch/powerpc/kernel/traps.c); DIE_OOPS where Linux asks nobody but when it gives up
 *
 * External interrupts use SRR0/1 in hypervisor state too: arch_cpu_init() sets LPCR[LPES].
 */
#ifndef PPC64_VECTORS_H
#define PPC64_VECTORS_H

#define VECTOR_SIZE	0x20

#define VECTORS(V) \
V(0x0100, system_reset,            "system reset",                      reset,  decode_system_reset,   TRAP_NMI,           0,  DIE_SYSTEM_RESET) \
V(0x0200, machine_check,           "machine check",                     mcheck, decode_machine_check,  TRAP_MACHINE_CHECK, 7,  DIE_OOPS)         \
V(0x0300, data_storage,            "data storage",                      common, decode_storage,        TRAP_PAGE_FAULT,    11, DIE_OOPS)         \
V(0x0380, data_segment,            "data segment",                      common, decode_storage,        TRAP_PAGE_FAULT,    11, DIE_OOPS)         \
V(0x0400, instruction_storage,     "instruction storage",               common, decode_fetch,          TRAP_PAGE_FAULT,    11, DIE_OOPS)         \
V(0x0480, instruction_segment,     "instruction segment",               common, decode_fetch,          TRAP_PAGE_FAULT,    11, DIE_OOPS)         \
V(0x0500, external,                "external interrupt",                irq,    arch_decode,           TRAP_IRQ,           0,  DIE_OOPS)         \
V(0x0600, alignment,               "alignment",                         common, decode_storage,        TRAP_ALIGNMENT,     7,  DIE_OOPS)         \
V(0x0700, program,                 "program",                           common, decode_program,        TRAP_BREAKPOINT,    5,  DIE_BPT)          \
V(0x0800, fp_unavailable,          "floating point unavailable",        common, arch_decode,           TRAP_FP,            8,  DIE_OOPS)         \
V(0x0900, decrementer,             "decrementer",                       irq,    decode_decrementer,    TRAP_IRQ,           0,  DIE_OOPS)         \
V(0x0980, hv_decrementer,          "hypervisor decrementer",            hvirq,  decode_hv_decrementer, TRAP_IRQ,           0,  DIE_OOPS)         \
V(0x0a00, doorbell,                "directed privileged doorbell",      irq,    arch_decode,           TRAP_IRQ,           0,  DIE_OOPS)         \
V(0x0b00, reserved_b00,            "reserved vector b00",               common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x0c00, system_call,             "system call",                       common, decode_syscall,        TRAP_SYSCALL,       0,  DIE_OOPS)         \
V(0x0d00, trace,                   "trace",                             common, decode_trace,          TRAP_STEP,          5,  DIE_SSTEP)        \
V(0x0e00, hv_data_storage,         "hypervisor data storage",           hv,     decode_storage,        TRAP_PAGE_FAULT,    11, DIE_OOPS)         \
V(0x0e20, hv_instruction_storage,  "hypervisor instruction storage",    hv,     decode_fetch,          TRAP_PAGE_FAULT,    11, DIE_OOPS)         \
V(0x0e40, hv_emulation,            "hypervisor emulation assistance",   hv,     decode_emulation,      TRAP_UNDEFINED,     4,  DIE_OOPS)         \
V(0x0e60, hv_maintenance,          "hypervisor maintenance",            hvirq,  arch_decode,           TRAP_MACHINE_CHECK, 7,  DIE_OOPS)         \
V(0x0e80, hv_doorbell,             "directed hypervisor doorbell",      hvirq,  arch_decode,           TRAP_IRQ,           0,  DIE_OOPS)         \
V(0x0ea0, hv_virtualization,       "hypervisor virtualization",         hvirq,  arch_decode,           TRAP_IRQ,           0,  DIE_OOPS)         \
V(0x0ec0, reserved_ec0,            "reserved vector ec0",               common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x0ee0, reserved_ee0,            "reserved vector ee0",               common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x0f00, performance_monitor,     "performance monitor",               irq,    arch_decode,           TRAP_IRQ,           0,  DIE_OOPS)         \
V(0x0f20, vector_unavailable,      "vector unavailable",                common, arch_decode,           TRAP_FP,            8,  DIE_OOPS)         \
V(0x0f40, vsx_unavailable,         "VSX unavailable",                   common, arch_decode,           TRAP_FP,            8,  DIE_OOPS)         \
V(0x0f60, facility_unavailable,    "facility unavailable",              common, decode_facility,       TRAP_UNDEFINED,     4,  DIE_OOPS)         \
V(0x0f80, hv_facility_unavailable, "hypervisor facility unavailable",   hv,     decode_facility,       TRAP_UNDEFINED,     4,  DIE_OOPS)         \
V(0x0fa0, reserved_fa0,            "reserved vector fa0",               common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x0fc0, reserved_fc0,            "reserved vector fc0",               common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x0fe0, reserved_fe0,            "reserved vector fe0",               common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x1000, reserved_1000,           "reserved vector 1000",              common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x1100, reserved_1100,           "reserved vector 1100",              common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x1200, reserved_1200,           "reserved vector 1200",              hv,     arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x1300, insn_breakpoint,         "instruction address breakpoint",    common, arch_decode,           TRAP_HW_BREAKPOINT, 5,  DIE_IABR_MATCH)   \
V(0x1400, reserved_1400,           "reserved vector 1400",              common, arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x1500, soft_patch,              "soft patch",                        hv,     arch_decode,           TRAP_FP,            8,  DIE_OOPS)         \
V(0x1600, maintenance,             "maintenance",                       hv,     arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)         \
V(0x1700, vector_assist,           "vector assist",                     common, arch_decode,           TRAP_FP,            8,  DIE_OOPS)         \
V(0x1800, thermal,                 "thermal",                           hv,     arch_decode,           TRAP_UNEXPECTED,    0,  DIE_OOPS)

#ifndef __ASSEMBLER__

#include <whosetrap/trap.h>

/* A row. The members are in the order of struct trap, so that the compiler copies them in pairs. */
struct vector {
	struct trap *(*decode)(struct trap *t, struct pt_regs *regs, const struct vector *v);
	const char *str;
	int trapnr, signr;
	enum die_val val;
	enum trap_kind kind;
};

/* The entries as they are copied to VECTORS_BASE. */
extern char vectors_start[], vectors_end[];

/* From the first entry to the end of the tails: a return address in here is that of a trap frame. */
extern char entry_text_start[], entry_text_end[];

/*
 * Fill @t, which is part of the frame, and return it: the entry calls trap_dispatch(). NULL: there is nothing (left) to dispatch.
 * Context: trap.
 */
typedef struct trap *decode_fn(struct trap *t, struct pt_regs *regs, const struct vector *v);
decode_fn arch_decode, decode_system_reset, decode_machine_check, decode_storage, decode_fetch, decode_program, decode_decrementer,
	  decode_hv_decrementer, decode_syscall, decode_trace, decode_emulation, decode_facility;

#endif
#endif
