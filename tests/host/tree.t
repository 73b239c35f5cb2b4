#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# The rules of the tree that a script can hold: licence lines, layers, sizes.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

my @files = grep { -f } split /\n/, `git ls-files 2>/dev/null || find . -type f -not -path './build/*'`;
my %text = map { $_ => slurp($_) } @files;

sub slurp {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!";
	local $/;
	return <$in> // '';
}

# none WHAT, PATTERN, FILES: no line of these matches
sub none {
	my ($what, $pattern, @in) = @_;
	my @found;
	for my $file (@in) {
		my $n = 0;
		for (split /\n/, $text{$file}) {
			$n++;
			push @found, "$file:$n: $_" if $_ =~ $pattern;
		}
	}
	is(@found, 0, $what) or diag(join "\n", @found[0 .. ($#found < 9 ? $#found : 9)]);
}

my @code = grep { /\.[chS]$/ } @files;
my @portable = grep { m{^(kernel|consumers|tests/(framework|unit|seed|selftest|bench|scale)|include/(linux|whosetrap))/} } @code;

is(join(' ', grep { (join "\n", grep { defined } (split /\n/, $text{$_})[0 .. 2]) !~ /SPDX-License-Identifier: GPL-2\.0-only/ }
	grep { /\.([chSt]|py|pm|mk)$|Makefile$|^tools\/\w+$/ } @files), '', 'every source file says its licence in its first lines');
none('no conditional on an architecture in portable code',
     qr/^\s*#\s*(if|ifdef|ifndef|elif).*(__powerpc|__PPC|__x86_64|__amd64|__aarch64|CONFIG_(PPC|X86|ARM))/, @portable);
none('no instructions in consumers', qr/\b__asm__[^(]*\("[^"]/, grep { /^consumers/ } @portable);
none('consumers include no private header of an architecture', qr/#include\s+"(?!internal\.h")|#include\s+<asm\/(?!kprobes|barrier|ptrace|irqflags|kdebug|setjmp|step)/,
     grep { /^consumers/ } @portable);
none('no weak functions', qr/__weak|__attribute__\(\(\s*_*weak/, @code);
none('no banned function', qr/\b(strcpy|strcat|sprintf|vsprintf|gets|alloca|malloc|free|scanf|sscanf)\s*\(/,
     grep { !m{^kernel/libc\.c|^kernel/cmdline\.c} } grep { m{^(kernel|consumers|arch|boot)/.*\.c$} } @code);
none('no trailing white space', qr/[ \t]+$/, grep { !/\.md$|^LICENSE/ } @files);
is(join(' ', grep { (() = $text{$_} =~ /\n/g) > 500 } @code), '', 'no source file has more than 500 lines');

for my $target (targets()) {
	for my $image (qw(whosetrap probes conformance selftest bench)) {
		my ($status, $sizes) = output("size build/$target/$image.elf");
		my ($text, $data) = $sizes =~ /^\s*(\d+)\s+(\d+)/m;
		my $kib = ($text + $data) / 1024;
		ok($kib < 256, sprintf "%s: text and data of %s.elf take %.1f KiB, less than 256", $target, $image, $kib);
	}
}

done_testing();
