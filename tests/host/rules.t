#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# Every conformance check has a citation that can be read, and there are as many as were promised: 150 an architecture, 500 in all.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

my ($status, $text) = output('tools/rules');
is($status, 0, 'every rule is a manual and a section') or diag($text);
my ($targets) = $text =~ /^manual\s+chapter\s+(.*)$/m;
my ($counts) = $text =~ /^all\s+(.*)$/m;
my %count;
@count{split ' ', $targets // ''} = split ' ', $counts // '';
my $sum = 0;
for my $target (targets()) {
	cmp_ok($count{$target} // 0, '>=', 150, "$target: 150 checks");
	$sum += $count{$target} // 0 unless $target eq 'ppc64le';
}
cmp_ok($sum, '>=', 500, '500 checks in all') if targets() == 4;

my ($bad, $said) = output('tools/rules toaster');
ok($bad == 2 && $said eq "rules: toaster: no such target; expected ppc64 or ppc64le or x86_64 or aarch64\n", 'tools/rules toaster') or diag($said);

done_testing();
