# SPDX-License-Identifier: GPL-2.0-only
# What the host tests share.
package HostTest;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(output last_line targets);

# output COMMAND: (exit status, standard output and error together)
sub output {
	my ($command) = @_;
	my $text = `exec 2>&1; $command`;
	return ($? & 127 ? 128 + ($? & 127) : $? >> 8, $text);
}

sub last_line {
	my ($text) = @_;
	my @lines = grep { /\S/ } split /\n/, $text;
	return $lines[-1] // '';
}

sub targets { return split ' ', $ENV{TARGETS} // 'ppc64 ppc64le x86_64 aarch64' }

1;
