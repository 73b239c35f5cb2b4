// SPDX-License-Identifier: GPL-2.0-only
/* Kernel text: who may change it, and what it looked like before anybody did. */
#include <string.h>
#include <whosetrap/arch.h>
#include <whosetrap/kernel.h>
#include <whosetrap/text.h>
#include <whosetrap/trap-log.h>

#ifdef MANY_PROBES
#define TEXT_MAX	(512 * 1024)
#else
#define TEXT_MAX	(256 * 1024)
#endif

static u64 pristine[TEXT_MAX / sizeof(u64)];

bool __kprobes kernel_text_address(unsigned long addr)
{
	return addr >= (unsigned long)_text && addr < (unsigned long)_etext;
}

/* For the log: an instruction of 1 or 4 bytes as the number that it is, else the first bytes as they lie. */
static unsigned long __kprobes first_bytes(const u8 *insn, size_t n)
{
	u64 bytes = 0;
	u32 word;

	if (n == sizeof(word)) {
		__builtin_memcpy(&word, insn, sizeof(word));
		return word;
	}
	for (size_t i = 0; i < n && i < sizeof(bytes); i++)
		bytes = bytes << 8 | insn[i];
	return bytes;
}

void __kprobes text_poke(void *addr, const void *insn, size_t n, const char *who)
{
	trap_log_write(LOG_TEXT, who, (unsigned long)addr, first_bytes(insn, n));
	arch_text_write(addr, insn, n);
}

void text_remember(void)
{
	size_t size = _etext - _text;

	if (size > TEXT_MAX)
		panic("kernel text is %zu bytes, TEXT_MAX is %d", size, TEXT_MAX);
	memcpy(pristine, _text, size);
}

size_t text_pristine(void *dst, unsigned long addr, size_t n)
{
	if (!kernel_text_address(addr))
		return 0;
	n = min(n, (size_t)((unsigned long)_etext - addr));
	memcpy(dst, (const u8 *)pristine + (addr - (unsigned long)_text), n);
	return n;
}

unsigned long text_repair(void)
{
	size_t size = _etext - _text;
	const u64 *seen = (const u64 *)_text;
	unsigned long first = 0;

	/* _text is page-aligned and the pristine copy is zero behind the end, so whole words will do. */
	for (size_t i = 0; i < size / sizeof(u64); i++) {
		unsigned int at = 0;

		if (likely(seen[i] == pristine[i]))
			continue;
		while (((const u8 *)&seen[i])[at] == ((const u8 *)&pristine[i])[at])
			at++;
		if (!first)
			first = (unsigned long)&seen[i] + at;
		arch_text_write((void *)&seen[i], &pristine[i], sizeof(u64));
	}
	return first;
}
