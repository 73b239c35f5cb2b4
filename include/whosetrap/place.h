/* SPDX-License-Identifier: GPL-2.0-only */
/* May a breakpoint be put there? One answer for all consumers. */
#ifndef WHOSETRAP_PLACE_H
#define WHOSETRAP_PLACE_H

/**
 * place_refusal - why no breakpoint may be put at @addr, in words; NULL when one may.
 *
 * Refused are: what is not kernel text, the trap path, the middle of an instruction, an address that holds
 * a trap instruction. Whether the instruction can be stepped or run elsewhere is another question. Context: task, or a
 * debugger's prompt.
 */
const char *place_refusal(unsigned long addr);

#endif
