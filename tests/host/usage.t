#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# A value that cannot be used ends the command at once with one line: what was given, what is allowed.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

my @cases = (
	[ 'x86_64 MACHINE=toaster', qr/MACHINE=toaster: expected microvm or pc or q35/ ],
	[ 'ppc64 MACHINE=q35', qr/MACHINE=q35: expected pseries or powernv9/ ],
	[ 'x86_64 SMP=banana', qr/SMP=banana: expected a number from 1 to 8/ ],
	[ 'x86_64 SMP=9', qr/SMP=9: expected a number/ ],
	[ 'x86_64 POLICY=nonsense', qr/POLICY=nonsense: expected linux/ ],
	[ 'x86_64 SEED=xyz', qr/SEED=xyz: expected a number/ ],
	[ 'x86_64 SEED=-1', qr/SEED=-1: expected a number/ ],
	[ 'x86_64 EL=2', qr/EL=2: only aarch64/ ],
	[ 'aarch64 EL=3', qr/EL=3: expected a number from 1 to 2/ ],
	[ 'aarch64 CPU=banana', qr/CPU=banana: .*knows no such CPU/ ],
	[ 'x86_64 FIRMWARE=slof', qr/FIRMWARE=slof: expected default or grub/ ],
	[ 'aarch64 FIRMWARE=uefi', qr/FIRMWARE=uefi: aarch64 boots without firmware/ ],
	[ 'ppc64 CPU=PVR', qr/CPU=PVR: .*knows no such CPU/ ],
	[ 'x86_64 CPU=sse2', qr/CPU=sse2: .*knows no such CPU/ ],
	[ 'x86_64 MACHINE=microvm FIRMWARE=grub', qr/FIRMWARE=grub: expected MACHINE=pc or MACHINE=q35/ ],
	[ 'ppc64 MACHINE=powernv9 FIRMWARE=slof', qr/FIRMWARE=slof: expected MACHINE=pseries/ ],
	[ 'x86_64 ICOUNT=2', qr/ICOUNT=2: expected 0 or 1/ ],
	[ 'x86_64 TIMEOUT=0', qr/TIMEOUT=0: expected a number/ ],
	[ 'x86_64 V=yes', qr/V=yes: expected 0 or 1/ ],
	[ 'x86_64 QEMU_PREFIX=/nowhere', qr/QEMU_PREFIX=\/nowhere: expected a folder that holds qemu-system-x86_64/ ],
	[ 'x86_64 EMULATOR=toaster', qr/EMULATOR=toaster: expected qemu or bochs/ ],
	[ 'ppc64 EMULATOR=bochs', qr/EMULATOR=bochs: runs x86_64, not ppc64/ ],
	[ 'toaster EMULATOR=bochs', qr/toaster: no such target/ ],
	[ 'x86_64 EMULATOR=bochs MACHINE=q35', qr/MACHINE=q35: cannot be chosen with EMULATOR=bochs/ ],
	[ 'x86_64 EMULATOR=bochs QEMU_PREFIX=/nowhere', qr/QEMU_PREFIX=\/nowhere: cannot be chosen/ ],
	[ 'x86_64 EMULATOR=bochs --mode gdb', qr/EMULATOR=bochs: expected --mode run or list or selftest with it, not gdb/ ],
	[ 'x86_64 TSET=a.b', qr/TSET: no such variable; known: TEST / ],
	[ q(x86_64 'TEST=a b'), qr/TEST=a b: expected globs/ ],
	[ 'x86_64 OUT=/nowhere/file', qr/OUT=\/nowhere\/file: / ],
	[ 'x86_64 --mode xmon OUT=/nowhere/file', qr/OUT=\/nowhere\/file: No such file/ ],
	[ 'x86_64 --mode gdb OUT=/nowhere/file', qr/OUT=\/nowhere\/file: No such file/ ],
	[ 'toaster', qr/toaster: no such target; expected ppc64 or ppc64le or x86_64 or aarch64/ ],
	[ '', qr/expected a target/ ],
	[ 'x86_64 --mode dance', qr/--mode dance: expected run or/ ],
	[ 'x86_64 --elf /nowhere', qr/\/nowhere: not there; 'make build-x86_64' makes it/ ],
);

for (@cases) {
	my ($args, $said) = @$_;
	my ($status, $text) = output("tools/run $args");
	my $lines = () = $text =~ /\n/g;
	ok($status == 2 && $lines == 1 && $text =~ $said, "tools/run $args") or diag("status $status\n$text");
}

my ($status, $text) = output('make run-toaster');
ok($status && $text =~ /run-toaster: no such target; expected one of run-ppc64 /, 'make run-toaster') or diag($text);

($status, $text) = output('make run-x86_64 TSET=a.b');
ok($status == 2 && $text =~ /TSET: no such variable; known: TEST /, 'make TSET=') or diag($text);

($status, $text) = output('JOBS=banana tools/check');
ok($status == 2 && $text eq "check: JOBS=banana: expected a number from 1 to 99\n", 'JOBS=banana') or diag($text);

# Globs that match nothing: the nearest names are given. The kernel itself does the same for an image that is named.
($status, $text) = output('tools/run x86_64 --elf build/x86_64/whosetrap.elf TEST=chian.priority_order');
ok($status == 1 && $text =~ /^Bail out! test=chian\.priority_order matches no test; nearest: \S*chain\./m &&
   last_line($text) eq '0 passed, 1 failed, 0 skipped', 'TEST that matches nothing in one image') or diag($text);
($status, $text) = output('tools/run x86_64 TEST=chian.priority_order');
ok($status == 1 && $text =~ /^Bail out! test=chian\.priority_order matches no test; nearest: \S*chain\./m &&
   last_line($text) eq '0 passed, 1 failed, 0 skipped', 'TEST that matches nothing') or diag($text);

# A list that may not be whole is no list, and says why.
for (['off', qr/without its last line, QEMU's exit status is 0/], ['lost', qr/^# panic: gone$/m], ['complains', qr/^# qemu: no such machine$/m]) {
	my ($fake, $said) = @$_;
	($status, $text) = output("FAKE=$fake tools/run x86_64 --elf Makefile QEMU_PREFIX=tests/host/fake-qemu --mode list");
	ok($status == 1 && $text =~ $said && $text =~ /^run: no list/m, "--mode list: $fake") or diag("status $status\n$text");
}

# A missing tool is named, and make setup with it.
($status, $text) = output('PATH=/nowhere /usr/bin/python3 tools/run x86_64');
ok($status == 2 && $text =~ /qemu-system-x86_64: not found; 'make setup' installs it/, 'no QEMU') or diag($text);

done_testing();
