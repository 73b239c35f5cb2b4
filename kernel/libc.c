// SPDX-License-Identifier: GPL-2.0-only
/* What newlib asks of its surroundings. There is no heap: an allocation fails. */
#include <stddef.h>
#include <whosetrap/kernel.h>

struct _reent;

void *_malloc_r(struct _reent *r, size_t n);
void *_realloc_r(struct _reent *r, void *p, size_t n);
void *_calloc_r(struct _reent *r, size_t n, size_t size);
void _free_r(struct _reent *r, void *p);
void __assert_func(const char *file, int line, const char *fn, const char *expr);

void *_malloc_r(struct _reent *r, size_t n)
{
	(void)r;
	(void)n;
	return NULL;
}

void *_realloc_r(struct _reent *r, void *p, size_t n)
{
	(void)p;
	return _malloc_r(r, n);
}

void *_calloc_r(struct _reent *r, size_t n, size_t size)
{
	return _malloc_r(r, n * size);
}

void _free_r(struct _reent *r, void *p)
{
	(void)r;
	(void)p;
}

void __assert_func(const char *file, int line, const char *fn, const char *expr)
{
	panic("%s:%d: %s: assertion failed: %s", file, line, fn, expr);
}
