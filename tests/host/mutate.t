#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# tools/mutate-arch: every block of tests/mutations still means one place in the kernel, and what the tool cannot use it says in
# one line. Nothing is built here.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Temp 'tempdir';
use HostTest;
use Test::More;

my ($status, $text) = output('tools/mutate-arch --check');
ok($status == 0 && $text =~ /\A\d+ mutations apply\n\z/, 'every block of tests/mutations applies') or diag($text);

# No less than the issue asks for, and none that only repeats another.
my $list = do { local (@ARGV, $/) = 'tests/mutations'; <> };
my %concern;
$concern{$_}++ for map { split ' ' } $list =~ /^targets: (.+)$/mg;
ok(($concern{$_} // 0) >= 8, "$_: " . ($concern{$_} // 0) . ' mutations, at least 8') for qw(x86_64 aarch64 ppc64);
my @place = map { (/^replace: (.*)/m)[0] . (/^in: (.*)/m ? " in $1" : '') . (/^file: (.*)/m)[0] . (/^with: ?(.*)/m)[0] }
	grep { /^id:/m } split /\n\s*\n/, $list;
is(scalar @place, scalar keys %{ { map { $_ => 1 } @place } }, 'no mutation is there twice');

# A list and a file of our own.
my $dir = tempdir(CLEANUP => 1);
my ($file, $source) = ("$dir/list", "$dir/code.c");

sub put {
	my ($name, @lines) = @_;
	open my $out, '>', $name or die "$name: $!";
	print $out map { "$_\n" } @lines;
	close $out;
}

put($source, 'int one(void)', '{', "\treturn a + 1;", '}', 'int two(void)', '{', "\treturn a + 1;", "\treturn b + b;", '}');
my %good = (id => 'first', file => $source, targets => 'x86_64', replace => 'a + 1', in => 'int two', with => 'a - 1',
	    breaks => 'a sum');

# check KEY => VALUE...: what is said of the good block with these values; undef leaves a key out
sub check {
	my %block = (%good, @_);
	put($file, map { "$_: $block{$_}" } grep { defined $block{$_} } qw(id file targets in replace with breaks));
	return output("tools/mutate-arch --check LIST=$file MUTATION='*'");
}

($status, $text) = check();
ok($status == 0 && $text eq "1 mutations apply\n", 'a good block') or diag($text);
($status, $text) = check(with => '');
is($status, 0, 'nothing in its place') or diag($text);

my @bad = (
	[ 'a piece that is not there', 2, qr/^mutate-arch: \Q$file\E:1: first: replace: `a \+ 2` is 0 times in \Q$source\E there, expected once$/,
	  replace => 'a + 2' ],
	[ 'a piece that is there twice', 2, qr/first: replace: `a \+ 1` is 2 times in \Q$source\E, expected once/, in => undef ],
	[ 'twice in one line', 2, qr/first: replace: `b` is 2 times/, replace => 'b', with => 'c' ],
	[ 'a function that is not there', 2, qr/first: in: `int three` is 0 times/, in => 'int three' ],
	[ 'a piece behind the function\'s end', 2, qr/first: replace: `b \+ b` is 0 times/, in => 'int one', replace => 'b + b' ],
	[ 'a file that is not there', 2, qr/first: file: \/nowhere: No such file/, file => '/nowhere' ],
	[ 'no change', 2, qr/first: with: changes nothing/, with => 'a + 1' ],
	[ 'a target that is none', 1, qr/^\Q$file\E:1: targets: toaster: expected one or more of ppc64 /, targets => 'toaster' ],
	[ 'no reason', 1, qr/breaks: missing: expected what goes wrong/, breaks => undef ],
	[ 'nothing to put there, not even empty', 1, qr/with: missing: expected /, with => undef ],
	[ 'an id of more words', 1, qr/id: a b: expected a word/, id => 'a b' ],
);
for (@bad) {
	my ($what, $wanted, $said, @change) = @$_;
	($status, $text) = check(@change);
	my $lines = () = $text =~ /\n/g;
	ok($status == $wanted && $lines == 1 && $text =~ $said, $what) or diag("status $status\n$text");
}

my @values = (
	[ 'TARGETS=toaster', qr/TARGETS=toaster: expected one or more of ppc64 ppc64le x86_64 aarch64/ ],
	[ 'TARGETS=', qr/TARGETS=: expected one or more/ ],
	[ 'MUTATION=toaster', qr/MUTATION=toaster: matches none of / ],
	[ 'MUTATION=x86-\\* TARGETS=ppc64', qr/MUTATION=x86-\*: concerns none of TARGETS=ppc64/ ],
	[ 'V=yes', qr/V=yes: expected 0 or 1/ ],
	[ 'LIST=/nowhere', qr/LIST=\/nowhere: expected a file/ ],
	[ 'TSET=1', qr/TSET: no such variable; known: TARGETS / ],
);
for (@values) {
	my ($args, $said) = @$_;
	($status, $text) = output("tools/mutate-arch $args");
	my $lines = () = $text =~ /\n/g;
	ok($status == 2 && $lines == 1 && $text =~ $said, $args) or diag("status $status\n$text");
}
($status, $text) = output('make mutate-arch MUTATION=toaster');
ok($status == 2 && $text =~ /^mutate-arch: MUTATION=toaster: matches none/, 'make mutate-arch MUTATION=toaster') or diag($text);

done_testing();
