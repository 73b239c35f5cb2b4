/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How loaders recognise the image. Both kinds enter start.S, 32-bit, paging off.
 *
 *   PVH          QEMU -kernel on pc, q35 and microvm. Xen docs/misc/pvh.pandoc: a note of type 18 gives the entry
 *   Multiboot2   GRUB. Multiboot2 specification 2.0, section 3.1: 8-byte aligned, within the first 32 KiB of the file
 *
 * There is no Multiboot 1 header on purpose: QEMU would take that one and not PVH.
 */
#include <asm/layout.h>

#define MB2_MAGIC	0xe85250d6
#define MB2_I386	0
#define MB2_TAG_END	0
#define MB2_TAG_ENTRY	3

#define XEN_ELFNOTE_PHYS32_ENTRY	18

	.section .head, "ax", @progbits
	.balign	8
header:
	.long	MB2_MAGIC
	.long	MB2_I386
	.long	header_end - header
	.long	-(MB2_MAGIC + MB2_I386 + (header_end - header))

	.balign	8
	.word	MB2_TAG_ENTRY, 0
	.long	12
	.long	_start - LAYOUT_OFFSET

	.balign	8
	.word	MB2_TAG_END, 0
	.long	8
header_end:

	.section .note.Xen, "a", @note
	.balign	4
	.long	name_end - name
	.long	desc_end - desc
	.long	XEN_ELFNOTE_PHYS32_ENTRY
name:	.asciz	"Xen"
name_end:
	.balign	4
desc:	.quad	_start - LAYOUT_OFFSET
desc_end:

	.section .note.GNU-stack, "", @progbits
