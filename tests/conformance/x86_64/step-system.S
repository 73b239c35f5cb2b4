/* SPDX-License-Identifier: GPL-2.0-only */
/* Code to be stepped: segments, interrupts, what is for the system. See code.h and step.c. */
#include "code.h"

	.balign	4096
page:

	code	step_mov_ss
	steps	mov %ss, %eax
	mov	%eax, %ss
	steps	nop
	steps	nop
	end_code step_mov_ss

	/* The same from memory. */
	code	step_mov_ss_memory
	steps	mov %ss, (%rsi)
	mov	(%rsi), %ss
	steps	nop
	steps	nop
	end_code step_mov_ss_memory

	/* LSS is one instruction with its stack pointer and needs no shadow. The new stack pointer has 32 bits. */
	code	step_lss
	steps	mov %esp, (%rsi)
	steps	mov %ss, 4(%rsi)
	steps	lss (%rsi), %esp
	steps	nop
	end_code step_lss

	/* The held trap is not made up for: one for the two. What is after MOV SS may be a branch, too. */
	code	step_mov_ss_jump
	steps	mov %ss, %eax
	mov	%eax, %ss
	jmp	1f
	ud2
1:	visits	1b
	steps	nop
	end_code step_mov_ss_jump

	code	step_mov_ss_int3
	steps	mov %ss, %eax
	mov	%eax, %ss
	raises	int3
	steps	nop
	end_code step_mov_ss_int3

	code	step_mov_ss_faults
	steps	mov $0xfff8, %eax
	raises	mov %eax, %ss
	steps	nop
	end_code step_mov_ss_faults

	code	step_segments
	steps	mov %ds, %eax
	steps	mov %eax, %ds
	steps	mov %eax, %es
	steps	mov %ss, %edx
	end_code step_segments

	code	step_segments_read
	steps	lar %ax, %edx
	steps	lsl %ax, %edx
	steps	verr %ax
	steps	verw %ax
	steps	sgdt (%rsi)
	steps	sidt (%rsi)
	steps	sldt (%rsi)
	steps	str %eax
	steps	smsw %eax
	end_code step_segments_read

	/* IF is clear at the beginning. */
	code	step_sti
	steps	nop
	steps	sti
	steps	nop
	steps	nop
	end_code step_sti

	code	step_sti_when_on
	steps	sti
	steps	nop
	end_code step_sti_when_on

	code	step_cli
	steps	cli
	steps	pushf
	steps	pop (%rsi)
	steps	nop
	end_code step_cli

	code	step_popf_enables
	steps	pushf
	steps	orl $X86_EFLAGS_IF, (%rsp)
	steps	popf
	steps	nop
	end_code step_popf_enables

	code	step_hlt
	steps	nop
	steps	hlt
	steps	nop
	end_code step_hlt

	code	step_cpuid
	steps	xor %eax, %eax
	steps	cpuid
	steps	xor %eax, %eax
	steps	nop
	end_code step_cpuid

	code	step_time
	steps	rdtsc
	steps	nop
	end_code step_time

	code	step_msr
	steps	mov $0xc0000102, %ecx		/* IA32_KERNEL_GS_BASE */
	steps	rdmsr
	steps	wrmsr
	steps	nop
	end_code step_msr

	code	step_msr_faults
	steps	mov $0x12345678, %ecx
	raises	rdmsr
	steps	nop
	end_code step_msr_faults

	code	step_control
	steps	mov %cr0, %rax
	steps	mov %rax, %cr0
	steps	mov %cr3, %rax
	steps	mov %rax, %cr3
	steps	mov %cr4, %rax
	steps	mov %rax, %cr4
	steps	mov %cr8, %rax
	steps	mov %rax, %cr8
	steps	mov %rax, %cr2
	end_code step_control

	code	step_clts
	steps	clts
	steps	mov %cr0, %rax
	steps	or $8, %al
	steps	mov %rax, %cr0
	end_code step_clts

	code	step_debug_registers
	steps	mov %db7, %rax
	steps	mov %rax, %db7
	steps	mov %db0, %rax
	steps	mov %rax, %db3
	end_code step_debug_registers

	code	step_tables
	steps	sgdt (%rsi)
	steps	lgdt (%rsi)
	steps	sidt (%rsi)
	steps	lidt (%rsi)
	steps	sldt %eax
	steps	lldt %ax
	end_code step_tables

	code	step_swapgs
	steps	swapgs
	steps	swapgs
	end_code step_swapgs

	code	step_ports
	steps	in $0x61, %al
	steps	out %al, $0x80
	steps	mov $0x80, %edx
	steps	outb %al, %dx
	end_code step_ports

	code	step_caches
	steps	invlpg (%rsi)
	steps	wbinvd
	steps	nop
	end_code step_caches

	/* The test has cleared CR0.TS and set CR4.OSFXSR. */
	code	step_fpu
	steps	fninit
	steps	fld1
	steps	fldz
	steps	faddp
	steps	fstpl (%rsi)
	steps	fwait
	steps	movaps %xmm0, (%rdi)
	steps	pxor %xmm0, %xmm0
	steps	cvtsi2sd %rcx, %xmm0
	end_code step_fpu

	code	step_fpu_disabled
	raises	fld1
	steps	nop
	end_code step_fpu_disabled

	/* The test has set CR4.OSXSAVE. */
	code	step_xsave
	steps	xor %ecx, %ecx
	steps	xgetbv
	steps	xsetbv
	steps	xor %edx, %edx
	steps	mov $1, %eax
	steps	xsave (%rsi)
	steps	xrstor (%rsi)
	end_code step_xsave

	code	step_privileged
	raises	cli
	steps	nop
	raises	hlt
	steps	nop
	raises	mov %cr0, %rax
	steps	nop
	raises	mov %db7, %rax
	steps	nop
	raises	rdmsr
	steps	nop
	raises	in $0x61, %al
	steps	nop
	raises	lgdt (%rsi)
	steps	nop
	raises	swapgs
	steps	nop
	end_code step_privileged

	/* Only at CPL 3. */
	code	step_syscall
	steps	mov $7, %eax
	raises_next syscall
	steps	nop
	steps	mov %r11, (%rsi)
	end_code step_syscall

	code	step_syscall_unstepped
	mov	$7, %eax
	raises_next syscall
	mov	%r11, (%rsi)
	end_code step_syscall_unstepped

	/* Seven bytes, three of them in the next page. */
	.org	page + 4096 - 5
	code	step_across_pages
	steps	nop
	steps	movq $77, (%rsi)
	steps	nop
	end_code step_across_pages

	.section .note.GNU-stack, "", @progbits
