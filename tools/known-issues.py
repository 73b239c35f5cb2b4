#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""known-issues.py TARGET FILE: the known faults of emulators that concern TARGET, as a C table on stdout.
known-issues.py --table FILE: all of them as a table to read: id, emulator and versions, targets, tests, and the rule.

FILE is a list as whosetrap/blocks.py reads it. The keys are those of FIELDS; all must be there.
"""
import sys

from whosetrap.blocks import check_block, read_blocks

TARGETS = ("ppc64", "ppc64le", "x86_64", "aarch64")
FIELDS = {
    "id": (r"[a-z0-9-]+", "a word of a-z, 0-9 and -"),
    "emulator": (r"qemu|bochs", "qemu or bochs"),
    "versions": (r"(\d+(\.\d+)*)?\.\.(\d+(\.\d+)*)?", "FROM..TO, both included, each a version or nothing"),
    "targets": (r"[a-z0-9_ ]+", "one or more of " + " ".join(TARGETS)),
    "tests": (r"[\w.*?,]+", "globs on suite.name, separated by commas"),
    "rule": (r".+", "manual, section, and what it says"),
    "seen": (r".+", "what happens instead"),
}


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' if text else "NULL"


def table(path):
    ids, rows = set(), []
    for number, block in read_blocks(path, FIELDS):
        check_block(path, number, block, FIELDS, ids, TARGETS)
        if block["id"].startswith("selftest-"):
            continue        # no fault of any emulator
        rows.append((block["id"], f"{block['emulator']} {block['versions']}", block["targets"].replace(" ", ","),
                     block["tests"].replace("conformance.", ""), block["rule"]))
    rows.sort(key=lambda row: (row[2], row[1], row[0]))
    rows.insert(0, ("ID", "EMULATOR", "TARGETS", "TESTS (conformance.)", "RULE"))
    width = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        print("  ".join([row[i].ljust(width[i]) for i in range(3)] + list(row[3:])))
    print(f"{len(rows) - 1} known issues")


def main():
    target, path = sys.argv[1:]
    if target == "--table":
        table(path)
        return
    ids = set()
    print("/* Made by tools/known-issues.py from tests/known-issues; do not edit. */")
    print("#include <stddef.h>\n#include <whosetrap/known-issues.h>\n\nconst struct known_issue known_issues[] = {")
    for number, block in read_blocks(path, FIELDS):
        check_block(path, number, block, FIELDS, ids, TARGETS)
        if target not in block["targets"].split():
            continue
        low, high = block["versions"].split("..")
        print("\t{ " + ", ".join(f".{name} = {quote(value)}" for name, value in (
            ("id", block["id"]), ("tests", block["tests"]), ("emulator", block["emulator"]),
            ("from", low), ("to", high), ("rule", block["rule"]))) + " },")
    print("\t{ .id = NULL },\n};")


main()
