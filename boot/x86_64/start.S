/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the loader's 32-bit code to boot_main() in the high half.
 *
 * On entry: flat 32-bit segments, paging off, interrupts off; EBX is the physical address of hvm_start_info (PVH) or of
 * the boot information (Multiboot2, EAX = 0x36d76289). The loader has zeroed BSS, as the ELF header tells it to.
 *
 * Page tables, for the map of <asm/layout.h>:
 *
 *	kernel_pml4[511] -> pdpt[510] -> pd        physical 0 to 1 GiB: 4 KiB pages (kernel_pt) as far as the image
 *	                                           reaches, without page 0, so that single pages of it can be unmapped;
 *	                                           2 MiB pages from there on
 *	                    pdpt[511] -> pd_devices IOAPIC, local APIC
 *	                    pdpt[509]              the image again, for writing text: mm_protect() makes it
 *	kernel_pml4[0]   -> pdpt_low[0] -> pd      the same at its physical address; boot_main() takes this away
 */
#include <asm/apic.h>
#include <asm/func.h>
#include <asm/page.h>
#include <asm/processor.h>
#include <asm/segment.h>

#define PHYS(sym)	((sym) - LAYOUT_OFFSET)
#define BOOT_STACK	(16 * 1024)
#define COM1		0x3f8
#define COM1_LSR	(COM1 + 5)
#define LSR_THR_EMPTY	0x20
#define DEBUG_EXIT	0xf4
#define DEBUG_EXIT_FAIL	0x11

	.bss
	.balign	4096
	.globl	kernel_pml4, kernel_pt
	.type	kernel_pml4, @object
	.type	kernel_pt, @object
	.size	kernel_pml4, 4096
	.size	kernel_pt, 4096 * NR_KERNEL_PT
kernel_pml4:	.skip 4096
pdpt:		.skip 4096
pdpt_low:	.skip 4096
pd:		.skip 4096
pd_devices:	.skip 4096
kernel_pt:	.skip 4096 * NR_KERNEL_PT

	.section .bss.stacks, "aw", @nobits
	.balign	16
	.globl	boot_stack, boot_stack_end
	.type	boot_stack, @object
	.size	boot_stack, BOOT_STACK
boot_stack:	.skip BOOT_STACK
boot_stack_end:

	.section .rodata
	.balign	8
boot_gdt:
	.quad	0
	.quad	0
	.quad	0x00209b0000000000	/* KERNEL_CS, 64-bit code, DPL 0: SDM 3A section 3.4.5 */
	.quad	0x00cf93000000ffff	/* KERNEL_DS */
boot_gdt_end:
boot_gdtr:
	.word	boot_gdt_end - boot_gdt - 1
	.quad	PHYS(boot_gdt)
no_long_mode:
	.asciz	"panic: this CPU has no 64-bit mode\n0 passed, 1 failed, 0 skipped\n"
too_large:
	.asciz	"panic: the image is too large for its page tables\n0 passed, 1 failed, 0 skipped\n"

	.section .head, "ax", @progbits
	.code32
	.globl	_start
	.type	_start, @function
_start:
	cli
	cld
	mov	$PHYS(boot_stack_end), %esp
	mov	%eax, %ebp			/* magic; CPUID needs eax to edx */
	mov	%ebx, %esi			/* boot information */

	mov	$0x80000000, %eax
	cpuid
	cmp	$0x80000001, %eax
	jb	1f
	mov	$0x80000001, %eax
	cpuid
	test	$1 << 29, %edx			/* LM: SDM 2A, CPUID */
	jnz	2f
1:	mov	$PHYS(no_long_mode), %ebx
	jmp	boot_fail

2:	mov	$PHYS(_end) + (1 << 21) - 1, %edx
	shr	$21, %edx			/* page tables that the image needs */
	cmp	$NR_KERNEL_PT, %edx
	jbe	3f
	mov	$PHYS(too_large), %ebx
	jmp	boot_fail

	/* pd: the page tables, then 2 MiB pages */
