# SPDX-License-Identifier: GPL-2.0-only
CROSS_x86_64 := $(or $(CROSS_X86_64),x86_64-linux-gnu-)
CFLAGS_x86_64 := -m64 -mno-red-zone -mcmodel=kernel -mgeneral-regs-only -fcf-protection=none -momit-leaf-frame-pointer
