#!/usr/bin/env python3
"""Adds to a generated C header what the generator cannot know: the macros of linkage, of results that must be looked
at, and of pointers that may be NULL, and the result codes that each function may give.

    scripts/c/annotate.py made/parlour.h

Argument: the header, which is changed in place. All of it is read from bindings/c/src: a pointer that the body of a
function `require`s must not be NULL, and its codes are those that its body names, itself or in the functions of the
crate that it calls. bindings/c/tests/core/inputs.c holds the library to what is written here.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "bindings/c/src"
FUNCTION = re.compile(r"\bfn (\w+)\s*(?:<[^(]*>)?\(")
DECLARATION = re.compile(
    r"(?P<doc>/\*\*\n(?: \*[^\n]*\n)*? \*/\n)"
    r"(?P<result>[a-z_][\w \*]*?)(?P<name>parlour_\w+)\((?P<parameters>[^;{]*)\);\n",
    re.MULTILINE,
)
# The codes that reading an argument may give (src/text.rs, src/fault.rs).
READS = {
    r"\brequire\(": ["NULL_ARGUMENT"],
    r"\.text\(\"": ["NULL_ARGUMENT", "INVALID_UTF8", "INVALID_ARGUMENT"],
    r"\.bytes\(\"": ["NULL_ARGUMENT", "INVALID_ARGUMENT"],
}
# Modules that every entry point calls; they add no codes of their own.
GROUND = {"abi", "boundary", "catch", "fault", "text"}
# A call into the bridge may give FORKED: in a forked child it refuses handles of the parent.
REACHES = re.compile(r"\.submit\(|prepare_blocking|\.check\(\)")
# Methods of the standard library and of the bridge that have the name of a function here.
STANDARD = re.compile(r"\binbox\.\w+\(|\.(?:collect|take|last|replace|find|set|get|at|map)\(")
# Calls of `take`, a name that `STANDARD` excludes, that can give BUSY.
TAKES = re.compile(r"\b(?:op|self)\.take\(\)\?")


def block(text: str, start: int) -> str:
    """The text from the first brace after `start` to the one that closes it."""
    begin = text.index("{", start)
    depth = 0
    for at in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[begin : at + 1]
    sys.exit(f"annotate: a block without an end: {text[start : start + 60]}")


class Crate:
    """The functions of the library's sources, by file and name."""

    def __init__(self) -> None:
        self.bodies: dict[tuple[str, str], list[str]] = {}
        self.files: dict[str, list[str]] = {}
        self.imports: dict[tuple[str, str], str] = {}
        self.constants: list[str] = []
        for path in sorted(SOURCES.glob("*.rs")):
            text = re.sub(
                r"^\s*//[^\n]*$",
                "",
                path.read_text(encoding="utf-8"),
                flags=re.MULTILINE,
            )
            for match in FUNCTION.finditer(text):
                end = re.compile(r"[{;]").search(text, match.end())
                if end is not None and end[0] == "{":
                    key = (path.stem, match[1])
                    self.bodies.setdefault(key, []).append(block(text, match.end()))
                    self.files.setdefault(match[1], []).append(path.stem)
            for use in re.findall(r"use parlour_\w+(?:::\w+)*::(\{[^}]*\}|\w+);", text):
                for name in re.findall(r"\w+", use):
                    self.imports[path.stem, name] = "the bridge"
            for use in re.findall(r"use crate::(\w+)::(\{[^}]*\}|\w+);", text):
                for name in re.findall(r"\w+", use[1]):
                    self.imports[path.stem, name] = use[0]
            if path.name == "abi.rs":
                self.constants = re.findall(
                    r"pub const PARLOUR_(\w+): u32 = \d+;", text.split("ABI_VERSION")[0]
                )

    def called(self, file: str, body: str) -> set[tuple[str, str]]:
        """The crate's functions that a body calls: of its own file, imported, by path, or methods of a unique name."""
        found: set[tuple[str, str]] = set()
        body = STANDARD.sub("", body)
        for path, name in re.findall(r"(?:\b(\w+)::)?\b(\w+)\(", body) + re.findall(
            r"\b(\w+)::(\w+)\b", body
        ):
            places = [path, file, self.imports.get((file, name), "")]
            if len(set(self.files.get(name, []))) == 1 and places[2] != "the bridge":
                places.append(self.files[name][0])
            place = next((place for place in places if (place, name) in self.bodies), None)
            if place is not None and place not in GROUND:
                found.add((place, name))
        return found

    def codes(self, file: str, name: str, seen: set[tuple[str, str]]) -> set[str]:
        """The codes that a function may give by itself or by what it calls."""
        seen.add((file, name))
        found: set[str] = set()
        for body in self.bodies.get((file, name), []):
            for pattern, codes in READS.items():
                if re.search(pattern, body):
                    found.update(codes)
            found.update(code for code in re.findall(r"\bPARLOUR_(\w+)", body) if code in self.constants)
            if REACHES.search(body):
                found.add("FORKED")
            if TAKES.search(body):
                found.add("BUSY")
            for callee in self.called(file, body) - seen:
                found |= self.codes(*callee, seen)
        return found

    def entry(self, name: str, parameters: str) -> set[str]:
        """The codes of an entry point."""
        found = {"OK"}
        for file in set(self.files.get(name, [])):
            found |= self.codes(file, name, set())
        # Entry points that a macro writes have no body here: add the codes of reading their arguments.
        if re.search(r"parlour_str \w", parameters):
            found |= {"NULL_ARGUMENT", "INVALID_ARGUMENT", "INVALID_UTF8"}
        if re.search(r"parlour_\w+ \*\w", parameters):
            found.add("NULL_ARGUMENT")
        if re.search(r"\berr\b", parameters):
            found.add("FAILED")
        else:
            found.discard("FAILED")
        return found - {"PANIC"}

    def required(self, name: str) -> set[str]:
        """The arguments that must not be NULL."""
        bodies = [body for (_, own), bodies in self.bodies.items() if own == name for body in bodies]
        return set(re.findall(r"require\((\w+), \"\1\"\)", "".join(bodies)))


