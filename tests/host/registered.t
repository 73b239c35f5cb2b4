#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# No test file is forgotten: each one on disk has tests in the list of each target it is meant for, and each test in the list
# has a verdict in a run.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

for my $target (targets()) {
	(my $arch = $target) =~ s/ppc64le/ppc64/;
	my %files = map { $_ => 0 } grep { has_tests($_) } glob("tests/*/*.c tests/conformance/$arch/*.c");
	my ($status, $list) = output("tools/run $target --mode list");
	my %tests;
	for (split /\n/, $list) {
		my ($name, $file) = /^([\w.]+)\t(\S+)/ or next;
		$tests{$name} = $file;
		$files{$file}++;
	}
	is($status, 0, "$target: list=1");
	is(join(' ', grep { !$files{$_} } sort keys %files), '', "$target: every file with tests has some in the list");

	my ($ran_status, $text) = output("tools/run $target");
	my %ran = map { $_ => 1 } $text =~ /^(?:not )?ok \d+ (\S+)/mg;
	my @expected = grep { !/^(selftest|bench)\./ } sort keys %tests;
	is(join(' ', grep { !$ran{$_} } @expected), '', "$target: all of the " . @expected . ' tests listed ran');
	is(join(' ', grep { !$tests{$_} } sort keys %ran), '', "$target: all that ran are listed");
}

sub has_tests {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!";
	return grep { /^(TEST|TEST_OF|CONFORMANCE|CONFORMANCE_ROW)\(/ } <$in>;
}

done_testing();
