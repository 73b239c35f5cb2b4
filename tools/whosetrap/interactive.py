# SPDX-License-Identifier: GPL-2.0-only
"""The two modes with a person in front: the xmon prompt, and gdb on QEMU's gdbstub."""
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import termios
import time

from .guest import end, private_folder, start
from .ktap import TOTALS
from .targets import Usage

STUB_WAIT = 10      # seconds for QEMU to open its gdbstub
TAIL = 1000         # characters at the end of the console, among them the last line


def script(qemu, timeout):
    """A session whose input is a pipe: copy the console until it ends. Returns whether its last line tells of success."""
    until, tail = time.monotonic() + timeout, b""
    while select.select([qemu.stdout], [], [], max(0, until - time.monotonic()))[0]:
        data = os.read(qemu.stdout.fileno(), 65536)
        if not data:
            qemu.wait()
            found = [TOTALS.match(line.strip()) for line in tail.decode("utf-8", "replace").splitlines()]
            last = [[int(n) for n in totals.groups()] for totals in found if totals][-1:]
            return bool(last) and last[0][0] > 0 and last[0][1] == 0
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        tail = (tail + data)[-TAIL:]
    print(f"run: the time limit of {timeout} s is over", file=sys.stderr)
    return False


def xmon(config, elf, globs):
    """The kernel's console on this terminal, at the xmon prompt. Ctrl-A x ends QEMU; a pipe works as input too."""
    with private_folder() as folder:
        command = config.command(elf, config.words(globs) + ["xmon=on", "watchdog=off"], folder, serial="mon:stdio")
        # With sleep=off an idle guest would burn through its time while the person thinks.
        command = [word.replace(",sleep=off", "") for word in command]
        if config.out:
            place = command.index("mon:stdio")
            name = config.out.replace(",", ",,")
            command[place:place + 1] = ["chardev:console", "-mon", "chardev=console,mode=readline",
                                        "-chardev", f"stdio,id=console,mux=on,signal=off,logfile={name}"]
        person = sys.stdin.isatty()
        if person:
            print("xmon: '?' lists the commands, 'c' goes on, Ctrl-A x ends QEMU", file=sys.stderr)
            terminal = termios.tcgetattr(sys.stdin)
        qemu = start(command, stdout=None if person else subprocess.PIPE)
        try:
            # Who sits there sees what happens, and may leave by Ctrl-A x, with status 0.
            if person:
                return 0 if qemu.wait() in (0, config.machine.passed) else 1
            return 0 if script(qemu, config.timeout) and qemu.returncode == config.machine.passed else 1
        finally:
            end(qemu)
            if person:
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, terminal)


def gdb(config, elf, globs):
    """QEMU halted at its first instruction, gdb attached. GDB_ARGS: more arguments for gdb."""
    debugger = shutil.which("gdb-multiarch")
    if not debugger:
        raise Usage("gdb-multiarch: not found; 'make setup' installs it")
    with private_folder() as folder:
        stub, console = os.path.join(folder, "gdb"), config.out or os.path.join(os.path.dirname(elf), "console.txt")
        complaint = open(os.path.join(folder, "stderr"), "w+", encoding="utf-8", errors="replace")
        command = config.command(elf, config.words(globs) + ["watchdog=off"], folder, serial=f"file:{console}")
        command += ["-gdb", f"unix:{stub},server=on,wait=off", "-S"]
        # In a session of its own: Ctrl-C is for gdb, and not for this process either.
        qemu = start(command, stdin=subprocess.DEVNULL, stdout=complaint, stderr=complaint, start_new_session=True)
        signal.signal(signal.SIGINT, lambda *_: None)
        try:
            until = time.monotonic() + STUB_WAIT
            while not os.path.exists(stub):
                if qemu.poll() is not None or time.monotonic() > until:
                    complaint.seek(0)
                    said = complaint.read().strip().splitlines() or [f"{command[0]}: does not start"]
                    raise Usage(said[-1])
                time.sleep(0.01)
            print(f"gdb: the kernel's console goes to {console}", file=sys.stderr)
            return subprocess.run([debugger, "-q", "-nx", "-iex", "set pagination off", "-iex", "set confirm off", elf,
                                   "-ex", f"target remote {stub}", *shlex.split(os.environ.get("GDB_ARGS", ""))],
                                  check=False).returncode
        finally:
            end(qemu)
            complaint.close()
