/* SPDX-License-Identifier: GPL-2.0-only */
/* The symbol table in the image. Linux: kernel/kallsyms.c. */
#ifndef WHOSETRAP_SYMBOLS_H
#define WHOSETRAP_SYMBOLS_H

#include <linux/types.h>

#define KSYM_NAME_LEN	128

/** kallsyms_lookup_name - address of the first symbol with this name, static ones too; 0 when unknown. Context: any. */
unsigned long kallsyms_lookup_name(const char *name);
/**
 * symbol_lookup - name of the symbol that holds @addr; NULL when none. @offset, @size may be NULL.
 *
 * The name stays good until eight look-ups later. Context: any.
 */
const char *symbol_lookup(unsigned long addr, unsigned long *offset, unsigned long *size);
/** sprint_symbol - "name+0x1c/0x40", or the bare address. @buf has KSYM_NAME_LEN bytes. Returns the length. Context: any. */
int sprint_symbol(char *buf, unsigned long addr);
/**
 * sprint_backtrace - the same for a return address, which may be the next function's first when the call never comes back.
 *
 * Linux: lib/vsprintf.c, %pB. Context: any.
 */
int sprint_backtrace(char *buf, unsigned long addr);

#endif
