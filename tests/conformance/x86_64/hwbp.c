// SPDX-License-Identifier: GPL-2.0-only
/*
 * Breakpoint registers. The code, with the place of each trap, is in hwbp.S and hwbp-insn.S; here is what is armed.
 *
 * SDM 3B 18.2.4, 18.2.5: what R/W and LEN choose. 18.3.1.1: an instruction breakpoint is a fault, before its instruction.
 * 18.3.1.2: a data or I/O breakpoint is a trap, after the access.
 */
#include <whosetrap/kernel.h>

#include "code.h"
#include "raise.h"

/* After a trap of slot @n. */
#define B(n)		(DR6_RESET | DR6_B(n))

#define WATCH(n_, len_, rw_, at_)						\
	.free = true, .other = TRAP_WATCHPOINT, .vector = 1, .cause = B(n_),	\
	.watch = { { .len = len_, .rw = rw_, .slot = n_, .at = at_ } }
#define INSN(n_, at_)								\
	.free = true, .other = TRAP_HW_BREAKPOINT, .vector = 1, .cause = B(n_),	\
	.watch = { { .len = 1, .rw = DR7_RW_EXEC, .slot = n_, .at = at_, .in_code = true } }

#define CHECK(name, code_, rule, ...)					\
	extern const struct code hwbp_##code_;					\
	CONFORMANCE_ROW(hwbp, name, rule, code_run_row, struct code_row, .code = &hwbp_##code_, __VA_ARGS__)

CODE_BOTH(hwbp, write1, "SDM 3B 18.2.5", WATCH(0, 1, DR7_RW_WRITE, 8));
CODE_BOTH(hwbp, write2, "SDM 3B 18.2.5", WATCH(1, 2, DR7_RW_WRITE, 8));
CODE_BOTH(hwbp, write4, "SDM 3B 18.2.5", WATCH(2, 4, DR7_RW_WRITE, 8));
CODE_BOTH(hwbp, write8, "SDM 3B 18.2.5", WATCH(3, 8, DR7_RW_WRITE, 8));
CODE_BOTH(hwbp, access1, "SDM 3B 18.2.5", WATCH(0, 1, DR7_RW_ACCESS, 8));
CODE_BOTH(hwbp, access2, "SDM 3B 18.2.5", WATCH(1, 2, DR7_RW_ACCESS, 8));
CODE_BOTH(hwbp, access4, "SDM 3B 18.2.5", WATCH(2, 4, DR7_RW_ACCESS, 8));
CODE_BOTH(hwbp, access8, "SDM 3B 18.2.5", WATCH(3, 8, DR7_RW_ACCESS, 8));
CODE_BOTH(hwbp, reads, "SDM 3B 18.2.4", WATCH(0, 8, DR7_RW_WRITE, 8));
/* Bug cases E02, E08: an access that begins below the watched byte. */
CODE_BOTH(hwbp, wide, "SDM 3B 18.2.5", WATCH(0, 1, DR7_RW_WRITE, 7));

CHECK(slot1, store, "SDM 3B 18.2.1", WATCH(1, 8, DR7_RW_WRITE, 0));
CHECK(slot2, store, "SDM 3B 18.2.1", WATCH(2, 8, DR7_RW_WRITE, 0));
CHECK(slot3, store, "SDM 3B 18.2.1", WATCH(3, 8, DR7_RW_WRITE, 0));
CHECK(local_enable, store, "SDM 3B 18.2.4", .free = true, .other = TRAP_WATCHPOINT, .vector = 1, .cause = B(0),
      .watch = { { .len = 8, .rw = DR7_RW_WRITE, .local = true } });
CHECK(both_enables, store, "SDM 3B 18.2.4", WATCH(0, 8, DR7_RW_WRITE, 0), .dr7 = DR7_L(0));
CHECK(exact_enables, store, "SDM 3B 18.2.4", WATCH(0, 8, DR7_RW_WRITE, 0), .dr7 = 0x300);

/* Bug case E10: all conditions that an instruction meets are in one DR6. */
CHECK(two_on_one_place, store, "SDM 3B 18.2.3", .free = true, .other = TRAP_WATCHPOINT, .vector = 1,
      .cause = B(0) | B(1), .watch = { { 8, DR7_RW_WRITE, 0 }, { 4, DR7_RW_ACCESS, 1 } });
CHECK(two_in_one_store, store, "SDM 3B 18.2.3", .free = true, .other = TRAP_WATCHPOINT, .vector = 1,
      .cause = B(1) | B(3), .watch = { { 4, DR7_RW_WRITE, 1, .at = 0 }, { 4, DR7_RW_WRITE, 3, .at = 4 } });
CHECK(one_of_two, store, "SDM 3B 18.2.3", .free = true, .other = TRAP_WATCHPOINT, .vector = 1,
      .cause = B(2), .watch = { { 8, DR7_RW_WRITE, 2, .at = 0 }, { 8, DR7_RW_WRITE, 3, .at = 8 } });

CODE_BOTH(hwbp, read_and_write, "SDM 3B 18.3.1.2", WATCH(0, 8, DR7_RW_WRITE, 0));
CODE_BOTH(hwbp, cmpxchg, "SDM 2A CMPXCHG", WATCH(0, 8, DR7_RW_WRITE, 0));
CODE_USER(hwbp, stack, "SDM 3B 18.3.1.2", WATCH(0, 8, DR7_RW_WRITE, 56));
CODE_USER(hwbp, stack_access, "SDM 3B 18.3.1.2", WATCH(0, 8, DR7_RW_ACCESS, 56));
CODE_BOTH(hwbp, strings, "SDM 3B 18.3.1.2", WATCH(0, 1, DR7_RW_WRITE, CODE_BUFFER / 2));
CODE_BOTH(hwbp, strings_read, "SDM 3B 18.3.1.2", WATCH(0, 1, DR7_RW_ACCESS, 0));

/* Bug case E09: the watched word in either page. */
u8 hwbp_pages[2 * 4096] __aligned(4096);

CODE(hwbp, page_crossing_above, "SDM 3B 18.2.5", .free = true, .other = TRAP_WATCHPOINT, .vector = 1, .cause = B(0),
     .watch = { { .len = 4, .rw = DR7_RW_WRITE, .on = (unsigned long)hwbp_pages + 4096 } });

CODE(hwbp, page_crossing_below, "SDM 3B 18.2.5", .free = true, .other = TRAP_WATCHPOINT, .vector = 1, .cause = B(0),
     .watch = { { .len = 4, .rw = DR7_RW_WRITE, .on = (unsigned long)hwbp_pages + 4092 } });

/* A store that faults is not made, and DR6 is not touched. */
CODE(hwbp, store_faults, "SDM 3B 18.3.1.2", .free = true, .other = TRAP_PAGE_FAULT, .vector = 14, .cause = PF_WRITE,
     .watch = { { .len = 8, .rw = DR7_RW_WRITE, .on = 0x7ffffffff000 } });

#define PORT(len_)	.free = true, .other = TRAP_WATCHPOINT, .vector = 1, .cause = B(0), \
			.watch = { { .len = len_, .rw = DR7_RW_IO, .on = 0x80 } }
CODE(hwbp, out, "SDM 3B 18.3.1.2", PORT(1));
CODE(hwbp, in, "SDM 3B 18.3.1.2", PORT(1));
CODE(hwbp, port_range, "SDM 3B 18.2.5", PORT(2));

CODE_BOTH(hwbp, insn, "SDM 3B 18.3.1.1", INSN(0, 1));
CHECK(insn_slot1, insn, "SDM 3B 18.2.1", INSN(1, 1));
CHECK(insn_slot2, insn, "SDM 3B 18.2.1", INSN(2, 1));
CHECK(insn_slot3, insn, "SDM 3B 18.2.1", INSN(3, 1));
/* Bug case E11: without RF it stops there again; RF lets one instruction pass, not the next round. */
CODE_BOTH(hwbp, insn_repeats, "SDM 3B 18.3.1.1", INSN(0, 1), .repeats = 2);
CODE_BOTH(hwbp, insn_loop, "SDM 3B 18.3.1.1", INSN(0, 5));
CODE_BOTH(hwbp, insn_prefix, "SDM 3B 18.2.5", INSN(0, 0));
CODE_BOTH(hwbp, insn_inside, "SDM 3B 18.2.5", INSN(0, 1));
CODE_BOTH(hwbp, insn_jumped_over, "SDM 3B 18.3.1.1", INSN(0, 2));
CODE_BOTH(hwbp, insn_target, "SDM 3B 18.3.1.1", INSN(0, 2));
CODE_BOTH(hwbp, insn_rep, "SDM 3B 18.3.1.1", INSN(0, 3));
CODE(hwbp, insn_sti, "SDM 3B 18.3.1.1", INSN(0, 1));
CODE_BOTH(hwbp, insn_mov_segment, "SDM 3B 18.3.1.1", INSN(0, 3));
CODE_BOTH(hwbp, insn_data, "SDM 3B 18.2.4", INSN(0, 9));
CODE_BOTH(hwbp, fetch, "SDM 3B 18.2.4", .free = true, .other = TRAP_WATCHPOINT, .vector = 1, .cause = B(0),
	  .watch = { { .len = 1, .rw = DR7_RW_ACCESS, .in_code = true } });

/* The highest priority of an instruction's own events; SDM 3A 6.9, table 6-2. */
CODE_BOTH(hwbp, insn_faults, "SDM 3A 6.9", INSN(0, 0), .second = TRAP_UNDEFINED, .second_vector = 6);
CODE_BOTH(hwbp, insn_int3, "SDM 3A 6.9", INSN(0, 0), .second = TRAP_BREAKPOINT, .second_vector = 3);

CODE(hwbp, insn_neighbours, "SDM 3B 18.3.1.1", .free = true, .other = TRAP_HW_BREAKPOINT, .vector = 1, .cause = B(0),
     .second = TRAP_HW_BREAKPOINT, .second_vector = 1, .second_cause = B(1),
     .watch = { { 1, DR7_RW_EXEC, 0, .in_code = true, .at = 1 }, { 1, DR7_RW_EXEC, 1, .in_code = true, .at = 2 } });
CODE(hwbp, insn_store, "SDM 3B 18.3.1", .free = true, .other = TRAP_HW_BREAKPOINT, .vector = 1, .cause = B(0),
     .second = TRAP_WATCHPOINT, .second_vector = 1, .second_cause = B(1),
     .watch = { { 1, DR7_RW_EXEC, 0, .in_code = true }, { 8, DR7_RW_WRITE, 1 } });
CHECK(two_on_one_insn, insn, "SDM 3B 18.2.3", .free = true, .other = TRAP_HW_BREAKPOINT, .vector = 1, .cause = B(0) | B(3),
      .watch = { { 1, DR7_RW_EXEC, 0, .in_code = true, .at = 1 }, { 1, DR7_RW_EXEC, 3, .in_code = true, .at = 1 } });

/* Bug case B08: an access to a debug register is a fault, and GD is clear from then on. */
#define GUARD	.free = true, .other = TRAP_PRIVILEGED, .vector = 1, .cause = DR6_RESET | DR6_BD

static void check_guard_is_clear(void)
{
	EXPECT_EQ(*(unsigned long *)code_buffer & DR7_GD, 0);
}

CODE(hwbp, guard_read, "SDM 3B 18.3.1.3", GUARD);
CODE(hwbp, guard_write, "SDM 3B 18.3.1.3", GUARD);
CODE(hwbp, guard_read_dr7, "SDM 3B 18.2.4", GUARD, .after = check_guard_is_clear);

CODE(hwbp, dr7_upper, "SDM 3B 18.2.6", .free = true, .other = TRAP_PRIVILEGED, .vector = 13);
CODE(hwbp, dr6_upper, "SDM 3B 18.2.6", .free = true, .other = TRAP_PRIVILEGED, .vector = 13);
CODE(hwbp, dr8, "SDM 2B MOV", .free = true, .other = TRAP_UNDEFINED, .vector = 6);
/* Bug case B22 */
CODE(hwbp, dr4, "SDM 3B 18.2.2", .free = true, .other = TRAP_UNDEFINED, .vector = 6);
CODE_USER(hwbp, privileged, "SDM 2B MOV", .free = true, .other = TRAP_PRIVILEGED, .vector = 13);
