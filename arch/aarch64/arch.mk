# SPDX-License-Identifier: GPL-2.0-only
CROSS_aarch64 := $(or $(CROSS_AARCH64),aarch64-linux-gnu-)
CFLAGS_aarch64 := -mgeneral-regs-only -mno-outline-atomics -mbranch-protection=none
