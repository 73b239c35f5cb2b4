// SPDX-License-Identifier: GPL-2.0-only
/*
 * Instructions with a probe on them, which are run elsewhere or emulated: the program sees what the instruction's definition says
 * and the machine did without the probe. What cannot have a probe is refused.
 */
#define CHECK_FILE __FILE__

#include <linux/kprobes.h>
#include <string.h>

#include "code.h"
#include "raise.h"

static unsigned int before, after;

static int count_before(struct kprobe *p, struct pt_regs *regs)
{
	EXPECT_EQ(instruction_pointer(regs), (unsigned long)p->addr);
	before++;
	return 0;
}

static void count_after(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)p;
	(void)flags;
	EXPECT_EQ(regs->msr & (MSR_SE | MSR_BE), 0);
	after++;
}

/* Once with a handler behind it, which takes a step; once without, where a copy may go on by itself. */
static void probed(void)
{
	const struct code *code = test_row();
	unsigned int times = 1;

	for (const char *c = code->traces; *c; c++)
		times += *c == '0';
	for (int i = 0; i < 3; i++) {
		struct kprobe kp = {
			.addr = (kprobe_opcode_t *)code->at, .pre_handler = count_before, .post_handler = i ? NULL : count_after,
		};

		before = after = 0;
		ASSERT_EQ(register_kprobe(&kp), 0);
		code_run(code, 0);
		if (i == 2)
			code_run(code, 0);
		unregister_kprobe(&kp);
		EXPECT_EQ(before, i == 2 ? 2 * times : times);
		EXPECT_EQ(after, i ? 0 : times);
		EXPECT_EQ(raised.n, 1);
		code_result(code);
	}
}

#define CHECK(name, section, pcs, ...)								\
	extern char code_##name[], end_##name[];						\
	CONFORMANCE_ROW(ool, probed_##name, "ISA 3.0B " section, probed, struct code,		\
			.at = code_##name, .end = end_##name, .traces = pcs, __VA_ARGS__);

#define ROW(name, section, pcs, r, v, ...)	CHECK(name, section, pcs, .reg = r, .value = v)
#define BRANCH(name, n, pcs, be, r, v, ...)	CHECK(name, "I 2.4", pcs, .count = n, .reg = r, .value = v)
#define ALONE(name, need, pcs, ...)
#define PREFIXED(name, pcs, ...)
#define OTHER(name, need, interrupt, pcs, ...)
#define SWITCH(name, bits, pcs, ...)

#include "code-rows.h"
