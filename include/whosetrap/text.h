/* SPDX-License-Identifier: GPL-2.0-only */
/* Kernel text: its bounds, changing it, and its pristine copy. */
#ifndef WHOSETRAP_TEXT_H
#define WHOSETRAP_TEXT_H

#include <linux/types.h>

extern char _text[], _etext[];			/* all instructions */
extern char __entry_text_end[];			/* boot code and vectors lie between _text and this */
extern char __kprobes_text_start[], __kprobes_text_end[];

/** kernel_text_address - is @addr in the kernel's instructions (slots excluded)? Context: any. */
bool kernel_text_address(unsigned long addr);

/** text_poke - change @n bytes of text through arch_text_write() and log it in @who's name. Context: any. */
void text_poke(void *addr, const void *insn, size_t n, const char *who);

/** text_remember - keep the pristine copy. Context: boot, before the first probe. */
void text_remember(void);
/**
 * text_pristine - copy to @dst the @n bytes that stood at @addr before anybody changed them.
 *
 * Returns how many: less than @n at the end of the text, 0 outside it. Context: any.
 */
size_t text_pristine(void *dst, unsigned long addr, size_t n);
/** text_repair - address of the first difference from the pristine copy, 0 when equal; puts the original back. Context: task. */
unsigned long text_repair(void);

#endif
