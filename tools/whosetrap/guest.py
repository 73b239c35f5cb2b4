# SPDX-License-Identifier: GPL-2.0-only
"""One QEMU: start it, read its console line by line, and end it whatever happens."""
import ctypes
import os
import re
import select
import signal
import socket
import subprocess
import tempfile
import time

from .targets import Usage

NMI_GRACE = 5               # seconds between the host's NMI and the end
TICK = 0.25                 # seconds between two calls of the function that shows the progress
LONGEST = 1 << 16           # bytes of a line that does not end
SOCKET_PATH = 80            # a longer folder leaves no room for a socket's name (sun_path, unix(7))
PR_SET_PDEATHSIG = 1        # prctl(2)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
LIBC = ctypes.CDLL(None, use_errno=True)


def private_folder():
    """A folder for sockets and whatever else one run needs; it is gone after the `with`."""
    short = len(tempfile.gettempdir()) < SOCKET_PATH
    return tempfile.TemporaryDirectory(prefix="whosetrap-", dir=None if short else "/tmp")


def start(command, **how):
    """A QEMU that does not outlive this process, even if that is killed."""
    parent = os.getpid()

    def tied():
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    try:
        return subprocess.Popen(command, preexec_fn=tied if hasattr(LIBC, "prctl") else None, **how)
    except OSError as bad:
        raise Usage(f"{command[0]}: cannot be started: {bad.strerror}") from None


def end(process):
    """Kill @process, and what it started if it leads a session: a QEMU may stand behind a wrapper."""
    if process.poll() is None:
        if os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def printable(line):
    """A line of the console as text: what is not UTF-8 is replaced, what would move a terminal's cursor is spelled out."""
    return CONTROL.sub(lambda c: f"\\x{ord(c[0]):02x}", line.decode("utf-8", "replace").rstrip("\r"))


class Guest:
    """A QEMU process; `why` says in the end why it is gone: "exit", "no progress", "time limit"."""

    def __init__(self, config, elf, words):
        self.config = config
        self.why = "exit"
        self.dir = private_folder()
        self.stderr = tempfile.TemporaryFile()
        self.monitor = os.path.join(self.dir.name, "monitor")
        self.command = config.command(elf, words, self.dir.name, monitor=self.monitor)
        self.process = start(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.stderr,
                             start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end(self.process)
        self.process.stdout.close()
        self.stderr.close()
        self.dir.cleanup()

    def nmi(self):
        """The last attempt to make the guest speak. QEMU's monitor takes the word `nmi`."""
        try:
            with socket.socket(socket.AF_UNIX) as s:
                s.settimeout(1)
                s.connect(self.monitor)
                s.sendall(b"nmi\n")
                time.sleep(0.1)
        except OSError:
            pass

    def lines(self, deadline, tick=lambda: None):
        """Yield the console's lines until the guest is gone. @deadline: time.monotonic() at which it is killed. @tick is
        called again and again while nothing comes."""
        out, rest = self.process.stdout.fileno(), b""
        patience = time.monotonic() + max(self.config.test_timeout, self.config.boot_time)
        warned = False
        while True:
            now = time.monotonic()
            wait = min(deadline, patience) - now
            if wait <= 0:
                if now < deadline and not warned and self.config.has_monitor:
                    self.nmi()
                    warned, patience = True, now + min(NMI_GRACE, self.config.test_timeout)
                    continue
                self.why = "time limit" if now >= deadline else "no progress"
                end(self.process)
                break
            if not select.select([out], [], [], min(wait, TICK))[0]:
                tick()
                continue
            data = os.read(out, LONGEST)
            if not data:
                try:
                    self.process.wait(wait)
                except subprocess.TimeoutExpired:
                    self.why = "no progress"
                    end(self.process)
                break
            *whole, rest = (rest + data).split(b"\n")
            if len(rest) > LONGEST:
                whole, rest = whole + [rest], b""
            if whole:
                patience, warned = now + self.config.test_timeout, False
            yield from map(printable, whole)
        if rest:
            yield printable(rest)

    def complaint(self):
        """What QEMU itself said."""
        self.stderr.seek(0)
        return self.stderr.read().decode("utf-8", "replace").strip()
