# SPDX-License-Identifier: GPL-2.0-only
# newlib, from the distribution's source package, compiled file by file with the kernel's own flags. Its configure does not
# know these targets; its generic C files need no configuring beyond lib/newlib/newlib.h.

# NEWLIB_SRC: a tarball, or a folder that holds newlib/libc
NEWLIB_SRC ?= $(firstword $(wildcard /usr/src/newlib/newlib-*.tar.* /usr/src/newlib-*.tar.*))

NEWLIB_FILES := \
	$(addprefix string/,memchr memcmp memcpy memmem memmove memrchr memset strcat strchr strcmp strcpy strcspn strlcat \
		strlcpy strlen strncat strncmp strncpy strnlen strpbrk strrchr strspn strstr strtok_r) \
	$(addprefix ctype/,ctype_ isalnum isalpha iscntrl isdigit islower isprint ispunct isspace isupper isxdigit tolower toupper) \
	$(addprefix stdlib/,abs mbtowc_r strtol strtoll strtoul strtoull wctomb_r) \
	$(addprefix search/,bsearch qsort) \
	$(addprefix stdio/,snprintf sprintf vsnprintf vsprintf vfprintf) \
	$(addprefix locale/,locale localeconv) reent/impure errno/errno

# For size, but without what newlib leaves out for it: words at a time in string functions, "(null)" in printf.
NEWLIB_CFLAGS := -w -fno-builtin -fno-tree-loop-distribute-patterns -Ilib/newlib -Ibuild/newlib/libc/include \
	-D_LIBC -D_COMPILING_NEWLIB -DINTEGER_ONLY

build/newlib.source: FORCE
	@echo '$(NEWLIB_SRC)' | cmp -s - $@ || echo '$(NEWLIB_SRC)' >$@

build/newlib/.unpacked: tools/unpack-newlib build/newlib.source
	@tools/unpack-newlib '$(NEWLIB_SRC)' build/newlib

define newlib
$(patsubst %,build/$(1)/newlib/%.o,$(NEWLIB_FILES)): build/$(1)/newlib/%.o: build/newlib/.unpacked build/$(1)/gen/flags mk/newlib.mk
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(BASE_$(1)) $$(NEWLIB_CFLAGS) -Os -U__OPTIMIZE_SIZE__ \
		$$(if $$(filter stdio/vfprintf,$$*),-DSTRING_ONLY,-D_svfprintf_r=_svfiprintf_r) -c -o $$@ build/newlib/libc/$$*.c

build/$(1)/newlib/libc.a: $(patsubst %,build/$(1)/newlib/%.o,$(NEWLIB_FILES))
	$$(call say,NEWLIB,$$@)
	$$(Q)rm -f $$@
	$$(Q)$$(CROSS_$(1))ar rcs $$@ $$^
endef
$(foreach t,$(TARGETS) null,$(eval $(call newlib,$(t))))
