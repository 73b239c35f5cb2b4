# SPDX-License-Identifier: GPL-2.0-only
"""Lists as text: blocks parted by blank lines, each of lines `key: value`; a line that begins with white space goes on with
the value above it, a line that begins with # is a comment."""
import re
import sys


def fail(path, number, text):
    sys.exit(f"{path}:{number}: {text}")


def read_blocks(path, fields):
    """Yield (line number, {key: value}) for each block. @fields: the keys that there are."""
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
            if not colon or key not in fields:
                fail(path, number, f"expected `key: value` with one of {' '.join(fields)}, got `{line}`")
            if key in block:
                fail(path, number, f"{key}: given twice in this block")
            start = start if block else number
            block[key] = value.strip()


def check_block(path, number, block, fields, ids, targets):
    """@fields: {key: (pattern, what is expected, in words[, what it is when it is not given])}. Every block has an id of its
    own and names targets."""
    for key, (pattern, expected, *default) in fields.items():
        if key not in block and default:
            block[key] = default[0]
        elif key not in block or not re.fullmatch(pattern, block[key]):
            fail(path, number, f"{key}: {block.get(key, 'missing')}: expected {expected}")
    for target in block["targets"].split():
        if target not in targets:
            fail(path, number, f"targets: {target}: expected {fields['targets'][1]}")
    if block["id"] in ids:
        fail(path, number, f"id: {block['id']}: used before")
    ids.add(block["id"])
