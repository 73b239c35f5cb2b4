// SPDX-License-Identifier: GPL-2.0-only
/*
 * Room for many probes: 500 functions of a hundred instructions and a return, one behind the other. It is more text than an image
 * has otherwise, so it has one of its own; a function each, so that no walk over instructions is long.
 */
#include "sled.h"

__asm__(".pushsection .text\n"
	".altmacro\n"
	".macro sled_function n\n"
	".type sled_\\n, @function\n"
	"sled_\\n:\n"
	".rept " STRINGIFY(SLED_INSNS) "\n"
	SLED_INSN "\n"
	".endr\n"
	SLED_RETURN "\n"
	".size sled_\\n, . - sled_\\n\n"
	".endm\n"
	".balign 16\n"
	".globl sled\n"
	"sled:\n"
	".set i, 0\n"
	".rept " STRINGIFY(SLED_FUNCTIONS) "\n"
	"sled_function %i\n"
	".set i, i + 1\n"
	".endr\n"
	".popsection\n");
