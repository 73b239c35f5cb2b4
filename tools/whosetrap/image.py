# SPDX-License-Identifier: GPL-2.0-only
"""The tests that an image holds, read from the ELF file, and which of them a run's globs select."""
import re
import struct
from dataclasses import dataclass

from .targets import Usage

ON_REQUEST = ("selftest", "bench")      # suites that run only when a glob spells out their name, tests/framework/select.c
SYMTAB, NOBITS = 2, 8                   # sh_type, ELF-64 Object File Format
NEAREST = 3


@dataclass(frozen=True, order=True)
class Test:
    """In the order in which the kernel runs them."""
    suite: str
    file: str
    line: int
    name: str
    rule: str

    @property
    def full(self):
        return f"{self.suite}.{self.name}"


class Elf:
    """As much of a static 64-bit ELF file as is needed to follow its pointers."""

    def __init__(self, path):
        with open(path, "rb") as source:
            self.data = source.read()
        if self.data[:5] != b"\x7fELF\x02" or len(self.data) < 64:
            raise Usage(f"{path}: expected a 64-bit ELF file")
        self.order = {1: "<", 2: ">"}[self.data[5]]
        at, = self.unpack("Q", 0x28)
        size, count, _ = self.unpack("HHH", 0x3a)
        self.sections = [self.unpack("IIQQQQIIQQ", at + i * size) for i in range(count)]

    def unpack(self, form, offset):
        return struct.unpack_from(self.order + form, self.data, offset)

    def offset(self, address):
        for _, kind, flags, start, offset, size, *_ in self.sections:
            if flags & 2 and kind != NOBITS and start <= address < start + size:
                return offset + address - start
        raise Usage(f"address {address:#x} is in no section")

    def text(self, address):
        start = self.offset(address)
        return self.data[start:self.data.index(b"\0", start)].decode()

    def symbols(self, names):
        found = {}
        for _, kind, _, _, offset, size, link, *_ in self.sections:
            if kind != SYMTAB:
                continue
            strings = self.sections[link][4]
            for at in range(offset, offset + size, 24):
                name, _, _, _, value, _ = self.unpack("IBBHQQ", at)
                for wanted in names:
                    end = strings + name + len(wanted)
                    if self.data[strings + name:end + 1] == wanted.encode() + b"\0":
                        found[wanted] = value
        return found


def tests_of(path):
    """All tests of the image at @path, in the kernel's order: struct test of include/whosetrap/test.h."""
    elf = Elf(path)
    bounds = elf.symbols(("__tests_start", "__tests_end"))
    if len(bounds) != 2:
        raise Usage(f"{path}: has no table of tests")
    form = "QQQi4xQQQ"
    at, end = bounds["__tests_start"], bounds["__tests_end"]
    found = []
    while at < end:
        suite, name, file, line, _, rule, _ = elf.unpack(form, elf.offset(at))
        found.append(Test(elf.text(suite), elf.text(file), line, elf.text(name), elf.text(rule) if rule else ""))
        at += struct.calcsize(elf.order + form)
    return sorted(found)


def globs_of(text):
    return [glob for glob in (text or "").split(",") if glob]


def matches(glob, test, suite_only):
    if test.suite in ON_REQUEST and not glob.startswith(test.suite):
        return False
    pattern = re.escape(glob).replace(r"\*", ".*").replace(r"\?", ".")
    return bool(re.fullmatch(pattern, test.suite) or glob == test.suite + ".*" or (not suite_only and re.fullmatch(pattern, test.full)))


@dataclass
class Part:
    """What of a run one image has to do."""
    elf: str
    globs: dict         # TEST, SUITE: those that match something here
    count: int
    offset: int = 0     # tests of the run that stand before it


def select(paths, given):
    """Split a run over the images at @paths. Returns the parts, and lines about globs that match nothing anywhere."""
    images = {path: tests_of(path) for path in paths}
    asked = {kind: globs_of(given[kind]) for kind in ("TEST", "SUITE") if given.get(kind) is not None}
    parts, offset = [], 0
    for path, tests in images.items():
        globs = {kind: [g for g in wanted if any(matches(g, t, kind == "SUITE") for t in tests)] for kind, wanted in asked.items()}
        chosen = [t for t in tests if all(any(matches(g, t, kind == "SUITE") for g in some) for kind, some in globs.items())]
        if not asked:
            chosen = [t for t in tests if t.suite not in ON_REQUEST]
        if chosen:
            parts.append(Part(path, {kind: ",".join(some) for kind, some in globs.items()}, len(chosen), offset))
            offset += len(chosen)
    every = [t for tests in images.values() for t in tests]
    lost = [f"{kind.lower()}={glob} matches no test; nearest: {', '.join(nearest(glob, every, kind))}"
            for kind, wanted in asked.items() for glob in wanted if not any(matches(glob, t, kind == "SUITE") for t in every)]
    lost += [f"{kind.lower()}={given[kind]} holds no glob" for kind, wanted in asked.items() if not wanted]
    if not parts and not lost:
        lost.append(f"no test matches both suite={given.get('SUITE', '*')} and test={given.get('TEST', '*')}")
    return parts, lost


def nearest(glob, tests, kind):
    """The names nearest to @glob: of suites, or of tests where it has a dot beyond a suite's."""
    names = {t.suite for t in tests}
    if kind == "TEST" and "." in glob:
        names |= {t.full for t in tests}
    return sorted(names, key=lambda name: (distance(glob, name), name))[:NEAREST]


def distance(a, b):
    """How many letters must change to make @a out of some beginning of @b: a name is rarely typed to its end."""
    row = range(len(b) + 1)
    for i, letter in enumerate(a, 1):
        new = [i]
        for j, other in enumerate(b, 1):
            new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + (letter != other)))
        row = new
    return min(row)