def parameters(text: str, required: set[str]) -> str:
    """The parameters with a mark on each pointer."""

    def marked(match: re.Match[str]) -> str:
        macro = "PARLOUR_NONNULL" if match[2] in required else "PARLOUR_NULLABLE"
        return f"{match[1]}{macro} {match[2]}"

    return re.sub(r"(\*)(\w+)(?=\s*(?:,|$))", marked, text)


def described(doc: str, codes: list[str]) -> str:
    """The comment with the codes at its end."""
    names = [f"PARLOUR_{code}" for code in codes]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    lines, line = [], " * @return"
    for word in f"{listed}.".split(" "):
        if len(line) + 1 + len(word) > 120:
            lines.append(line)
            line = " *"
        line += f" {word}"
    lines.append(line)
    return doc.removesuffix(" */\n") + " *\n" + "\n".join(lines) + "\n */\n"


def check_ownership(name: str, doc: str, listed: str) -> None:
    """Exits if a function hands out a handle and its comment does not say who frees it. For `_new`, `_clone` and
    `_from_json` the comment of the header says it."""
    handles = re.findall(r"\b(?:const )?struct parlour_(?!error\b)\w+ \*\*\w+", listed)
    if (
        handles
        and not re.search(r"_(?:new|clone|from_json)$", name)
        and not re.search(r"[Ff]ree|[Bb]orrowed", doc)
    ):
        sys.exit(f"annotate: the comment of {name}() does not say who frees what it gives")


def main() -> None:
    """Changes the header."""
    path = Path(sys.argv[1])
    crate = Crate()
    # The header that says what the marks of pointers mean silences clang's warnings of them; no other does.
    null_marks = path.name == "parlour.h"
    order = {code: place for place, code in enumerate(crate.constants)}

    def annotated(match: re.Match[str]) -> str:
        doc, result, name = match["doc"], match["result"], match["name"]
        check_ownership(name, doc, match["parameters"])
        required = crate.required(name)
        marks = "PARLOUR_API "
        if result.strip() == "parlour_result":
            found = crate.entry(name, match["parameters"])
            if "PARLOUR_FAILED" in doc:
                # Its comment says when, although there is no place for an error.
                found.add("FAILED")
            doc = described(doc, sorted(found, key=lambda code: order[code]))
            if re.search(r"\bout\b", match["parameters"]):
                marks += "PARLOUR_NODISCARD "
        elif null_marks and result.rstrip().endswith("*"):
            result += "PARLOUR_NONNULL " if result.startswith("const char") else "PARLOUR_NULLABLE "
        listed = " ".join(match["parameters"].split())
        if null_marks:
            listed = parameters(listed, required)
        line = f"{marks}{result}{name}({listed});"
        if len(line) > 120:
            line = f"{marks}{result}{name}(\n    " + listed.replace(", ", ",\n    ") + ");"
        return doc + line + "\n"

    text = path.read_text(encoding="utf-8")
    changed, count = DECLARATION.subn(annotated, text)
    if count == 0:
        sys.exit(f"annotate: {path.name} declares no function: this does nothing")
    # A declaration without a comment is none that was annotated.
    bare = re.compile(
        r"^(?!PARLOUR_API|static |typedef )[a-z_][\w \*]*?(parlour_\w+)\([^;{]*\);", re.MULTILINE
    )
    if found := bare.findall(changed):
        sys.exit(f"annotate: functions without a comment: {', '.join(found)}")
    path.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    main()
