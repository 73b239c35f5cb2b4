#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# tools/known-issues.py: what is written right becomes a table, what is not gets file, line and what was expected. A block
# that is dropped in silence would turn an emulator's fault into a failure of the kernel, or hide one.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Temp 'tempdir';
use HostTest;
use Test::More;

my $file = tempdir(CLEANUP => 1) . '/issues';
my @good = ('id: one', 'emulator: qemu', 'versions: 7.2..7.2.99', 'targets: ppc64 x86_64', 'tests: a.b,c.*',
	    'rule: Book 1', 'seen: nothing');

# compile TARGET, LINES...: (status, text)
sub compile {
	my ($target, @lines) = @_;
	open my $out, '>', $file or die;
	print $out map { "$_\n" } @lines;
	close $out;
	return output("tools/known-issues.py $target $file");
}

# The good block with one line replaced or, without a text, left out.
sub with {
	my ($key, $text) = @_;
	return grep { defined } map { /^$key:/ ? $text : $_ } @good;
}

my ($status, $text) = compile('ppc64', '# remark', '', @good, '  goes on, "quoted" \\', '', with('id', 'id: two'));
is($status, 0, 'two blocks');
like($text, qr/\.id = "one", \.tests = "a\.b,c\.\*", \.emulator = "qemu", \.from = "7\.2", \.to = "7\.2\.99", \.rule = "Book 1"/, 'the first');
like($text, qr/\.id = "two".*\n\t\{ \.id = NULL \},\n\};\n\z/, 'the second, and the end');

($status, $text) = compile('aarch64', @good);
ok($status == 0 && $text !~ /"one"/, 'not for another target') or diag($text);
($status, $text) = compile('ppc64', with('versions', 'versions: ..'));
ok($status == 0 && $text =~ /\.from = NULL, \.to = NULL/, 'all versions') or diag($text);
($status, $text) = compile('ppc64', with('rule', 'rule: say "a\\b"'));
ok($status == 0 && $text =~ /\.rule = "say \\"a\\\\b\\""/, 'what C would take otherwise') or diag($text);

compile('ppc64', @good, '', with('id', 'id: selftest-x'));
($status, $text) = output("tools/known-issues.py --table $file");
ok($status == 0 && $text =~ /^one +qemu 7\.2\.\.7\.2\.99 +ppc64,x86_64 +a\.b,c\.\* +Book 1\n1 known issues\n\z/m, 'as a table to read')
	or diag($text);

my @bad = (
	[ 'a key that is none', 2, qr/expected `key: value` with one of id .*, got `wrong: x`/, $good[0], 'wrong: x' ],
	[ 'no colon', 1, qr/expected `key: value`/, 'id one' ],
	[ 'a key twice', 2, qr/id: given twice/, 'id: one', 'id: two' ],
	[ 'nothing to go on with', 1, qr/expected `key: value` before a line that goes on/, '  text' ],
	[ 'an id used before', 9, qr/id: one: used before/, @good, '', @good ],
	[ 'a target that is none', 1, qr/targets: toaster: expected one or more of ppc64 /, with('targets', 'targets: ppc64 toaster') ],
	[ 'an emulator that is none', 1, qr/emulator: toaster: expected qemu or bochs/, with('emulator', 'emulator: toaster') ],
	[ 'a version that is none', 1, qr/versions: 7\.2: expected FROM\.\.TO/, with('versions', 'versions: 7.2') ],
	[ 'an empty rule', 1, qr/rule: : expected manual, section/, with('rule', 'rule:') ],
	(map { [ "no $_", 1, qr/$_: missing: expected /, with($_) ] } qw(id emulator versions targets tests rule seen)),
);
for (@bad) {
	my ($what, $line, $said, @lines) = @$_;
	($status, $text) = compile('ppc64', @lines);
	ok($status == 1 && $text =~ /^\Q$file\E:$line: $said/m, $what) or diag("$status\n$text");
}

# A block whose tests are gone or have another name says nothing.
for my $target (targets()) {
	($status, my $list) = output("tools/run $target --mode list");
	my @names = $list =~ /^([\w.]+\.\w+)\t/mg;
	my $table = (output("tools/known-issues.py $target tests/known-issues"))[1];
	my @stale;
	for my $glob (map { split /,/ } $table =~ /\.tests = "([^"]+)"/g) {
		my $pattern = join '', map { { '*' => '.*', '?' => '.' }->{$_} // quotemeta } split //, $glob;
		push @stale, $glob unless grep { /^$pattern$/ } @names;
	}
	ok($status == 0 && @names, "$target: has a list of tests");
	is("@stale", '', "$target: all globs in tests/known-issues match a test");
}

done_testing();
