/* SPDX-License-Identifier: GPL-2.0-only */
/* One page for user mode. */
#ifndef CONFORMANCE_USER_H
#define CONFORMANCE_USER_H

#include <asm/page.h>
#include <linux/types.h>

#define USER_PAGE	0x400000UL	/* index 0 in the upper two tables, 2 in the next, 0 in the last */
#define USER_SP		(USER_PAGE + PAGE_SIZE - 64)

/* The page as the kernel sees it. It is the user's at USER_PAGE between map_user_page() and unmap_user_page(). */
extern u8 user_page[PAGE_SIZE];
void map_user_page(void);
void unmap_user_page(void);

#endif
