#!/usr/bin/env python3
"""Parts a generated C header by subject: each name goes to the part of the module that declares it.

    scripts/c/parts.py made/parlour.h

Argument: the header, as scripts/c/annotate.py leaves it. It is replaced by one with its first comment that includes
`parlour/<part>.h`, which are written beside it. Each part includes those whose structs and types of functions it uses,
so that it compiles alone; handles and numbers are in `base`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "bindings/c/src"

PARTS = {
    "base": ("Results, texts, versions, and the types of all handles", "abi text kinds user runtime"),
    "error": ("Why a call failed", "error"),
    "head": ("The head of an answer: status, headers, attempts, rate limits", "head"),
    "json": ("Values of JSON", "json json_value"),
    "message": (
        "Answers of the model, their blocks and their usage",
        "message message_json block answer stops",
    ),
    "log": ("Records of the library", "logs"),
    "interrupt": ("The end of a blocking call from a signal handler", "interrupt"),
    "config": ("Settings of a client", "config limits connection credential hook setters"),
    "request": ("Requests for messages, and the options of a call", "request content cache options"),
    "conversation": ("Histories that grow with each turn", "conversation"),
    "events": ("Events of a streamed answer, in batches", "batch"),
    "call": ("Calls in flight, queues and callbacks", "call_handle op outcome queue listener callback mode"),
    "tools": (
        "Tools that the model calls, and the loop that runs them",
        "tool_set tool_loop run_tools client_tools",
    ),
    "structured": ("Answers that have a schema, and JSON that still grows", "structured partial_json"),
    "client": ("The client", "client"),
    "endpoints": (
        "Other endpoints, pages, uploads and batches",
        "endpoint pages message_batch upload skill_files",
    ),
    "webhook": ("The signatures of webhooks", "webhook"),
}
"""Each part with its subject and modules, in an order in which every one comes after those it needs."""

MODULES = {module: part for part, (_, modules) in PARTS.items() for module in modules.split()}
BASE_TYPES = re.compile(r"typedef struct (\w+) \1;|typedef \w+ \w+;")
"""Handles, and names for numbers."""


def modules() -> dict[str, str]:
    """The module that declares each name."""
    found: dict[str, str] = {}
    for path in sorted(SOURCES.glob("*.rs")):
        text = path.read_text("utf-8")
        names = re.findall(r"\b(?:fn|struct|enum|type|const) (parlour_\w+|PARLOUR_\w+)", text)
        # Those that a macro declares have their name in its arguments.
        names += re.findall(r"^\s*(parlour_\w+|PARLOUR_\w+)\b.*[,;=(]", text, re.MULTILINE)
        for name in names:
            found.setdefault(name, path.stem)
    return found


def items(text: str) -> list[str]:
    """The declarations with their comments."""
    found = []
    for match in re.finditer(r"/\*\*\n(?: \*[^\n]*\n)+? \*/\n", text):
        end = match.end()
        if text.startswith("#define", end):
            stop = text.index("\n", end)
        elif brace := re.match(r"(?:typedef )?(?:struct|enum) \w+ \{", text[end:]):
            stop = text.index("\n}", end + brace.end()) + 2
            stop = text.index(";", stop - 1) + 1
        else:
            stop = text.index(";", end) + 1
        found.append(text[match.start() : stop])
    return found


def name_of(item: str) -> str:
    """The name that it declares."""
    code = item[item.index(" */\n") + 4 :]
    for pattern in (
        r"#define (\w+)",
        r"typedef struct (\w+)",
        r"\(\*(\w+)\)",
        r"\b(parlour_\w+)\(",
        r"(\w+);",
    ):
        if found := re.search(pattern, code):
            return found[1]
    sys.exit(f"parts: a declaration without a name: {code}")


def part(name: str, own: list[str], owners: dict[str, str], extra: str) -> str:
    """The text of a part."""
    body = "\n\n".join(own)
    code = re.sub(r"/\*.*?\*/", "", body + extra, flags=re.DOTALL)
    used = {owners[word] for word in re.findall(r"\b\w+\b", code) if word in owners}
    order = list(PARTS)
    for other in used - {name}:
        if order.index(other) > order.index(name):
            sys.exit(f"parts: {name}.h uses {other}.h, which comes after it")
    includes = [f'#include "{other}.h"' for other in PARTS if other in used | {"base"} and other != name]
    functions = [item for item in own if re.search(r"^PARLOUR_API", item, re.MULTILINE)]
    others = [item for item in own if item not in functions]
    guard = f"PARLOUR_{name.upper()}_H"
    out = [
        f"/* {PARTS[name][0]}. A part of parlour.h. */",
        f"#ifndef {guard}\n#define {guard}",
        "/* Made from bindings/c/src by scripts/c/header.sh: change it there. */",
        "\n".join(includes),
        BEGIN,
        *others,
    ]
    if functions or extra:
        out += [
            '#ifdef __cplusplus\nextern "C" {\n#endif',
            *functions,
            extra,
            "#ifdef __cplusplus\n}\n#endif",
        ]
    out += [END, f"#endif /* {guard} */"]
    return "\n\n".join(text for text in out if text) + "\n"


BEGIN = """#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#endif"""
END = "#ifdef __clang__\n#pragma clang diagnostic pop\n#endif"


def main() -> None:
    """Writes the parts."""
    path = Path(sys.argv[1])
    text = path.read_text("utf-8")
    start = text.index("#ifdef __clang__\n#pragma clang diagnostic push")
    head, rest = text[:start], text[start:]
    # What is written by hand for the end of the header: macros and inline functions.
    cut = rest.index("/**\n * Prints a text with printf()")
    declared, trailer = rest[:cut], rest[cut:]
    intro, _, macros = head.partition("/* Made from")
    macros = macros[macros.index("*/") + 2 :].strip()
    system, _, macros = macros.partition("\n\n")

    home = modules()
    parts: dict[str, list[str]] = {name: [] for name in PARTS}
    owners: dict[str, str] = {}
    for item in items(declared):
        name = name_of(item)
        code = item[item.index(" */\n") + 4 :]
        module = home.get(name)
        if module is None or module not in MODULES:
            sys.exit(f"parts: {name} of {module}.rs belongs to no part: add the module to one")
        owner = "base" if BASE_TYPES.fullmatch(code.strip()) else MODULES[module]
        parts[owner].append(item)
        owners[name] = owner

    inline: dict[str, list[str]] = {}
    by_hand = r"/\*\*\n(?: \*[^\n]*\n)+? \*/\n(?:#define[^\n]*|static inline.*?\n\})"
    for item in re.findall(by_hand, trailer, re.DOTALL):
        words = re.findall(r"\bparlour_\w+\b", item[item.index(" */\n") :])
        needed = {owners[word] for word in words if word in owners} | {"base"}
        inline.setdefault(max(needed, key=list(PARTS).index), []).append(item)

    folder = path.parent / path.stem
    folder.mkdir(exist_ok=True)
    for name, declarations in parts.items():
        made = part(name, declarations, owners, "\n\n".join(inline.get(name, [])))
        if name == "base":
            made = made.replace(BEGIN, f"{system}\n\n{macros}\n\n{BEGIN}", 1)
        (folder / f"{name}.h").write_text(made, "utf-8")
    includes = "\n".join(f'#include "{path.stem}/{name}.h"' for name in PARTS)
    guard = "/* Made from bindings/c/src by scripts/c/header.sh: change it there. */"
    path.write_text(f"{intro}{guard}\n\n{includes}\n\n#endif /* PARLOUR_H */\n", "utf-8")


if __name__ == "__main__":
    main()
