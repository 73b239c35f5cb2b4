#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# The image holds no floating-point or vector instruction: neither the kernel's code nor newlib's. Looked for by the registers that
# the cross disassembler names.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

my %about = (
	x86_64  => [ 'x86_64-linux-gnu-objdump', qr/%[xyz]mm\d|%st|%mm\d|\t(fld|fst|fwait|emms)/ ],
	aarch64 => [ 'aarch64-linux-gnu-objdump', qr/\t[^\t]*\b[vqdshbz]\d{1,2}\b(?!\()/ ],
	ppc64   => [ 'powerpc64-linux-gnu-objdump', qr/\t(lf[sd]|stf|fm|fa|fs|fd|fc|lv|stv|v[a-z]|lx|stx(?:v|s[di]))\w*\s.*\b[fv]s?\d/ ],
);
$about{ppc64le} = [ 'powerpc64le-linux-gnu-objdump', $about{ppc64}[1] ];

for my $target (targets()) {
	my ($objdump, $pattern) = @{$about{$target}};
	my $lines = 0;
	my @bad;
	open my $in, '-|', "$objdump -d --no-show-raw-insn build/$target/newlib/libc.a build/$target/obj/kernel/*.o" or die;
	while (<$in>) {
		$lines++ if /^\s+[0-9a-f]+:\t/;
		s/<.*//;
		next if /^\s+[0-9a-f]+:\t(b|bl|b\.\w+|cbn?z|tbn?z|adrp?)\s/;	# a hexadecimal target looks like a register
		push @bad, $_ if /^\s+[0-9a-f]+:(\t.*)/ && $1 =~ $pattern;
	}
	cmp_ok($lines, '>', 5000, "$target: $lines instructions were looked at");
	is(@bad, 0, "$target: none uses a floating-point or vector register") or diag(@bad[0 .. ($#bad < 9 ? $#bad : 9)]);
}

done_testing();
