# SPDX-License-Identifier: GPL-2.0-only
# How an image is built: once for each target, everything under build/<target>.

COMMON_CFLAGS := -std=gnu11 -ffreestanding -O2 -g -fno-pic -fno-pie -fno-common -fno-stack-protector \
	-fno-omit-frame-pointer -fno-asynchronous-unwind-tables -fno-strict-aliasing \
	-fno-delete-null-pointer-checks -nostdinc
WARNINGS := -Wall -Wextra -Werror

PYTHON := $(or $(wildcard /usr/bin/python3),python3)

# need TOOL: the recipe ends with one clear line when TOOL is missing
need = @command -v $(1) >/dev/null 2>&1 || { echo "$(1): not found; 'make setup' installs it" >&2; exit 1; }

# all sources of an image for the arch folder $(1)
sources = $(wildcard boot/$(1)/*.[cS] arch/$(1)/*.[cS] kernel/*.c consumers/*.c consumers/*/*.c tests/framework/*.c \
	tests/unit/*.c tests/selftest/*.c tests/seed/*.c tests/bench/*.c tests/arch/$(1)/*.[cS] tests/conformance/$(1)/*.[cS])

COLD := tests/% boot/% consumers/xmon/% consumers/place consumers/kprobes/register \
	$(addprefix kernel/,cmdline libc main ool panic policy printk symbols trap-log-print)

define target
B_$(1) := build/$(1)
include arch/$(2)/arch.mk
CC_$(1) := $$(CROSS_$(1))gcc
INC_$(1) := $$(shell $$(CC_$(1)) -print-file-name=include 2>/dev/null)
BASE_$(1) := $$(COMMON_CFLAGS) $$(CFLAGS_$(1)) -isystem $$(INC_$(1))
KFLAGS_$(1) := $$(BASE_$(1)) $$(WARNINGS) -isystem lib/newlib -isystem build/newlib/libc/include \
	-Iinclude -Iarch/$(2)/include -I$$(B_$(1))/gen
SRC_$(1) := $$(filter-out arch/$(2)/offsets.c,$$(call sources,$(2)))
OBJ_$(1) := $$(patsubst %,$$(B_$(1))/obj/%.o,$$(SRC_$(1))) $$(B_$(1))/obj/known-issues.o
LINK_$(1) = $$(CC_$(1)) $$(BASE_$(1)) -nostdlib -static -no-pie -Wl,--build-id=none,-z,noexecstack,--no-warn-rwx-segments \
	-Wl,-T,$$(B_$(1))/gen/kernel.lds $$(OBJ_$(1)) $$(1) $$(B_$(1))/newlib/libc.a -lgcc -o $$(2)

image-$(1): $$(B_$(1))/whosetrap.elf

# Everything hangs on the flags it was made with, and on the list of sources (a file taken away is seen too).
$$(B_$(1))/gen/flags: FORCE
	$$(call need,$$(CC_$(1)))
	@mkdir -p $$(@D)
	@echo '$$(CC_$(1)) $$(KFLAGS_$(1)) $$(SRC_$(1)) $(COLD)' | cmp -s - $$@ || echo '$$(CC_$(1)) $$(KFLAGS_$(1)) $$(SRC_$(1)) $(COLD)' >$$@

$$(B_$(1))/gen/asm-offsets.h: arch/$(2)/offsets.c $$(B_$(1))/gen/flags tools/offsets.py | build/newlib/.unpacked
	$$(call say,GEN,$$@)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -MMD -MP -MT $$@ -MF $$(@:.h=.d) -S -o $$(@:.h=.s) $$<
	$$(Q)$$(PYTHON) tools/offsets.py $$(@:.h=.s) >$$@

# What no trap passes on its way is compiled for size. At -Os gcc sees uninitialised variables where there are none.
$$(foreach c,$(COLD),$$(eval $$(B_$(1))/obj/$$(c).c.o: KOPT := -Os -Wno-maybe-uninitialized))
$$(B_$(1))/obj/%.c.o: %.c $$(B_$(1))/gen/asm-offsets.h
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) $$(KOPT) -MMD -MP -c -o $$@ $$<

$$(B_$(1))/obj/%.S.o: %.S $$(B_$(1))/gen/asm-offsets.h
	$$(call say,AS,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -D__ASSEMBLY__ -MMD -MP -c -o $$@ $$<

$$(B_$(1))/gen/known-issues.c: tests/known-issues tools/known-issues.py
	@mkdir -p $$(@D)
	$$(Q)$$(PYTHON) tools/known-issues.py $(1) $$< >$$@
$$(B_$(1))/obj/known-issues.o: $$(B_$(1))/gen/known-issues.c $$(B_$(1))/gen/asm-offsets.h
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -c -o $$@ $$<

$$(B_$(1))/gen/kernel.lds: linker/kernel.lds.S $$(B_$(1))/gen/asm-offsets.h
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -D__ASSEMBLY__ -E -P -MMD -MP -MT $$@ -MF $$@.d -x assembler-with-cpp -o $$@ $$<

# Three links: with an empty symbol table; with the table of the first, which has the final size; with that of the second,
# which has the final addresses. That it has is checked.
$$(B_$(1))/whosetrap.elf: $$(OBJ_$(1)) $$(B_$(1))/newlib/libc.a $$(B_$(1))/gen/kernel.lds tools/mksyms.py
	$$(call say,LINK,$$@)
	$$(Q)$$(PYTHON) tools/mksyms.py --empty >$$(B_$(1))/gen/symbols0.S
	$$(Q)set -e; for pass in 0 1 2; do \
		$$(CC_$(1)) $$(KFLAGS_$(1)) -c -o $$(B_$(1))/gen/symbols.o $$(B_$(1))/gen/symbols$$$$pass.S; \
		$$(call LINK_$(1),$$(B_$(1))/gen/symbols.o,$$(B_$(1))/gen/linked.elf); \
		$$(CROSS_$(1))nm $$(B_$(1))/gen/linked.elf | $$(PYTHON) tools/mksyms.py >$$(B_$(1))/gen/symbols$$$$((pass + 1)).S; \
	done
	$$(Q)cmp -s $$(B_$(1))/gen/symbols2.S $$(B_$(1))/gen/symbols3.S || \
		{ echo "$$@: the symbol table did not settle: addresses moved in the last link" >&2; exit 1; }
	$$(Q)mv $$(B_$(1))/gen/linked.elf $$@

-include $$(OBJ_$(1):.o=.d) $$(B_$(1))/gen/asm-offsets.d $$(B_$(1))/gen/kernel.lds.d
endef

arch_of = $(patsubst ppc64le,ppc64,$(1))
$(foreach t,$(TARGETS) null,$(eval $(call target,$(t),$(call arch_of,$(t)))))
