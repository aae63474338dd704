#!/usr/bin/env python3
"""Whether a wheel is what we promise: small, for old C libraries, complete, and with nothing else in it.

    scripts/python/check-wheel.py dist/parlour-0.1.0-cp311-abi3-manylinux_2_28_x86_64.whl [--foreign]
    scripts/python/check-wheel.py dist/parlour_compat-0.1.0-py3-none-any.whl

`--foreign` is for a wheel that was linked by the machine's own linker: neither its size nor what it wants of
the system is looked at. auditwheel reports the C library that it wants, abi3audit whether it keeps to
Python's stable ABI.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

MOST_BYTES = 5_500_000
NEWEST_GLIBC = (2, 28)
NATIVE = "parlour/_native.abi3.so"
NEEDED = {
    "parlour/__init__.py",
    "parlour/_native.pyi",
    "parlour/compat/__init__.py",
    "parlour/compat/__init__.pyi",
    "parlour/compat/types/__init__.pyi",
    "parlour/_async/client.py",
    "parlour/_sync/client.py",
    "parlour/_sync/message_forms.pyi",
    "parlour/integrations/httpx.py",
    "parlour/mcp.py",
    "parlour/py.typed",
    "parlour/testing.py",
    "parlour/types.py",
    NATIVE,
}
NEEDED_ABOUT = {
    "METADATA",
    "WHEEL",
    "RECORD",
    "entry_points.txt",
    "licenses/LICENSE",
    "licenses/THIRD-PARTY-NOTICES",
}
COMPAT = {
    "parlour_compat/__init__.py",
    "parlour_compat/__main__.py",
    "parlour_compat/_for_checkers.pyi",
    "parlour_compat/py.typed",
    "parlour_compat/types/__init__.pyi",
}
COMPAT_ABOUT = {"METADATA", "WHEEL", "RECORD", "licenses/LICENSE"}
LIBRARIES = {
    "libc.so.6",
    "libm.so.6",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "ld-linux-x86-64.so.2",
    "libgcc_s.so.1",
}
"""Libraries that every Linux with the GNU C library has."""


def faults(path: str, *, foreign: bool) -> Iterator[str]:
    """A sentence for everything that is wrong."""
    with zipfile.ZipFile(path) as wheel:
        listed = wheel.namelist()
        names = {name for name in listed if not name.endswith("/")}
        native = wheel.read(NATIVE) if NATIVE in names else b""
    size = Path(path).stat().st_size
    if len(listed) != len(set(listed)):
        yield "it holds a file twice"
    if size > MOST_BYTES and not foreign:
        yield f"it has {size} bytes, more than {MOST_BYTES}"
    about = {name.split("/", 1)[1] for name in names if ".dist-info/" in name}
    ours = {name for name in names if ".dist-info/" not in name}
    yield from (f"it lacks {name}" for name in sorted(NEEDED - ours))
    yield from (f"its description lacks {name}" for name in sorted(NEEDED_ABOUT - about))
    ordinary = re.compile(r"parlour/((\w+/)*\w+\.pyi?|py\.typed)")
    strays = {name for name in ours if not ordinary.fullmatch(name)} - {NATIVE}
    yield from (f"{name} does not belong in it" for name in sorted(strays))
    if not re.search(r"-cp311-abi3-", path):
        yield "its name does not say cp311-abi3"
    if native and not foreign:
        audit = json.loads(run("auditwheel", "show", "--json", path).stdout)
        oldest = re.match(r"manylinux_(\d+)_(\d+)_", audit["overall_tag"])
        if oldest is None or tuple(map(int, oldest.groups())) > NEWEST_GLIBC:
            yield f"it is {audit['overall_tag']}, not manylinux_2_28 or older"
        libraries = {*audit["versioned_symbols"], *audit["external_libs"]}
        yield from (f"it wants the library {name}" for name in sorted(libraries - LIBRARIES))
        stable = run("abi3audit", "--strict", "--summary", path)
        if stable.returncode != 0:
            yield f"it leaves the stable ABI of Python:\n{stable.stdout}{stable.stderr}"
        print(f"wheel: {size} bytes, {audit['overall_tag']}, libraries {' '.join(sorted(libraries))}")


def faults_of_compat(path: str) -> Iterator[str]:
    """As :func:`faults`, of the wheel of Python alone."""
    with zipfile.ZipFile(path) as wheel:
        listed = wheel.namelist()
        about = next(name for name in listed if name.endswith(".dist-info/METADATA"))
        metadata = wheel.read(about).decode()
    names = set(listed)
    if len(listed) != len(names):
        yield "it holds a file twice"
    ours = {name for name in names if ".dist-info/" not in name}
    yield from (f"it lacks {name}" for name in sorted(COMPAT - ours))
    lacks = COMPAT_ABOUT - {name.split("/", 1)[1] for name in names - ours}
    yield from (f"its description lacks {name}" for name in sorted(lacks))
    ordinary = re.compile(r"parlour_compat/((\w+/)*\w+\.pyi?|py\.typed)")
    strays = {name for name in ours if not ordinary.fullmatch(name)}
    yield from (f"{name} does not belong in it" for name in sorted(strays))
    if not path.endswith("-py3-none-any.whl"):
        yield "its name does not say py3-none-any"
    version = re.search(r"^Version: (.*)$", metadata, re.MULTILINE)
    if version is None or f"Requires-Dist: parlour=={version[1]}\n" not in metadata:
        yield "it does not require parlour of its own version"


def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A tool of this interpreter's environment, run to its end."""
    command = [sys.executable, "-m", tool, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if tool == "auditwheel" and done.returncode != 0:
        raise SystemExit(f"wheel: {tool} cannot read {arguments[-1]}:\n{done.stderr}")
    return done


def main() -> int:
    """1 if something is wrong."""
    paths = [word for word in sys.argv[1:] if word != "--foreign"]
    if len(paths) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    if Path(paths[0]).name.startswith("parlour_compat-"):
        found = list(faults_of_compat(paths[0]))
    else:
        found = list(faults(paths[0], foreign="--foreign" in sys.argv))
    for fault in found:
        print(f"wheel: {paths[0]}: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
