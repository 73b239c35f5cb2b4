/* SPDX-License-Identifier: GPL-2.0-only */
/* The accesses of access.S: name, bytes, kind, what the CPU has to have. Who calls one sets x1 and has x3 and x4 changed. */
#ifndef CONFORMANCE_ACCESS_H
#define CONFORMANCE_ACCESS_H

#include "step-table.h"

enum access_kind { LOAD, STORE, STORE_EXCLUSIVE, ATOMIC, DC_OP, OTHER_OP, PREFETCH };

struct access {
	char *fn, *at;
	unsigned int size;
	enum access_kind kind;
	enum step_need need;
};

#define ACCESSES(X) \
	X(ldrb, 1, LOAD, NEED_NOTHING) \
	X(ldrh, 2, LOAD, NEED_NOTHING) \
	X(ldrw, 4, LOAD, NEED_NOTHING) \
	X(ldr, 8, LOAD, NEED_NOTHING) \
	X(ldr_post, 8, LOAD, NEED_NOTHING) \
	X(ldp, 16, LOAD, NEED_NOTHING) \
	X(ldar, 8, LOAD, NEED_NOTHING) \
	X(ldxr, 8, LOAD, NEED_NOTHING) \
	X(ldaxp, 16, LOAD, NEED_NOTHING) \
	X(ldtr, 8, LOAD, NEED_NOTHING) \
	X(strb, 1, STORE, NEED_NOTHING) \
	X(strh, 2, STORE, NEED_NOTHING) \
	X(strw, 4, STORE, NEED_NOTHING) \
	X(str, 8, STORE, NEED_NOTHING) \
	X(str_pre, 8, STORE, NEED_NOTHING) \
	X(stp, 16, STORE, NEED_NOTHING) \
	X(stlr, 8, STORE, NEED_NOTHING) \
	X(stxr, 8, STORE_EXCLUSIVE, NEED_NOTHING) \
	X(zva, 64, STORE, NEED_NOTHING) \
	X(civac, 64, DC_OP, NEED_NOTHING) \
	X(cvau, 64, DC_OP, NEED_NOTHING) \
	X(ivau, 64, OTHER_OP, NEED_NOTHING) \
	X(at, 1, OTHER_OP, NEED_NOTHING) \
	X(prfm, 1, PREFETCH, NEED_NOTHING) \
	X(ldadd, 8, ATOMIC, NEED_LSE) \
	X(swp, 8, ATOMIC, NEED_LSE) \
	X(cas, 8, ATOMIC, NEED_LSE)

#define ACCESS_DECLARE(name, size, kind, need) extern char access_##name[], access_##name##_at[];
ACCESSES(ACCESS_DECLARE)

#define ACCESS(name, size, kind, need) { access_##name, access_##name##_at, size, kind, need }
#define ACCESS_ldrb	ACCESS(ldrb, 1, LOAD, NEED_NOTHING)
#define ACCESS_ldrh	ACCESS(ldrh, 2, LOAD, NEED_NOTHING)
#define ACCESS_ldrw	ACCESS(ldrw, 4, LOAD, NEED_NOTHING)
#define ACCESS_ldr	ACCESS(ldr, 8, LOAD, NEED_NOTHING)
#define ACCESS_ldr_post	ACCESS(ldr_post, 8, LOAD, NEED_NOTHING)
#define ACCESS_ldp	ACCESS(ldp, 16, LOAD, NEED_NOTHING)
#define ACCESS_ldar	ACCESS(ldar, 8, LOAD, NEED_NOTHING)
#define ACCESS_ldxr	ACCESS(ldxr, 8, LOAD, NEED_NOTHING)
#define ACCESS_ldaxp	ACCESS(ldaxp, 16, LOAD, NEED_NOTHING)
#define ACCESS_ldtr	ACCESS(ldtr, 8, LOAD, NEED_NOTHING)
#define ACCESS_strb	ACCESS(strb, 1, STORE, NEED_NOTHING)
#define ACCESS_strh	ACCESS(strh, 2, STORE, NEED_NOTHING)
#define ACCESS_strw	ACCESS(strw, 4, STORE, NEED_NOTHING)
#define ACCESS_str	ACCESS(str, 8, STORE, NEED_NOTHING)
#define ACCESS_str_pre	ACCESS(str_pre, 8, STORE, NEED_NOTHING)
#define ACCESS_stp	ACCESS(stp, 16, STORE, NEED_NOTHING)
#define ACCESS_stlr	ACCESS(stlr, 8, STORE, NEED_NOTHING)
#define ACCESS_stxr	ACCESS(stxr, 8, STORE_EXCLUSIVE, NEED_NOTHING)
#define ACCESS_zva	ACCESS(zva, 64, STORE, NEED_NOTHING)
#define ACCESS_civac	ACCESS(civac, 64, DC_OP, NEED_NOTHING)
#define ACCESS_cvau	ACCESS(cvau, 64, DC_OP, NEED_NOTHING)
#define ACCESS_ivau	ACCESS(ivau, 64, OTHER_OP, NEED_NOTHING)
#define ACCESS_at	ACCESS(at, 1, OTHER_OP, NEED_NOTHING)
#define ACCESS_prfm	ACCESS(prfm, 1, PREFETCH, NEED_NOTHING)
#define ACCESS_ldadd	ACCESS(ldadd, 8, ATOMIC, NEED_LSE)
#define ACCESS_swp	ACCESS(swp, 8, ATOMIC, NEED_LSE)
#define ACCESS_cas	ACCESS(cas, 8, ATOMIC, NEED_LSE)

/* access_do - what the CPU lacks makes a skip; else do @a at @addr, each trap goes to @fix. Base register: as it was. */
void access_do(const struct access *a, unsigned long addr, void (*fix)(struct trap *t, struct raised *r));

#endif
