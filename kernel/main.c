// SPDX-License-Identifier: GPL-2.0-only
/* From the boot code to the verdict. */
#include <whosetrap/arch.h>
#include <whosetrap/cmdline.h>
#include <whosetrap/consumer.h>
#include <whosetrap/cpu.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>
#include <whosetrap/test.h>
#include <whosetrap/text.h>
#include <whosetrap/trap.h>

struct cpu cpus[NR_CPUS];
u64 boot_clock;

unsigned int nr_cpus_online(void)
{
	return 1;
}

void kernel_main(const char *cmdline)
{
	const struct trap_consumer *c;
	bool ok;

	boot_clock = arch_clock();
	trap_log_reset();
	arch_cpu_init(this_cpu());
	text_remember();
	ok = !cmdline_parse(cmdline) && !policy_select(options.policy);
	if (!ok)
		printk("Bail out! bad command line\n0 passed, 1 failed, 0 skipped\n");
	for_each_consumer(c)
		if (ok && c->start)
			c->start();
	ok = ok && run_tests();
	arch_machine_exit(ok);
}
