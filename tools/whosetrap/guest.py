# SPDX-License-Identifier: GPL-2.0-only
"""One QEMU: start it, read its console line by line, and end it whatever happens."""
import os
import select
import socket
import subprocess
import tempfile
import time

NMI_GRACE = 5       # seconds between the host's NMI and the end


class Guest:
    """A QEMU process; `why` says in the end why it is gone: "exit", "no progress", "time limit"."""

    def __init__(self, config, elf, words):
        self.config = config
        self.dir = tempfile.TemporaryDirectory(prefix="whosetrap-")
        self.monitor = os.path.join(self.dir.name, "monitor")
        self.stderr = tempfile.TemporaryFile()
        self.command = config.command(elf, words, monitor=self.monitor)
        self.why = "exit"
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=self.stderr, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.process.stdout.close()
        self.stderr.close()
        self.dir.cleanup()
        if "-cdrom" in self.command:
            os.unlink(self.command[self.command.index("-cdrom") + 1])

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

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

    def lines(self, deadline):
        """Yield the console's lines until the guest is gone. @deadline: time.monotonic() at which it is killed."""
        out, rest = self.process.stdout.fileno(), b""
        patience = time.monotonic() + self.config.test_timeout
        warned = False
        while True:
            now = time.monotonic()
            wait = min(deadline, patience) - now
            if wait <= 0:
                if now < deadline and not warned:
                    self.nmi()
                    warned, patience = True, now + min(NMI_GRACE, self.config.test_timeout)
                    continue
                self.why = "time limit" if now >= deadline else "no progress"
                self.kill()
                break
            if not select.select([out], [], [], wait)[0]:
                continue
            data = os.read(out, 65536)
            if not data:
                self.process.wait()
                break
            *whole, rest = (rest + data).split(b"\n")
            if whole:
                patience, warned = now + self.config.test_timeout, False
            for line in whole:
                yield line.decode("utf-8", "replace").rstrip("\r")
        if rest:
            yield rest.decode("utf-8", "replace").rstrip("\r")

    def complaint(self):
        """What QEMU itself said."""
        self.stderr.seek(0)
        return self.stderr.read().decode("utf-8", "replace").strip()
