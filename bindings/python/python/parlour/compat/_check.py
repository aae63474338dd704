"""What a program uses of the field's SDK that differs here, with lines. It reads the program and does not run it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from ._names import find, vendor
from ._refusals import CALL_OPTIONS, CLIENT_OPTIONS, CLOUD_ADVICE, CLOUDS, MEMBERS, NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

_CALLS = frozenset({"create", "stream", "parse", "tool_runner", "count_tokens", "with_options", "copy"})
_SETTINGS = ("api_key", "auth_token", "timeout", "max_retries", "default_headers")


class Difference(NamedTuple):
    """Something that a program has to change."""

    line: int
    """From 1 on."""
    name: str
    """What it uses."""
    advice: str
    """What to write instead."""


def check(source: str) -> list[Difference]:
    """All of a program, by their lines. ``SyntaxError`` if it is none."""
    tree = ast.parse(source)
    look = _Look()
    # Names are found first: a function may stand above the client that it uses.
    for node in ast.walk(tree):
        look.learn(node)
    found = {one for node in ast.walk(tree) for one in look.at(node)}
    return sorted(found)


class _Look:
    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.clients: set[str] = set()
        self.classes: set[str] = set()
        self.errors: set[str] = set()

    def learn(self, node: ast.AST) -> None:
        """Notes which names stand for the SDK, its classes, clients and errors."""
        if isinstance(node, ast.Import):
            for one in node.names:
                if _is_sdk(one.name):
                    self.modules.add(one.asname or one.name.partition(".")[0])
        elif isinstance(node, ast.ImportFrom) and _is_sdk(node.module or ""):
            self.classes |= {one.asname or one.name for one in node.names if _is_client(one.name)}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.errors.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and self._makes_client(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            self.clients |= {_path(one) for one in targets}
        elif isinstance(node, ast.withitem) and node.optional_vars and self._makes_client(node.context_expr):
            self.clients.add(_path(node.optional_vars))

    def at(self, node: ast.AST) -> Iterator[Difference]:
        """What differs at a place."""
        if isinstance(node, ast.ImportFrom) and _is_sdk(node.module or ""):
            for one in node.names:
                yield from _named(node.lineno, one.name)
        elif isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)

    def _call(self, node: ast.Call) -> Iterator[Difference]:
        table: dict[str, str] = {}
        if self._makes_client(node):
            table = CLIENT_OPTIONS
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _CALLS:
            table = CALL_OPTIONS
        for given in node.keywords:
            if given.arg in table and not (
                isinstance(given.value, ast.Constant) and given.value.value is None
            ):
                yield Difference(given.value.lineno, f"{given.arg}=", table[given.arg or ""])

    def _attribute(self, node: ast.Attribute) -> Iterator[Difference]:
        base, name = _path(node.value), node.attr
        if base in self.modules:
            yield from _named(node.lineno, name)
        elif isinstance(node.ctx, ast.Store) and base in self.clients and name in _SETTINGS:
            yield Difference(node.lineno, f"{base}.{name} = ...", f"write `{base}.with_options({name}=...)`")
        elif base.removesuffix(".beta") in self.clients and name in MEMBERS:
            yield Difference(node.lineno, f"{base}.{name}", MEMBERS[name])
        elif base in self.errors and name == "request":
            yield Difference(node.lineno, f"{base}.request", "the request is not kept: note what you sent")

    def _makes_client(self, node: ast.AST | None) -> bool:
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute):
            return _path(node.func.value) in self.modules and _is_client(node.func.attr)
        return isinstance(node.func, ast.Name) and node.func.id in self.classes


def _is_sdk(module: str) -> bool:
    return module.partition(".")[0] == vendor() or (module + ".").startswith("parlour.compat.")


def _is_client(name: str) -> bool:
    return name.removeprefix("Async").lower() in ("client", vendor())


def _named(line: int, name: str) -> Iterator[Difference]:
    """What is to be said of a name of the SDK."""
    lower = name.lower().removeprefix("async").removeprefix(vendor())
    if name in NAMES:
        yield Difference(line, name, NAMES[name])
    elif lower != name.lower() and lower in {cloud.lower() for cloud in CLOUDS}:
        yield Difference(line, name, CLOUD_ADVICE)
    elif name[:1].isupper():
        try:
            find(name)
        except AttributeError:
            yield Difference(line, name, 'there is no such name here: see the guide "Moving over in Python"')


def _path(node: ast.AST) -> str:
    """A name with its attributes as it is written."""
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
