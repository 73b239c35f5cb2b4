# SPDX-License-Identifier: GPL-2.0-only
# Encodings that a compiler seldom makes, for x86-insn.t: each length is held against objdump's.
	.text
	# prefixes, REX, immediates of every size
	movabs	$0x1122334455667788, %r11
	mov	$0x11223344, %r11d
	mov	$0x1122, %r11w
	movabs	0x1122334455667788, %al
	addr32 mov 0x11223344, %eax
	enter	$0x1234, $5
	ret	$8
	rep ret
	lretq	$8
	imul	$5, %rax, %rbx
	imul	$0x12345678, %rax, %rbx
	imul	$0x1234, %ax, %bx
	test	$1, %al
	testb	$1, (%rax)
	testw	$1, (%rax)
	testl	$1, (%rax)
	testq	$1, (%rax)
	notq	(%rax)
	divb	(%rax)
	push	$1
	push	$0x12345678
	pushw	$0x1234
	lock cmpxchg16b (%rax)
	lock addq $1, %fs:8(%rax,%rbx,4)
	.byte	0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0
	.byte	0x66, 0x90
	# addressing
	mov	(%rsp), %rax
	mov	(%r12), %rax
	mov	(%rbp), %rax
	mov	(%r13), %rax
	mov	8(%rsp,%rbp,8), %rax
	mov	0x12345678(,%rax,2), %rax
	mov	0x12345678, %eax
	mov	0x12345678(%rip), %rax
	mov	0x12345678(%eip), %eax
	mov	0x12345678(%r13,%r14,1), %rax
	cmpl	$0x11223344, 0x55667788(%rip)
	# control
	xbegin	1f
	xabort	$3
	xend
1:	jmp	1b
	.byte	0xe9, 0, 0, 0, 0
	jrcxz	1b
	jecxz	1b
	loopne	1b
	call	*0x10(%rip)
	jmp	*(%rax,%rbx,8)
	lcall	*(%rax)
	syscall
	sysretq
	iretq
	int	$0x80
	int3
	ud2
	ud1	(%rax), %eax
	ud0	(%rax), %eax
	endbr64
	# system
	mov	%rax, %cr8
	mov	%cr3, %rax
	mov	%rax, %db7
	lgdt	(%rax)
	swapgs
	rdtscp
	monitor
	mwait
	vmcall
	invlpg	(%rax)
	wrfsbase %rax
	rdpid	%rax
	clflushopt (%rax)
	xsave	(%rax)
	rdrand	%rax
	movbe	(%rax), %rbx
	crc32b	(%rax), %ebx
	adcx	%rax, %rbx
	# x87, MMX, 3DNow!, SSE
	fld1
	fldt	(%rax)
	fnstcw	-2(%rsp)
	emms
	pfadd	(%rax), %mm1
	movq	%mm0, (%rax)
	movaps	0x10(%rip), %xmm1
	pshufd	$0x1b, %xmm1, %xmm2
	psrldq	$4, %xmm1
	cmpps	$1, (%rax), %xmm1
	pinsrw	$1, %eax, %xmm1
	extrq	$1, $2, %xmm1
	insertq	$1, $2, %xmm1, %xmm2
	palignr	$4, (%rax), %xmm1
	pcmpestri $1, %xmm1, %xmm2
	aesenc	%xmm1, %xmm2
	sha1rnds4 $1, %xmm1, %xmm2
	# VEX
	vzeroupper
	vmovaps	(%rax), %ymm1
	vmovaps	0x10(%rip), %ymm9
	vpaddd	%ymm1, %ymm2, %ymm3
	vpshufd	$1, %ymm1, %ymm2
	vpsrldq	$4, %ymm1, %ymm2
	vcmpps	$1, %ymm1, %ymm2, %ymm3
	vpermq	$1, %ymm1, %ymm2
	vblendvps %ymm1, %ymm2, %ymm3, %ymm4
	vfmadd231ps (%rax), %ymm2, %ymm3
	vgatherdps %xmm1, (%rax,%xmm2,4), %xmm3
	andn	%rax, %rbx, %rcx
	rorx	$3, %rax, %rbx
	bextr	%rax, (%rbx), %rcx
	kmovw	%k1, %k2
	kshiftlw $1, %k1, %k2
	# EVEX
	vmovdqa64 (%rax), %zmm1
	vmovdqa64 0x40(%rax), %zmm17{%k1}{z}
	vmovdqa64 0x41(%rip), %zmm1
	vpaddd	(%rax){1to16}, %zmm1, %zmm2
	vpternlogd $0x96, %zmm1, %zmm2, %zmm3
	vcmpps	$1, {sae}, %zmm1, %zmm2, %k1
	vpsrldq	$4, %zmm1, %zmm2
	vpshufd	$1, %zmm1, %zmm2
	vscatterdps %zmm1, (%rax,%zmm2,4){%k1}
	vaddph	%zmm1, %zmm2, %zmm3
	vrndscaleps $1, %zmm1, %zmm2
