/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kprobes under Linux's names. Source of the facts: Linux include/linux/kprobes.h, kernel/kprobes.c,
 * Documentation/trace/kprobes.rst.
 */
#ifndef LINUX_KPROBES_H
#define LINUX_KPROBES_H

#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/notifier.h>
#include <asm/kprobes.h>
#include <asm/ptrace.h>
#include <whosetrap/arch.h>

struct kprobe;
struct kprobe_site;

/*
 * A pre-handler that returns non-zero has changed the pc itself: the instruction is not run and no post-handler
 * follows. At its entry the pc in @regs is what the hardware left there: BREAK_PC_OFFSET beyond p->addr.
 */
typedef int (*kprobe_pre_handler_t)(struct kprobe *p, struct pt_regs *regs);
/* @flags is always 0, as in Linux on these architectures. */
typedef void (*kprobe_post_handler_t)(struct kprobe *p, struct pt_regs *regs, unsigned long flags);

struct arch_specific_insn {
	kprobe_opcode_t *insn;		/* the copy that is run; NULL when the instruction is emulated */
	struct kprobe_site *site;	/* ours: what is kept for the address */
};

struct kprobe {
	struct hlist_node hlist;	/* for source compatibility; the table is of sites, see consumers/kprobes */
	struct list_head list;		/* the probes at one address */
	unsigned long nmissed;		/* hits that ran no handler, because a handler was running */
	kprobe_opcode_t *addr;		/* filled in by register_kprobe() when a symbol is given */
	const char *symbol_name;
	unsigned int offset;		/* from the symbol or the address, in bytes */
	kprobe_pre_handler_t pre_handler;
	kprobe_post_handler_t post_handler;
	kprobe_opcode_t opcode;		/* first unit of the original instruction */
	struct arch_specific_insn ainsn;
	u32 flags;
};

#define KPROBE_FLAG_GONE		1	/* its text is gone */
#define KPROBE_FLAG_DISABLED		2	/* registered, not in the text; also after unregister_kprobe() */
#define KPROBE_FLAG_OPTIMIZED		4	/* never: no jump-optimised probes here */
#define KPROBE_FLAG_FTRACE		8	/* never */
#define KPROBE_FLAG_ON_FUNC_ENTRY	16

/* kprobe_status. Linux: arch/<arch>/include/asm/kprobes.h */
#define KPROBE_HIT_ACTIVE	0x01	/* pre-handler */
#define KPROBE_HIT_SS		0x02	/* the instruction */
#define KPROBE_REENTER		0x04	/* the instruction of a probe hit inside another's hit */
#define KPROBE_HIT_SSDONE	0x08	/* post-handler */

/**
 * register_kprobe - put a probe into kernel text.
 *
 * Give either p->addr or p->symbol_name, with p->offset. Several probes may be at one address; of their
 * handlers the last registered runs first.
 * 0; -EINVAL: both or neither given, registered already, or the place is refused: not text, in the trap path, not an
 * instruction boundary, a trap instruction of somebody else, an instruction that cannot run elsewhere; -ENOENT:
 * unknown symbol; -ENOMEM: no slot left; -EOPNOTSUPP: this CPU cannot step. Each refusal prints one line. Context:
 * task.
 */
int register_kprobe(struct kprobe *p);
/**
 * unregister_kprobe - take it out; afterwards no handler of it runs. Nothing happens if it is not registered.
 *
 * Context: task. Also allowed from a handler on the same CPU, even its own: the instruction is then run from its place.
 */
void unregister_kprobe(struct kprobe *p);
/** register_kprobes - all @num or none; the first error. -EINVAL for @num <= 0. Context: task. */
int register_kprobes(struct kprobe **ps, int num);
/** unregister_kprobes - each of them. Context: task. */
void unregister_kprobes(struct kprobe **ps, int num);
/** disable_kprobe - keep it registered, out of the text. 0, or -EINVAL: not registered. Context: task. */
int disable_kprobe(struct kprobe *p);
/**
 * enable_kprobe - undo it.
 *
 * 0, or -EINVAL: not registered, or somebody else's breakpoint is there now. Context: task.
 */
int enable_kprobe(struct kprobe *p);

/*
 * kretprobes: a handler when a function returns. Linux: struct kretprobe on top of rethook.
 *
 * At the entry the return address is replaced by that of a trampoline, which saves a full struct pt_regs, calls the
 * handlers and goes on where the function would have. No trap is taken on return.
 */
struct kretprobe;
struct kretprobe_holder;

