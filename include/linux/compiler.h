/* SPDX-License-Identifier: GPL-2.0-only */
/* Compiler attributes and access macros under Linux's names. */
#ifndef LINUX_COMPILER_H
#define LINUX_COMPILER_H

/* The C library's <sys/cdefs.h> has some of these names, with the same meaning. */
#undef __noreturn
#undef __used
#undef __maybe_unused
#undef __section
#undef __aligned
#undef __packed
#undef __printf
#undef __always_inline

#define __noreturn		__attribute__((__noreturn__))
#define __used			__attribute__((__used__))
#define __maybe_unused		__attribute__((__unused__))
#define __section(name)		__attribute__((__section__(name)))
#define __aligned(n)		__attribute__((__aligned__(n)))
#define __packed		__attribute__((__packed__))
#define __printf(f, a)		__attribute__((__format__(__printf__, f, a)))
#define __always_inline		inline __attribute__((__always_inline__))
#define noinline		__attribute__((__noinline__))

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define barrier()		__asm__ __volatile__("" ::: "memory")

#define READ_ONCE(x)		(*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v)	(*(volatile __typeof__(x) *)&(x) = (v))

/*
 * Code that a probe must never be put on: the trap path and what it calls.
 * Linux: include/asm-generic/kprobes.h. __kprobes puts a function into
 * .kprobes.text; NOKPROBE_SYMBOL() lists one that lies elsewhere.
 */
#define __kprobes		__section(".kprobes.text")
#define nokprobe_inline		__always_inline
#define NOKPROBE_SYMBOL(fn) \
	static const void *const _kbl_addr_##fn __used __section("_kprobe_blacklist") __aligned(8) = (const void *)(fn)

#endif