3:	mov	$PHYS(pd), %edi
	mov	%edx, %ecx
	mov	$PHYS(kernel_pt) + PTE_P + PTE_W, %eax
4:	mov	%eax, (%edi)
	add	$4096, %eax
	add	$8, %edi
	dec	%ecx
	jnz	4b
	mov	%edx, %eax
	shl	$21, %eax
	or	$PTE_P + PTE_W + PTE_PS, %eax
	mov	$512, %ecx
	sub	%edx, %ecx
5:	mov	%eax, (%edi)
	add	$1 << 21, %eax
	add	$8, %edi
	dec	%ecx
	jnz	5b

	/* kernel_pt: all pages but the first */
	mov	$PHYS(kernel_pt) + 8, %edi
	mov	$4096 + PTE_P + PTE_W, %eax
	mov	%edx, %ecx
	shl	$9, %ecx
	dec	%ecx
6:	mov	%eax, (%edi)
	add	$4096, %eax
	add	$8, %edi
	dec	%ecx
	jnz	6b

	movl	$IOAPIC_PHYS + PTE_P + PTE_W + PTE_PCD + PTE_PS, PHYS(pd_devices)
	movl	$APIC_PHYS + PTE_P + PTE_W + PTE_PCD + PTE_PS, PHYS(pd_devices) + 8
	movl	$PHYS(pd) + PTE_P + PTE_W, PHYS(pdpt) + 510 * 8
	movl	$PHYS(pd_devices) + PTE_P + PTE_W, PHYS(pdpt) + 511 * 8
	movl	$PHYS(pd) + PTE_P + PTE_W, PHYS(pdpt_low)
	movl	$PHYS(pdpt) + PTE_P + PTE_W, PHYS(kernel_pml4) + 511 * 8
	movl	$PHYS(pdpt_low) + PTE_P + PTE_W, PHYS(kernel_pml4)

	/*
	 * SDM 3A section 10.8.5: PAE, CR3, LME, PG in this order. TS is set: an x87 instruction traps, nobody saves
	 * its state.
	 */
	mov	$X86_CR4_PAE + X86_CR4_DE, %eax
	mov	%eax, %cr4
	mov	$PHYS(kernel_pml4), %eax
	mov	%eax, %cr3
	mov	$MSR_EFER, %ecx
	rdmsr
	or	$EFER_LME, %eax
	wrmsr
	mov	$X86_CR0_PG + X86_CR0_AM + X86_CR0_WP + X86_CR0_NE + X86_CR0_ET + X86_CR0_TS + X86_CR0_MP + X86_CR0_PE, %eax
	mov	%eax, %cr0
	lgdt	PHYS(boot_gdtr)
	ljmp	$KERNEL_CS, $PHYS(long_mode)

/* Say the words at EBX and end. */
boot_fail:
	mov	$COM1_LSR, %edx
	in	%dx, %al
	test	$LSR_THR_EMPTY, %al
	jz	boot_fail
	mov	(%ebx), %al
	inc	%ebx
	test	%al, %al
	jz	1f
	mov	$COM1, %edx
	out	%al, %dx
	jmp	boot_fail
1:	mov	$DEBUG_EXIT_FAIL, %al
	out	%al, $DEBUG_EXIT
2:	cli
	hlt
	jmp	2b
	.size	_start, . - _start

	.code64
long_mode:
	mov	$start_high, %rax
	jmp	*%rax

func start_high
	.cfi_undefined rip
	mov	$KERNEL_DS, %eax
	mov	%eax, %ss
	xor	%eax, %eax
	mov	%eax, %ds
	mov	%eax, %es
	mov	%eax, %fs
	mov	%eax, %gs
	mov	$boot_stack_end, %rsp
	mov	$cpus, %rax			/* GS base: this_cpu() */
	mov	%rax, %rdx
	shr	$32, %rdx
	mov	$MSR_GS_BASE, %ecx
	wrmsr
	mov	%ebp, %edi
	xor	%ebp, %ebp			/* backtraces end here */
	call	boot_main			/* esi: boot information */
	ud2
endfunc start_high

	.section .note.GNU-stack, "", @progbits
