"""Finds uses of answers, streams and runs of the official SDK that differ, as far as the program's text shows
them."""

from __future__ import annotations

import ast
import difflib
from typing import TYPE_CHECKING, Final

from . import _runs
from ._differences import Difference
from ._refusals import CLIENT_OPTIONS, LINES_ADVICE, MEMBERS, SKILL_CONTENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_METHODS: Final = {
    "defer_tool_call": _runs.HELD,
    "deferred_tool_calls": _runs.HELD,
    "compact_before_next_turn": _runs.COMPACT,
}
"""Members of a tool runner."""
_OF_REQUEST: Final = ("elapsed", "http_request", "method", "url")
_CHANGED: Final = "answers do not change: take `model_copy(update=...)`, or change what `to_dict()` gives"
_TWICE: Final = "a stream is read once: keep what the first loop gives, as `list(stream)`"


def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def _is_true(call: ast.Call, name: str) -> bool:
    return any(
        one.arg == name and isinstance(one.value, ast.Constant) and one.value.value is True
        for one in call.keywords
    )


def _asks(node: ast.AST, *methods: str) -> bool:
    """Whether a call asks for a message."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in methods
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "messages"
    )


def _is_view(node: ast.AST, name: str) -> bool:
    """Whether a call is one of those behind ``with_raw_response`` or its like."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == name
    )


def _given(node: ast.AST) -> ast.AST:
    """The operand of ``await``, or the value itself."""
    return node.value if isinstance(node, ast.Await) else node


class Uses:
    """Names of values from the SDK, and their uses."""

    def __init__(self) -> None:
        self.raws: set[str] = set()
        self.lines: set[str] = set()
        self.answers: set[str] = set()
        self.streams: set[str] = set()
        self.coroutines: set[str] = set()

    def learn(self, node: ast.AST) -> None:
        """Records the kind of value of an assigned name."""
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            value = _given(node.value)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {one.id for one in targets if isinstance(one, ast.Name)}
            if _is_view(value, "with_raw_response"):
                self.raws |= names
            elif isinstance(value, ast.Call) and _asks(value, "create"):
                if _is_true(value, "stream"):
                    self.streams |= names
                elif not any(one.arg == "stream" for one in value.keywords):
                    self.answers |= names
        elif isinstance(node, ast.withitem) and isinstance(node.optional_vars, ast.Name):
            made = node.context_expr
            if (
                isinstance(made, ast.Call)
                and _is_view(made, "with_streaming_response")
                and _is_true(made, "stream")
            ):
                self.lines.add(node.optional_vars.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
            _text(one).endswith("beta_async_tool") for one in node.decorator_list
        ):
            self.coroutines.add(node.name)

    def attribute(self, node: ast.Attribute) -> Iterator[Difference]:
        """Yields the differences of an attribute that is read or set."""
        base = node.value
        name = base.id if isinstance(base, ast.Name) else ""
        if node.attr in _METHODS:
            yield Difference(node.lineno, f"runner.{node.attr}", _METHODS[node.attr])
        elif node.attr == "thread" and isinstance(base, ast.Attribute) and base.attr == "messages":
            yield Difference(node.lineno, "messages.thread", MEMBERS["thread"])
        elif node.attr == "download" and isinstance(base, ast.Attribute) and base.attr == "versions":
            yield Difference(node.lineno, "skills.versions.download", SKILL_CONTENT)
        elif name in self.raws and node.attr in _OF_REQUEST:
            yield Difference(
                node.lineno, f"{name}.{node.attr}", "the request is not kept: note what you sent, and when"
            )
        elif name in self.lines and node.attr.startswith("iter_"):
            yield Difference(node.lineno, f"{name}.{node.attr}", LINES_ADVICE)
        elif isinstance(node.ctx, ast.Store) and self._is_answer(base):
            yield Difference(node.lineno, f".{node.attr} = ...", _CHANGED)

    def _is_answer(self, node: ast.AST) -> bool:
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        node = _given(node)
        return (isinstance(node, ast.Name) and node.id in self.answers) or _asks(node, "create")

    def call(self, node: ast.Call, client_of: Callable[[ast.AST], ast.Call | None]) -> Iterator[Difference]:
        """Yields the differences in the arguments of a call."""
        if _asks(node, "create", "stream"):
            yield from _arguments(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "tool_runner":
            made = client_of(node.func)
            if made is None or "Async" in _text(made.func):
                return
            for one in ast.walk(
                ast.Module([ast.Expr(given.value) for given in node.keywords if given.arg == "tools"], [])
            ):
                if isinstance(one, ast.Name) and one.id in self.coroutines:
                    yield Difference(
                        one.lineno,
                        one.id,
                        "a synchronous run cannot await a coroutine function: use `AsyncClient`",
                    )

    def loops(self, body: Sequence[ast.stmt]) -> Iterator[Difference]:
        """Streams that are read a second time, by statements one after another."""
        read: set[str] = set()
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            for node in ast.walk(statement):
                name = _read_by(node)
                if name not in self.streams:
                    continue
                if name in read:
                    yield Difference(node.lineno, name, _TWICE)  # type: ignore[attr-defined]
                read.add(name)


def _read_by(node: ast.AST) -> str:
    """The name that a loop, or ``list()`` and its like, read to the end."""
    read: ast.AST | None = None
    if isinstance(node, ast.For | ast.AsyncFor):
        read = node.iter
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("list", "tuple", "sorted")
    ):
        read = node.args[0] if node.args else None
    return read.id if isinstance(read, ast.Name) else ""


def _arguments(node: ast.Call) -> Iterator[Difference]:
    """Slips among the parameters of a message."""
    from parlour.params import CallOptions, RequestParams

    names = [one.arg for one in node.keywords]
    if node.args:
        return
    known = {
        *RequestParams.__annotations__,
        *CallOptions.__annotations__,
        "stream",
        "output_format",
        "output",
    }
    yield from _misspelt(node, known, "parameter")
    if not {"max_tokens", None} & set(names):
        yield Difference(node.lineno, "create()", "a request for a message needs `max_tokens`")


def misspelt_settings(node: ast.Call) -> Iterator[Difference]:
    """Slips among the settings of a client."""
    from parlour.params import ClientOptions

    yield from _misspelt(node, {*ClientOptions.__annotations__, *CLIENT_OPTIONS}, "setting")


def _misspelt(node: ast.Call, known: set[str], what: str) -> Iterator[Difference]:
    for given in node.keywords:
        if given.arg is None or given.arg in known:
            continue
        near = difflib.get_close_matches(given.arg, sorted(known), 1, 0.8)
        if near:
            yield Difference(
                given.value.lineno, f"{given.arg}=", f"unknown {what}; did you mean `{near[0]}`?"
            )
