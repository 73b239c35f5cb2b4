#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# A real gdb on QEMU's gdbstub: break on the dispatcher, read the trap record, go on to the end.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

for my $target (targets()) {
	my $console = "build/$target/gdb-console.txt";
	my @commands = ('break trap_dispatch', 'continue', 'print *t', 'print t->kind',
			'print (unsigned long)&tc_call_break == t->pc', 'bt 6', 'delete', 'continue');
	$ENV{GDB_ARGS} = join ' ', '-batch', map { "-ex '$_'" } @commands;
	unlink $console;
	my ($status, $text) = output("timeout 60 tools/run $target --mode gdb TEST=seed.* OUT=$console </dev/null");
	like($text, qr/^Breakpoint 1, .*trap_dispatch \(t=/m, "$target: stopped in the dispatcher");
	like($text, qr/kind = TRAP_BREAKPOINT, pc = \d+/, "$target: the record is readable");
	like($text, qr/^\$3 = 1$/m, "$target: its pc is the breakpoint instruction");
	like($text, qr/^#\d+ .*\bon_test_stack\b|^#\d+ .*\btc_call/m, "$target: gdb unwinds from the dispatcher into the interrupted code");
	open my $in, '<', $console;
	my @lines = $in ? <$in> : ();
	like($lines[-1] // '', qr/^\d+ passed, 0 failed, 0 skipped$/, "$target: went on to the verdict") or diag($text);
}

done_testing();
