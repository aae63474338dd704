#!/usr/bin/env python3
"""Writes the list of components in libparlour.so and libparlour.a: CycloneDX 1.6, JSON, on standard output.

    scripts/c/sbom.py

Names the crates that cargo links on Linux, with version, licence, the checksum in Cargo.lock and the dependencies of
each, and the standard library of Rust. The same commit and compiler give the same bytes: the time is that of the
commit, or SOURCE_DATE_EPOCH in seconds, and without either that of Cargo.lock; the serial number is made of the
content.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/python"))
linked = __import__("third-party")


def said(*command: str) -> str:
    """The output of a program."""
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def committed() -> float:
    """When this tree was committed; a tree without git has the time of its lock file."""
    try:
        return float(said("git", "log", "-1", "--format=%ct"))
    except (OSError, subprocess.CalledProcessError):
        return (ROOT / "Cargo.lock").stat().st_mtime


def reference(crate: dict[str, Any]) -> str:
    """The package URL of a crate, by which the others refer to it."""
    return f"pkg:cargo/{crate['name']}@{crate['version']}"


def component(crate: dict[str, Any], sums: dict[tuple[str, str], str]) -> dict[str, Any]:
    """One crate as the list has it."""
    made: dict[str, Any] = {
        "type": "library",
        "bom-ref": reference(crate),
        "name": crate["name"],
        "version": crate["version"],
        "licenses": [{"expression": re.sub(" */ *", " OR ", crate["license"])}],
        "purl": reference(crate),
    }
    if known := sums.get((crate["name"], crate["version"])):
        made["hashes"] = [{"alg": "SHA-256", "content": known}]
    if crate.get("repository"):
        made["externalReferences"] = [{"type": "vcs", "url": crate["repository"]}]
    return made


def document() -> dict[str, Any]:
    """The whole list."""
    package = "parlour-c"
    crates = linked.closure(package)
    foreign = [crate for crate in crates if crate["source"]]
    ours = [crate for crate in crates if not crate["source"]]
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]
    sums = {(one["name"], one["version"]): one["checksum"] for one in lock if "checksum" in one}
    own = next(crate for crate in ours if crate["name"] == package)
    compiler = dict(line.split(": ", 1) for line in said("rustc", "-vV").splitlines() if ": " in line)
    std = {
        "type": "library",
        "bom-ref": f"rust-std@{compiler['release']}",
        "name": "rust-std",
        "version": compiler["release"],
        "licenses": [{"expression": "MIT OR Apache-2.0"}],
        "externalReferences": [{"type": "vcs", "url": "https://github.com/rust-lang/rust"}],
    }
    moment = int(os.environ.get("SOURCE_DATE_EPOCH") or committed())
    made = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": component(own, sums) | {"name": "libparlour"},
        },
        "components": [*(component(crate, sums) for crate in (*ours, *foreign) if crate is not own), std],
        "dependencies": [
            {
                "ref": reference(crate),
                "dependsOn": sorted(map(reference, crate["needs"]))
                + ([std["bom-ref"]] if crate is own else []),
            }
            for crate in crates
        ],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(made, sort_keys=True))
    return {**made, "serialNumber": f"urn:uuid:{serial}"}


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=2)
    print()
