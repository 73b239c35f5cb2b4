# SPDX-License-Identifier: GPL-2.0-only
"""A sequence is a list of items that are kept or dropped as a whole; an item is a list of lines, each one instruction or a label.

In a line `@skip2` is the place two items further on, `@a` to `@d` are labels of the item itself; `?` before an instruction says
that the out-of-line engine may refuse it.
"""
import re

MASK = 2 ** 64 - 1
BAD = re.compile(r"\(bad\)|\.long|\.inst|\.word|\.byte|undefined|UNDEFINED")


class Random:
    """splitmix64: the same numbers on every machine."""

    def __init__(self, seed, number):
        self.state = (seed * 0x2545f4914f6cdd1d + number * 0xd1342543de82ef95 + 1) & MASK
        self.next()

    def next(self):
        self.state = (self.state + 0x9e3779b97f4a7c15) & MASK
        z = self.state
        z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & MASK
        z = ((z ^ z >> 27) * 0x94d049bb133111eb) & MASK
        return z ^ z >> 31

    def below(self, n):
        return self.next() % n

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def of(self, things):
        return things[self.below(len(things))]


def sequence(arch, seed, number):
    """Sequence @number of @seed. Each class of the architecture is as likely as any other."""
    rng = Random(seed, number)
    return [rng.of(arch.CLASSES)(rng) for _ in range(rng.between(4, 12))]


def lines_of(items, name, end):
    """The lines of the sequence @name, labels in place."""
    out = []
    for index, item in enumerate(items):
        out.append(f".L{name}_i{index}:")
        for line in item:
            line = re.sub(r"@skip(\d+)", lambda m, i=index: f".L{name}_i{min(i + int(m[1]), len(items))}", line)
            out.append(re.sub(r"@([a-d])\b", lambda m, i=index: f".L{name}_i{i}{m[1]}", line))
    return out + [f".L{name}_i{len(items)}:", end]


def assembly(arch, sequences):
    """The text of seqs.S for [(name, items)], and for each name its number of instructions."""
    out = ["/* SPDX-License-Identifier: GPL-2.0-only */", "#include <asm/func.h>", *arch.HEAD]
    rows, counts = [], []
    for name, items in sequences:
        code, flags = [], []
        for line in lines_of(items, name, arch.END):
            if line.endswith(":"):
                code.append(line)
                continue
            code.append(f".L{name}_{len(flags)}:\t{line.lstrip('?')}")
            flags.append("1" if line.startswith("?") else "0")
        n = len(flags)
        out += ["\t.text", "\t.balign 16", f"func fuzz_{name}", *code, f".L{name}_{n}:", f"endfunc fuzz_{name}",
                   "\t.section .rodata",
                "\t.balign 8", f".L{name}_t:", *(f"\t.quad .L{name}_{k}" for k in range(n + 1)),
                f".L{name}_f:", "\t.byte " + ",".join(flags), '\t.section .fuzz_offsets,""',
                *(f"\t.4byte .L{name}_{k} - fuzz_{name}" for k in range(n))]
        rows.append(f"\t.quad fuzz_{name}, .L{name}_t, .L{name}_f, {n}")
        counts.append(n)
    out += ["\t.section .rodata", "\t.balign 8", "\t.globl fuzz_seqs", "fuzz_seqs:", *rows, ""]
    return "\n".join(out), counts


def tests(sequences):
    """The text of seqs.c: one test a sequence."""
    out = ["// SPDX-License-Identifier: GPL-2.0-only", "#include <whosetrap/test.h>", '#include "../../../tests/fuzz/fuzz.h"',
           "extern const struct fuzz_seq fuzz_seqs[];"]
    out += [f'__TEST(fuzz_{name}, "fuzz", "{name}", fuzz_test, NULL, &fuzz_seqs[{index}]);'
            for index, (name, _) in enumerate(sequences)]
    return "\n".join(out + [""])


def disassembly(text):
    """objdump's output as {name: [(offset, instruction)]}."""
    found, name = {}, None
    for line in text.splitlines():
        head = re.match(r"([0-9a-f]+) <fuzz_(\w+)>:$", line)
        if head:
            name, base = head[2], int(head[1], 16)
            found[name] = []
            continue
        insn = re.match(r"\s*([0-9a-f]+):\t(.*)", line)
        if insn and name:
            found[name].append((int(insn[1], 16) - base, insn[2].strip()))
    return found


def check_encodings(shown, offsets, sequences, counts):
    """The cross disassembler has to see the same instructions, all of them valid. The first complaint, or None."""
    at = 0
    for (name, _), count in zip(sequences, counts):
        wanted, at = offsets[at:at + count], at + count
        seen = shown.get(name, [])[:count]
        for offset, insn in seen:
            if BAD.search(insn):
                return f"{name}: the disassembler reads `{insn}` at {offset:#x}"
        if [offset for offset, _ in seen] != list(wanted):
            return f"{name}: the disassembler sees other instruction boundaries"
    return None
