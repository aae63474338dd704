#!/usr/bin/env python3
"""Checks the code blocks of the pages and READMEs: each has to pass its language's compiler or type checker.

    scripts/docs/snippets.py [python] [ts] [c]      (default: all of them)

Wants what scripts/python/env.sh and scripts/node/env.sh install, and gcc and g++. Rust's blocks are doctests of the
examples' crate (examples/rust/src/lib.rs). A block that is a part of a program finds the usual names (`client`,
`messages`, ...) declared as the preludes in scripts/docs/preludes/ say. Messages of the checkers name the file of the
block, and so its page and line; exit code 1 if there are any.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(os.environ.get("PARLOUR_TOOLS", ROOT / ".tools"))
WORK = ROOT / "target" / "snippets"
PRELUDES = ROOT / "scripts" / "docs" / "preludes"
PAGES = ["README.md", "bindings/*/README.md", "docs/*.md", "docs/guides/*.md", "docs/languages/*.md"]
FENCE = re.compile(r"^```(?P<language>\w+)[^\n]*\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = {"python": "python", "ts": "ts", "js": "ts", "c": "c", "cpp": "c"}


@dataclass
class Block:
    """A fenced block and its place."""

    language: str
    code: str
    place: str

    @property
    def stem(self) -> str:
        """A file name made from the block's place."""
        return re.sub(r"\W+", "_", self.place)


def blocks() -> list[Block]:
    """Every block in a language that is checked here."""
    found = []
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            text = page.read_text(encoding="utf-8")
            for fence in FENCE.finditer(text):
                # A whole program is included from its file, and run there.
                if fence["language"] in LANGUAGES and not fence["code"].startswith("--8<--"):
                    line = text.count("\n", 0, fence.start()) + 1
                    found.append(Block(fence["language"], fence["code"], f"{page.relative_to(ROOT)}:{line}"))
    return found


def prelude(name: str) -> str:
    """The names that parts of programs use."""
    return (PRELUDES / name).read_text(encoding="utf-8")


def run(*command: str | Path) -> bool:
    """Runs a checker, and says whether it was content."""
    return subprocess.run([str(word) for word in command], cwd=WORK, check=False).returncode == 0


def python(found: list[Block]) -> bool:
    """mypy, each block a module; a block with `await` outside a function is wrapped in a coroutine."""
    files = []
    for block in found:
        code = block.code
        ahead = prelude("python.py")
        if re.search(r"^(async (with|for)|.*\bawait\b)", code, re.MULTILINE) and "async def" not in code:
            ahead = ahead.replace("client = Client()", "client = AsyncClient()")
            code = "async def snippet() -> None:\n" + textwrap.indent(code, "    ")
        files.append(WORK / f"{block.stem}.py")
        files[-1].write_text(f"# {block.place}\n{ahead}\n{code}", encoding="utf-8")
    os.environ["MYPYPATH"] = os.pathsep.join(
        str(ROOT / f"bindings/{one}/python") for one in ("python", "python-compat")
    )
    return run(
        TOOLS / "python/bin/mypy", "--config-file=", "--no-error-summary", "--check-untyped-defs",
        "--allow-redefinition", "--follow-imports=silent",
        "--cache-dir", WORK.parent / "snippets-mypy", *files,
    )  # fmt: skip


def ts(found: list[Block]) -> bool:
    """tsc --strict against the package's sources, each block a module."""
    package = ROOT / "bindings/node"
    for block in found:
        (WORK / f"{block.stem}.mts").write_text(
            f"// {block.place}\n{block.code}\nexport {{}};\n", encoding="utf-8"
        )
    (WORK / "prelude.d.mts").write_text(prelude("node.d.mts"), encoding="utf-8")
    (WORK / "node_modules").symlink_to(package / "node_modules")
    (WORK / "tsconfig.json").write_text(
        (PRELUDES / "tsconfig.json").read_text(encoding="utf-8").replace("@package@", str(package)),
        encoding="utf-8",
    )
    return run(package / "node_modules/.bin/tsc", "-p", WORK)


def c(found: list[Block]) -> bool:
    """gcc and g++ with warnings as errors; a block without `#include` is the body of a function."""
    good = True
    for block in found:
        whole = "#include" in block.code
        suffix = "cpp" if block.language == "cpp" else "c"
        code = block.code if whole else prelude("c.h") + f"void snippet(void) {{\n{block.code}\n}}\n"
        path = WORK / f"{block.stem}.{suffix}"
        path.write_text(code, encoding="utf-8")
        standard = "-std=c++20" if "co_await" in code else "-std=c++17"
        compiler = ["g++", standard] if suffix == "cpp" else ["gcc", "-std=c11"]
        if "<asio/" in code:
            if not (TOOLS / "asio/usr/include/asio.hpp").is_file():
                print(f"{block.place}: left out: asio is not to be had on this machine")
                continue
            compiler += ["-isystem", str(TOOLS / "asio/usr/include"), "-DASIO_STANDALONE"]
        if not whole:
            compiler += ["-Wno-unused", "-Wno-missing-prototypes"]
        good &= run(
            *compiler,
            "-fsyntax-only",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
            "-I",
            ROOT / "include",
            path,
        )
    return good


def main() -> int:
    asked = sys.argv[1:] or ["python", "ts", "c"]
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    found = blocks()
    checks = {"python": python, "ts": ts, "c": c}
    good = True
    for language in asked:
        of_it = [block for block in found if LANGUAGES[block.language] == language]
        good &= checks[language](of_it)
        print(f"snippets: {len(of_it)} blocks of {language}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
