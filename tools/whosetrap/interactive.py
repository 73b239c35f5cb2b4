# SPDX-License-Identifier: GPL-2.0-only
"""The two modes with a person in front: the xmon prompt, and gdb on QEMU's gdbstub."""
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time

from .guest import end, private_folder, start
from .targets import Usage

STUB_WAIT = 10      # seconds for QEMU to open its gdbstub


def xmon(config, elf):
    """The kernel's console on this terminal, at the xmon prompt. Ctrl-A x ends QEMU; a pipe works as input too."""
    with private_folder() as folder:
        command = config.command(elf, config.words + ["xmon=on"], folder, serial="mon:stdio")
        # With sleep=off an idle guest would burn through its time while the person thinks.
        command = [word.replace(",sleep=off", "") for word in command]
        if sys.stdin.isatty():
            print("xmon: '?' lists the commands, 'c' goes on, Ctrl-A x ends QEMU", file=sys.stderr)
        qemu = start(command)
        try:
            status = qemu.wait()
        finally:
            end(qemu)
    return 0 if status == config.machine.passed else 1


def gdb(config, elf):
    """QEMU halted at its first instruction, gdb attached. GDB_ARGS: more arguments for gdb."""
    debugger = shutil.which("gdb-multiarch")
    if not debugger:
        raise Usage("gdb-multiarch: not found; 'make setup' installs it")
    with private_folder() as folder:
        stub, console = os.path.join(folder, "gdb"), config.out or os.path.join(folder, "console")
        command = config.command(elf, config.words, folder, serial=f"file:{console}")
        command += ["-gdb", f"unix:{stub},server=on,wait=off", "-S"]
        # In a session of its own: Ctrl-C is for gdb, and not for this process either.
        qemu = start(command, stdin=subprocess.DEVNULL, start_new_session=True)
        signal.signal(signal.SIGINT, lambda *_: None)
        try:
            until = time.monotonic() + STUB_WAIT
            while not os.path.exists(stub):
                if qemu.poll() is not None or time.monotonic() > until:
                    raise Usage(f"{command[0]}: does not start")
                time.sleep(0.01)
            print(f"gdb: the kernel's console goes to {console}", file=sys.stderr)
            return subprocess.run([debugger, "-q", "-nx", "-iex", "set pagination off", "-iex", "set confirm off", elf,
                                   "-ex", f"target remote {stub}", *shlex.split(os.environ.get("GDB_ARGS", ""))],
                                  check=False).returncode
        finally:
            end(qemu)
