#!/usr/bin/env python3
"""Makes the reference pages of C and C++ out of the comments of include/: c.md and cpp.md.

    scripts/docs/headers.py [folder]      (default: docs/reference; the site's build and the C package call it)

Every public name of the headers is listed in a page with its comment and declaration; a name of C without a comment is
an error. The pages are not committed: the headers are, and these are made of nothing else.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
MADE = "<!-- Made from include/ by scripts/docs/headers.py: change the comments there, not this page. -->\n"


def inline(text: str) -> str:
    """A comment's prose as Markdown: its commands of Doxygen become words."""
    text = re.sub(r"[@\\](?:c|p|a|ref) (\w+(?:::\w+)*(?:\(\))?)", r"`\1`", text)
    text = re.sub(r"[@\\]copydoc (\S+)", r"As `\1`.", text)
    text = re.sub(r"[@\\](?:brief|details) ", "", text)
    text = re.sub(r"[@\\]code(?:\{[^}]*\})?\n(.*?)[@\\]endcode", r"```cpp\n\1```", text, flags=re.DOTALL)
    text = re.sub(r"^[@\\](?:return|returns) ", "Returns: ", text, flags=re.MULTILINE)
    text = re.sub(r"^[@\\]t?param (\w+) ", r"- `\1`: ", text, flags=re.MULTILINE)
    # Angle brackets outside of code would be taken for HTML.
    return re.sub(r"(`[^`]*`|```.*?```)|<", lambda found: found[1] or "&lt;", text, flags=re.DOTALL)


def cell(text: str) -> str:
    """Prose in a row of a table."""
    return " ".join(inline(text).split()).replace("|", "\\|")


# --- C


@dataclass
class Declaration:
    """One name of a C header."""

    name: str
    doc: str
    code: str


LINKAGE = re.compile(r"\b(?:PARLOUR_API|PARLOUR_NODISCARD) ")
COMMENTED = re.compile(r"^/\*\*\n(?P<doc>(?: \*.*\n)+?) \*/\n(?P<rest>.*)", re.MULTILINE)
FIELD = re.compile(r"    /\*\*\n(?P<doc>(?:     \*.*\n)+?)     \*/\n    (?P<code>[^;]*);", re.MULTILINE)


def plain(doc: str) -> str:
    """A comment without its stars."""
    return re.sub(r"^ *\* ?", "", doc, flags=re.MULTILINE).strip()


def declarations(header: Path) -> list[Declaration]:
    """All that a header declares, in its order."""
    text = header.read_text("utf-8")
    found = []
    for comment in COMMENTED.finditer(text):
        after = text[comment.start("rest") :]
        first = comment["rest"]
        if first.startswith("#define "):
            code = first
            name = re.split(r"[ (]", first)[1]
        elif first.startswith("#ifndef "):
            # A macro that a program may have defined itself.
            code = first
            name = first.split()[1]
        elif re.match(r"typedef struct \w+ \{|struct \w+ \{", first):
            code = after[: after.index("\n}") + 2]
            name = re.search(r"struct (\w+)", first)[1]  # type: ignore[index]
        elif first.startswith("static inline"):
            code = after[: after.index(" {")] + ";"
            name = re.search(r"(\w+)\(", code)[1]  # type: ignore[index]
        else:
            code = after[: after.index(";") + 1]
            pointer = re.search(r"\(\*(\w+)\)", code)
            name = (pointer or re.search(r"(\w+)\(", code) or re.search(r"(\w+);$", code))[1]  # type: ignore[index]
        found.append(Declaration(name, plain(comment["doc"]), LINKAGE.sub("", code)))
    known = {one.name for one in found}
    for name in re.findall(r"^#define (PARLOUR_[A-Z0-9_]+)(?: |$)", text, re.MULTILINE):
        if name not in known and not name.endswith("_H"):
            raise SystemExit(f"headers: {header.name}: {name} has no comment")
    for name in re.findall(r"^[a-z][\w *]*?\b(parlour_\w+)\(", text, re.MULTILINE):
        if name not in known:
            raise SystemExit(f"headers: {header.name}: {name} has no comment")
    return found


def handle(name: str, types: list[str]) -> str:
    """The type that a function belongs to: the longest whose name begins its own."""
    fitting = [one for one in types if name.startswith(f"{one}_")]
    return max(fitting, key=len, default="parlour")


