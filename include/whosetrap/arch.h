/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arch contract: all that kernel/, consumers/ and tests/ may ask of an
 * architecture, and all that a port must supply. A function that is missing is
 * a link error; there are no weak ones. arch/null implements every entry with an
 * empty body and is the template for a port.
 *
 * Context: "any" includes a trap handler and an NMI; "task" is ordinary kernel
 * code with interrupts on or off; "boot" is once, on that CPU, before any trap.
 *
 *  machine
 *   arch_machine_name      any    what we run on, for the first console line
 *   arch_console_write     any    bytes to the console, polled
 *   arch_console_read      any    one byte from it, or -1
 *   arch_debug_write       any    the same for the channel reserved for a debugger
 *   arch_debug_read        any
 *   arch_machine_exit      any    end the machine with a verdict; never returns
 *  time
 *   arch_clock             any    a counter that runs with guest instructions
 *   arch_clock_hz          any    its frequency
 *   arch_timer_arm         any    one shot after so many ticks, even with interrupts off
 *   arch_timer_disarm      any
 *  cpu
 *   arch_cpu_init          boot   vectors, stacks, step and debug facilities
 *   arch_cpu_reset         task   no step, no debug register armed, as after arch_cpu_init
 *   arch_cpu_armed         any    which of them is armed, in words, or NULL
 *   arch_guard_page        boot   make a page fault on any access, where the MMU is on
 *   arch_call_on_stack     task   run a function on another stack
 *   setjmp, longjmp        task   <asm/setjmp.h>
 *  frames
 *   arch_regs_show         any    print the registers
 *   arch_trap_words        any    the cause in words
 *   arch_unwind            any    one frame up
 *   arch_regs_redirect     trap   make the frame return to a function instead
 *  dispatch
 *   arch_breakpoint_by_site any   breakpoints take the short way
 *  stepping
 *   arch_step_supported    any    does this CPU have it
 *   arch_step_arm          trap   in the frame that will be returned to
 *   arch_step_disarm       trap
 *   arch_step_kind         trap   what is armed there
 *  debug registers
 *   arch_hwbp_slots        any    how many this CPU has, and their numbers
 *   arch_hwbp_check        any    can they watch this
 *   arch_hwbp_set          any    arm one, or disarm it
 *   arch_hwbp_hits         trap   which of them this trap is from
 *   arch_hwbp_pass         trap   how to go on after a hit
 *   arch_hwbp_pass_once    trap   let the frame pass an execution breakpoint
 *  text
 *   arch_text_write        any    change instructions; caches are made coherent
 *   arch_text_alias        any    where they are written
 *   arch_insn_is_break     any    is this a breakpoint instruction, ours or another form
 *   arch_insn_size         any    length of the instruction at an address, or 0
 *  out-of-line execution
 *   arch_ool_prepare       task   classify an instruction and fill its slot
 *   arch_ool_boost         task   let it go on by itself
 *   arch_ool_begin         trap   send the frame into the slot
 *   arch_ool_finish        trap   put right what the slot made wrong
 *  returns
 *   arch_return_trampoline any    where functions under a kretprobe return to
 *   kretprobe_return       any    what it calls
 *   arch_after_trampoline  any    where boosted instructions go that somebody wants to hear of; calls kprobe_after()
 *  memory
 *   arch_nofault_read      any    copy that reports a fault instead of taking it
 *   arch_nofault_write     any
 *  decode
 *   arch_decode            trap   called by the entry code; fills struct trap, calls trap_dispatch()
 *
 * Inline parts, in arch/<arch>/include/asm:
 *   ptrace.h    struct pt_regs, Linux's accessors
 *   cpu.h       this_cpu(), struct arch_cpu
 *   irqflags.h  local_irq_save() and relatives; barrier.h  cpu_relax(), smp_mb()
 *   kprobes.h   kprobe_opcode_t, BREAK_INSN_SIZE, break_insn[], MAX_INSN_SIZE, kprobe_func_entry(),
 *               return_address_slot() and return_stack_pointer() at a function's first instruction
 *   step.h      arch_step_none(regs): certainly no step is armed in the frame, of a trap being served
 *   kdebug.h    enum die_val, DIE_BREAKPOINT, DIE_STEP
 *   setjmp.h    jmp_buf, setjmp(), longjmp()
 */
#ifndef WHOSETRAP_ARCH_H
#define WHOSETRAP_ARCH_H

