# SPDX-License-Identifier: GPL-2.0-only
"""The two modes with a person in front: the xmon prompt, and gdb on QEMU's gdbstub."""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from .targets import Usage


def xmon(config, elf):
    """The kernel's console on this terminal, at the xmon prompt. Ctrl-A x ends QEMU; a pipe works as input too."""
    command = config.command(elf, config.words + ["xmon=on"], serial="mon:stdio")
    # With sleep=off an idle guest would burn through its time while the person thinks.
    command = [word.replace(",sleep=off", "") for word in command]
    if sys.stdin.isatty():
        print("xmon: '?' lists the commands, 'c' goes on, Ctrl-A x ends QEMU", file=sys.stderr)
    status = subprocess.run(command, check=False).returncode
    return 0 if status == config.machine.passed else 1


def gdb(config, elf):
    """QEMU halted at its first instruction, gdb attached. GDB_ARGS: more arguments for gdb."""
    debugger = shutil.which("gdb-multiarch")
    if not debugger:
        raise Usage("gdb-multiarch: not found; 'make setup' installs it")
    with tempfile.TemporaryDirectory(prefix="whosetrap-") as folder:
        stub, console = os.path.join(folder, "gdb"), config.out or os.path.join(folder, "console")
        command = config.command(elf, config.words, serial=f"file:{console}")
        command += ["-gdb", f"unix:{stub},server=on,wait=off", "-S"]
        # In a session of its own: Ctrl-C is for gdb.
        qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            print(f"gdb: the kernel's console goes to {console}", file=sys.stderr)
            return subprocess.run([debugger, "-q", "-nx", "-iex", "set pagination off", "-iex", "set confirm off", elf,
                                   "-ex", f"target remote {stub}", *shlex.split(os.environ.get("GDB_ARGS", ""))],
                                  check=False).returncode
        finally:
            qemu.terminate()
            qemu.wait()
