# SPDX-License-Identifier: GPL-2.0-only
"""The machines a target can run on, and QEMU's command line for each."""
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field


class Usage(Exception):
    """A value that cannot be used: what was given, what was expected."""


@dataclass
class Target:
    qemu: str
    cpu: str
    machines: dict          # name -> Machine; the first is the default
    firmware: dict = field(default_factory=dict)    # name -> machines it goes with


@dataclass
class Machine:
    args: list              # -M and what belongs to it
    passed: int             # QEMU's exit status when the guest says pass
    failed: int
    memory: str = "64M"
    icount: bool = True
    talkative: bool = False                         # its firmware writes on the console before the kernel does
    debug_port: list = field(default_factory=list)  # options for the second serial channel, on chardev "debug"


CAPS = ",cap-cfpc=broken,cap-sbbc=broken,cap-ibs=broken,cap-ccf-assist=off"     # silences four warnings of TCG
EXIT_PORT = ["-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
# 256M is the least: pseries takes only multiples of 256 MiB, by VOF too. powernv9 asks for more than 1 GiB.
SPAPR = Machine(["-M", "pseries,x-vof=on" + CAPS, "-action", "panic=exit-failure"], 0, 1, "256M",
                debug_port=["-device", "spapr-vty,chardev=debug,reg=0x71000002"])
POWERNV = Machine(["-M", "powernv9", "-device", "ipmi-bmc-sim,id=bmc0", "-device", "isa-ipmi-bt,bmc=bmc0,irq=10"],
                  0, 0, "2G", icount=False, talkative=True)
POWER = {"pseries": SPAPR, "powernv9": POWERNV}
COM2 = ["-device", "isa-serial,index=1,chardev=debug"]

TARGETS = {
    "ppc64": Target("qemu-system-ppc64", "power9", POWER, {"vof": ["pseries"], "slof": ["pseries"]}),
    "ppc64le": Target("qemu-system-ppc64", "power9", POWER, {"vof": ["pseries"], "slof": ["pseries"]}),
    "x86_64": Target("qemu-system-x86_64", "max", {
        "microvm": Machine(["-M", "microvm", *EXIT_PORT], 33, 35, debug_port=COM2),
        "pc": Machine(["-M", "pc", *EXIT_PORT], 33, 35, debug_port=COM2),
        "q35": Machine(["-M", "q35", *EXIT_PORT], 33, 35, debug_port=COM2)},
        {"default": ["microvm", "pc", "q35"], "grub": ["pc", "q35"]}),
    "aarch64": Target("qemu-system-aarch64", "cortex-a57", {
        "virt": Machine(["-M", "virt,dtb-randomness=off", "-semihosting-config", "enable=on,target=native"], 33, 35,
                        debug_port=["-device", "pci-serial,chardev=debug"])}),
}

POLICIES = ("linux",)
EMULATORS = ("qemu", "bochs")


def choose(name, value, allowed):
    if value not in allowed:
        raise Usage(f"{name}={value}: expected {' or '.join(allowed)}")
    return value


def number(name, value, low, high):
    if not re.fullmatch(r"\d+", value) or not low <= int(value) <= high:
        raise Usage(f"{name}={value}: expected a number from {low} to {high}")
    return int(value)


def open_out(path):
    """The file that OUT= names, emptied; None when there is none."""
    try:
        return open(path, "w", encoding="utf-8") if path else None
    except OSError as bad:
        raise Usage(f"OUT={path}: {bad.strerror}") from None


class Config:
    """One run's variables, checked. This one is for QEMU; bochs.py has the other."""

    emulator_name = "QEMU"
    has_monitor = True
    boot_time = 0           # seconds that a guest may take for its first line; TEST_TIMEOUT at least
    VARIABLES = ("TEST", "SUITE", "START", "POLICY", "SMP", "MACHINE", "CPU", "EL", "FIRMWARE", "SEED", "ICOUNT",
                 "TIMEOUT", "TEST_TIMEOUT", "QEMU_PREFIX", "LOG", "V", "OUT", "EMULATOR", "BOOST")

    def __init__(self, target, given):
        if target not in TARGETS:
            raise Usage(f"{target}: no such target; expected {' or '.join(TARGETS)}")
        for name in given:
            if name not in self.VARIABLES:
                raise Usage(f"{name}: no such variable; known: {' '.join(self.VARIABLES)}")
        get = given.get
        self.target, self.about = target, TARGETS[target]
        self.machine_name = choose("MACHINE", get("MACHINE", next(iter(self.about.machines))), self.about.machines)
        self.machine = self.about.machines[self.machine_name]
        choose("EMULATOR", get("EMULATOR", "qemu"), EMULATORS)
        self.firmware = get("FIRMWARE")
        if self.firmware is not None:
            self._check_firmware(get("MACHINE") is not None)
        self.talkative = self.machine.talkative or self.firmware == "slof"
        self.el = number("EL", get("EL", "1"), 1, 2)
        if "EL" in given and target != "aarch64":
            raise Usage(f"EL={get('EL')}: only aarch64 has exception levels")
        self.smp = number("SMP", get("SMP", "1"), 1, 8)
        self.timeout = number("TIMEOUT", get("TIMEOUT", "120"), 1, 86400)
        self.test_timeout = number("TEST_TIMEOUT", get("TEST_TIMEOUT", "20"), 1, 86400)
        self.icount = choose("ICOUNT", get("ICOUNT", "1"), ("0", "1")) == "1" and self.machine.icount
        self.verbose = choose("V", get("V", "0"), ("0", "1")) == "1"
        self.out = get("OUT")
        self.program = self._find_emulator(get("QEMU_PREFIX"))
        self.emulator = self._version()
        self.cpu = get("CPU", self.about.cpu)
        if "CPU" in given:
            self._check_cpu()
        self._words = self._fixed_words(get)

    def _check_firmware(self, machine_given):
        if not self.about.firmware:
            raise Usage(f"FIRMWARE={self.firmware}: {self.target} boots without firmware")
        choose("FIRMWARE", self.firmware, self.about.firmware)
        machines = self.about.firmware[self.firmware]
        if self.machine_name not in machines:
            if machine_given:
                raise Usage(f"FIRMWARE={self.firmware}: expected MACHINE={' or MACHINE='.join(machines)} with it, "
                            f"not {self.machine_name}")
            self.machine_name = machines[-1]
            self.machine = self.about.machines[self.machine_name]

    def _find_emulator(self, prefix):
        if prefix:
            path = os.path.join(prefix, self.about.qemu)
            if not os.access(path, os.X_OK):
                raise Usage(f"QEMU_PREFIX={prefix}: expected a folder that holds {self.about.qemu}")
            return path
        path = shutil.which(self.about.qemu)
        if not path:
            raise Usage(f"{self.about.qemu}: not found; 'make setup' installs it")
        return path

    def _version(self):
        text = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL).stdout
        found = re.search(r"version (\d+(?:\.\d+)*)", text)
        if not found:
            raise Usage(f"{self.program}: says no version; is it QEMU?")
        return "qemu-" + found[1]

    def _check_cpu(self):
        text = subprocess.run([self.program, *self.machine.args[:2], "-cpu", "help"], capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL).stdout
        # One CPU a line, its name first, but for the word that some versions put before it.
        lines = text.partition("Recognized CPUID")[0].splitlines()
        known = {found[1] for found in (re.match(r"(?:x86 +|PowerPC +)?\s*([\w.+-]+)(?!.*:$)", line) for line in lines) if found}
        if self.cpu.split(",")[0] not in known:
            raise Usage(f"CPU={self.cpu}: {os.path.basename(self.program)} knows no such CPU; '{self.program} -cpu help' "
                        "lists them")

    def _fixed_words(self, get):
        words = [f"emulator={self.emulator}", "policy=" + choose("POLICY", get("POLICY", "linux"), POLICIES)]
        for name in ("TEST", "SUITE"):
            value = get(name)
            if value is not None and not re.fullmatch(r"[\w.*?,-]+", value):
                raise Usage(f"{name}={value}: expected globs of names, separated by commas")
        words.append(f"seed={number('SEED', get('SEED', '1'), 0, 2 ** 64 - 1)}")
        if choose("BOOST", get("BOOST", "1"), ("0", "1")) == "0":
            words.append("boost=off")
        if choose("LOG", get("LOG", "0"), ("0", "1")) == "1":
            words.append("log=1")
        self.start = number("START", get("START", "1"), 1, 10 ** 6)
        return words

    def words(self, globs):
        """The kernel command line but for start=. @globs: TEST and SUITE, those that the image at hand knows."""
        return self._words + [f"{name.lower()}={value}" for name, value in globs.items()]

    def command(self, elf, words, folder, monitor=None, serial="stdio", debug=None):
        """QEMU's command line. @folder: for what has to be made for this run. @monitor and @debug are paths of unix
        sockets, @serial a chardev for the console."""
        m = self.machine
        args = list(m.args)
        if self.firmware == "slof":
            args[1] = args[1].replace("x-vof=on,", "")
        if self.el == 2:
            args[1] += ",virtualization=on"
        cmd = [self.program, *args, "-cpu", self.cpu, "-accel", "tcg,thread=single", "-smp", self._smp(),
               "-m", m.memory, "-display", "none", "-nodefaults", "-no-user-config", "-no-reboot", "-serial", serial]
        if self.icount:
            cmd += ["-icount", "shift=0,sleep=off"]
        if monitor:
            cmd += ["-chardev", f"socket,id=monitor,path={monitor},server=on,wait=off", "-mon",
                    "chardev=monitor,mode=readline"]
        if m.debug_port:
            back = f"socket,id=debug,path={debug},server=on,wait=off" if debug else "null,id=debug"
            cmd += ["-chardev", back, *m.debug_port]
        if self.firmware == "grub":
            return cmd + ["-cdrom", grub_iso(elf, words, folder)]
        return cmd + ["-kernel", elf, "-append", " ".join(words)]

    def _smp(self):
        return f"{self.smp},cores={self.smp},threads=1" if self.about.qemu.endswith("ppc64") else str(self.smp)


def grub_iso(elf, words, folder):
    """A bootable ISO in @folder: GRUB loads the same ELF by multiboot2."""
    for tool in ("grub-mkrescue", "xorriso"):
        if not shutil.which(tool):
            raise Usage(f"{tool}: not found; 'make setup' installs it")
    tree, iso = os.path.join(folder, "iso"), os.path.join(folder, "whosetrap.iso")
    os.makedirs(os.path.join(tree, "boot/grub"))
    shutil.copy(elf, os.path.join(tree, "boot"))
    with open(os.path.join(tree, "boot/grub/grub.cfg"), "w", encoding="utf-8") as cfg:
        cfg.write(f"set timeout=0\nmenuentry whosetrap {{\n\tmultiboot2 /boot/{os.path.basename(elf)} "
                  f"{' '.join(words)}\n}}\n")
    done = subprocess.run(["grub-mkrescue", "-o", iso, tree], capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it does not say why"]
        raise Usage(f"grub-mkrescue: failed: {said[-1]}")
    return iso
