/* SPDX-License-Identifier: GPL-2.0-only */
/* What boot code calls, and what has no better place. */
#ifndef WHOSETRAP_KERNEL_H
#define WHOSETRAP_KERNEL_H

#include <linux/kernel.h>

struct pt_regs;

/**
 * kernel_main - the portable kernel; runs the tests and ends the machine.
 *
 * @cmdline: NUL-terminated, may be NULL. Called once on the boot CPU, on its boot stack, BSS cleared, this_cpu() valid
 * (cpus[0]), interrupts off, console usable, vectors not yet installed (arch_cpu_init() comes from here).
 */
void __noreturn kernel_main(const char *cmdline);

/** boot_clock - arch_clock() at the entry of kernel_main(). */
extern u64 boot_clock;

/** panic - the kernel cannot go on: print, end the machine with failure. Context: any. */
void __noreturn panic(const char *fmt, ...) __printf(1, 2);

#define WARN_ON(cond) ({ bool _c = !!(cond); if (unlikely(_c)) warn(__FILE__, __LINE__, #cond); _c; })
#define BUG_ON(cond) do { if (unlikely(cond)) panic("BUG_ON(%s) at %s:%d", #cond, __FILE__, __LINE__); } while (0)

/** warn - print a warning and fail the running test. Context: any. */
void warn(const char *file, int line, const char *what);

/** dump_stack - backtrace of the caller. backtrace_show - of @regs (NULL: the caller), lines beginning with @prefix. Context: any. */
void dump_stack(void);
void backtrace_show(const struct pt_regs *regs, const char *prefix);

/** search_extable - fixup address for a fault at @pc, 0 when there is none. Context: any. */
unsigned long search_extable(unsigned long pc);

#endif
