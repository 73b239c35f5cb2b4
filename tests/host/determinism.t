#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# Two runs of one build with the same arguments give the same console, byte for byte, on each target; the log is on, so
# that every pc and every count is in it.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

for my $target (targets()) {
	my @runs = map { (output("tools/run $target LOG=1 V=1"))[1] =~ s/^# .*\n//mgr } 1, 2;	# the command names a socket
	cmp_ok(length $runs[0], '>', 10000, "$target: there is a console");
	ok($runs[0] eq $runs[1], "$target: two runs, the same console") or diag(first_difference(@runs));
}

sub first_difference {
	my ($a, $b) = map { [ split /\n/ ] } @_;
	for my $i (0 .. $#$a) {
		return "line $i:\n  $a->[$i]\n  " . ($b->[$i] // '(end)') if $a->[$i] ne ($b->[$i] // '');
	}
	return 'one is longer';
}

done_testing();
