/* SPDX-License-Identifier: GPL-2.0-only */
/* Error numbers with Linux's values (include/uapi/asm-generic/errno*.h). */
#ifndef LINUX_ERRNO_H
#define LINUX_ERRNO_H

#undef EPERM
#define EPERM		1
#undef ENOENT
#define ENOENT		2
#undef EINTR
#define EINTR		4
#undef EIO
#define EIO		5
#undef E2BIG
#define E2BIG		7
#undef EAGAIN
#define EAGAIN		11
#undef ENOMEM
#define ENOMEM		12
#undef EFAULT
#define EFAULT		14
#undef EBUSY
#define EBUSY		16
#undef EEXIST
#define EEXIST		17
#undef ENODEV
#define ENODEV		19
#undef EINVAL
#define EINVAL		22
#undef ENOSPC
#define ENOSPC		28
#undef ERANGE
#define ERANGE		34
#undef EDEADLK
#define EDEADLK		35
#undef EILSEQ
#define EILSEQ		84
#undef EOPNOTSUPP
#define EOPNOTSUPP	95

#endif
