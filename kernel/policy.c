// SPDX-License-Identifier: GPL-2.0-only
/* The choice of a policy at boot. */
#include <string.h>
#include <whosetrap/kernel.h>
#include <whosetrap/policy.h>

extern const struct trap_policy policy_linux;

static const struct trap_policy *const policies[] = { &policy_linux };

const struct trap_policy *policy = &policy_linux;

int policy_select(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(policies); i++) {
		if (!strcmp(policies[i]->name, name)) {
			policy = policies[i];
			return 0;
		}
	}
	printk("policy=%s: no such policy; allowed:", name);
	for (size_t i = 0; i < ARRAY_SIZE(policies); i++)
		printk(" %s", policies[i]->name);
	printk("\n");
	return -ENOENT;
}
