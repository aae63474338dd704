"""The programs of the processes of a fleet, by language; those in C and C++ are compiled here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
INCLUDE = HERE.parents[1] / "include"
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
LANGUAGES = ["python", "node", "c", "cpp"]
COMPILERS = {
    "c": [os.environ.get("CC", "cc"), "-std=c11", "-D_GNU_SOURCE"],
    "cpp": [os.environ.get("CXX", "c++"), "-std=c++17"],
}


class Programs:
    """Commands of ``worker`` and ``spend`` in each language. ``library`` is the folder of libparlour.so."""

    def __init__(self, library: Path, folder: Path) -> None:
        self._folder = folder
        link = [f"-L{library}", "-lparlour", f"-Wl,-rpath,{library}"]
        # Side by side: a program in C++ is seconds of one core.
        compilers = [
            subprocess.Popen(
                [*command, *WARNINGS, "-O1", f"-I{INCLUDE}", source, "-o", self._program(source), *link]
            )
            for suffix, command in COMPILERS.items()
            for source in sorted(HERE.glob(f"*.{suffix}"))
        ]
        assert [compiler.wait() for compiler in compilers] == [0] * len(compilers)

    def _program(self, source: Path) -> Path:
        return self._folder / f"{source.name}.run"

    def command(self, name: str, language: str) -> list[str]:
        match language:
            case "python":
                return [sys.executable, str(HERE / f"{name}.py")]
            case "node":
                return ["node", str(HERE / f"{name}.mjs")]
        return [str(self._program(HERE / f"{name}.{language}"))]
