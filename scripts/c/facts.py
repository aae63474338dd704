#!/usr/bin/env python3
"""Prints what a compiled program knows of the C header: prototypes, constants, types, and the layout of value structs,
one fact a line, so that two versions of the header can be compared.

    scripts/c/facts.py include

Argument: the folder with parlour.h. Wants gcc."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The library lends these by pointer, and they may grow behind their last field.
GROW = {"parlour_event", "parlour_rate_limit", "parlour_stop_notice", "parlour_usage"}
STRUCT = re.compile(r"(?:typedef )?struct (parlour_\w*)? ?\{([^{}]*)\} ?(parlour_\w+)? ?;")
FIELD = re.compile(r"(\w+)(?: ?\[[^\]]*\])? ?$")


def gcc(folder: Path, *words: str, text: str = '#include "parlour.h"\n') -> str:
    """The output of the preprocessor for the header."""
    command = ["gcc", "-std=c99", f"-I{folder}", *words, "-x", "c", "-"]
    return subprocess.run(command, input=text, check=True, stdout=subprocess.PIPE, text=True).stdout


def constants(folder: Path) -> list[str]:
    """The macros, but for those that mark the header itself and those with parameters."""
    lines = gcc(folder, "-dM", "-E").splitlines()
    found = (re.match(r"#define (PARLOUR_\w+) (.+)$", line) for line in lines)
    return [f"constant {match[1]} = {match[2]}" for match in found if match]


def types(source: str) -> list[str]:
    """The typedef names: numbers, handles, callbacks."""
    found = re.findall(r"typedef ([^;{}]*\bparlour_\w+[^;{}]*);", source)
    return ["type " + re.sub(r" ?([(),*]) ?", r"\1", text.strip()) for text in found]


def layouts(folder: Path, source: str) -> list[str]:
    """Size of each struct, place and size of each of its fields, as the compiler has them."""
    rows: list[str] = []
    for match in STRUCT.finditer(source):
        name = match[3] or f"struct {match[1]}"
        if name not in GROW:
            rows.append(f'printf("layout {name}: %zu bytes\\n", sizeof({name}));')
        for field in filter(None, (part.strip() for part in match[2].split(";"))):
            member = FIELD.search(field)
            if member is None:
                sys.exit(f"a field of {name} that this script cannot read: {field}")
            place = f"offsetof({name}, {member[1]}), sizeof((({name} *)0)->{member[1]})"
            rows.append(f'printf("layout {name}.{member[1]}: at %zu, %zu bytes, {field}\\n", {place});')
    program = "\n".join(
        ['#include "parlour.h"', "#include <stddef.h>", "#include <stdio.h>", "int main(void) {", *rows]
    )
    with tempfile.TemporaryDirectory() as scratch:
        built = f"{scratch}/layout"
        # Inline functions refer to the library, which is not linked: unused ones have to go.
        command = ["gcc", "-std=c99", "-O1", f"-I{folder}", "-x", "c", "-", "-o", built]
        subprocess.run(command, input=f"{program}\nreturn 0; }}\n", check=True, text=True)
        return subprocess.run([built], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def main() -> None:
    """Prints the facts, sorted."""
    folder = Path(sys.argv[1]).resolve()
    source = " ".join(gcc(folder, "-E", "-P").split())
    listed = subprocess.run(
        [ROOT / "scripts/c/prototypes.sh", folder, "parlour.h"], check=True, stdout=subprocess.PIPE, text=True
    )
    facts = [f"function {line}" for line in listed.stdout.splitlines()]
    facts += [*constants(folder), *types(source), *layouts(folder, source)]
    print("\n".join(sorted(facts)))


if __name__ == "__main__":
    main()
