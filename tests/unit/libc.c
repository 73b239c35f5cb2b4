// SPDX-License-Identifier: GPL-2.0-only
/* newlib as the kernel uses it: built with our flags, without floating point, without a heap. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>

/* The compiler knows these functions too well: through volatile pointers it must call the ones we link. */
static int (*volatile format)(char *, size_t, const char *, ...) = snprintf;
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile move)(void *, const void *, size_t) = memmove;
static void *(*volatile set)(void *, int, size_t) = memset;
static int (*volatile compare)(const void *, const void *, size_t) = memcmp;
static size_t (*volatile length)(const char *) = strlen;
static int (*volatile string_compare)(const char *, const char *) = strcmp;
static int (*volatile string_ncompare)(const char *, const char *, size_t) = strncmp;

#define EXPECT_FORMAT(wanted, ...) do {					\
		char _buf[96];						\
		int _n = format(_buf, sizeof(_buf), __VA_ARGS__);	\
		EXPECT_STR(_buf, wanted);				\
		EXPECT_EQ(_n, sizeof(wanted) - 1);			\
	} while (0)

TEST(libc, snprintf_numbers)
{
	EXPECT_FORMAT("0 -1 2147483647 -2147483648", "%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
	EXPECT_FORMAT("deadbeef DEADBEEF", "%x %X", 0xdeadbeefU, 0xdeadbeefU);
	EXPECT_FORMAT("123456789abcdef0", "%lx", 0x123456789abcdef0UL);
	EXPECT_FORMAT("ffffffffffffffff", "%llx", ~0ULL);
	EXPECT_FORMAT("-9223372036854775808", "%ld", LONG_MIN);
	EXPECT_FORMAT("18446744073709551615", "%llu", ~0ULL);
	EXPECT_FORMAT("4294967295", "%u", ~0U);
	EXPECT_FORMAT("0x1f 0x0 017", "%#x 0x%x %#o", 31, 0, 15);
	EXPECT_FORMAT("-1 255 -1 65535", "%hhd %hhu %hd %hu", 0xff, 0xff, 0xffff, 0xffff);
	EXPECT_FORMAT("12 -12 34", "%zu %td %jd", (size_t)12, (ptrdiff_t)-12, (intmax_t)34);
}

TEST(libc, snprintf_fields)
{
	EXPECT_FORMAT("[   42][42   ][00042]", "[%5d][%-5d][%05d]", 42, 42, 42);
	EXPECT_FORMAT("[+5][ 5][-5]", "[%+d][% d][%+d]", 5, 5, -5);
	EXPECT_FORMAT("[  ab][ab  ][ab]", "[%4s][%-4s][%.2s]", "ab", "ab", "abcd");
	EXPECT_FORMAT("[   7][7   ]", "[%*d][%-*d]", 4, 7, 4, 7);
	EXPECT_FORMAT("[abc]", "[%.*s]", 3, "abcdef");
	EXPECT_FORMAT("[0000002a][  2a]", "[%08x][%4x]", 42, 42);
	EXPECT_FORMAT("x%y", "%c%%%c", 'x', 'y');
	EXPECT_FORMAT("0x1234", "%p", (void *)0x1234);
	EXPECT_FORMAT("(null)", "%s", (char *)NULL);
	EXPECT_FORMAT("[00012]", "[%.5d]", 12);
}

TEST(libc, snprintf_truncates)
{
	char buf[8];

	set(buf, 'z', sizeof(buf));
	EXPECT_EQ(format(buf, 4, "%s", "abcdef"), 6);
	EXPECT_STR(buf, "abc");
	EXPECT_EQ(buf[4], 'z');
	EXPECT_EQ(format(buf, 1, "%d", 12345), 5);
	EXPECT_STR(buf, "");
	buf[0] = 'q';
	EXPECT_EQ(format(buf, 0, "%d", 12345), 5);
	EXPECT_EQ(buf[0], 'q');
}

TEST(libc, strtoul_forms)
{
	char *end;

	EXPECT_EQ(strtoul("1234", NULL, 10), 1234);
	EXPECT_EQ(strtoul("0x1fz", &end, 0), 0x1f);
	EXPECT_STR(end, "z");
	EXPECT_EQ(strtoul("017", NULL, 0), 15);
	EXPECT_EQ(strtoul("  +9,", &end, 0), 9);
	EXPECT_STR(end, ",");
	EXPECT_EQ(strtoul("ffffffffffffffff", NULL, 16), ~0UL);
	EXPECT_EQ(strtoul("18446744073709551616", NULL, 10), ULONG_MAX);	/* out of range */
	EXPECT_EQ(strtoul("none", &end, 0), 0);
	EXPECT_STR(end, "none");
	EXPECT_EQ(strtol("-9223372036854775809", NULL, 10), LONG_MIN);
	EXPECT_EQ(strtol("-77", NULL, 10), -77);
	EXPECT_EQ(strtoull("zz", NULL, 36), 35 * 36 + 35);
}

static int by_value(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

TEST(libc, qsort_and_bsearch)
{
	int v[101], key;

	for (int i = 0; i < 101; i++)
		v[i] = i * 37 % 101;
	qsort(v, 101, sizeof(v[0]), by_value);
	for (int i = 0; i < 101; i++)
		EXPECT_EQ(v[i], i);
	for (key = 0; key < 101; key += 10)
		EXPECT_EQ(bsearch(&key, v, 101, sizeof(v[0]), by_value), &v[key]);
	key = 101;
	EXPECT(bsearch(&key, v, 101, sizeof(v[0]), by_value) == NULL);
	qsort(v, 0, sizeof(v[0]), by_value);
	qsort(v, 1, sizeof(v[0]), by_value);
	EXPECT_EQ(v[0], 0);
}

TEST(libc, memory)
{
	u8 a[64], b[64];

	/* Every alignment of both ends, and the bytes around stay as they are. */
	for (size_t from = 0; from < 9; from++) {
		for (size_t to = 0; to < 9; to++) {
			bool ok = true;

			for (size_t i = 0; i < sizeof(a); i++)
				a[i] = i;
			set(b, 0xee, sizeof(b));
			copy(b + to, a + from, 41);
			for (size_t i = 0; i < sizeof(b); i++)
				ok = ok && b[i] == (i >= to && i < to + 41 ? i - to + from : 0xee);
			EXPECT(ok);
			move(a + to, a + from, 41);	/* overlapping */
			EXPECT(!compare(a + to, b + to, 41));
		}
	}
	EXPECT(compare("abc", "abd", 3) < 0);
	EXPECT(compare("ab\xff", "ab\x01", 3) > 0);
	EXPECT_EQ(compare("abc", "abd", 2), 0);
}

TEST(libc, strings)
{
	char buf[32], *next;
	const char *text = "one,two;three";

	EXPECT_EQ(length(""), 0);
	EXPECT_EQ(length("0123456789abcdefg"), 17);
	EXPECT(string_compare("a", "b") < 0);
	EXPECT_EQ(string_compare("same", "same"), 0);
	EXPECT_EQ(string_ncompare("samE", "same", 3), 0);
	EXPECT_EQ(strchr(text, ','), text + 3);
	EXPECT_EQ(strrchr(text, 'e'), text + 12);
	EXPECT(strchr(text, 'x') == NULL);
	EXPECT_EQ(strstr(text, "two"), text + 4);
	EXPECT_EQ(strspn(text, "eno"), 3);
	EXPECT_EQ(strcspn(text, ";,"), 3);
	EXPECT_EQ(memchr(text, 't', 13), text + 4);
	strcpy(buf, text);
	EXPECT_STR(strtok_r(buf, ",;", &next), "one");
	EXPECT_STR(strtok_r(NULL, ",;", &next), "two");
	EXPECT_STR(strtok_r(NULL, ",;", &next), "three");
	EXPECT(strtok_r(NULL, ",;", &next) == NULL);
	strncpy(buf, "abc", sizeof(buf));
	EXPECT_EQ(buf[31], 0);
	strcat(buf, "def");
	EXPECT_STR(buf, "abcdef");
}

TEST(libc, character_classes)
{
	unsigned int digits = 0, spaces = 0, letters = 0, printable = 0, hex = 0;

	for (int c = 0; c < 256; c++) {
		digits += !!isdigit(c);
		spaces += !!isspace(c);
		letters += !!isalpha(c);
		printable += !!isprint(c);
		hex += !!isxdigit(c);
	}
	EXPECT_EQ(digits, 10);
	EXPECT_EQ(spaces, 6);
	EXPECT_EQ(letters, 52);
	EXPECT_EQ(printable, 95);
	EXPECT_EQ(hex, 22);
	EXPECT_EQ(toupper('q'), 'Q');
	EXPECT_EQ(tolower('Q'), 'q');
	EXPECT_EQ(toupper('1'), '1');
}
