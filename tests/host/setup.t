#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# make setup: quick where nothing is missing, installs the packages of what is, never believes apt-get, and says elsewhere what
# is needed. It runs with a PATH on which apt-get, sudo, id and dpkg are ours.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Cwd 'abs_path';
use File::Temp 'tempdir';
use HostTest;
use Test::More;
use Time::HiRes 'time';

my $setup = abs_path('tools/setup');
my $dir = tempdir(CLEANUP => 1);
my @tools = do {
	open my $in, '<', $setup or die;
	map { /^\t([\w.-]+)\t+[\w-]+$/ ? $1 : () } <$in>;
};
cmp_ok(scalar @tools, '>', 12, 'the list of tools was read');

sub script {
	my ($name, $text) = @_;
	unlink "$dir/$name";
	open my $out, '>', "$dir/$name" or die;
	print $out "#!/bin/sh\n$text\n";
	close $out;
	chmod 0755, "$dir/$name";
}

# A machine on which all is there but the tools named, with an apt-get that installs these.
sub machine {
	my %without = map { $_ => 1 } @_;
	unlink glob "$dir/*";
	for (@tools) {
		script($_, 'exit 0') unless $without{$_};
	}
	for my $tool (qw(sed cat chmod)) {
		my ($path) = grep { -x } "/usr/bin/$tool", "/bin/$tool";
		symlink $path, "$dir/$tool";
	}
	script('id', 'echo "${FAKE_UID:-0}"');
	script('dpkg', 'echo amd64');
	script('sudo', "echo \"sudo \$1\" >>$dir/calls; exec \"\$@\"");
	script('apt-get', <<"EOT");
echo "\$*" >>$dir/calls
[ "\$*" != update ] || { echo >$dir/lists; exit; }
[ -z "\${STALE:-}" ] || [ -e $dir/lists ] || exit 100
[ -z "\${BROKEN:-}" ] || exit 0
for tool in @_; do
	echo '#!/bin/sh' >$dir/\$tool
	chmod +x $dir/\$tool
done
EOT
}

# (status, text, apt-get's and sudo's calls)
sub run_setup {
	my ($env) = @_;
	my ($status, $text) = output("env -i PATH=$dir $env /bin/sh $setup");
	my $calls = '';
	if (open my $in, '<', "$dir/calls") {
		local $/;
		$calls = <$in>;
	}
	return ($status, $text, $calls);
}

my ($status, $text, $calls);
SKIP: {
	skip 'not all is installed here', 2 unless -e '/usr/include/stdio.h' && -e '/usr/src/newlib' && -e '/usr/lib/grub/i386-pc';

	machine();
	my $start = time;
	($status, $text, $calls) = run_setup('');
	ok($status == 0 && $text eq "setup: nothing is missing\n" && $calls eq '', 'nothing to do') or diag("$status\n$text\n$calls");
	cmp_ok(time - $start, '<', 1, 'in less than a second');
}

machine('qemu-system-ppc64', 'x86_64-linux-gnu-gcc');
($status, $text, $calls) = run_setup('');
ok($status == 0 && $text =~ /^setup: done$/m, 'what is missing is installed') or diag("$status\n$text");
like($calls, qr/^install -y --no-install-recommends [^\n]*\bqemu-system-ppc\b/, 'by its package');
unlike($calls, qr/gcc-x86-64-linux-gnu|^update$|^sudo/m, "not by the cross compiler's name for the native one, no update, no sudo");

machine('xz');
($status, $text, $calls) = run_setup('STALE=1');
ok($status == 0 && $calls =~ /\Ainstall .*\nupdate\ninstall .*\n\z/, 'old package lists are fetched') or diag("$status\n$text\n$calls");

machine('xz');
($status, $text, $calls) = run_setup('FAKE_UID=1000');
ok($status == 0 && $calls =~ /\Asudo apt-get\ninstall/, 'sudo for who is not root') or diag("$status\n$text\n$calls");

machine('xz');
unlink "$dir/sudo";
($status, $text, $calls) = run_setup('FAKE_UID=1000');
ok($status == 1 && $text =~ /^setup: sudo: not found; run as root: apt-get install .*xz-utils/ && $calls eq '', 'no sudo')
	or diag("$status\n$text\n$calls");

machine('xz');
($status, $text, $calls) = run_setup('BROKEN=1');
ok($status == 1 && $text =~ /^setup: still missing after the installation:.* xz\b/m, 'an apt-get that lies') or diag("$status\n$text");

machine('xz', 'gdb-multiarch');
unlink "$dir/apt-get";
($status, $text, $calls) = run_setup('');
ok($status == 1 && $text =~ /not Debian/ && $text =~ /^  xz \(xz-utils\)$/m && $text =~ /^  gdb-multiarch \(gdb-multiarch\)$/m,
   'another distribution') or diag("$status\n$text");

done_testing();
