#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""mksyms.py: nm's output on stdin -> the image's symbol table, as assembly, on stdout.

--empty   a table without symbols, for the first link
"""
import sys

HEAD = """/* Made by tools/mksyms.py; see kernel/symbols.c. */
	.section .ksyms, "aw"
	.globl ksyms_addrs, ksyms_names, ksyms_count, ksyms_strings
	.balign 8
"""


def wanted(kind, name):
    """Text and data by name; not what the compiler and this table make for themselves."""
    return kind in "tTwWdDbBrR" and not name.startswith(("$", ".L", "ksyms_", "_test_", "_kbl_addr_"))


def read_symbols(lines):
    symbols = set()
    for line in lines:
        fields = line.split()
        if len(fields) == 3 and wanted(fields[1], fields[2]):
            symbols.add((int(fields[0], 16), fields[2]))
    return sorted(symbols)


def table(symbols):
    out = [HEAD, "ksyms_addrs:\n"]
    out += [f"\t.8byte {address:#x}\n" for address, _ in symbols]
    out.append("ksyms_names:\n")
    at = 0
    for _, name in symbols:
        out.append(f"\t.4byte {at}\n")
        at += len(name) + 1
    out.append(f"ksyms_count:\n\t.4byte {len(symbols)}\nksyms_strings:\n")
    out += [f'\t.asciz "{name}"\n' for _, name in symbols]
    return "".join(out)


def main():
    if "--empty" in sys.argv:
        print(table([]), end="")
        return
    print(table(read_symbols(sys.stdin)), end="")


main()
