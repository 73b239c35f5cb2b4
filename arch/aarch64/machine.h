/* SPDX-License-Identifier: GPL-2.0-only */
/* Calls to what lies outside: semihosting and firmware, each of which may be missing. */
#ifndef AARCH64_MACHINE_H
#define AARCH64_MACHINE_H

#define OUTSIDE_TRAPPED		(-4096)	/* the call itself was an undefined instruction; no answer has this value */

/* Arm semihosting for AArch32 and AArch64: operations */
#define SYS_GET_CMDLINE		0x15
#define SYS_EXIT_EXTENDED	0x20
#define ADP_STOPPED_APPLICATION	0x20026

/* PSCI, ARM DEN 0022 section 5 */
#define PSCI_SYSTEM_OFF		0x84000008

#ifndef __ASSEMBLER__

/**
 * outside_semihosting, outside_hvc, outside_smc - do it; OUTSIDE_TRAPPED when there is nobody.
 *
 * All of DAIF is set meanwhile, and an exception does not go to the kernel's vectors. Context: any.
 */
long outside_semihosting(unsigned long op, void *arg);
long outside_hvc(unsigned long fn, unsigned long arg1, unsigned long arg2);
long outside_smc(unsigned long fn, unsigned long arg1, unsigned long arg2);

#endif
#endif
