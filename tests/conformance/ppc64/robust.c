// SPDX-License-Identifier: GPL-2.0-only
/* What firmware, an earlier trap or a caller leaves behind is not relied on. */
#include <asm/reg.h>
#include <whosetrap/arch.h>
#include <whosetrap/cpu.h>
#include <whosetrap/test.h>

#include "raise.h"

/* SLOF enters the kernel with MSR[FP] on. */
TEST(arch_robust, facilities_are_off_after_boot)
{
	EXPECT_EQ(mfmsr() & (MSR_FP | MSR_VEC | MSR_VSX | MSR_FE0 | MSR_FE1 | MSR_SE | MSR_BE), 0);
}

/* A deadline half the clock's range away is not one that is past. */
TEST(arch_robust, timer_far_away_does_not_fire)
{
	u64 now;

	arch_timer_arm(~0ULL);
	now = arch_clock();
	EXPECT(this_cpu()->arch.deadline - now < 1ULL << 63);
	EXPECT(this_cpu()->arch.deadline - now > 1ULL << 62);
	arch_timer_disarm();
}