def described(one: Declaration, known: dict[str, str]) -> str:
    """The comment of a function; one that gives a result has to say which codes."""
    text, codes, returned = inline(one.doc).partition("Returns: ")
    if one.code.startswith("parlour_result ") and not codes:
        raise SystemExit(f"headers: the comment of {one.name} does not say which codes it gives")
    linked = re.sub(
        r"\bPARLOUR_\w+",
        lambda name: f"[`{name[0]}`](#result-codes)" if name[0] in known else name[0],
        returned,
    )
    return f"{text}{codes}{linked}"


def conventions(header: Path) -> Iterator[str]:
    """The comment at the beginning of a header: a paragraph for each rule."""
    text = re.search(r"/\*\n \* parlour: (.*?)\n \*/", header.read_text("utf-8"), re.DOTALL)
    if text is None:
        raise SystemExit(f"headers: {header.name} does not begin with its conventions")
    for part in re.split(r"\n \*\n", "* " + text[1]):
        lines = [re.sub(r"^ ?\* ?", "", line) for line in part.split("\n")]
        if all(line.startswith("    ") or not line for line in lines):
            yield "```c\n" + textwrap.dedent("\n".join(lines)) + "\n```"
        else:
            prose = " ".join(lines)
            yield inline(re.sub(r"^([A-Z]{2,})\b", r"**\1**", prose[:1].upper() + prose[1:]))


AFTER_RESULTS = "PARLOUR_ABI_VERSION"


def c_page() -> str:
    """The page of parlour.h, parlour_emulator.h, and the headers generated from the schema."""
    parts = re.findall(r'#include "(parlour/\w+\.h)"', (INCLUDE / "parlour.h").read_text("utf-8"))
    main = [one for part in parts for one in declarations(INCLUDE / part)]
    emulator = declarations(INCLUDE / "parlour_emulator.h")
    everything = main + emulator
    macros = [
        one for one in everything if one.code.startswith("#ifndef") or re.match(r"#define \w+\(", one.code)
    ]
    defines = [one for one in everything if one.code.startswith("#define") and one not in macros]
    functions = [one for one in everything if "(" in one.code and not one.code.startswith(("#", "typedef"))]
    types = [one for one in everything if not one.code.startswith("#") and one not in functions]
    lines = ["# C reference", "", MADE]
    lines += [
        "Every name of `parlour.h` with its parts and of `parlour_emulator.h`, and at the end what is made from the",
        "schema: `parlour/parameters.h` and `parlour/resources.h`.",
        "",
    ]
    for paragraph in conventions(INCLUDE / "parlour.h"):
        lines += [paragraph, ""]

    # The result codes are the first constants of the header.
    end = next(at for at, one in enumerate(defines) if one.name == AFTER_RESULTS)
    results = {one.name: one.doc for one in defines[:end]}
    if defines[0].name != "PARLOUR_OK":
        raise SystemExit("headers: the first part does not begin with the result codes")
    lines += ["## Result codes", "", "| code | value | meaning |", "| --- | --- | --- |"]
    for one in defines:
        if one.name in results:
            lines.append(f"| `{one.name}` | {one.code.split()[2]} | {cell(one.doc)} |")
    lines += ["", "## Constants", "", "| name | value | meaning |", "| --- | --- | --- |"]
    for one in defines:
        if one.name not in results:
            lines.append(f"| `{one.name}` | `{' '.join(one.code.split()[2:])}` | {cell(one.doc)} |")

    lines += ["", "## Macros", "", "| name | meaning |", "| --- | --- |"]
    lines += [f"| `{one.name}` | {cell(one.doc)} |" for one in macros]

    names = [one.name for one in types]
    groups: dict[str, list[Declaration]] = {name: [] for name in names}
    groups["parlour"] = []
    for one in functions:
        groups[handle(one.name, names)].append(one)
    by_name = {one.name: one for one in types}
    order = sorted(
        names, key=lambda name: (name.startswith("parlour_emulator"), not groups[name], names.index(name))
    )
    for name in [*order, "parlour"]:
        title = f"`{name}`" if name in by_name else "Functions of no type"
        lines += ["", f"## {title}", ""]
        if name in by_name:
            lines += [inline(by_name[name].doc), "", *shape(by_name[name])]
        for one in groups[name]:
            lines += ["", f"### `{one.name}`", "", "```c", one.code, "```", "", described(one, results)]
    for one in everything:
        if f"`{one.name}`" not in "\n".join(lines):
            raise SystemExit(f"headers: {one.name} is in no page")
    return "\n".join([*lines, *rows("parameter.h"), *rows("parameters.h"), *rows("resources.h")]) + "\n"


