/* SPDX-License-Identifier: GPL-2.0-only */
/* The copy itself, without the check of arch_nofault_read() that it is the kernel's half. 0 or -EFAULT. */
#ifndef ARCH_NOFAULT_H
#define ARCH_NOFAULT_H

#include <stddef.h>

int nofault_copy(void *dst, const void *src, size_t n);

#endif
