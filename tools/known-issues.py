#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""known-issues.py TARGET FILE: the known faults of emulators that concern TARGET, as a C table on stdout.

FILE holds blocks parted by blank lines, each of lines `key: value`; a line that begins with white space goes on with
the value above it, a line that begins with # is a comment. The keys are those of FIELDS; all must be there.
"""
import re
import sys

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


def fail(path, number, text):
    sys.exit(f"{path}:{number}: {text}")


def read_blocks(path):
    """Yield (line number, {key: value}) for each block."""
    block, start, key = {}, 0, None
    with open(path, encoding="utf-8") as source:
        for number, line in enumerate(list(source) + [""], 1):
            line = line.rstrip("\n")
            if line.startswith("#"):
                continue
            if not line.strip():
                if block:
                    yield start, block
                block, key = {}, None
                continue
            if line[0].isspace():
                if not key:
                    fail(path, number, "expected `key: value` before a line that goes on")
                block[key] += " " + line.strip()
                continue
            key, colon, value = line.partition(":")
            if not colon or key not in FIELDS:
                fail(path, number, f"expected `key: value` with one of {' '.join(FIELDS)}, got `{line}`")
            if key in block:
                fail(path, number, f"{key}: given twice in this block")
            start = start if block else number
            block[key] = value.strip()


def check(path, number, block, ids):
    for key, (pattern, expected) in FIELDS.items():
        if not re.fullmatch(pattern, block.get(key, "")):
            fail(path, number, f"{key}: {block.get(key, 'missing')}: expected {expected}")
    for target in block["targets"].split():
        if target not in TARGETS:
            fail(path, number, f"targets: {target}: expected {FIELDS['targets'][1]}")
    if block["id"] in ids:
        fail(path, number, f"id: {block['id']}: used before")
    ids.add(block["id"])


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' if text else "NULL"


def main():
    target, path = sys.argv[1:]
    ids = set()
    print("/* Made by tools/known-issues.py from tests/known-issues; do not edit. */")
    print("#include <stddef.h>\n#include <whosetrap/known-issues.h>\n\nconst struct known_issue known_issues[] = {")
    for number, block in read_blocks(path):
        check(path, number, block, ids)
        if target not in block["targets"].split():
            continue
        low, high = block["versions"].split("..")
        print("\t{ " + ", ".join(f".{name} = {quote(value)}" for name, value in (
            ("id", block["id"]), ("tests", block["tests"]), ("emulator", block["emulator"]),
            ("from", low), ("to", high), ("rule", block["rule"]))) + " },")
    print("\t{ .id = NULL },\n};")


main()
