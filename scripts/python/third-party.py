#!/usr/bin/env python3
"""Writes the licence notices of everything that is compiled into one of the workspace's packages.

    scripts/python/third-party.py parlour-python bindings/python/THIRD-PARTY-NOTICES [--check]

Asks cargo what is linked on the platforms we ship for (build scripts and macros are not), and takes the
texts from the sources that cargo fetched. With `--check` nothing is written: exit code 1 if the file is not
what would be written. A licence that is not in `ACCEPTED`, or a crate without a text, is an error for a
person to look at.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LINUX = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
MUSL = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"]
MACOS = ["x86_64-apple-darwin", "aarch64-apple-darwin"]
PLATFORMS = {
    "parlour-python": [*LINUX, *MACOS],
    "parlour-node": [*LINUX, *MACOS, *MUSL, "x86_64-pc-windows-msvc"],
    "parlour-c": [*LINUX, *MUSL],
}
ACCEPTED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
}
HOLDERS = {
    "napi": "Copyright (c) 2020 LongYinan\nCopyright (c) 2018 GitHub",
    "napi-sys": "Copyright (c) 2020 LongYinan\nCopyright (c) 2018 GitHub",
}
"""Crates under the MIT licence whose packages lack its text: whom their repositories name in it."""
MIT = re.compile(
    r"Permission is hereby granted, free of charge, to any person\s.*?IN\s+THE\s+SOFTWARE\.", re.DOTALL
)
NAMES = re.compile(r"(licen[sc]e|copying|copyright|unlicense)", re.IGNORECASE)
RULE = "-" * 100


def cargo(*words: str) -> str:
    """The output of cargo."""
    command = [os.environ.get("CARGO", "cargo"), *words, "--locked"]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def closure(package: str) -> list[dict[str, Any]]:
    """The crates in the package, by name and version; ours have no source. `needs` are those each depends on."""
    platforms = PLATFORMS[package]
    targets = [word for platform in platforms for word in ("--target", platform)]
    edges = ("-e", "normal,no-proc-macro", "--prefix", "depth", "--no-dedupe", "-f", " {p}")
    needs: dict[tuple[str, str], set[tuple[str, str]]] = {}
    above: list[tuple[str, str]] = []
    for line in cargo("tree", "-p", package, *edges, *targets).splitlines():
        if not line:
            continue
        depth, name, version = line.split()[:3]
        crate = (name, version)
        needs.setdefault(crate, set())
        above[int(depth) :] = [crate]
        if len(above) > 1:
            needs[above[-2]].add(crate)
    filters = [word for platform in platforms for word in ("--filter-platform", platform)]
    known = json.loads(cargo("metadata", "--format-version", "1", *filters))["packages"]
    names = {(crate["name"], f"v{crate['version']}"): crate for crate in known}
    for crate, others in needs.items():
        names[crate]["needs"] = [names[other] for other in sorted(others)]
    return sorted((names[one] for one in needs), key=lambda crate: (crate["name"], crate["version"]))


def satisfied(expression: str, licences: set[str]) -> bool:
    """Whether an SPDX expression allows use under these licences alone."""
    words = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def either() -> bool:
        holds = both()
        while words and words[0] == "OR":
            words.pop(0)
            holds = both() or holds
        return holds

    def both() -> bool:
        holds = single()
        while words and words[0] == "AND":
            words.pop(0)
            holds = single() and holds
        return holds

    def single() -> bool:
        word = words.pop(0)
        if word == "(":
            holds = either()
            words.pop(0)
            return holds
        if words and words[0] == "WITH":
            word = f"{word} WITH {words[1]}"
            del words[:2]
        return word in licences

    return either()


def texts(crate: dict[str, Any], pattern: re.Pattern[str]) -> list[str]:
    """The texts that lie in the crate's folder under such names."""
    folder = Path(crate["manifest_path"]).parent
    paths = sorted(path for path in folder.iterdir() if path.is_file() and pattern.match(path.name))
    return [path.read_text(encoding="utf-8", errors="replace").strip() for path in paths]


def permission(crates: list[dict[str, Any]]) -> str:
    """The text of the MIT licence after the names, from the first crate that has it."""
    given = (MIT.search(text) for crate in crates for text in texts(crate, NAMES))
    return next(found[0] for found in given if found)


def notices(package: str) -> str:
    """The whole file."""
    crates = [crate for crate in closure(package) if crate["source"]]
    attached: dict[str, tuple[str, list[str]]] = {}
    rows = []

    def attach(title: str, text: str) -> None:
        attached.setdefault(" ".join(text.split()), (text, []))[1].append(title)

    for crate in crates:
        title, licence = f"{crate['name']} {crate['version']}", crate["license"] or ""
        rows.append(f"{title:<40} {re.sub(' */ *', ' OR ', licence)}")
        if not satisfied(licence, ACCEPTED):
            raise SystemExit(f"third-party: the licence of {title} is {licence!r}: may it be shipped?")
        for text in texts(crate, re.compile("notice", re.IGNORECASE)):
            attach(f"{title} (notice)", text)
        if satisfied(licence, {"Apache-2.0"}):
            continue
        found = texts(crate, NAMES)
        if not found and licence == "MIT" and crate["name"] in HOLDERS:
            found = [f"MIT License\n\n{HOLDERS[crate['name']]}\n\n{permission(crates)}"]
        if not found:
            raise SystemExit(f"third-party: {title} ({licence}) carries no licence text")
        for text in found:
            attach(title, text)

    head = (
        f"Third-party notices of {package}\n\n"
        "The compiled part of this package contains the works below, each under its own licence. Not\n"
        "every one of them is in the build for every platform. Where a choice of licences is offered that\n"
        "includes the Apache License 2.0, that licence is chosen; its text is in the file LICENSE\n"
        "beside this one. Made by scripts/python/third-party.py.\n\n"
    )
    rust = "\nThe standard library of Rust (MIT OR Apache-2.0, by the Rust project) is used likewise.\n"
    parts = [head, "\n".join(rows), "\n", rust]
    for text, titles in sorted(attached.values(), key=lambda entry: entry[1]):
        parts.append(f"\n{RULE}\n{', '.join(dict.fromkeys(titles))}\n{RULE}\n\n{text}\n")
    return "".join(parts)


def main() -> int:
    """Writes or compares."""
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    text, path = notices(words[0]), Path(words[1])
    if "--check" not in sys.argv:
        path.write_text(text, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"third-party: {path} is out of date: run {Path(__file__).name} {' '.join(words)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
