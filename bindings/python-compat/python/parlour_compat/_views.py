"""``with_raw_response`` and ``with_streaming_response`` of the resources beside messages: the calls of this package,
whose answers have the interface of the official SDK."""

from __future__ import annotations

import functools
import inspect
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from ._http import call_of
from ._pages import paged
from ._raw_response import raw
from ._streaming_response import read, read_async

if TYPE_CHECKING:
    from collections.abc import Callable

    _C = TypeVar("_C", bound=type)


def taking_options(cls: _C, *names: str) -> _C:
    """Has the methods of a class take the options of the SDK: limits by their kinds, ``None`` for no headers,
    and errors for unsupported ones. Their pages have the interface of the SDK. ``names``: the inherited
    methods; all if none is given."""
    own: Any = cls
    for name in names or [one for one in dir(cls) if one[0] != "_"]:
        method = inspect.getattr_static(cls, name)
        if isinstance(method, FunctionType):
            setattr(own, name, _taking(method))
    return cls


def _taking(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def asked(*given: Any, **named: Any) -> Any:
        return paged(method(*given, **call_of(named)))

    @functools.wraps(method)
    async def asked_async(*given: Any, **named: Any) -> Any:
        return paged(await method(*given, **call_of(named)))

    return asked_async if inspect.iscoroutinefunction(method) else asked


def adopted(method: Callable[..., Any], adopt: Callable[[Any], Any]) -> Any:
    """A method whose answer goes through ``adopt``."""

    @functools.wraps(method)
    def asked(*given: Any, **named: Any) -> Any:
        return adopt(method(*given, **call_of(named)))

    return asked


class _View:
    """The calls behind ``with_raw_response`` or its like."""

    def __init__(self, made: Any, adopt: Callable[[Any], Any]) -> None:
        self._made = made
        self._adopt = adopt

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._made, name)
        made = adopted(found, self._adopt) if callable(found) else _View(found, self._adopt)
        # One object, on which a method can be replaced.
        self.__dict__[name] = made
        return made


class Views:
    """A base of resources of synchronous code."""

    __slots__ = ()

    if not TYPE_CHECKING:

        @property
        def with_raw_response(self):
            """The same calls, which return the HTTP response."""
            return _View(super().with_raw_response, raw)

        @property
        def with_streaming_response(self):
            """The same calls, whose bodies the program reads itself."""
            return _View(super().with_streaming_response, read)


class AsyncStreamedViews:
    """A base of resources of asynchronous code."""

    __slots__ = ()

    if not TYPE_CHECKING:

        @property
        def with_streaming_response(self):
            """The same calls, whose bodies the program reads itself."""
            return _View(super().with_streaming_response, read_async)
