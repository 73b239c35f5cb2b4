#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""offsets.py FILE.s: turn the marks of <whosetrap/offsets.h> in compiler output into #defines."""
import re
import sys

MARK = re.compile(r'->(\w+) [$#]?(-?\d+)\s')

print("/* Made from arch/<arch>/offsets.c; do not edit. */")
count = 0
with open(sys.argv[1], encoding="utf-8") as source:
    for line in source:
        found = MARK.search(line)
        if found:
            print(f"#define {found[1]} {found[2]}")
            count += 1
if not count:
    sys.exit(f"{sys.argv[1]}: no offsets in it")
