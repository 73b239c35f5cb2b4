/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How newlib is configured here. newlib's own configure would write this file; it does not know our targets, and
 * these are all the choices that the files we compile ask for.
 */
#ifndef __NEWLIB_H__
#define __NEWLIB_H__ 1

#define _WANT_IO_LONG_LONG 1		/* %lld */
#define _WANT_IO_C99_FORMATS 1		/* %zu, %jd, %td, %hhx */
#define _WANT_REENT_SMALL 1
#define _REENT_CHECK_VERIFY 1
#define _MB_LEN_MAX 1			/* no multibyte characters */
#define _LITE_EXIT 1
#define _LDBL_EQ_DBL 1			/* long double is not used; without this ppc64's stops the headers */

#endif
