#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# make setup-qemu-new: one clear line where it cannot work, nothing to do where it has. It runs with a PATH on which apt-get, apt-config
# and df are ours; no network is used.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Cwd 'abs_path';
use File::Temp 'tempdir';
use HostTest;
use Test::More;

my $setup = abs_path('tools/setup-qemu-new');
my $dir = tempdir(CLEANUP => 1);
my $to = "$dir/qemu";

sub script {
	my ($name, $text) = @_;
	open my $out, '>', "$dir/bin/$name" or die;
	print $out "#!/bin/sh\n$text\n";
	close $out;
	chmod 0755, "$dir/bin/$name";
}

sub machine {
	system('rm', '-rf', "$dir/bin", $to);
	mkdir "$dir/bin";
	for my $tool (qw(sed awk mkdir rm cat chmod grep tail head ls dirname readlink)) {
		my ($path) = grep { -x } "/usr/bin/$tool", "/bin/$tool";
		symlink $path, "$dir/bin/$tool";
	}
	script('df', 'echo "x 1 1 ${FREE:-9999999} 1% /"');
	script('apt-get', 'case $1 in indextargets) exit ;; esac; echo "E: ${SAYS:-no route}"; exit ${STATUS:-100}');
	script('apt-config', 'echo \'Dir::State::status "/var/lib/dpkg/status";\'');
	script('dpkg-deb', 'exit 0');
	open my $out, '>', "$dir/os-release" or die;
	print $out "VERSION_CODENAME=toastworm\n";
}

sub run_setup {
	my ($env) = @_;
	return output("env -i PATH=$dir/bin OS_RELEASE=$dir/os-release $env /bin/sh $setup $to");
}

my ($status, $text);

machine();
($status, $text) = run_setup('');
ok($status == 1 && $text =~ /^setup-qemu-new: cannot fetch the lists of toastworm-backports from http\S+: E: no route\n\z/m, 'no network')
	or diag("$status\n$text");
ok(!-e "$to/bin", 'nothing that looks like a QEMU is left');

machine();
($status, $text) = run_setup('FREE=9999');
ok($status == 1 && $text =~ /\Asetup-qemu-new: \S+: 9 MB are free, \d+ are needed\n\z/, 'no space') or diag("$status\n$text");

for my $tool (qw(apt-get apt-config dpkg-deb)) {
	machine();
	unlink "$dir/bin/$tool";
	($status, $text) = run_setup('');
	ok($status == 1 && $text eq "setup-qemu-new: $tool: not found; only Debian's packages can be fetched\n", "no $tool")
		or diag("$status\n$text");
}

machine();
unlink "$dir/os-release";
($status, $text) = run_setup('');
ok($status == 1 && $text =~ /names no VERSION_CODENAME/, 'another distribution') or diag("$status\n$text");

machine();
($status, $text) = run_setup('STATUS=0');
ok($status == 1 && $text =~ /^setup-qemu-new: apt-get fetched no package$/m, 'an apt-get that lies') or diag("$status\n$text");

machine();
mkdir $to;
mkdir "$to/bin";
for my $program (qw(x86_64 aarch64 ppc64)) {
	script("../qemu/bin/qemu-system-$program", 'echo QEMU emulator version 9.8.7');
}
($status, $text) = run_setup('');
ok($status == 0 && $text eq "setup-qemu-new: QEMU 9.8.7 is there: QEMU_PREFIX=$to/bin\n", 'nothing to do') or diag("$status\n$text");

done_testing();
