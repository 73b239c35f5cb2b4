#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""mksyms.py: nm's output on stdin -> the image's symbol table, as assembly, on stdout.

--empty   a table without symbols, for the first link

Names are compressed as in Linux's kallsyms: a byte that occurs in no name stands for two others, the commonest pair first,
again and again. A name is its length in bytes, then those bytes; kernel/symbols.c undoes it.
"""
import sys
from collections import Counter

HEAD = """/* Made by tools/mksyms.py; see kernel/symbols.c. */
	.section .ksyms, "aw"
	.globl ksyms_addrs, ksyms_names, ksyms_count, ksyms_markers, ksyms_pairs
	.balign 8
"""
MARK_EVERY = 32			# names between two markers, as kernel/symbols.c has it


def wanted(kind, name):
    """Text and data by name; not what the compiler, this table and the tests' macros make for themselves."""
    return kind in "tTwWdDbBrR" and not name.startswith(("$", ".", "ksyms_", "_test_", "row_conformance_", "_kbl_addr_"))


def is_mark(name):
    """Marks of the linker script and of assembly: of several names at an address the first is shown, so they come last."""
    return name.startswith("_") or name.endswith(("_start", "_end", "_lo", "_hi"))


def read_symbols(lines):
    symbols = set()
    for line in lines:
        fields = line.split()
        if len(fields) == 3 and wanted(fields[1], fields[2]):
            symbols.add((int(fields[0], 16), fields[2]))
    return sorted(symbols, key=lambda symbol: (symbol[0], is_mark(symbol[1]), symbol[1]))


def compress(names):
    """The names as byte strings, and for each byte what it stands for: itself, or a pair."""
    names = [list(name.encode()) for name in names]
    pairs = {}
    used = {byte for name in names for byte in name}
    for byte in (b for b in range(1, 256) if b not in used):
        count = Counter()
        for name in names:
            count.update(zip(name, name[1:]))
        if not count:
            break
        pair, times = min(count.items(), key=lambda item: (-item[1], item[0]))
        if times < 4:
            break
        pairs[byte] = pair
        for name in names:
            at = 0
            while at + 1 < len(name):
                if name[at] == pair[0] and name[at + 1] == pair[1]:
                    name[at:at + 2] = [byte]
                at += 1
    return [bytes(name) for name in names], pairs


def table(symbols):
    names, pairs = compress([name for _, name in symbols])
    base = symbols[0][0] if symbols else 0
    out = [HEAD, "ksyms_addrs:\n"]
    out += [f"\t.4byte {address - base:#x}\n" for address, _ in symbols]
    out.append(f"ksyms_count:\n\t.4byte {len(symbols)}\nksyms_markers:\n")
    at = 0
    for index, name in enumerate(names):
        if index % MARK_EVERY == 0:
            out.append(f"\t.4byte {at}\n")
        at += 1 + len(name)
    out.append("ksyms_pairs:\n")
    out += [f"\t.byte {a}, {b}\n" for a, b in (pairs.get(byte, (byte, 0)) for byte in range(256))]
    out.append("ksyms_names:\n")
    out += ["\t.byte " + ", ".join(str(byte) for byte in (len(name), *name)) + "\n" for name in names]
    return "".join(out)


def main():
    symbols = [] if "--empty" in sys.argv else read_symbols(sys.stdin)
    if not symbols and "--empty" not in sys.argv:
        sys.exit("mksyms.py: no symbols on standard input: did nm run?")
    print(table(symbols), end="")


main()
