#!/usr/bin/env python3
"""Whether a wheel is what we promise: small, for old C libraries, complete, and with nothing else in it.

    scripts/python/check-wheel.py dist/parlour-0.1.0-cp311-abi3-manylinux_2_28_x86_64.whl [--foreign]

`--foreign` is for a wheel that was linked by the machine's own linker: neither its size nor the C library it
wants is looked at. Reads the symbol versions from the ELF file itself, so no binutils are wanted.
"""

from __future__ import annotations

import re
import struct
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

MOST_BYTES = 8_000_000
NEWEST_GLIBC = (2, 28)
NATIVE = "parlour/_native.abi3.so"
NEEDED = {
    "parlour/__init__.py",
    "parlour/_native.pyi",
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
LIBRARIES = {
    "libc.so.6",
    "libm.so.6",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "ld-linux-x86-64.so.2",
    "libgcc_s.so.1",
}
"""What every Linux with the GNU C library has."""

_SHT_DYNAMIC = 6
_SHT_GNU_VERNEED = 0x6FFFFFFE
_DT_NEEDED = 1


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
    ordinary = re.compile(r"parlour/\w+\.pyi?|parlour/py\.typed")
    strays = {name for name in ours if not ordinary.fullmatch(name)} - {NATIVE}
    yield from (f"{name} does not belong in it" for name in sorted(strays))
    if not re.search(r"-cp311-abi3-", path):
        yield "its name does not say cp311-abi3"
    if native and not foreign:
        versions, libraries = wants(native)
        newest = max(versions, default=(0,))
        if newest > NEWEST_GLIBC:
            yield f"it wants glibc {'.'.join(map(str, newest))}, newer than 2.28"
        yield from (f"it wants the library {name}" for name in sorted(libraries - LIBRARIES))
        glibc = ".".join(map(str, newest))
        print(f"wheel: {size} bytes, glibc {glibc}, libraries {' '.join(sorted(libraries))}")


def wants(image: bytes) -> tuple[set[tuple[int, ...]], set[str]]:
    """The glibc versions and the libraries that a 64-bit little-endian ELF file asks for."""
    if image[:6] != b"\x7fELF\x02\x01":
        raise SystemExit("wheel: the module is not a 64-bit little-endian ELF file")
    table, size, count = *struct.unpack_from("<Q", image, 0x28), *struct.unpack_from("<HH", image, 0x3A)
    # sh_type, sh_offset, sh_size, sh_link
    sections = [struct.unpack_from("<4xI16xQQI", image, table + number * size) for number in range(count)]

    def text(strings: int, at: int) -> str:
        start = sections[strings][1] + at
        return image[start : image.index(b"\0", start)].decode()

    versions: set[tuple[int, ...]] = set()
    libraries: set[str] = set()
    for kind, offset, length, link in sections:
        if kind == _SHT_DYNAMIC:
            for entry in range(offset, offset + length, 16):
                tag, value = struct.unpack_from("<QQ", image, entry)
                if tag == _DT_NEEDED:
                    libraries.add(text(link, value))
        elif kind == _SHT_GNU_VERNEED:
            versions.update(_glibc(text(link, at)) for at in _version_names(image, offset))
    return versions, libraries


def _version_names(image: bytes, need: int) -> Iterator[int]:
    """Where the names of the wanted versions stand among the strings."""
    while True:
        count, first, following = struct.unpack_from("<2xH4xII", image, need)
        entry = need + first
        for _ in range(count):
            name, gap = struct.unpack_from("<8xII", image, entry)
            yield name
            entry += gap
        if not following:
            return
        need += following


def _glibc(version: str) -> tuple[int, ...]:
    found = re.fullmatch(r"GLIBC_([0-9.]+)", version)
    return tuple(map(int, found[1].split("."))) if found else (0,)


def main() -> int:
    """1 if something is wrong."""
    paths = [word for word in sys.argv[1:] if word != "--foreign"]
    if len(paths) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    found = list(faults(paths[0], foreign="--foreign" in sys.argv))
    for fault in found:
        print(f"wheel: {paths[0]}: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
