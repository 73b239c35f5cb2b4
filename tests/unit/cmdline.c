// SPDX-License-Identifier: GPL-2.0-only
/* The kernel command line. The options in force are put back; their strings live in the parser's own copy. */
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/kernel.h>
#include <whosetrap/test.h>

static struct options saved;
static char kept[4][CMDLINE_MAX / 4];
static unsigned int nr_kept;

static const char *keep(const char *s)
{
	if (!s)
		return NULL;
	if (strlen(s) >= sizeof(kept[0]))
		TEST_ERROR("a word of the command line is too long for this test");
	return strcpy(kept[nr_kept++], s);
}

static void begin(void)
{
	nr_kept = 0;
	saved = options;
	saved.test = keep(options.test);
	saved.suite = keep(options.suite);
	saved.policy = keep(options.policy);
	saved.emulator = keep(options.emulator);
	options = saved;
}

static int parse(const char *line)
{
	options = (struct options){ .start = 1, .policy = "linux", .seed = 1 };
	return cmdline_parse(line);
}

static void end(void)
{
	options = saved;
}

TEST(cmdline, all_words)
{
	begin();
	EXPECT_EQ(parse("test=a.*,b suite=c start=12 policy=linux seed=0x77 emulator=qemu-7.2.22 list=1 log=1 "
			"bench=1"), 0);
	EXPECT_STR(options.test, "a.*,b");
	EXPECT_STR(options.suite, "c");
	EXPECT_EQ(options.start, 12);
	EXPECT_STR(options.policy, "linux");
	EXPECT_EQ(options.seed, 0x77);
	EXPECT_STR(options.emulator, "qemu-7.2.22");
	EXPECT(options.list);
	EXPECT(options.log);
	EXPECT(options.bench);
	EXPECT(!options.xmon);
	end();
}

TEST(cmdline, defaults)
{
	begin();
	EXPECT_EQ(parse(""), 0);
	EXPECT_EQ(parse(NULL), 0);
	EXPECT_EQ(parse("   \t \n"), 0);
	EXPECT(!options.test);
	EXPECT(!options.suite);
	EXPECT_EQ(options.start, 1);
	EXPECT(!options.list);
	end();
}

TEST(cmdline, switches)
{
	begin();
	EXPECT_EQ(parse("xmon=on log=off list=0 bench=1"), 0);
	EXPECT(options.xmon);
	EXPECT(!options.log);
	EXPECT(!options.list);
	EXPECT(options.bench);
	end();
}

TEST(cmdline, bad_words)
{
	static const char *const lines[] = {
		"start=none", "start=", "start=-1", "start=1x", "start=0", "seed=xyz", "list=2", "log=yes", "xmon",
		"colour=red", "=1", "test=", "list=1 =", "TEST=a",
	};

	begin();
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		if (!EXPECT_EQ(parse(lines[i]), -EINVAL))
			test_note("for: %s", lines[i]);
	end();
}

TEST(cmdline, too_long)
{
	static char line[CMDLINE_MAX + 8];

	begin();
	memset(line, ' ', sizeof(line));
	line[CMDLINE_MAX] = '\0';
	EXPECT_EQ(parse(line), -EINVAL);
	line[CMDLINE_MAX - 1] = '\0';
	EXPECT_EQ(parse(line), 0);
	end();
}

TEST(cmdline, numbers_out_of_range)
{
	begin();
	EXPECT_EQ(parse("seed=18446744073709551615"), 0);
	EXPECT_EQ(options.seed, ~0UL);
	EXPECT_EQ(parse("seed=18446744073709551616"), -EINVAL);
	end();
}
