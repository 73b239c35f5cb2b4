# SPDX-License-Identifier: GPL-2.0-only
# The null architecture is built by the host's compiler and only has to link.
CROSS_null := $(CROSS_NULL)
CFLAGS_null := -fno-asynchronous-unwind-tables
