# SPDX-License-Identifier: GPL-2.0-only
# whosetrap: a trap arrives; whose is it?     `make help` lists what can be made.

TARGETS := ppc64 ppc64le x86_64 aarch64
RUN_VARS := TEST SUITE START POLICY SMP MACHINE CPU EL FIRMWARE SEED ICOUNT TIMEOUT TEST_TIMEOUT QEMU_PREFIX LOG V OUT EMULATOR

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:

V ?= 0
Q := $(if $(filter 1,$(V)),,@)
# say WORD FILE: one line for each thing made, unless the whole command is shown
say = @$(if $(filter 1,$(V)),:,printf '  %-7s %s\n' $(1) '$(2)')
# the variables that the user set, as words for tools/run
given = $(foreach v,$(RUN_VARS),$(if $(filter command% environment%,$(origin $(v))),$(v)='$($(v))'))
run = +$(Q)tools/run $(1) --mode $(2) $(given)

help:
	@sed -n 's/^#: //p' Makefile

#: make setup                 install what is missing (Debian); says what is needed elsewhere
#: make run-<arch>            boot, run the tests, verdict; <arch>: ppc64 ppc64le x86_64 aarch64
#: make check                 everything that must be green
#: make selftest              the framework tests itself, on all targets
#: make bench                 what a trap, a notifier, a step and a kprobe cost, in guest instructions
#: make list                  all tests and where they stand
#: make xmon-<arch>           the xmon prompt on this terminal
#: make gdb-<arch>            gdb-multiarch on the halted kernel
#: make build-<arch>  build   only build; build-null proves the arch contract
#: make clean
#:
#: TEST=glob,...  SUITE=glob,...   which tests            POLICY=linux
#: MACHINE=  FIRMWARE=             x86_64: microvm pc q35, FIRMWARE=grub; aarch64: virt; ppc64*: pseries (FIRMWARE=vof slof) powernv9
#: CPU=  EL=1|2 (aarch64)  SMP=n   SEED=n  ICOUNT=0 (real time instead of counted)
#: TIMEOUT=s  LOG=1 (print the trap log)  V=1 (commands)  OUT=file
#: QEMU_PREFIX=folder              other QEMU binaries    NEWLIB_SRC=folder|tarball

.PHONY: help setup build clean check selftest bench list FORCE \
	$(foreach t,$(TARGETS),run-$(t) xmon-$(t) gdb-$(t) list-$(t) selftest-$(t) bench-$(t)) \
	$(foreach t,$(TARGETS) null,build-$(t))

setup:
	@tools/setup

ifneq ($(filter-out help setup clean,$(or $(MAKECMDGOALS),help)),)
include mk/targets.mk
include mk/newlib.mk
endif

build: $(foreach t,$(TARGETS) null,build-$(t))

$(TARGETS:%=run-%): run-%: build-%
	$(call run,$*,run)
$(TARGETS:%=xmon-%): xmon-%: build-%
	$(call run,$*,xmon)
$(TARGETS:%=gdb-%): gdb-%: build-%
	$(call run,$*,gdb)
$(TARGETS:%=list-%): list-%: build-%
	$(call run,$*,list)
$(TARGETS:%=selftest-%): selftest-%: build-%
	$(call run,$*,selftest)
$(TARGETS:%=bench-%): bench-%: build-%
	$(call run,$*,bench)

list: list-x86_64
selftest: build
	+$(Q)prove -v tests/host/selftest.t
bench: build
	+$(Q)tools/bench $(given)
check: build
	+$(Q)tools/check $(given)

clean:
	rm -rf build
