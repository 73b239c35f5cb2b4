#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# The xmon prompt with a script for a person, and its exit status; and what a terminal gets to see of a run.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

for my $target (targets()) {
	my $copy = "build/$target/xmon,console.txt";	# QEMU wants a comma in a name doubled
	unlink $copy;
	my ($status, $text) = output("printf 'r\\nc\\n' | tools/run $target --mode xmon TEST=seed.both OUT=$copy TIMEOUT=60");
	ok($status == 0 && $text =~ /^xmon> .*\n(.*\n)*pc is at xmon_landing/m && $text =~ /^1 passed, 0 failed, 0 skipped\r?$/m,
	   "$target: registers, then on to the verdict") or diag("status $status\n$text");
	open my $in, '<', $copy;
	ok($in && grep({ /^1 passed, 0 failed, 0 skipped/ } <$in>), "$target: OUT= has it too");
}

my $fake = 'tools/run x86_64 --elf Makefile QEMU_PREFIX=tests/host/fake-qemu';
for (['pass', 0], ['fail', 1], ['no-last', 1], ['off', 1], ['wrong-status', 1], ['empty', 1], ['signal', 1]) {
	my ($name, $want) = @$_;
	my ($status, $text) = output("FAKE=$name $fake --mode xmon </dev/null");
	is($status, $want, "--mode xmon: $name: status $want") or diag($text);
}
my ($status, $text) = output("FAKE=hang $fake --mode xmon TIMEOUT=1 </dev/null");
ok($status == 1 && $text =~ /^run: the time limit of 1 s is over$/m, '--mode xmon: nobody goes on') or diag("status $status\n$text");

# On a terminal.
my $terminal = q[/usr/bin/python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'];
($status, $text) = output("FAKE=fail $terminal $fake </dev/null");
ok($status == 1 && $text =~ /^\e\[32mok 1 s\.t1\e\[0m\r\n\e\[31mnot ok 2 s\.t2\e\[0m\r\n  # why\r\n/m, 'verdicts in colour') or diag($text);
ok($text !~ /\e\[K/, 'no progress line in a short run') or diag($text);
($status, $text) = output("FAKE=fail NO_COLOR=1 $terminal $fake </dev/null");
ok($text !~ /\e/, 'NO_COLOR') or diag($text);
($status, $text) = output("FAKE=hang $terminal $fake TIMEOUT=4 </dev/null");
ok($text =~ m{\r\e\[K\[1/1\] s\.t1\r\e\[K.*not ok 1 s\.t1 # LOST}, 'a progress line in a long one, and it goes away') or diag($text);

done_testing();
