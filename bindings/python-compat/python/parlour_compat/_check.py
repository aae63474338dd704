"""Finds uses of the official SDK in a program that differ here, with lines. It reads the program and does not
run it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from ._check_uses import Uses as _Uses
from ._check_uses import misspelt_settings
from ._differences import Difference
from ._names import find, find_type, vendor
from ._refusals import (
    CALL_OPTIONS,
    CLIENT_OPTIONS,
    CLOUD_ADVICE,
    CLOUDS,
    HTTP_OPTIONS,
    INTERNALS,
    MEMBERS,
    NAMES,
    REQUEST_OPTIONS,
    is_refused,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CALLS = frozenset({"create", "stream", "parse", "tool_runner", "count_tokens", "with_options", "copy"})
_MEMBERS = {**MEMBERS, **INTERNALS}
_INLINE = "<client>"
"""The name of a client that is used in the expression that makes it."""
_REQUESTS = frozenset({"get", "post", "put", "patch", "delete"})
_SETTINGS = ("base_url", "api_key", "auth_token", "timeout", "max_retries", "default_headers")


def check(source: str) -> list[Difference]:
    """All of a program, by their lines. ``SyntaxError`` if it is none."""
    tree = ast.parse(source)
    look = _Look()
    # Names are found first: a function may be defined above the client that it uses.
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
        self.https: dict[str, ast.AST | None] = {}
        self.uses = _Uses()

    def learn(self, node: ast.AST) -> None:
        """Records the names of the SDK, its classes, clients and errors."""
        self.uses.learn(node)
        if isinstance(node, ast.Import):
            for one in node.names:
                if _is_sdk(one.name):
                    self.modules.add(one.asname or one.name.partition(".")[0])
        elif isinstance(node, ast.ImportFrom) and _is_sdk(node.module or ""):
            self.classes |= {one.asname or one.name for one in node.names if _is_client(one.name)}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.errors.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if self._makes_client(node.value):
                self.clients |= {_path(one) for one in targets}
            elif _makes_http(node.value):
                self.https |= {_path(one): node.value for one in targets}
        elif isinstance(node, ast.withitem) and node.optional_vars and self._makes_client(node.context_expr):
            self.clients.add(_path(node.optional_vars))

    def at(self, node: ast.AST) -> Iterator[Difference]:
        """Yields the differences at a node."""
        if isinstance(node, ast.ImportFrom) and _is_sdk(node.module or ""):
            for one in node.names:
                yield from _named(
                    node.lineno, one.name, find_type if ".types" in (node.module or "") else find
                )
        elif isinstance(node, ast.Call):
            yield from self._call(node)
            if self._is_used:
                yield from self.uses.call(node, self._root_of)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
            if self._is_used:
                yield from self.uses.attribute(node)
        elif isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) and self._is_used:
            yield from self.uses.loops(node.body)

    @property
    def _is_used(self) -> bool:
        """Whether the program has to do with the SDK at all."""
        return bool(self.modules or self.classes)

    def _root_of(self, node: ast.AST) -> ast.Call | None:
        """The call that makes the client on which an attribute is looked up, if it is made there."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return node if isinstance(node, ast.Call) and self._makes_client(node) else None

    def _call(self, node: ast.Call) -> Iterator[Difference]:
        table: dict[str, str] = {}
        if self._makes_client(node):
            table = CLIENT_OPTIONS
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _CALLS:
            table = CALL_OPTIONS
        elif self._is_request(node.func):
            table = REQUEST_OPTIONS
        if table is CLIENT_OPTIONS:
            yield from misspelt_settings(node)
        for given in node.keywords:
            name, value = given.arg or "", given.value
            http = self.https.get(_path(value), value)
            if table is CLIENT_OPTIONS and name == "http_client" and _makes_http(http):
                yield from _refused_of(http)
            elif name in table and not _is_none(value):
                yield Difference(value.lineno, f"{name}=", table[name])

    def _is_request(self, node: ast.AST) -> bool:
        """Whether a request of the program's own is sent."""
        if not isinstance(node, ast.Attribute) or node.attr not in _REQUESTS:
            return False
        return self._named_path(node.value) in {*self.clients, _INLINE}

    def _attribute(self, node: ast.Attribute) -> Iterator[Difference]:
        base, name = self._named_path(node.value), node.attr
        shown = base.replace(_INLINE, "client")
        if base in self.modules:
            yield from _named(node.lineno, name)
        elif isinstance(node.ctx, ast.Store) and base in {*self.clients, _INLINE} and name in _SETTINGS:
            yield Difference(
                node.lineno, f"{shown}.{name} = ...", f"write `{shown}.with_options({name}=...)`"
            )
        elif base.removesuffix(".beta") in {*self.clients, _INLINE} and name in _MEMBERS:
            yield Difference(node.lineno, f"{shown}.{name}", _MEMBERS[name])
        elif base.removesuffix(".request") in self.errors and base.endswith(".request"):
            yield Difference(node.lineno, f"{base}.{name}", "the request is not kept: note what you sent")

    def _named_path(self, node: ast.AST) -> str:
        """As it is written; a client that is used where it is made is one of a name."""
        if self._makes_client(node):
            return _INLINE
        if isinstance(node, ast.Attribute) and self._makes_client(node.value):
            return f"{_INLINE}.{node.attr}"
        return _path(node)

    def _makes_client(self, node: ast.AST | None) -> bool:
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute):
            return _path(node.func.value) in self.modules and _is_client(node.func.attr)
        return isinstance(node.func, ast.Name) and node.func.id in self.classes


