# SPDX-License-Identifier: GPL-2.0-only
# whosetrap: a trap arrives; whose is it?     `make help` lists what can be made.

TARGETS := ppc64 ppc64le x86_64 aarch64
RUN_VARS := TEST SUITE START POLICY SMP MACHINE CPU EL FIRMWARE SEED ICOUNT TIMEOUT TEST_TIMEOUT QEMU_PREFIX LOG V OUT EMULATOR BOOST

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:

V ?= 0
Q := $(if $(filter 1,$(V)),,@)
# say WORD FILE: one line for each thing made, unless the whole command is shown
say = @$(if $(filter 1,$(V)),:,printf '  %-7s %s\n' $(1) '$(2)')
# the variables that the user set, as words for tools/run
given = $(foreach v,$(RUN_VARS),$(if $(filter command% environment%,$(origin $(v))),$(v)='$(subst ','\'',$($(v)))'))
# need TOOL: the recipe ends with one clear line when TOOL is missing
need = @command -v $(1) >/dev/null 2>&1 || { echo "$(1): not found; 'make setup' installs it" >&2; exit 1; }
run = $(Q)tools/run $(1) --mode $(2) $(given)

# A misspelt variable would be ignored without a word.
KNOWN := $(RUN_VARS) COUNT FIRST MUTATION NEWLIB_SRC JOBS TARGETS CROSS_NULL CROSS_X86_64 CROSS_AARCH64 CROSS_PPC64 CROSS_PPC64LE GDB_ARGS
$(foreach v,$(filter-out $(KNOWN) MAKE%,$(.VARIABLES)),$(if $(filter command,$(firstword $(origin $(v)))),\
	$(error $(v): no such variable; known: $(KNOWN))))

help:
	@sed -n 's/^#: //p' Makefile

#: make setup                 install what is missing (Debian); says what is needed elsewhere
#: make run-<arch>            boot, run the tests, verdict; <arch>: ppc64 ppc64le x86_64 aarch64
#: make setup-bochs           install Bochs alone, for run-x86_64 EMULATOR=bochs; `make setup` does it too where it can
#: make setup-qemu-new        unpack a newer QEMU (Debian's backports) under build/, for QEMU_PREFIX=build/qemu-new/bin
#: make check                 everything that must be green
#: make check-qemu-new        the same on that newer QEMU
#: make selftest              the framework tests itself, on all targets
#: make fuzz-step [-<arch>]    differential stepping: 10,000 sequences a target, free, stepped, probed (SEED= COUNT= FIRST= TARGETS=)
#: make known-issues          the known faults of emulators: versions, tests, and the rule that is broken
#: make rules                 how many checks there are of each chapter of each architecture manual
#: make bench                 what a trap, a notifier, a step and a kprobe cost, in guest instructions
#: make mutate-arch           break the kernel, one place at a time: the conformance suites must notice (MUTATION=glob TARGETS=)
#: make list                  all tests and where they stand
#: make xmon-<arch>           the xmon prompt on this terminal
#: make gdb-<arch>            gdb-multiarch on the halted kernel
#: make build-<arch>  build   only build; build-null proves the arch contract
#: make clean
#:
#: TEST=glob,...  SUITE=glob,...   which tests            POLICY=linux
#: MACHINE=  FIRMWARE=             x86_64: microvm pc q35, FIRMWARE=grub; aarch64: virt; ppc64*: pseries (FIRMWARE=vof slof) powernv9
#: CPU=  EL=1|2 (aarch64)  SMP=n   SEED=n  ICOUNT=0 (real time instead of counted)
#: BOOST=0                         kprobes: step each instruction that is not emulated
#: TIMEOUT=s  LOG=1 (print the trap log)  V=1 (commands)  OUT=file
#: JOBS=n (check: how many at a time)
#: EMULATOR=bochs                  x86_64 in Bochs, by GRUB: a second witness
#: QEMU_PREFIX=folder              other QEMU binaries    NEWLIB_SRC=folder|tarball

.PHONY: help setup setup-bochs setup-qemu-new build clean check check-qemu-new selftest bench mutate-arch known-issues rules list fuzz-step FORCE \
	$(foreach t,$(TARGETS),fuzz-step-$(t) run-$(t) xmon-$(t) gdb-$(t) list-$(t) selftest-$(t) bench-$(t)) \
	$(foreach t,$(TARGETS) null,build-$(t))

setup:
	@tools/setup
setup-bochs:
	@tools/setup bochs
setup-qemu-new:
	$(Q)tools/setup-qemu-new

# What is built is built by a make of its own: it uses all cores, and it looks for the compilers when setup has put them there.
parallel = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
# One at a time in a tree: two would write the same files.
build = +$(Q)mkdir -p build && flock build/.lock $(MAKE) $(parallel) $(foreach t,$(1),image-$(t))

ifneq ($(filter image-%,$(MAKECMDGOALS)),)
include mk/targets.mk
include mk/newlib.mk
endif

build:
	$(call build,$(TARGETS) null)
$(foreach t,$(TARGETS) null,build-$(t)): build-%:
	$(call build,$*)

define commands
run-$(1) xmon-$(1) gdb-$(1) list-$(1) selftest-$(1) bench-$(1): %-$(1):
	$$(call build,$(1))
	$$(call run,$(1),$$*)
endef
$(foreach t,$(TARGETS),$(eval $(call commands,$(t))))

# Anything else of that form is a mistake, and gets a better answer than make's own.
run-% :: ; $(call no_such,$@,run)
fuzz-step-% :: ; $(call no_such,$@,fuzz-step)
xmon-% :: ; $(call no_such,$@,xmon)
gdb-% :: ; $(call no_such,$@,gdb)
no_such = @echo "$(1): no such target; expected one of$(foreach t,$(TARGETS), $(2)-$(t))" >&2; exit 2

list: list-x86_64
selftest: build
	$(call need,prove)
	$(Q)MAKEFLAGS= prove $(if $(filter 1,$(V)),-v) tests/host/selftest.t
known-issues:
	$(Q)tools/known-issues.py --table tests/known-issues
rules: build
	$(Q)tools/rules
bench: build
	$(Q)tools/bench $(given)
mutate = $(Q)MAKEFLAGS= tools/mutate-arch $(1) $(foreach v,TARGETS MUTATION QEMU_PREFIX V,$(if \
	$(filter command% environment%,$(origin $(v))),$(v)='$(subst ','\'',$($(v)))'))
mutate-arch:
	$(call mutate,--check) >/dev/null
	$(call build,$(addsuffix -conformance,$(TARGETS)))
	$(call mutate)
fuzz_given = $(foreach v,SEED COUNT FIRST CPU MACHINE QEMU_PREFIX BOOST,$(if $(filter command% environment%,$(origin $(v))),$(v)='$(subst ','\'',$($(v)))'))
fuzz-step:
	$(Q)mkdir -p build
	$(Q)MAKEFLAGS= tools/fuzz-step TARGETS='$(TARGETS)' $(fuzz_given)
$(foreach t,$(TARGETS),fuzz-step-$(t)): fuzz-step-%:
	$(Q)mkdir -p build
	$(Q)MAKEFLAGS= tools/fuzz-step $* $(fuzz_given)
check: build
	$(call need,prove)
	$(Q)MAKEFLAGS= tools/check $(given)
check-qemu-new: setup-qemu-new
	$(Q)$(MAKE) check QEMU_PREFIX=build/qemu-new/bin

clean:
	rm -rf build
