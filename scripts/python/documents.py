#!/usr/bin/env python3
"""Copies the documents of keywords from `params.py` into the docstrings of the methods that take them: for
`help()`, and for editors, which do not look into the type of keywords.

    scripts/python/documents.py [--check]

An `Args:` section begins with what was written by hand, of parameters that are the method's own; the rest of it is
made here, and every parameter has its entry. With `--check` nothing is written, and a file that would change is an
error. The synchronous files are made of those that this writes (`sync.py`).
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "bindings/python/python/parlour"
WIDTH = 120

DOCUMENTED = {
    ("_async/messages.py", "AsyncMessages.create"): "RequestParams",
    ("_async/messages.py", "AsyncMessages.stream"): "AnswerStreamParams",
    ("_async/messages.py", "AsyncMessages.parse"): "ParseParams",
    ("_async/messages.py", "AsyncMessages.run_tools"): "ToolRunParams",
    ("_async/messages.py", "AsyncMessages.resume_tools"): "ToolRunOptions",
    ("_async/messages.py", "AsyncMessages.count_tokens"): "CountTokensParams",
    ("_async/messages.py", "AsyncMessages.keep_tokens"): "KeepTokensParams",
    ("_async/resources.py", "AsyncLimits.update"): "CallOptions",
    ("_async/batches.py", "AsyncBatches.create"): "CallOptions",
    ("_async/batches.py", "AsyncBatches.results"): "CallOptions",
    ("_async/batches.py", "AsyncBatches.wait"): "CallOptions",
    ("_async/batches.py", "AsyncBatches.run"): "CallOptions",
    ("_async/files.py", "AsyncFiles.upload"): "CallOptions",
    ("_async/files.py", "AsyncFiles.download"): "CallOptions",
    ("_async/files.py", "AsyncFiles.download_to"): "CallOptions",
    ("_async/skills.py", "AsyncSkillVersions.create"): "CallOptions",
    ("_async/skills.py", "AsyncSkills.create"): "CallOptions",
    ("_async/client.py", "AsyncClient.request"): "RequestOptions",
    ("_async/client.py", "AsyncClient"): "ClientOptions",
    ("_resources/client.py", "BaseClient.with_options"): "CopyOptions",
}
"""Each method, or a class for what makes an object of it, and the type of its keywords. Methods that `make generate`
makes have their documents from there."""


class Shapes:
    """The types of `params.py`: their keys with their documents."""

    def __init__(self, source: str) -> None:
        self._classes = {one.name: one for one in ast.parse(source).body if isinstance(one, ast.ClassDef)}

    def keys(self, name: str) -> dict[str, str]:
        """The document of each key; parameters of the request first, then options of the call."""
        of = self._classes[name]
        own: dict[str, str] = {}
        said: str | None = None
        for statement in reversed(of.body):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                said = " ".join(str(statement.value.value).split())
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                required = ast.unparse(statement.annotation).startswith("Required[")
                own[statement.target.id] = ("Required. " if required else "") + (said or "")
                said = None
        own = dict(reversed(own.items()))
        bases = [base.id for base in of.bases if isinstance(base, ast.Name) and base.id in self._classes]
        calls = [base for base in bases if base == "CallOptions"]
        for base in [*(base for base in bases if base not in calls), *calls]:
            own = self.keys(base) | own if base not in calls else own | self.keys(base)
        if name != "CallOptions" and "model" in own:
            options = self.keys("CallOptions")
            own = {key: text for key, text in own.items() if key not in options} | options
        return own


def section(docstring: str) -> tuple[str, dict[str, str]]:
    """A docstring without its section, and the entries of that."""
    head, _, there = inspect_clean(docstring).partition("\nArgs:\n")
    entries: dict[str, str] = {}
    name = ""
    for line in there.splitlines():
        found = re.match(r"    (\w+): (.*)", line)
        if found:
            name = found[1]
            entries[name] = found[2]
        elif line.strip():
            entries[name] += " " + line.strip()
    return head.rstrip(), entries


def inspect_clean(docstring: str) -> str:
    """A docstring without its indentation."""
    first, _, rest = docstring.partition("\n")
    return f"{first.strip()}\n{textwrap.dedent(rest)}".rstrip()


def written(head: str, entries: dict[str, str], indent: str) -> str:
    """The docstring as source text."""
    lines = [*head.splitlines(), "", "Args:"]
    for name, text in entries.items():
        lines += textwrap.wrap(
            f"{name}: {text}",
            WIDTH - len(indent),
            initial_indent="    ",
            subsequent_indent="        ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    body = "\n".join(f"{indent}{line}" if line else "" for line in lines)
    return f'"""{body.lstrip()}\n{indent}"""'


def node_of(tree: ast.Module, name: str) -> ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef:
    """The class, or the last of the functions of this name: those before are overloads."""
    found: ast.AST = tree
    for part in name.split("."):
        found = [
            one
            for one in ast.iter_child_nodes(found)
            if isinstance(one, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and one.name == part
        ][-1]
    assert isinstance(found, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    return found


def with_documents(source: str, name: str, keys: dict[str, str]) -> str:
    """The source with the section of one docstring made anew."""
    node = node_of(ast.parse(source), name)
    statement = node.body[0]
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Constant)
    head, entries = section(str(statement.value.value))
    own: set[str] = set()
    if not isinstance(node, ast.ClassDef):
        arguments = node.args
        own = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} - {"self"}
    by_hand = {one: text for one, text in entries.items() if one in own and one not in keys}
    if missing := own - by_hand.keys() - keys.keys():
        raise SystemExit(f"documents: {name}: write what {', '.join(sorted(missing))} is into its section")
    if silent := [key for key, text in keys.items() if text.removeprefix("Required. ") == ""]:
        raise SystemExit(f"documents: {name}: nothing is said of {', '.join(silent)} in params.py")
    lines = source.splitlines(keepends=True)
    assert statement.end_lineno is not None
    indent = " " * statement.col_offset
    made = f"{indent}{written(head, by_hand | keys, indent)}\n"
    return "".join([*lines[: statement.lineno - 1], made, *lines[statement.end_lineno :]])


def main() -> int:
    """Writes, or with `--check` compares."""
    check = sys.argv[1:] == ["--check"]
    shapes = Shapes((PACKAGE / "params.py").read_text())
    files: dict[str, str] = {}
    for (file, name), keywords in DOCUMENTED.items():
        source = files.get(file) or (PACKAGE / file).read_text()
        files[file] = with_documents(source, name, shapes.keys(keywords))
    stale = 0
    for file, made in files.items():
        if (PACKAGE / file).read_text() == made:
            continue
        if check:
            stale += 1
            print(
                f"documents: {file} is not what params.py says; scripts/python/documents.py writes it",
                file=sys.stderr,
            )
        else:
            (PACKAGE / file).write_text(made)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
