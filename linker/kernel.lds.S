/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One layout for every target. <asm/layout.h> gives
 *   LAYOUT_BASE    link address of the first byte of the image
 *   LAYOUT_OFFSET  link address minus load address
 * The image is one contiguous piece in memory and in the file, so that a loader which knows no ELF can place it
 * too. Each part begins on a page of its own: where there is an MMU, text and slots are not writable, all else is not executable.
 */
#include <asm/layout.h>

#define PAGE 4096
#define PLACE(sec) AT(ADDR(sec) - LAYOUT_OFFSET)
#define TABLE(start, sec, end) . = ALIGN(16); start = .; KEEP(*(sec)) end = .;

ENTRY(_start)

PHDRS
{
	image PT_LOAD FLAGS(7);
	note PT_NOTE FLAGS(4);
}

SECTIONS
{
	. = LAYOUT_BASE;
	_image = .;

	.text : PLACE(.text) {
		_text = .;
		KEEP(*(.head))
		*(.text.boot)
		. = ALIGN(2048);
		KEEP(*(.vectors))
		__entry_text_end = .;
		*(EXCLUDE_FILE(*libc.a:mem*.o) .text EXCLUDE_FILE(*libc.a:mem*.o) .text.*)
		. = ALIGN(16);
		__kprobes_text_start = .;
		*(.kprobes.text)
		*libc.a:mem*.o(.text .text.*)	/* the compiler calls them where it likes */
		__kprobes_text_end = .;
		_etext = .;
	} :image

	. = ALIGN(PAGE);
	.rodata : PLACE(.rodata) {
		*(.rodata .rodata.*)
		TABLE(__consumers_start, .consumers, __consumers_end)
		TABLE(__tests_start, .tests, __tests_end)
		TABLE(__extable_start, __ex_table, __extable_end)
		TABLE(__nowatch_start, .nowatch, __nowatch_end)
		TABLE(__kprobe_blacklist_start, _kprobe_blacklist, __kprobe_blacklist_end)
	} :image

	.note : PLACE(.note) { KEEP(*(.note.Xen)) KEEP(*(.note.whosetrap)) } :image :note

	. = ALIGN(PAGE);
	_data = .;
	.data : PLACE(.data) {
		*(.data .data.* .got .got.* .toc .toc.* .plt .branch_lt)
		. = ALIGN(16);
		KEEP(*(.ksyms))
		. = ALIGN(16);
		_edata = .;
	} :image

	. = ALIGN(PAGE);
	.bss (NOLOAD) : PLACE(.bss) {
		_bss = .;
		__stacks_start = .;
		*(.bss.stacks)
		. = ALIGN(PAGE);
		__stacks_end = .;
		*(.bss .bss.* COMMON)
		. = ALIGN(PAGE);
		__ool_slots_start = .;
		*(.ool_slots)
		. = ALIGN(PAGE);
		__ool_slots_end = .;
		_ebss = .;
	} :image
	_end = .;

	/DISCARD/ : { *(.comment .note.GNU-stack .note.gnu.* .eh_frame .gnu.* .rela.*) }
}
