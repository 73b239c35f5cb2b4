// SPDX-License-Identifier: GPL-2.0-only
/* The kernel command line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/kernel.h>

struct options options = { .start = 1, .policy = "linux", .seed = 1, .watchdog = true, .boost = true };

enum word_type { WORD_STRING, WORD_NUMBER, WORD_SWITCH };

static const struct word {
	const char *key;
	enum word_type type;
	void *value;
} words[] = {
	{ "test", WORD_STRING, &options.test },
	{ "suite", WORD_STRING, &options.suite },
	{ "start", WORD_NUMBER, &options.start },
	{ "policy", WORD_STRING, &options.policy },
	{ "seed", WORD_NUMBER, &options.seed },
	{ "emulator", WORD_STRING, &options.emulator },
	{ "list", WORD_SWITCH, &options.list },
	{ "log", WORD_SWITCH, &options.log },
	{ "xmon", WORD_SWITCH, &options.xmon },
	{ "bench", WORD_SWITCH, &options.bench },
	{ "watchdog", WORD_SWITCH, &options.watchdog },
	{ "boost", WORD_SWITCH, &options.boost },
};

static int bad(const char *key, const char *value, const char *wanted)
{
	printk("command line: %s=%s: expected %s\n", key, value, wanted);
	return -EINVAL;
}

static int set_number(const struct word *w, const char *value)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(value, &end, 0);
	if (*value < '0' || *value > '9' || *end || errno)
		return bad(w->key, value, "a number");
	*(unsigned long *)w->value = n;
	return 0;
}

static int set_switch(const struct word *w, const char *value)
{
	if (!strcmp(value, "1") || !strcmp(value, "on"))
		*(bool *)w->value = true;
	else if (!strcmp(value, "0") || !strcmp(value, "off"))
		*(bool *)w->value = false;
	else
		return bad(w->key, value, "0, 1, on or off");
	return 0;
}

static int set(const char *key, char *value)
{
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		const struct word *w = &words[i];

		if (strcmp(w->key, key))
			continue;
		if (!*value)
			return bad(key, value, "a value");
		switch (w->type) {
		case WORD_STRING:
			*(const char **)w->value = value;
			return 0;
		case WORD_NUMBER:
			return set_number(w, value);
		case WORD_SWITCH:
			return set_switch(w, value);
		}
	}
	printk("command line: %s: unknown word; known:", key);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		printk(" %s", words[i].key);
	printk("\n");
	return -EINVAL;
}

int cmdline_parse(const char *line)
{
	static char copy[CMDLINE_MAX];
	char *next, *word;
	int err;

	if (!line)
		return 0;
	if (strlen(line) >= sizeof(copy)) {
		printk("command line: longer than %d bytes\n", CMDLINE_MAX - 1);
		return -EINVAL;
	}
	strcpy(copy, line);
	for (word = strtok_r(copy, " \t\n", &next); word; word = strtok_r(NULL, " \t\n", &next)) {
		char *value = strchr(word, '=');

		if (!value)
			return bad(word, "", "key=value");
		*value++ = '\0';
		err = set(word, value);
		if (err)
			return err;
	}
	return options.start ? 0 : bad("start", "0", "a number from 1");
}
