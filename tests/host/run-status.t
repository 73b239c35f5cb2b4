#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# tools/run tells the truth: whatever a guest does, the exit status, the last line and the lost test are right.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use HostTest;
use Test::More;

# console that the fake QEMU plays => exit status, last line, what must be said, what must not
my @cases = (
	[ 'pass', 0, '2 passed, 0 failed, 0 skipped', qr/^ok 2 s\.t2$/m, qr/^#>/m ],
	[ 'fail', 1, '1 passed, 1 failed, 0 skipped', qr/^not ok 2 s\.t2\n  # why$/m ],
	[ 'todo', 0, '0 passed, 0 failed, 2 skipped', qr/# TODO known issue x: rule$/m, qr/details/ ],
	[ 'silent', 1, '1 passed, 1 failed, 0 skipped', qr/^# the guest was lost outside any test: .*QEMU's exit status is 0\n(.*\n)*.*two verdicts/m ],
	[ 'off', 1, '0 passed, 1 failed, 0 skipped', qr/lost twice before a verdict on test 1/ ],
	[ 'lost', 1, '2 passed, 1 failed, 0 skipped', qr/^not ok 2 s\.t2 # LOST .*status is 35\n  # console: .*\n(.*\n)*ok 3 s\.t3$/m ],
	[ 'hang TEST_TIMEOUT=1', 1, '0 passed, 1 failed, 0 skipped', qr/^not ok 1 s\.t1 # LOST no progress for 1 s/m ],
	[ 'forever TIMEOUT=2', 1, '0 passed, 1 failed, 0 skipped', qr/^not ok 1 s\.t1 # LOST the time limit of 2 s is over/m ],
	[ 'short', 1, '2 passed, 1 failed, 0 skipped', qr/problem: 1 of 3 tests have no verdict, the first is 3/ ],
	[ 'lie', 1, '1 passed, 1 failed, 0 skipped', qr/problem: the guest says 2 passed, 0 failed/ ],
	[ 'twice', 1, '1 passed, 1 failed, 0 skipped', qr/problem: test 1 has two verdicts/ ],
	[ 'wrong-status', 1, '1 passed, 1 failed, 0 skipped', qr/problem: .*exit status is 0, not 33/ ],
	[ 'no-last', 1, '1 passed, 1 failed, 0 skipped', qr/without its last line, QEMU's exit status is 33/ ],
	[ 'no-last-off', 1, '1 passed, 1 failed, 0 skipped', qr/without its last line, QEMU's exit status is 0/ ],
	[ 'hang-at-end TEST_TIMEOUT=1', 1, '1 passed, 1 failed, 0 skipped', qr/no progress for 1 s.*though the last line was there/ ],
	[ 'killed-at-end', 1, '1 passed, 1 failed, 0 skipped', qr/problem: .*exit status is -9, not 33/ ],
	[ 'beyond', 1, '2 passed, 1 failed, 0 skipped', qr/problem: test 2 is outside the plan, 1\.\.1/ ],
	[ 'no-plan', 1, '1 passed, 1 failed, 0 skipped', qr/problem: no plan/ ],
	[ 'replan', 1, '1 passed, 1 failed, 0 skipped', qr/problem: the plan changed from 1\.\.2 to 1\.\.3/ ],
	[ 'xpass', 1, '0 passed, 1 failed, 0 skipped', qr/problem: test 1 passes, but a failure was expected/ ],
	[ 'unannounced', 1, '1 passed, 1 failed, 0 skipped', qr/problem: a verdict on test 1 s\.t1, .* announced was none/ ],
	[ 'other-name', 1, '1 passed, 1 failed, 0 skipped', qr/problem: a verdict on test 1 s\.t2, .* announced was 1 s\.t1/ ],
	[ 'cut', 1, '2 passed, 1 failed, 0 skipped', qr/problem: a verdict on test 2 s\., / ],
	[ 'two-ends', 1, '1 passed, 1 failed, 0 skipped', qr/problem: the guest has two last lines/ ],
	[ 'lost-last', 1, '1 passed, 1 failed, 0 skipped', qr/^not ok 2 s\.t2 # LOST .*exit status is 0$/m ],
	[ 'garbage', 0, '1 passed, 0 failed, 0 skipped', qr/garbage/ ],
	[ 'empty', 1, '0 passed, 1 failed, 0 skipped', qr/problem: no test/ ],
	[ 'complains', 1, '0 passed, 1 failed, 0 skipped', qr/\A[^K]*QEMU: qemu: no such machine\n[^K]*problem: QEMU did not start\n/, qr/machine(.*\n)*.*machine/ ],
	[ 'signal', 1, '0 passed, 1 failed, 0 skipped', qr/LOST QEMU was ended by signal 11/ ],
	[ 'pass V=1', 0, '2 passed, 0 failed, 0 skipped', qr/^#> 2 s\.t2$/m ],
);

for (@cases) {
	my ($fake, $want_status, $want_last, $said, $unsaid) = @$_;
	my ($name, @vars) = split ' ', $fake;
	my ($status, $text) = output("FAKE=$name tools/run x86_64 --elf Makefile QEMU_PREFIX=tests/host/fake-qemu @vars");
	my $ok = $status == $want_status && last_line($text) eq $want_last && $text =~ $said && !($unsaid && $text =~ $unsaid);
	ok($ok, "$fake: status $want_status, `$want_last'") or diag("status $status\n$text");
	is(() = $text =~ /^KTAP version/mg, $name =~ /^(off|complains)$/ ? 0 : 1, "$fake: one version line");
}

my ($status, $text) = output('FAKE=pass tools/run x86_64 --elf Makefile QEMU_PREFIX=tests/host/fake-qemu OUT=build/out.txt && cat build/out.txt');
is(() = $text =~ /^ok 2 s\.t2$/mg, 2, 'OUT= has the console too');

# A run over two images: one plan, one row of numbers, and a guest that is lost costs the test it was running. The images say what
# they hold, so a guest that plans otherwise is found out.
my $two = 'tools/run x86_64 QEMU_PREFIX=tests/host/fake-qemu TEST=chain.errno_values,conformance.debug.single_step,conformance.debug.icebp';
($status, $text) = output("FAKE=parts $two");
ok($status == 1 && $text =~ /\AKTAP version 1\n1\.\.3\nok 1 s\.t1\nnot ok 2 s\.t1 # LOST .*\n(  # .*\n)*ok 3 s\.t2\n2 passed, 1 failed, 0 skipped\n\z/,
   'two images, one run') or diag("status $status\n$text");
($status, $text) = output("FAKE=parts $two START=3");
ok($status == 0 && $text eq "KTAP version 1\n1..3\nok 3 s.t2\n1 passed, 0 failed, 0 skipped\n", 'START= in the second image') or diag("status $status\n$text");
($status, $text) = output("FAKE=parts-short $two");
ok($status == 1 && $text =~ /^# problem: the guest's plan is 1\.\.1, but \S+conformance\.elf holds 2 of the tests selected$/m &&
   $text =~ /^# problem: 1 of 3 tests have no verdict, the first is 3$/m, 'a plan that is not the image\'s') or diag("status $status\n$text");

done_testing();