#include <linux/errno.h>
#include <linux/types.h>
#include <asm/ptrace.h>

struct cpu;
struct trap;
struct ool_insn;
struct stack;

/** arch_machine_name - machine and firmware in a word or two, e.g. "pseries". */
const char *arch_machine_name(void);

/** arch_console_write - send @n bytes; a newline is sent as it is. Never fails, spins while the device is full. */
void arch_console_write(const char *s, size_t n);
/** arch_console_read - next byte received (0..255), or -1 when there is none. */
int arch_console_read(void);
/** arch_debug_write, arch_debug_read - as the console's, on the second channel. Output is dropped where there is none. */
void arch_debug_write(const char *s, size_t n);
int arch_debug_read(void);

/** arch_machine_exit - end the machine; the host sees @ok in the exit status where the machine can say it. */
void __noreturn arch_machine_exit(bool ok);

/** arch_clock - ticks since some moment; monotonic on one CPU. */
u64 arch_clock(void);
/** arch_clock_hz - ticks a second of guest time. */
u64 arch_clock_hz(void);

/**
 * arch_timer_arm - raise the timer once after @ticks of arch_clock().
 *
 * It arrives as TRAP_IRQ where interrupts are on, and as TRAP_NMI (or as a TRAP_IRQ
 * whose frame has interrupts soft-disabled) where local_irq_disable() is in force or a
 * trap handler runs. Arming again replaces the earlier deadline.
 */
void arch_timer_arm(u64 ticks);
void arch_timer_disarm(void);

/** arch_cpu_init - make this CPU able to take any trap. @cpu is the caller's own. */
void arch_cpu_init(struct cpu *cpu);
/** arch_cpu_reset - clear every debug register and step enable of this CPU. */
void arch_cpu_reset(void);
/** arch_cpu_armed - name of the first step bit or debug register found armed, NULL when there is none. */
const char *arch_cpu_armed(void);

/** arch_guard_page - let every access to the page at @page (page-aligned) fault. Does nothing where the MMU is off. */
void arch_guard_page(void *page);

/**
 * arch_call_on_stack - call @fn(@arg) on @stack and come back.
 *
 * While it runs, the CPU's stack bounds (struct cpu: stack) are those of @stack. If @fn leaves by
 * longjmp(), the one who catches it must restore the bounds.
 */
void arch_call_on_stack(void (*fn)(void *), void *arg, const struct stack *stack);

/** arch_regs_show - print all registers of @regs, each line beginning with @prefix. */
void arch_regs_show(const struct pt_regs *regs, const char *prefix);

/** arch_trap_words - describe the cause of @t in words of the manual; at most @size bytes with the NUL. */
void arch_trap_words(const struct trap *t, char *buf, size_t size);

/** struct unwind - position of a backtrace: @pc is the frame's code address, @fp its frame pointer. */
struct unwind {
	unsigned long pc, fp, sp;
	const struct pt_regs *regs;	/* set when this frame is a trap frame */
};

/** arch_unwind_start - begin at @regs, or at the caller when @regs is NULL. */
void arch_unwind_start(struct unwind *u, const struct pt_regs *regs);
/** arch_unwind - go one frame up, through trap frames too. False at the end or at a frame that makes no sense. */
bool arch_unwind(struct unwind *u);

/**
 * arch_regs_redirect - let the frame return to @fn(@arg) in kernel mode on stack pointer @sp.
 *
 * Interrupts are off and no step is armed there. @sp need not be aligned. @fn must not return.
 */
void arch_regs_redirect(struct pt_regs *regs, void (*fn)(unsigned long), unsigned long arg, unsigned long sp);

/** arch_breakpoint_by_site - from now on a breakpoint in the kernel goes to trap_breakpoint() instead of trap_dispatch(), or not. */
void arch_breakpoint_by_site(bool on);

enum step_kind {
	STEP_NONE = 0,
	STEP_INSN,		/* trap after each instruction */
	STEP_BRANCH,		/* trap after each branch taken */
};

/** arch_step_supported - can this CPU step in this way? */
bool arch_step_supported(enum step_kind kind);
/**
 * arch_step_arm - the code that @regs returns to will trap after its next instruction, or branch.
 *
 * Frame only, plus what enables the facility on this CPU. Returns 0, or -EOPNOTSUPP when the CPU has no such step.
 */
