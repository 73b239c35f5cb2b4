#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# The framework tests itself: suite `selftest` holds tests that fail, hang, crash and leave things behind on purpose. The
# table at the head of each of its files says which verdict each of them must get, and what must be said under it; the
# test after each of them, after_*, must find a clean world and pass.
#
#	TARGETS="x86_64 ppc64" prove tests/host/selftest.t

use strict;
use warnings;
use Test::More;

my @targets = split ' ', $ENV{TARGETS} // 'ppc64 ppc64le x86_64 aarch64';

# name => [verdict, text]
my %wanted;
my %known_verdict = map { $_ => 1 } qw(ok error skip todo lost), 'not ok';

for my $file (glob 'tests/selftest/*.c') {
	open my $in, '<', $file or die "$file: $!";
	my (%here, %declared);
	while (<$in>) {
		$declared{$1} = 1 if /^TEST\(selftest, (\w+)\)/;
		next unless /^ \*\t(\w+)\t+(ok|not ok|error|skip|todo|lost)(?:\t+(.*\S))?\s*$/;
		$here{$1} = [$2, $3];
	}
	for my $name (keys %declared) {
		fail("$file: $name has a line in the table") unless $here{$name};
	}
	for my $name (keys %here) {
		fail("$file: $name of the table is a test") unless $declared{$name};
	}
	%wanted = (%wanted, %here);
}
cmp_ok(scalar keys %wanted, '>', 30, 'the tables were read');

# What a verdict line says, as one word.
sub verdict {
	my ($ok, $directive) = @_;
	return $ok ? 'ok' : 'not ok' unless defined $directive;
	return 'skip'  if $directive =~ /^SKIP /;
	return 'error' if $directive =~ /^ERROR /;
	return 'todo'  if $directive =~ /^TODO /;
	return 'lost'  if $directive =~ /^LOST /;
	return $ok ? 'ok' : 'not ok';
}

for my $target (@targets) {
	my @lines = `make -s run-$target SUITE=selftest V=1 2>&1`;
	my $status = $? >> 8;
	is(join('', grep { /^# problem:/ } @lines), '', "$target: the kernel's exit status agrees with its last line");
	my (%seen, %said, @order);
	my %total = (passed => 0, failed => 0, skipped => 0);
	my ($about, $last) = ('', '');

	for (@lines) {
		chomp;
		$last = $_ if /\S/ && !/^make(\[\d+\])?: /;
		if (/^#> \d+ selftest\.(\w+)/) {
			$about = $1;
		} elsif (/^(not )?ok \d+ selftest\.(\w+)(?: # (.*))?$/) {
			$about = $2;
			fail("$target: $about has one verdict only") if $seen{$about};
			$seen{$about} = verdict(!$1, $3);
			$said{$about} .= ($3 // '') . "\n";
			my $counts = { 'ok' => 'passed', 'skip' => 'skipped', 'todo' => 'skipped' }->{$seen{$about}} // 'failed';
			$total{$counts}++;
		} else {
			$said{$about} .= "$_\n";
		}
	}

	unless (%seen) {
		fail("$target: the run gives verdicts");
		diag(join "\n", @lines);
		next;
	}
	isnt($status, 0, "$target: the run as a whole fails");
	is($last, "$total{passed} passed, $total{failed} failed, $total{skipped} skipped", "$target: the totals are right");

	for my $name (sort keys %wanted) {
		my ($verdict, $text) = @{ $wanted{$name} };
		my $good = is($seen{$name}, $verdict, "$target: $name: $verdict");
		if ($good && defined $text) {
			my $pattern = quotemeta $text;
			$pattern =~ s/NN/\\d+/g;
			$good = like($said{$name}, qr/$pattern/, "$target: $name says why");
		}
		diag($said{$name} // '(no output)') unless $good;
	}
	for my $name (sort keys %seen) {
		next if $wanted{$name};
		if ($name =~ /^after_(\w+)/ && $wanted{$1}) {
			is($seen{$name}, 'ok', "$target: the test after $1 passes") or diag($said{$name});
		} else {
			fail("$target: $name is neither in a table nor after one that is");
		}
	}
	for my $name (sort keys %wanted) {
		next if $name eq 'passes' || $name eq 'passes_at_last';
		ok($seen{"after_$name"}, "$target: there is a test after $name");
	}
}

done_testing();