struct kretprobe_instance {
	struct kretprobe_instance *next;	/* the one under it on its task's stack of returns, or in the free list */
	struct kretprobe_holder *rph;
	kprobe_opcode_t *ret_addr;		/* where the function would have returned to */
	void *fp;				/* stack pointer behind the return */
	char data[];				/* rp->data_size bytes, for the handlers */
};

/** An entry handler that returns non-zero wants no handler at this function's return. Context: trap. */
typedef int (*kretprobe_handler_t)(struct kretprobe_instance *ri, struct pt_regs *regs);

struct kretprobe {
	struct kprobe kp;
	kretprobe_handler_t handler;		/* its result means nothing. Context: task or whatever the function runs in */
	kretprobe_handler_t entry_handler;
	int maxactive;				/* calls that may be under way; <= 0: twice the CPUs, 10 at least */
	int nmissed;				/* calls that came beyond that */
	size_t data_size;			/* bytes of ri->data, up to KRETPROBE_MAX_DATA_SIZE */
	struct kretprobe_holder *rph;		/* ours */
};

#define KRETPROBE_MAX_DATA_SIZE		4096

/**
 * register_kretprobe - put a probe on the return of the function at rp->kp.addr or rp->kp.symbol_name.
 *
 * As register_kprobe(); also -EINVAL: the place is not a function's entry; -E2BIG: data_size; -ENOMEM: no memory for the
 * instances. rp->kp's handlers are set here. Context: task.
 */
int register_kretprobe(struct kretprobe *rp);
/** unregister_kretprobe - calls under way return as they should, without handler. Context: task; also from its own handlers. */
void unregister_kretprobe(struct kretprobe *rp);
/** register_kretprobes - all @num or none; the first error. -EINVAL for @num <= 0. Context: task. */
int register_kretprobes(struct kretprobe **rps, int num);
void unregister_kretprobes(struct kretprobe **rps, int num);

static inline int disable_kretprobe(struct kretprobe *rp)
{
	return disable_kprobe(&rp->kp);
}

static inline int enable_kretprobe(struct kretprobe *rp)
{
	return enable_kprobe(&rp->kp);
}

/** get_kretprobe - whose instance it is; NULL when it was unregistered meanwhile. Context: any. */
struct kretprobe *get_kretprobe(struct kretprobe_instance *ri);
static inline unsigned long get_kretprobe_retaddr(struct kretprobe_instance *ri)
{
	return (unsigned long)ri->ret_addr;
}

/**
 * kretprobe_find_ret_addr - what stands behind a return address that is the trampoline's.
 *
 * @cur: 0 the first time; the walk over the frames of a task keeps it. Returns 0 when there is none. Context: any.
 */
unsigned long kretprobe_find_ret_addr(unsigned long *cur);
/** is_kretprobe_trampoline - is @addr the address that functions under a kretprobe return to? Context: any. */
static __always_inline bool is_kretprobe_trampoline(unsigned long addr)
{
	return addr == (unsigned long)arch_return_trampoline;
}

/** get_kprobe - the probe at @addr, the first to run of several, disabled ones too; NULL when none. Context: any. */
struct kprobe *get_kprobe(void *addr);
/** kprobe_running - the probe whose hit is being served on this CPU; NULL when none. Context: any. */
struct kprobe *kprobe_running(void);
/** within_kprobe_blacklist - is @addr in code that the trap path needs? Context: any. */
bool within_kprobe_blacklist(unsigned long addr);
/** kprobes_inc_nmissed_count - count a missed hit for @p. Context: trap. */
void kprobes_inc_nmissed_count(struct kprobe *p);

static inline int kprobe_disabled(struct kprobe *p)
{
	return p->flags & (KPROBE_FLAG_DISABLED | KPROBE_FLAG_GONE);
}

/**
 * kprobe_exceptions_notify - the die notifier; everything that kprobes learns of traps comes through it.
 *
 * Context: trap.
 */
int kprobe_exceptions_notify(struct notifier_block *nb, unsigned long val, void *data);

/**
 * kprobes_share_step - somebody who is asked behind kprobes arms a step in the frame of @t.
 *
 * Returns what was armed there, kprobes' own step left out. Where that frame stands in the slot of a hit, the step trap
 * is passed on when kprobes has dealt with it. Not in Linux. Context: trap.
 */
struct trap;
enum step_kind kprobes_share_step(const struct trap *t);

/** kprobes_for_each - call @fn for each registered probe, in no order. Not in Linux. Context: any. */
void kprobes_for_each(void (*fn)(struct kprobe *p, void *arg), void *arg);

#endif
