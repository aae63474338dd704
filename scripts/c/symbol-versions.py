#!/usr/bin/env python3
"""Gives the functions of the C library symbol versions: rewrites the version script with which rustc has a shared
library linked, whose one node has no name. Version scripts of other libraries are left alone.

    scripts/c/symbol-versions.py list

Argument: the file that rustc wrote, which is changed in place. The versions are those of bindings/c/symbol-versions.
The linker takes no second script beside one without names, so that there is no other place for them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "bindings/c/symbol-versions"


def main() -> None:
    """Rewrites the file."""
    path = Path(sys.argv[1])
    script = path.read_text(encoding="utf-8")
    if "parlour_abi_version;" not in script:
        return
    exported = re.findall(r"^\s*(parlour_\w+);", script, re.MULTILINE)
    lines = [
        line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    versions = {line.split()[0]: line.split()[1:] for line in lines}
    first = next(iter(versions))
    listed = {name for names in versions.values() for name in names}
    gone = sorted(listed - set(exported))
    if gone:
        sys.exit(f"symbol-versions: functions that the library has no more: {', '.join(gone)}")
    versions[first] += [name for name in exported if name not in listed]
    nodes = []
    before = ""
    for version, names in versions.items():
        body = "".join(f"    {name};\n" for name in names)
        rest = "  local:\n    *;\n" if version == first else ""
        nodes.append(f"{version} {{\n  global:\n{body}{rest}}}{before};\n")
        before = f" {version}"
    path.write_text("".join(nodes), encoding="utf-8")


if __name__ == "__main__":
    main()