def rows(name: str) -> list[str]:
    """The functions of a header that writes or reads JSON, each in a row: there are many, and each knows one field."""
    header = INCLUDE / "parlour" / name
    intro = re.match(r"/\*\* @file\n(.*?)\*/", header.read_text("utf-8"), re.DOTALL)[1]  # type: ignore[index]
    lines = [
        "",
        f"## `parlour/{name}`",
        "",
        inline(plain(intro)),
        "",
        "| name | description |",
        "| --- | --- |",
    ]
    for one in declarations(header):
        code = " ".join(one.code.removeprefix("static inline ").rstrip(";").split())
        lines.append(f"| `{code}` | {cell(one.doc)} |")
    return lines


def shape(one: Declaration) -> list[str]:
    """A type: its fields as a table, or its declaration."""
    fields = list(FIELD.finditer(one.code))
    if not fields:
        return ["```c", one.code, "```"]
    rows = ["| field | type | meaning |", "| --- | --- | --- |"]
    for row in fields:
        kind, name = re.match(r"(.*?)(\w+(?:\[\w*\])?)$", " ".join(row["code"].split())).groups()  # type: ignore[union-attr]
        rows.append(f"| `{name}` | `{kind.strip().removeprefix('struct ')}` | {cell(plain(row['doc']))} |")
    return rows


# --- C++


@dataclass
class Scope:
    """A namespace or a class that is being read."""

    name: str
    kind: str
    public: bool
    members: list[Declaration] = field(default_factory=list)
    doc: str = ""
    code: str = ""


OPENS = re.compile(
    r"(?:template <.*> )?(?:inline )?(namespace|class|struct|enum class|enum|extern)\b"
    r"(?:\s*\[\[\w+\]\])?\s*([\w:]*(?:<[^>]*>)?)"
)
STRINGS = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'")


def depth(text: str, opening: str, closing: str) -> int:
    """How many brackets are still open at the end."""
    bare = STRINGS.sub("", text)
    return bare.count(opening) - bare.count(closing)


def signature(code: str) -> str:
    """A declaration without what initialises it, as one line."""
    code = " ".join(code.split())
    level = 0
    for at, letter in enumerate(code):
        level += (letter in "(<[") - (letter in ")]") - (letter == ">" and code[at - 1] != "-")
        initialiser = letter == ":" and ":" not in (code[at - 1 : at] + code[at + 1 : at + 2])
        if level <= 0 and initialiser and ")" in code[:at]:
            code = code[:at]
            break
    return re.sub(r"\s*\b(PARLOUR_LIFETIMEBOUND)\b", "", code).rstrip(" {;")


