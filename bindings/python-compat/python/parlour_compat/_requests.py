"""``client.request()`` as tracers of the official SDK wrap it: there, each call ends in it. Here, calls go
through it only if it is wrapped, and after ``stand_in()``.
"""

from __future__ import annotations

import functools
import weakref
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Final

from parlour.types import Message

if TYPE_CHECKING:
    from collections.abc import Callable

OPENED: Final[dict[type, Any]] = {}
"""The method of each class of clients, once ``stand_in()`` was called."""


class Asked:
    """A request as the SDK hands it on, with what sends it."""

    __slots__ = ("_send", "extra_json", "headers", "json_data", "method", "params", "timeout", "url")

    def __init__(self, url: str, body: dict[str, Any], send: Callable[[], Any]) -> None:
        self._send = send
        self.method = "post"
        self.url = url
        self.json_data = body
        self.headers: dict[str, str] = {}
        self.params: dict[str, Any] = {}
        self.extra_json = None
        self.timeout = None

    def run(self, stream_cls: type | None) -> Any:
        """Sends it. ``stream_cls``: the class of the stream, as a tracer has wrapped it."""
        made = self._send()
        if stream_cls is None:
            return made
        return _later(made, stream_cls) if isawaitable(made) else _of_class(made, stream_cls)


async def _later(made: Any, stream_cls: type) -> Any:
    return _of_class(await made, stream_cls)


def _of_class(stream: Any, kind: Any) -> Any:
    if type(stream) is kind:
        return stream
    if "_of" in stream.__dict__:
        # The events below a message stream.
        return kind(stream._of)
    stream.__class__ = kind
    return stream


def _opened_for_tracers(own: Any) -> Any:
    @functools.wraps(own)
    def request(self: Any, *given: Any, **named: Any) -> Any:
        asked = named.get("options", given[-1] if given else None)
        if isinstance(asked, Asked):
            return asked.run(named.get("stream_cls"))
        return own(self, *given, **named)

    return request


def open_up(*kinds: Any) -> None:
    """Makes ``request()`` of these clients take the SDK's arguments."""
    for kind in kinds:
        kind.request = OPENED[kind] = _opened_for_tracers(kind.request)


def owned(client: Any) -> Callable[[], Any]:
    """Gives the client of a resource. It is not held, so that one that is dropped goes at once; but as in the SDK it is
    held after ``stand_in()``, where a tracer may have wrapped its ``request()``."""
    return (lambda: client) if OPENED else weakref.ref(client)


def wrapped_request(messages: Any) -> Any:
    """The wrapper of ``request()`` on the client of these messages; ``None`` if it is not wrapped."""
    if not OPENED:
        return None
    client = messages._owner()
    if client is None:
        return None
    own = next((OPENED[kind] for kind in type(client).__mro__ if kind in OPENED), None)
    return client.request if "request" in client.__dict__ or type(client).request is not own else None


def through(
    request: Any, messages: Any, body: dict[str, Any], send: Callable[[], Any], stream_cls: type | None = None
) -> Any:
    """Sends a request for a message through the wrapper."""
    url = "/v1/messages?beta=true" if messages._is_beta else "/v1/messages"
    streams = {} if stream_cls is None else {"stream": True, "stream_cls": stream_cls}
    return request(Message, Asked(url, body, send), **streams)
