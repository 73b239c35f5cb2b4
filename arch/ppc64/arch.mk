# SPDX-License-Identifier: GPL-2.0-only
# One architecture, two byte orders, one ABI (ELFv2). r13 is this CPU, r14 the end of the stack: gcc compares each
# new frame with it. Back chains make backtraces, so no frame pointer is needed.
CROSS_ppc64 := $(or $(CROSS_PPC64),powerpc64-linux-gnu-)
CROSS_ppc64le := $(or $(CROSS_PPC64LE),powerpc64le-linux-gnu-)
CFLAGS_ppc64 := -mcpu=power9 -msoft-float -mno-altivec -mno-vsx -mabi=elfv2 -mcmodel=medium -mlong-double-64 \
	-mtraceback=no -fomit-frame-pointer -include arch/ppc64/include/asm/hidden.h \
	-ffixed-r13 -ffixed-r14 -fstack-limit-register=r14 -Wa,-mregnames
CFLAGS_ppc64le := $(CFLAGS_ppc64)
