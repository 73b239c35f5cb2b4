/* SPDX-License-Identifier: GPL-2.0-only */
/* Kernel text: its bounds, changing it, and its pristine copy. */
#ifndef WHOSETRAP_TEXT_H
#define WHOSETRAP_TEXT_H

#include <linux/types.h>

extern char _text[], _etext[];			/* all instructions */
extern char __kprobes_text_start[], __kprobes_text_end[];

/** kernel_text_address - is @addr in the kernel's instructions (slots excluded)? Context: any. */
bool kernel_text_address(unsigned long addr);

/** text_poke - change @n bytes of text through arch_text_write() and log it in @who's name. Context: any. */
void text_poke(void *addr, const void *insn, size_t n, const char *who);

/** text_remember - keep the pristine copy. Context: boot, before the first probe. */
void text_remember(void);
/** text_repair - address of the first difference from the pristine copy, 0 when equal; puts the original back. Context: task. */
unsigned long text_repair(void);

#endif
