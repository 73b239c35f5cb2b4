#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# Bochs as the emulator: the kernel is told its version, a test that ends the machine is LOST and the rest is run, a guest that
# hangs is killed, and what is missing is named. A Bochs of ours, which says on its console what it is told to, stands in for what
# the real one cannot be brought to do.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Temp 'tempdir';
use HostTest;
use Test::More;
use Time::HiRes 'time';

my $dir = tempdir(CLEANUP => 1);

sub fake {
	my ($says) = @_;
	open my $out, '>', "$dir/bochs" or die;
	print $out "#!/bin/sh\ncase \$1 in --help) echo 'Bochs x86 Emulator 9.8.7'; exit ;; esac\n$says\n";
	close $out;
	chmod 0755, "$dir/bochs";
}

sub run_fake {
	return output("PATH=$dir:\$PATH tools/run x86_64 --elf build/x86_64/whosetrap.elf EMULATOR=bochs @_");
}

my $bochs = grep { -x "$_/bochs" } split /:/, $ENV{PATH};
my ($status, $text);
SKIP: {
	skip "bochs: not found; 'make setup-bochs' installs it", 8 unless $bochs;

	fake("cat \"\$3\" >$dir/settings; printf 'KTAP version 1\\n1..1\\n#> 1 a.b\\nok 1 a.b\\n1 passed, 0 failed, 0 skipped\\n' >&3; exit 1");
	($status, $text) = run_fake('TEST=chain.priority_order');
	ok($status == 0 && last_line($text) eq '1 passed, 0 failed, 0 skipped', 'the verdict is the last line of the console') or diag("$status\n$text");
	like((output("cat $dir/settings"))[1], qr/^com1: enabled=1, mode=file, dev=\/dev\/fd\/3$/m, 'the console is COM1');

	fake("printf 'KTAP version 1\\n1..1\\n#> 1 a.b\\nok 1 a.b\\n1 passed, 0 failed, 0 skipped\\n' >&3; exit 3");
	($status, $text) = run_fake('TEST=chain.priority_order');
	ok($status == 1 && $text =~ /but Bochs's exit status is 3, not 1/, 'an exit status that is not its own') or diag("$status\n$text");

	fake('exec sleep 60');
	my $start = time;
	($status, $text) = run_fake('TIMEOUT=2');
	ok($status == 1 && $text =~ /the time limit of 2 s is over/ && time - $start < 30, 'a guest that hangs is killed') or diag("$status\n$text");

	fake('echo "no such CPU" >&4; exit 1');
	($status, $text) = run_fake('');
	ok($status == 1 && $text =~ /^  # Bochs: no such CPU$/m && $text =~ /Bochs did not start/, 'what Bochs complains about is shown')
		or diag("$status\n$text");

	open my $out, '>', "$dir/bochs" or die;
	print $out "#!/bin/sh\nexit 0\n";
	close $out;
	($status, $text) = run_fake('');
	ok($status == 2 && $text =~ /bochs: says no version; is it Bochs\?/, 'a program that is not Bochs') or diag("$status\n$text");

	($status, $text) = output('tools/run x86_64 EMULATOR=bochs SUITE=selftest TEST=selftest.panics,selftest.after_panics');
	ok($status == 1 && $text =~ /^not ok 1 selftest\.panics # LOST /m && $text =~ /^ok 2 selftest\.after_panics$/m,
	   'the real one: a lost guest costs one test') or diag("$status\n$text");
	($status, $text) = output('tools/run x86_64 EMULATOR=bochs LOG=1 TEST=seed.both');
	ok($status == 0 && last_line($text) eq '1 passed, 0 failed, 0 skipped', 'the real one: passes') or diag("$status\n$text");
}

($status, $text) = output('PATH=/nowhere /usr/bin/python3 tools/run x86_64 EMULATOR=bochs');
ok($status == 2 && $text eq "run: bochs: not found; 'make setup-bochs' installs it\n", 'no Bochs') or diag("$status\n$text");

done_testing();
