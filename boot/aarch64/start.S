/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the loader to C.
 *
 *   _start       physical address, translation off, EL1, EL2 or EL3, all else unknown; x0 may be the device tree's
 *   .Lel1        the same at EL1; x19 x0 of the loader, x20 the level at entry
 *   .Lvirtual    translation on, at the link address, on the boot stack
 *   boot_main()  C
 *
 * Up to .Lvirtual every address is made relative to the pc, so it is physical.
 */
#include <asm/func.h>
#include <asm/layout.h>
#include <asm/page.h>
#include <asm/ptrace.h>
#include <asm/sysreg.h>

#define BOOT_STACK	(16 * 1024)
#define DAIF_ALL	(PSR_D_BIT | PSR_A_BIT | PSR_I_BIT | PSR_F_BIT)

	.section .head, "ax", %progbits

func _start
	msr	daifset, #DAIF_D | DAIF_A | DAIF_I | DAIF_F
	mov	x19, x0
	mov	x29, xzr
	mov	x30, xzr
	mrs	x20, CurrentEL
	lsr	x20, x20, #2
	cmp	x20, #2
	b.eq	.Lel2
	b.lo	.Lel1

	/*
	 * EL3: nobody stays there. On to EL1 in the secure state, since only that may use group 0 of the GIC, which
	 * gives FIQs. Secure EL1 may debug itself (MDCR_EL3.SDD clear).
	 */
	mov	x0, #SCR_EL3_RES1 | SCR_EL3_SMD
	mov	x1, #SCR_EL3_RW
	movk	x1, #(SCR_EL3_API | SCR_EL3_APK) >> 16, lsl #16
	orr	x0, x0, x1
	msr	scr_el3, x0
	msr	cptr_el3, xzr
	msr	mdcr_el3, xzr
	mrs	x0, id_aa64pfr0_el1
	tst	x0, #15 << 24
	b.eq	1f
	mov	x0, #ICC_SRE_ALL
	msr	ICC_SRE_EL3, x0
	isb
1:	adr	x0, .Lel1
	mov	x1, #PSR_MODE_EL1h | DAIF_ALL
	msr	elr_el3, x0
	msr	spsr_el3, x1
	mov	x0, #SCTLR_EL1_MMU_OFF & 0xffff
	movk	x0, #SCTLR_EL1_MMU_OFF >> 16, lsl #16
	msr	sctlr_el1, x0
	isb
	eret

	/* EL2: the stub stays. It lets EL1 have everything: timers, debug, pointer authentication. */
.Lel2:
	mov	x0, #1 << HCR_EL2_RW
	orr	x0, x0, #1 << HCR_EL2_APK
	orr	x0, x0, #1 << HCR_EL2_API
	msr	hcr_el2, x0
	isb
	mov	x0, #SCTLR_EL2_RES1 & 0xffff
	movk	x0, #SCTLR_EL2_RES1 >> 16, lsl #16
	msr	sctlr_el2, x0
	mov	x0, #CPTR_EL2_RES1
	msr	cptr_el2, x0
	mov	x0, #CNTHCTL_EL2_EL1PCTEN | CNTHCTL_EL2_EL1PCEN
	msr	cnthctl_el2, x0
	msr	cntvoff_el2, xzr
	msr	vttbr_el2, xzr
	mrs	x0, midr_el1
	msr	vpidr_el2, x0
	mrs	x0, mpidr_el1
	msr	vmpidr_el2, x0
	mrs	x0, mdcr_el2
	and	x0, x0, #MDCR_EL2_HPMN
	msr	mdcr_el2, x0
	mrs	x0, id_aa64pfr0_el1
	tst	x0, #15 << 24
	b.eq	1f
	mov	x0, #ICC_SRE_ALL
	msr	ICC_SRE_EL2, x0
	isb
1:	adr_l	x0, el2_vectors
	msr	vbar_el2, x0
	adr_l	x0, el2_stack_end
	mov	sp, x0
	adr	x0, .Lel1
	mov	x1, #PSR_MODE_EL1h | DAIF_ALL
	msr	elr_el2, x0
	msr	spsr_el2, x1
	mov	x0, #SCTLR_EL1_MMU_OFF & 0xffff
	movk	x0, #SCTLR_EL1_MMU_OFF >> 16, lsl #16
	msr	sctlr_el1, x0
	isb
	eret

.Lel1:
	msr	spsel, #1
	mov	x0, #SCTLR_EL1_MMU_OFF & 0xffff
	movk	x0, #SCTLR_EL1_MMU_OFF >> 16, lsl #16
	msr	sctlr_el1, x0
	isb

	/* BSS is aligned to pages at both ends. */
	adr_l	x0, _bss
	adr_l	x1, _ebss
2:	stp	xzr, xzr, [x0]
	stp	xzr, xzr, [x0, #16]
	stp	xzr, xzr, [x0, #32]
	stp	xzr, xzr, [x0, #48]
	stp	xzr, xzr, [x0, #64]
	stp	xzr, xzr, [x0, #80]
	stp	xzr, xzr, [x0, #96]
	stp	xzr, xzr, [x0, #112]
	add	x0, x0, #128
	cmp	x0, x1
	b.lo	2b

	adr_l	x0, boot_stack_end
	mov	sp, x0
	bl	mmu_build			/* returns the table of level 1 */

	/* It serves both halves: the lower one only until the jump. */
	msr	ttbr0_el1, x0
	msr	ttbr1_el1, x0
	mov	x0, #MAIR_VALUE
	msr	mair_el1, x0
	ldr	x1, =TCR_VALUE
	mrs	x0, id_aa64mmfr0_el1
	and	x0, x0, #15			/* PARange, encoded as IPS is */
	cmp	x0, #TCR_IPS_48
	mov	x2, #TCR_IPS_48
	csel	x0, x0, x2, lo
	orr	x1, x1, x0, lsl #TCR_IPS_SHIFT
	msr	tcr_el1, x1
	isb
	tlbi	vmalle1
	dsb	nsh
	ic	iallu
	dsb	nsh
	isb
	ldr	x0, =SCTLR_EL1_MMU_ON
	msr	sctlr_el1, x0
	isb
	ldr	x0, =.Lvirtual
	br	x0

.Lvirtual:
	orr	x1, x1, #TCR_EPD0
	msr	tcr_el1, x1
	isb
	tlbi	vmalle1
	dsb	nsh
	isb
	adr_l	x0, boot_stack_end
	mov	sp, x0
	adr_l	x0, cpus
	msr	tpidr_el1, x0
	mov	x0, x19
	mov	x1, x20
	mov	x29, xzr
	mov	x30, xzr			/* a backtrace ends here */
	b	boot_main
endfunc _start

	.section .bss.stacks, "aw", %nobits
	.balign	16
	.globl	boot_stack, boot_stack_end
boot_stack:
	.skip	BOOT_STACK
boot_stack_end:

	.section .note.GNU-stack, "", %progbits
