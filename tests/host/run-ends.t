#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# However tools/run is ended, no QEMU and no folder stay behind.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Temp 'tempdir';
use HostTest;
use Test::More;
use Time::HiRes 'sleep';

my $run = 'tools/run x86_64 --elf Makefile QEMU_PREFIX=tests/host/fake-qemu';

$ENV{TMPDIR} = tempdir(CLEANUP => 1);
$ENV{FAKE_PID} = "$ENV{TMPDIR}/pid";

# Wait up to ten seconds until the condition holds.
sub soon {
	my ($holds) = @_;
	for (1 .. 200) {
		return 1 if $holds->();
		sleep 0.05;
	}
	return 0;
}

for my $signal (qw(TERM HUP INT KILL)) {
	unlink $ENV{FAKE_PID};
	my $child = fork // die;
	unless ($child) {
		$SIG{INT} = 'DEFAULT';
		$ENV{FAKE} = 'pid';
		exec "exec $run >/dev/null 2>&1" or die;
	}
	ok(soon(sub { -e $ENV{FAKE_PID} }), "SIG$signal: QEMU runs") or next;
	open my $in, '<', $ENV{FAKE_PID} or die;
	chomp(my $qemu = <$in>);
	kill $signal, $child;
	waitpid $child, 0;
	ok(soon(sub { !kill 0, $qemu }), "SIG$signal: QEMU is gone");
	my @left = glob "$ENV{TMPDIR}/whosetrap-*";
	is("@left", '', "SIG$signal: so is its folder") unless $signal eq 'KILL';	# nobody is left to clear up
}

my ($status, $text) = output("bash -c 'FAKE=endless $run | head -3; exit \${PIPESTATUS[0]}'");
ok($status == 141 && $text =~ /\AKTAP version 1\n1\.\.1\n.*\n\z/, 'a reader that goes away') or diag("status $status\n$text");

($status, $text) = output("FAKE=one-line $run TIMEOUT=2");
ok($status == 1 && $text =~ /LOST the time limit/ && $text =~ /^  # console: x{100,300}$/m, 'a line that does not end') or diag("status $status");

($status, $text) = output("FAKE=nmi $run TEST_TIMEOUT=2");
ok($status == 0 && $text =~ /^  got nmi$/m, 'a silent guest gets an NMI, and may go on') or diag("status $status\n$text");

my $deep = "$ENV{TMPDIR}/" . 'x' x 100;
mkdir $deep;
($status, $text) = output("TMPDIR=$deep FAKE=nmi $run TEST_TIMEOUT=2");
ok($status == 0, 'a TMPDIR too long for a socket') or diag("status $status\n$text");

($status, $text) = output("FAKE=garbage LC_ALL=C PYTHONIOENCODING=ascii $run");
ok($status == 0 && $text =~ /\\x1b\[2J garbage/ && $text !~ /[^\n -~]/, 'nothing that moves a cursor') or diag("status $status\n$text");

done_testing();
