#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# The instruction decoder of x86_64 (arch/x86_64/insn.c), built for the host, against objdump: the length of every instruction
# of the kernel's own text and of a list of rare encodings, and that it refuses what is cut short.

use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

plan skip_all => 'x86_64 is not among the targets' unless grep { $_ eq 'x86_64' } split ' ', $ENV{TARGETS} // 'x86_64';

my $prefix = 'x86_64-linux-gnu-';
$prefix = '' if system("command -v ${prefix}objdump >/dev/null 2>&1");
plan skip_all => 'no objdump for x86_64' if system("command -v ${prefix}objdump >/dev/null 2>&1");

my $dir = tempdir(CLEANUP => 1);
my $flags = '-std=gnu11 -O1 -Wall -Wextra -Werror';
is(system("cc $flags -o $dir/insn tests/host/x86-insn.c arch/x86_64/insn.c"), 0, 'the decoder builds for the host') or BAIL_OUT('no decoder');
is(system("${prefix}as --64 -o $dir/rare.o tests/host/x86-insn.s"), 0, 'the list is assembled');

# (bytes, text) of each instruction that objdump finds; not what it gives up on, nor FWAIT taken together with the next one.
sub disassemble {
	my ($file) = @_;
	my @found;

	open my $in, '-|', "${prefix}objdump", '-d', '-w', '-z', '-M', 'intel64', $file or die "objdump: $!";
	while (<$in>) {
		next unless /^\s*[0-9a-f]+:\t((?:[0-9a-f]{2} )+)\s*\t(.*\S)/;
		my ($bytes, $text) = ($1, $2);
		next if $text =~ /\(bad\)|^\.byte/ || $bytes =~ /^9b ./;
		$bytes =~ s/ //g;
		push @found, [$bytes, $text];
	}
	close $in or die "objdump $file: status $?";
	return @found;
}

# Lengths of instructions given as strings of hexadecimal digits.
sub lengths {
	open my $out, '>', "$dir/in" or die "$dir/in: $!";
	print $out "$_\n" for @_;
	close $out;
	my @sizes = `$dir/insn <$dir/in`;
	chomp @sizes;
	return @sizes;
}

sub compare {
	my ($what, $least, @insns) = @_;
	my @sizes = lengths(map { $_->[0] } @insns);
	my $wrong = 0;

	cmp_ok(scalar @insns, '>=', $least, "$what: at least $least instructions");
	for my $i (0 .. $#insns) {
		my ($bytes, $text) = @{ $insns[$i] };

		next if $sizes[$i] == length($bytes) / 2;
		diag("$what: $bytes  $text: $sizes[$i] bytes") if $wrong++ < 10;
	}
	is($wrong, 0, "$what: all lengths");
}

my @rare = disassemble("$dir/rare.o");
compare('rare encodings', 110, @rare);
SKIP: {
	skip 'no image', 2 unless -e 'build/x86_64/whosetrap.elf';
	compare('kernel text', 10000, disassemble('build/x86_64/whosetrap.elf'));
}

# The same without their last byte end nowhere.
my $accepted = grep { $_ } lengths(map { substr $_->[0], 0, -2 } grep { length $_->[0] > 2 } @rare);
is($accepted, 0, 'an instruction cut short is refused');

# One byte too many does not change a length; sixteen are no instruction.
my @longer = lengths(map { $_->[0] . '00' } @rare);
is(scalar(grep { $longer[$_] != length($rare[$_][0]) / 2 } 0 .. $#rare), 0, 'what follows does not matter');
is_deeply([lengths(('66' x 15) . '90', ('66' x 14) . '90')], [0, 15], 'fifteen bytes are the limit');

# SDM 2A and 2D: not in 64-bit mode, or not assigned.
my @invalid = qw(06 07 0e 16 17 1e 1f 27 2f 37 3f 60 61 8200 9a00000000 c8 ce d400 d500 d6 ea00000000 8fc8 fed0 fff8 8ec8 8cf0 8dc0
	c408c0c0 c4e0c0c0 66c5f858c0 48c5f858c0 f0c5f858c0 0f04 0f0a 0f0c 0f24c0 0f36 0f39);
my @sizes = lengths(@invalid);
is($sizes[$_], 0, "$invalid[$_] is refused") for 0 .. $#invalid;

done_testing();
