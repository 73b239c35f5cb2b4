/* SPDX-License-Identifier: GPL-2.0-only */
/* One access to memory each, at x1: see access.h. */
#include <asm/func.h>

	.arch	armv8.5-a

	.macro	access name, before, insn:vararg
	func access_\name
	\before
	.globl	access_\name\()_at
access_\name\()_at:
	\insn
	ret
	endfunc access_\name
	.endm

	.text

access ldrb, "", ldrb w3, [x1]
access ldrh, "", ldrh w3, [x1]
access ldrw, "", ldr w3, [x1]
access ldr, "", ldr x3, [x1]
access ldr_post, "", ldr x3, [x1], #8
access ldp, "", ldp x3, x4, [x1]
access ldar, "", ldar x3, [x1]
access ldxr, "", ldxr x3, [x1]
access ldaxp, "", ldaxp x3, x4, [x1]
access ldtr, "", ldtr x3, [x1]
access strb, "", strb w3, [x1]
access strh, "", strh w3, [x1]
access strw, "", str w3, [x1]
access str, "", str x3, [x1]
access str_pre, "", str x3, [x1, #0]!
access stp, "", stp x3, x4, [x1]
access stlr, "", stlr x3, [x1]
access stxr, "ldxr x4, [x1]", stxr w3, x4, [x1]
access zva, "", dc zva, x1
access civac, "", dc civac, x1
access cvau, "", dc cvau, x1
access ivau, "", ic ivau, x1
access at, "", at s1e1w, x1
access prfm, "", prfm pstl1keep, [x1]
access ldadd, "", ldadd x3, x4, [x1]
access swp, "", swp x3, x4, [x1]
access cas, "", cas x3, x4, [x1]

	.section .note.GNU-stack, "", %progbits
