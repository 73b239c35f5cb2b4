// SPDX-License-Identifier: GPL-2.0-only
/* or Rx,Rx,Rx sets the thread's priority (Power ISA 3.0B Book II 3.2) and is met in ordinary code. A probe there must come to an end. */
#include <linux/kprobes.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/test.h>

extern char hint_code[];

__asm__(".pushsection .text\n"
	".balign 16\n"
	".globl hint_code\n"
	".type hint_code, @function\n"
	"hint_code:\n"
	"or 31,31,31\n or 1,1,1\n or 6,6,6\n or 2,2,2\n or 5,5,5\n or 3,3,3\n or 7,7,7\n or 27,27,27\n or 28,28,28\n or 29,29,29\n or 30,30,30\n"
	"hint_code_end:\n"
	"blr\n"
	".size hint_code, . - hint_code\n"
	".popsection\n");

#define HINTS	11

static unsigned int before, after;

static int pre(struct kprobe *p, struct pt_regs *regs)
{
	(void)p;
	(void)regs;
	before++;
	return 0;
}

static void post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	(void)flags;
	after++;
	EXPECT_EQ(instruction_pointer(regs), (unsigned long)p->addr + 4);
}

static void probe_each(kprobe_post_handler_t post_handler)
{
	for (unsigned int i = 0; i < HINTS; i++) {
		struct kprobe p = { .addr = (kprobe_opcode_t *)hint_code + i, .pre_handler = pre, .post_handler = post_handler };

		before = after = 0;
		ASSERT_EQ(register_kprobe(&p), 0);
		((void (*)(void))hint_code)();
		EXPECT_EQ(before, 1);
		EXPECT_EQ(after, post_handler ? 1 : 0);
		unregister_kprobe(&p);
	}
}

TEST(arch_ool, probes_on_priority_hints)
{
	probe_each(NULL);
	probe_each(post);
	options.boost = false;
	probe_each(post);
}