int arch_step_arm(struct pt_regs *regs, enum step_kind kind);
/** arch_step_disarm - undo arch_step_arm() in @regs. Harmless when nothing is armed. */
void arch_step_disarm(struct pt_regs *regs);
/** arch_step_kind - what is armed in @regs. */
enum step_kind arch_step_kind(const struct pt_regs *regs);

struct hwbp;

/**
 * arch_hwbp_slots - number of slots for execution (@exec) or data; *@first is the number of the first.
 *
 * From the ID registers, or found out by trying. 0 where there are none, or where they have no effect. The two ranges may
 * be the same slots. arch_cpu_reset() disarms all of them, arch_cpu_armed() names one that is armed.
 */
unsigned int arch_hwbp_slots(bool exec, unsigned int *first);
/** arch_hwbp_check - 0; -EINVAL for a type, a length, an alignment that the CPU does not have, or an address that the entry needs. */
int arch_hwbp_check(const struct hwbp *b);
/** arch_hwbp_set - arm @slot with what was checked before, or disarm it (NULL). */
void arch_hwbp_set(unsigned int slot, const struct hwbp *b);
/**
 * arch_hwbp_hits - mask of the slots in hwbp_slots[] that @t is from, alone or beside another cause; 0 for none.
 *
 * With HWBP_NEAR: no true hit. May correct t->kind.
 */
unsigned long arch_hwbp_hits(struct trap *t);

enum hwbp_pass {
	HWBP_PASSED,		/* the trap comes after the instruction */
	HWBP_PASS_ONCE,		/* before it; arch_hwbp_pass_once() lets it run */
	HWBP_PASS_STEP,		/* before it; it must be stepped with the slot disarmed */
	HWBP_PASS_STEP_FIRST,	/* the same, and who watches is told after the step (Linux on powerpc) */
	HWBP_PASS_KINDS,
};

/** arch_hwbp_pass - how the CPU gets on after a hit of @b. */
enum hwbp_pass arch_hwbp_pass(const struct hwbp *b);
/** arch_hwbp_pass_once - no execution breakpoint traps at the next instruction of @regs. Where there is HWBP_PASS_ONCE. */
void arch_hwbp_pass_once(struct pt_regs *regs);

/**
 * arch_text_write - store @n bytes of instructions at @addr and make them visible to instruction fetch.
 *
 * The only way in which text is changed. @n is at most MAX_INSN_SIZE or a whole slot. Aligned stores of one
 * instruction are single-copy atomic where instructions have a fixed size, and one byte is on x86_64.
 */
void arch_text_write(void *addr, const void *insn, size_t n);
/**
 * arch_text_alias - where the image's byte at @addr is written, if not at @addr itself.
 *
 * With an MMU text and slots are mapped twice, to be executed and to be written; nothing is both. In real mode: @addr.
 */
void *arch_text_alias(void *addr);
/** arch_insn_is_break - does @insn (at least BREAK_INSN_SIZE readable bytes) trap as a breakpoint, in any form? */
bool arch_insn_is_break(const void *insn);
/** arch_insn_size - bytes of the instruction at @insn (@max readable); 0 when it is not a valid encoding. */
int arch_insn_size(const void *insn, size_t max);

/** arch_ool_prepare - see <whosetrap/ool.h>. */
int arch_ool_prepare(struct ool_insn *o);
bool arch_ool_boost(struct ool_insn *o, unsigned long to);
void arch_ool_begin(struct ool_insn *o, struct pt_regs *regs);
void arch_ool_finish(struct ool_insn *o, struct pt_regs *regs);

/**
 * arch_return_trampoline - code that a function returns to: it saves a struct pt_regs as the caller would find the registers (pc
 * and what the CPU alone knows left open), calls kretprobe_return() and goes on at the pc set there, with what is in the frame.
 * arch_after_trampoline does the same with kprobe_after(), from the middle of any function: no register is its own.
 */
extern const char arch_return_trampoline[], arch_after_trampoline[];
void kretprobe_return(struct pt_regs *regs);
void kprobe_after(struct pt_regs *regs);

/** arch_nofault_read - copy @n bytes; 0, or -EFAULT when any of them cannot be read (nothing is said of @dst then). */
int arch_nofault_read(void *dst, const void *src, size_t n);
int arch_nofault_write(void *dst, const void *src, size_t n);

#endif