_HTTP: Final = ("DefaultAioHttpClient", "DefaultAsyncHttpxClient", "DefaultHttpxClient")


def _makes_http(node: ast.AST | None) -> bool:
    """Whether a client of HTTP is made, of which settings are taken."""
    name = _path(node.func) if isinstance(node, ast.Call) else ""
    module, _, last = name.rpartition(".")
    return last in _HTTP or (module in ("httpx", "httpx2") and last in ("AsyncClient", "Client"))


def _refused_of(http: ast.AST | None) -> Iterator[Difference]:
    """Yields the unsupported settings of an HTTP client, as far as the expression shows them."""
    for given in http.keywords if isinstance(http, ast.Call) else ():
        name, value = given.arg or "", given.value
        if name == "verify":
            taken = not isinstance(value, ast.Constant) or value.value is True
        elif name == "transport":
            taken = isinstance(value, ast.Call) and _path(value.func).endswith("HTTPTransport")
        else:
            taken = name == "cert"
        if name in HTTP_OPTIONS and not taken and not _is_none(value):
            yield Difference(value.lineno, f"{name}=", HTTP_OPTIONS[name])


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_sdk(module: str) -> bool:
    return module.partition(".")[0] == vendor() or f"{module}.".startswith(
        ("parlour.compat.", "parlour_compat.")
    )


def _is_client(name: str) -> bool:
    return name.removeprefix("Async").lower() in ("client", vendor())


def _named(line: int, name: str, find: Callable[[str], Any] = find) -> Iterator[Difference]:
    """Yields the difference of a name of the SDK, if there is one."""
    lower = name.lower().removeprefix("async").removeprefix(vendor())
    if name in NAMES:
        yield Difference(line, name, NAMES[name])
    elif lower != name.lower() and lower in {cloud.lower() for cloud in CLOUDS}:
        yield Difference(line, name, CLOUD_ADVICE)
    elif name[:1].isupper():
        try:
            found = find(name)
        except AttributeError:
            yield Difference(line, name, 'there is no such name here: see the guide "Moving over in Python"')
        else:
            if is_refused(found):
                yield Difference(line, name, found.__doc__ or "")


def _path(node: ast.AST) -> str:
    """A name with its attributes as it is written."""
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