class Reader:
    """Reads one C++ header, line by line: comments with three slashes, and the declaration that follows each."""

    def __init__(self, header: Path) -> None:
        self.lines = iter(header.read_text("utf-8").splitlines())
        self.scopes: list[Scope] = []
        self.found: list[Scope] = []
        self.free: list[Declaration] = []

    def visible(self) -> bool:
        return all(scope.public and scope.name != "detail" for scope in self.scopes)

    def read(self) -> Reader:
        doc: list[str] = []
        for line in self.lines:
            text = line.strip()
            if text.startswith("///") and not text.startswith("///<"):
                doc.append(re.sub(r"^/// ?", "", text))
            elif not text or text.startswith(("#", "//")):
                while text.endswith("\\"):
                    text = next(self.lines).rstrip()
                if not text:
                    doc = []
            elif text.startswith("}"):
                self.leave()
                doc = []
            elif re.match(r"(public|private|protected):$", text):
                self.scopes[-1].public = text == "public:"
            else:
                self.declaration(text, "\n".join(doc))
                doc = []
        return self

    def leave(self) -> None:
        """A scope ends; a class goes to the page unless it is hidden."""
        if not self.scopes:
            return
        scope = self.scopes.pop()
        if scope.code and scope.doc and scope.name != "detail" and self.visible():
            self.found.append(self.qualified(scope))

    def declaration(self, text: str, doc: str) -> None:
        """Reads on to its end, and notes it if it may be used."""
        trailing = ""
        while True:
            if "///<" in text:
                text, _, more = text.partition("///<")
                trailing = more.strip()
            bare = STRINGS.sub('""', text)
            done = depth(text, "(", ")") == 0 and (bare.rstrip().endswith((";", "}")) or "{" in bare)
            if done or trailing:
                break
            text = text.rstrip() + " " + next(self.lines).strip().split(" // ")[0]
        opened = depth(text, "{", "}")
        head = STRINGS.sub('""', text).split("{")[0]
        kind = OPENS.match(head)
        public = self.visible()
        if kind and kind[1].startswith("enum"):
            self.enumeration(text, kind[2], doc, public)
        elif kind and opened > 0 and "(" not in re.sub(r"template <.*?> ", "", head):
            self.enter(kind[1], kind[2], doc, head)
        else:
            while opened > 0:
                opened += depth(next(self.lines).split(" // ")[0], "{", "}")
            self.note(head if "{" in text and ";" not in head else text, doc or trailing, public)

    def enter(self, kind: str, name: str, doc: str, head: str) -> None:
        """A namespace or a class begins; in a class all is private until it says otherwise."""
        code = "" if kind in ("namespace", "extern") else signature(head)
        self.scopes.append(Scope(name, kind, kind != "class", doc=doc, code=code))

    def qualified(self, scope: Scope) -> Scope:
        """A scope by its whole name, which is about to be left."""
        scope.name = "::".join(one.name for one in (*self.scopes, scope) if one.name)
        return scope

    def enumeration(self, text: str, name: str, doc: str, public: bool) -> None:
        body = text
        while depth(body, "{", "}") > 0 or "{" not in body:
            body += "\n" + next(self.lines)
        if not public or not doc:
            return
        rows = re.findall(r"(\w+)(?:\s*=\s*[\w\s]+?)?\s*,?\s*///< ?(.*)", body.split("{", 1)[1])
        scope = Scope(name, "enum", True, doc=doc, code=signature(text.split("{", maxsplit=1)[0]))
        scope.members = [Declaration(one, why, one) for one, why in rows]
        self.found.append(self.qualified(scope))

    def note(self, code: str, doc: str, public: bool) -> None:
        if not public or code.startswith(("using namespace", "friend class")) or not doc:
            return
        one = Declaration("", doc, signature(code))
        classes = [scope for scope in self.scopes if scope.kind not in ("namespace", "extern")]
        (classes[-1].members if classes else self.free).append(one)


def cpp_page() -> str:
    """The page of parlour.hpp and the headers it includes."""
    headers = sorted((INCLUDE / "parlour").glob("*.hpp"))
    own = re.findall(r'#include "parlour/(\w+\.hpp)"', (INCLUDE / "parlour.hpp").read_text("utf-8"))
    headers.sort(key=lambda path: own.index(path.name) if path.name in own else len(own))
    headers += sorted(INCLUDE.glob("*.hpp"))
    lines = ["# C++ reference", "", MADE]
    intro = re.match(r"((?:///.*\n)+)", (INCLUDE / "parlour.hpp").read_text("utf-8"))[1]  # type: ignore[index]
    lines += [inline(re.sub(r"^/// ?", "", intro.replace("/// @file\n", ""), flags=re.MULTILINE)).strip(), ""]
    for path in headers:
        reader = Reader(path).read()
        text = path.read_text("utf-8")
        if not reader.found and not reader.free:
            continue
        lines += [f"## `{path.relative_to(INCLUDE)}`", ""]
        if path.name != "parlour.hpp" and (what := re.match(r"/// @file\n((?:///.*\n)+)", text)):
            lines += [inline(re.sub(r"^/// ?", "", what[1], flags=re.MULTILINE)).strip(), ""]
        for one in reader.free:
            lines += ["```cpp", one.code, "```", "", inline(one.doc), ""]
        for scope in reader.found:
            lines += [f"### `{scope.name}`", "", "```cpp", scope.code, "```", "", inline(scope.doc), ""]
            if scope.kind == "enum":
                lines += ["| value | meaning |", "| --- | --- |"]
                lines += [f"| `{one.name}` | {cell(one.doc)} |" for one in scope.members]
            else:
                for one in scope.members:
                    lines += [f"- `{one.code}`", textwrap.indent(inline(one.doc), "    "), ""]
            lines.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/reference"
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in (("c.md", c_page()), ("cpp.md", cpp_page())):
        path = folder / name
        # A site that is being watched is built again by every write.
        if not path.is_file() or path.read_text("utf-8") != page:
            path.write_text(page, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
