# SPDX-License-Identifier: GPL-2.0-only
"""Bochs as the emulator of x86_64: a second witness, written by other people than QEMU.

It boots the ISO that GRUB loads the kernel from. The console is COM1, which Bochs writes to a file: its own descriptor 3,
which is this process' pipe. Its exit status is 1 whatever happens, so only the kernel's last line tells pass from fail.
"""
import glob
import os
import re
import shutil
import subprocess

from .targets import TARGETS, Config, Machine, Usage, grub_iso

BIOS = "/usr/share/bochs/BIOS-bochs-latest"
VGA_BIOS = "/usr/share/vgabios/vgabios.bin"
PLUGINS = "/usr/lib/*/bochs/plugins"
NOT_ITS_OWN = ("MACHINE", "FIRMWARE", "CPU", "SMP", "ICOUNT", "QEMU_PREFIX")    # what there is one of, or none
MODES = ("run", "list", "selftest")
IPS = 400000000
TIMEOUT = 600               # seconds; it interprets, and takes several times as long as QEMU
CONSOLE, LOG = 3, 4      # descriptors
MISSING = "not found; 'make setup-bochs' installs it"

# There is no display that shows nothing: `term` draws on a terminal, and gets none. A guest second is @ips instructions; GRUB
# and the BIOS wait by the second, and the tests' time limits are of seconds too.
SETTINGS = """\
display_library: term
romimage: file={bios}, options=fastboot
vgaromimage: file={vga_bios}
cpu: model=corei7_haswell_4770, count=1, ips={ips}, reset_on_triple_fault=0, ignore_bad_msrs=0
memory: guest=64, host=64
ata0-master: type=cdrom, path="{iso}", status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=/dev/fd/{console}
com2: enabled=1, mode=null
speaker: enabled=0
sound: driver=dummy
log: /dev/fd/{log}
debug: action=ignore
info: action=ignore
error: action=report
panic: action=fatal
"""


class Bochs(Config):
    """One run's variables, checked, and Bochs' command line."""

    emulator_name = "Bochs"
    has_monitor = False
    boot_time = 60

    def __init__(self, target, given, mode):
        if target in TARGETS and target != "x86_64":
            raise Usage(f"EMULATOR=bochs: runs x86_64, not {target}")
        for name in NOT_ITS_OWN:
            if name in given:
                raise Usage(f"{name}={given[name]}: cannot be chosen with EMULATOR=bochs")
        if mode not in MODES:
            raise Usage(f"EMULATOR=bochs: expected --mode {' or '.join(MODES)} with it, not {mode}")
        super().__init__(target, given)
        if "TIMEOUT" not in given:
            self.timeout = TIMEOUT
        self.machine = Machine([], passed=1, failed=1, icount=False)

    def _find_emulator(self, prefix):
        path = shutil.which("bochs")
        if not path:
            raise Usage(f"bochs: {MISSING}")
        for file in (BIOS, VGA_BIOS):
            if not os.path.exists(file):
                raise Usage(f"{file}: {MISSING}")
        if glob.glob(PLUGINS) and not glob.glob(PLUGINS + "/libbx_term_gui.so"):
            raise Usage(f"bochs' display `term`: {MISSING}")
        return path

    def _version(self):
        text = subprocess.run([self.program, "--help"], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL).stdout
        found = re.search(r"Bochs x86 Emulator (\d+(?:\.\d+)*)", text)
        if not found:
            raise Usage(f"{self.program}: says no version; is it Bochs?")
        return "bochs-" + found[1]

    def command(self, elf, words, folder, **_):
        settings, script = os.path.join(folder, "bochsrc"), os.path.join(folder, "debugger")
        with open(settings, "w", encoding="utf-8") as out:
            out.write(SETTINGS.format(bios=BIOS, vga_bios=VGA_BIOS, iso=grub_iso(elf, words, folder), console=CONSOLE, log=LOG,
                                      ips=IPS))
        with open(script, "w", encoding="utf-8") as out:        # Debian's Bochs has a debugger, which waits for a word
            out.write("c\n")
        return ["sh", "-c", f'exec "$@" {CONSOLE}>&1 {LOG}>&2 >/dev/null 2>&1', "sh", self.program, "-q", "-f", settings,
                "-rc", script]
