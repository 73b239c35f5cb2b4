# SPDX-License-Identifier: GPL-2.0-only
# How an image is built: once for each target, everything under build/<target>.

COMMON_CFLAGS := -std=gnu11 -ffreestanding -O2 -g -fno-pic -fno-pie -fno-common -fno-stack-protector \
	-fno-omit-frame-pointer -fno-asynchronous-unwind-tables -fno-strict-aliasing \
	-fno-delete-null-pointer-checks -nostdinc
WARNINGS := -Wall -Wextra -Werror

PYTHON := $(or $(wildcard /usr/bin/python3),python3)

# all sources of an image for the arch folder $(1)
sources = $(wildcard boot/$(1)/*.[cS] arch/$(1)/*.[cS] kernel/*.c consumers/*.c consumers/*/*.c tests/framework/*.c \
	tests/unit/*.c tests/selftest/*.c tests/seed/*.c tests/bench/*.c tests/arch/$(1)/*.[cS] \
	tests/conformance/*.c tests/conformance/$(1)/*.[cS] \
	tests/debugreg/*.c tests/scale/*.c tests/fuzz/*.c tests/fuzz/$(1)/*.[cS])

# The images of a target: each but scale is below 256 KiB, and tools/run makes one run of the first three.
IMAGES := whosetrap probes conformance selftest bench scale

# The image `scale` has pools for many probes: these are compiled once more for it.
POOLS := kernel/ool.c kernel/text.c consumers/kprobes/register.c

# What a trap passes on its way is compiled for speed, all else for size.
HOT := $(addprefix kernel/,die extable policy-linux text trap trap-log) consumers/kprobes/hit consumers/kprobes/kretprobe \
	$(addprefix arch/%/,decode ool step stack text)

# image TARGET,NAME,OBJECTS: an image is the kernel, the consumers, the framework and some of the suites.
#
# Three links: with an empty symbol table; with the table of the first, which has the final size; with that of the second,
# which has the final addresses. That it has is checked.
image = $(eval $(call image_rule,$(1),$(2),$(3),$(B_$(1))/gen/$(2)))
define image_rule
$(B_$(1))/$(2).elf: $(3) $(B_$(1))/newlib/libc.a $(B_$(1))/gen/kernel.lds tools/mksyms.py
	$$(call say,LINK,$$@)
	$$(Q)$$(PYTHON) tools/mksyms.py --empty >$(4)-0.S
	$$(Q)set -e; for pass in 0 1 2; do \
		$$(CC_$(1)) $$(KFLAGS_$(1)) -c -o $(4).o $(4)-$$$$pass.S; \
		$$(LINK_$(1)) $(3) $(4).o $(B_$(1))/newlib/libc.a -lgcc -o $(4).elf; \
		$$(CROSS_$(1))nm $(4).elf | $$(PYTHON) tools/mksyms.py >$(4)-$$$$((pass + 1)).S; \
	done
	$$(Q)cmp -s $(4)-2.S $(4)-3.S || \
		{ echo "$$@: the symbol table did not settle: addresses moved in the last link" >&2; exit 1; }
	$$(Q)mv $(4).elf $$@
endef

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
	-Wl,-T,$$(B_$(1))/gen/kernel.lds

image-$(1): $$(foreach i,$(IMAGES),$$(B_$(1))/$$(i).elf)
# one image alone, for tools/mutate-arch
image-$(1)-conformance: $$(B_$(1))/conformance.elf
# for tools/fuzz-step, which writes the sequences
image-$(1)-fuzz: $$(B_$(1))/fuzz.elf
# Everything hangs on the flags it was made with, and on the list of sources (a file taken away is seen too).
$$(B_$(1))/gen/flags: FORCE
	$$(call need,$$(CC_$(1)))
	@mkdir -p $$(@D)
	@echo '$$(CC_$(1)) $$(KFLAGS_$(1)) $$(SRC_$(1)) $(HOT)' | cmp -s - $$@ || echo '$$(CC_$(1)) $$(KFLAGS_$(1)) $$(SRC_$(1)) $(HOT)' >$$@

$$(B_$(1))/gen/asm-offsets.h: arch/$(2)/offsets.c $$(B_$(1))/gen/flags tools/offsets.py | build/newlib/.unpacked
	$$(call say,GEN,$$@)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -MMD -MP -MT $$@ -MF $$(@:.h=.d) -S -o $$(@:.h=.s) $$<
	$$(Q)$$(PYTHON) tools/offsets.py $$(@:.h=.s) >$$@

# At -Os gcc sees uninitialised variables where there are none.
$$(B_$(1))/obj/%.c.o: KOPT := -Os -Wno-maybe-uninitialized
$$(foreach c,$(HOT),$$(eval $$(B_$(1))/obj/$$(subst %,$(2),$$(c)).c.o: KOPT := -O2))
$$(B_$(1))/obj/%.c.o: %.c $$(B_$(1))/gen/asm-offsets.h
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) $$(KOPT) -MMD -MP -c -o $$@ $$<

$$(B_$(1))/obj/%.S.o: %.S $$(B_$(1))/gen/asm-offsets.h
	$$(call say,AS,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -D__ASSEMBLY__ -MMD -MP -c -o $$@ $$<

$$(B_$(1))/gen/known-issues.c: tests/known-issues tools/known-issues.py tools/whosetrap/blocks.py
	@mkdir -p $$(@D)
	$$(Q)$$(PYTHON) tools/known-issues.py $(1) $$< >$$@
$$(B_$(1))/obj/known-issues.o: $$(B_$(1))/gen/known-issues.c $$(B_$(1))/gen/asm-offsets.h
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -c -o $$@ $$<

$$(B_$(1))/gen/kernel.lds: linker/kernel.lds.S $$(B_$(1))/gen/asm-offsets.h
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) -D__ASSEMBLY__ -E -P -MMD -MP -MT $$@ -MF $$@.d -x assembler-with-cpp -o $$@ $$<

# with TARGET,FOLDERS: the objects without tests but those of some folders
with_$(1) = $$(filter-out $$(B_$(1))/obj/tests/%,$$(OBJ_$(1))) \
	$$(foreach d,framework arch/$(2) $$(1),$$(filter $$(B_$(1))/obj/tests/$$(d)/%,$$(OBJ_$(1))))
many_$(1) = $$(foreach o,$$(1),$$(if $$(filter $$(POOLS:%=$$(B_$(1))/obj/%.o) $$(B_$(1))/obj/tests/scale/%,$$(o)),$$(o:.c.o=.c.many.o),$$(o)))
$$(B_$(1))/obj/%.c.many.o: %.c $$(B_$(1))/gen/asm-offsets.h
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(KFLAGS_$(1)) $$(KOPT) -DMANY_PROBES -MMD -MP -c -o $$@ $$<
$$(B_$(1))/obj/%.c.many.o: KOPT := -Os -Wno-maybe-uninitialized

$$(call image,$(1),whosetrap,$$(call with_$(1),unit))
$$(call image,$(1),probes,$$(call with_$(1),seed))
$$(call image,$(1),conformance,$$(call with_$(1),debugreg conformance))
$$(call image,$(1),selftest,$$(call with_$(1),selftest))
$$(call image,$(1),bench,$$(call with_$(1),bench))
$$(call image,$(1),fuzz,$$(call with_$(1),fuzz) $$(B_$(1))/obj/$$(B_$(1))/fuzz/seqs.c.o $$(B_$(1))/obj/$$(B_$(1))/fuzz/seqs.S.o)
$$(call image,$(1),scale,$$(call many_$(1),$$(call with_$(1),scale) $$(B_$(1))/obj/tests/bench/measure.c.o))

-include $$(OBJ_$(1):.o=.d) $$(patsubst %.c.o,%.c.many.d,$$(filter %.c.o,$$(OBJ_$(1)))) $$(B_$(1))/gen/asm-offsets.d $$(B_$(1))/gen/kernel.lds.d
endef

arch_of = $(patsubst ppc64le,ppc64,$(1))
$(foreach t,$(TARGETS) null,$(eval $(call target,$(t),$(call arch_of,$(t)))))
