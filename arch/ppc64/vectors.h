/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interrupt vectors, a line each: Power ISA 3.0B Book III 6.5, figure 51; 0x1200 to 0x1800 are the implementation's
 * (POWER9 User Manual). Used twice: entry.S makes the entries of it, vectors.c the rows that tell decode what came in.
 *
 *   nr symbol words    vector, name of the entry, words for the log
 *   tail               common   SRR0/1; MSR[EE] is set again as soon as the frame is complete, so that a handler that
 *                               hangs is reached by the decrementer
 *                      irq      the same, but MSR[EE] stays off: decode takes away the cause first
 *                      hv hvirq the same with HSRR0/1
 *                      reset mcheck   may come anywhere, into the entry itself too: areas and stack of their own
 *   decode kind        function in decode.c without decode_, enum trap_kind without TRAP_
 *   signal die_val     as Linux has them (arch/powerpc/kernel/traps.c), without DIE_;
 *                      OOPS where Linux asks nobody until it gives up
 *
 * External interrupts use SRR0/1 in hypervisor state too: arch_cpu_init() sets LPCR[LPES].
 */
#ifndef PPC64_VECTORS_H
#define PPC64_VECTORS_H

#define VECTOR_SIZE	0x20

#define VECTORS(V) \
V(0x0100, system_reset,            "system reset",            reset,  system_reset,   NMI,           0,  SYSTEM_RESET) \
V(0x0200, machine_check,           "machine check",           mcheck, machine_check,  MACHINE_CHECK, 7,  OOPS)         \
V(0x0300, data_storage,            "data storage",            common, storage,        PAGE_FAULT,    11, OOPS)         \
V(0x0380, data_segment,            "data segment",            common, storage,        PAGE_FAULT,    11, OOPS)         \
V(0x0400, instruction_storage,     "instruction storage",     common, fetch,          PAGE_FAULT,    11, OOPS)         \
V(0x0480, instruction_segment,     "instruction segment",     common, fetch,          PAGE_FAULT,    11, OOPS)         \
V(0x0500, external,                "external interrupt",      irq,    plain,          IRQ,           0,  OOPS)         \
V(0x0600, alignment,               "alignment",               common, storage,        ALIGNMENT,     7,  OOPS)         \
V(0x0700, program,                 "program",                 common, program,        BREAKPOINT,    5,  BPT)          \
V(0x0800, fp_unavailable,          "FP unavailable",          common, plain,          FP,            8,  OOPS)         \
V(0x0900, decrementer,             "decrementer",             irq,    decrementer,    IRQ,           0,  OOPS)         \
V(0x0980, hv_decrementer,          "hv decrementer",          hvirq,  hv_decrementer, IRQ,           0,  OOPS)         \
V(0x0a00, doorbell,                "privileged doorbell",     irq,    plain,          IRQ,           0,  OOPS)         \
V(0x0b00, reserved_b00,            "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x0c00, system_call,             "system call",             common, syscall,        SYSCALL,       0,  OOPS)         \
V(0x0d00, trace,                   "trace",                   common, trace,          STEP,          5,  SSTEP)        \
V(0x0e00, hv_data_storage,         "hv data storage",         hv,     storage,        PAGE_FAULT,    11, OOPS)         \
V(0x0e20, hv_instruction_storage,  "hv instruction storage",  hv,     fetch,          PAGE_FAULT,    11, OOPS)         \
V(0x0e40, hv_emulation,            "hv emulation assistance", hv,     emulation,      UNDEFINED,     4,  OOPS)         \
V(0x0e60, hv_maintenance,          "hv maintenance",          hvirq,  plain,          MACHINE_CHECK, 7,  OOPS)         \
V(0x0e80, hv_doorbell,             "hv doorbell",             hvirq,  plain,          IRQ,           0,  OOPS)         \
V(0x0ea0, hv_virtualization,       "hv virtualization",       hvirq,  plain,          IRQ,           0,  OOPS)         \
V(0x0ec0, reserved_ec0,            "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x0ee0, reserved_ee0,            "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x0f00, performance_monitor,     "performance monitor",     irq,    plain,          IRQ,           0,  OOPS)         \
V(0x0f20, vector_unavailable,      "vector unavailable",      common, plain,          FP,            8,  OOPS)         \
V(0x0f40, vsx_unavailable,         "VSX unavailable",         common, plain,          FP,            8,  OOPS)         \
V(0x0f60, facility_unavailable,    "facility unavailable",    common, facility,       UNDEFINED,     4,  OOPS)         \
V(0x0f80, hv_facility_unavailable, "hv facility",             hv,     facility,       UNDEFINED,     4,  OOPS)         \
V(0x0fa0, reserved_fa0,            "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x0fc0, reserved_fc0,            "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x0fe0, reserved_fe0,            "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x1000, reserved_1000,           "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x1100, reserved_1100,           "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x1200, reserved_1200,           "reserved",                hv,     plain,          UNEXPECTED,    0,  OOPS)         \
V(0x1300, insn_breakpoint,         "instruction breakpoint",  common, plain,          HW_BREAKPOINT, 5,  IABR_MATCH)   \
V(0x1400, reserved_1400,           "reserved",                common, plain,          UNEXPECTED,    0,  OOPS)         \
V(0x1500, soft_patch,              "soft patch",              hv,     plain,          FP,            8,  OOPS)         \
V(0x1600, maintenance,             "maintenance",             hv,     plain,          UNEXPECTED,    0,  OOPS)         \
V(0x1700, vector_assist,           "vector assist",           common, plain,          FP,            8,  OOPS)         \
V(0x1800, thermal,                 "thermal",                 hv,     plain,          UNEXPECTED,    0,  OOPS)

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
 * Fill @t, which is part of the frame, and return it: the entry calls trap_dispatch(). NULL: there is nothing (left) to
 * dispatch. Context: trap.
 */
typedef struct trap *decode_fn(struct trap *t, struct pt_regs *regs, const struct vector *v);
decode_fn decode_plain, decode_system_reset, decode_machine_check, decode_storage, decode_fetch, decode_program, decode_program_by_site,
	  decode_decrementer, decode_hv_decrementer, decode_syscall, decode_trace, decode_emulation, decode_facility;

#endif
#endif
