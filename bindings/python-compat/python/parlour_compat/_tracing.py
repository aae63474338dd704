"""Call paths that tracers of the official SDK rely on: each request for a message passes through
``create()``, also for a raw response and for a turn of a tool runner, and its body through
``prepare_request_data()``. This is skipped where neither is wrapped.
"""

from __future__ import annotations

import sys
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from parlour.hooks import from_json, split_call, split_parse
from parlour.types import Message

from ._base import type_of
from ._refusals import refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

RAW: Final = "X-Stainless-Raw-Response"
"""The header by which the SDK asks ``create()`` for another kind of answer. It is not sent."""

OWN_TURN: ContextVar[tuple[Any, Callable[[], Any]] | None] = ContextVar("parlour_compat.own", default=None)
"""The history of a turn, and what sends its request, which is made in native code, for the ``create()`` that a tracer
calls in the end."""


def marked(params: dict[str, Any], kind: str) -> dict[str, Any]:
    """The arguments of a call for this kind of answer."""
    return {**params, "extra_headers": {**(params.get("extra_headers") or {}), RAW: kind}}


def kind_of(params: dict[str, Any]) -> str | None:
    """For which kind of answer ``create()`` was called; takes the mark away."""
    headers = params.get("extra_headers")
    if not headers or RAW not in headers:
        return None
    headers = dict(headers)
    kind: str = headers.pop(RAW)
    if headers:
        params["extra_headers"] = headers
    else:
        del params["extra_headers"]
    return kind


def own_turn(params: dict[str, Any]) -> Callable[[], Any] | None:
    """Returns the function that sends the request of a turn, if ``create()`` was called for a turn. ``None``
    for a request of the tracer's own, and for one whose history it has changed: both are sent unchanged."""
    turn = OWN_TURN.get()
    if turn is None or params.get("messages") is not turn[0]:
        return None
    OWN_TURN.set(None)
    return turn[1]


def is_wrapped(messages: Any, own: Any) -> bool:
    """Whether somebody has put something in the place of ``create()``, on the class or on the object."""
    return type(messages).create is not own or "create" in messages.__dict__


def seen_turn(create: Callable[..., Any], shown: dict[str, Any], send: Callable[[], Any], shows: Any) -> Any:
    """Sends the request of a turn through a wrapped ``create()``. Returns the answer, if it was sent, and the
    result of ``create()``. ``shows``: converts the answer to the value that the wrapper gets."""
    got: list[Any] = [None]

    def own() -> Any:
        got[0] = send()
        return shows(got[0])

    token = OWN_TURN.set((shown["messages"], own))
    try:
        given = create(**shown)
    finally:
        OWN_TURN.reset(token)
    return got[0], given


async def seen_turn_async(
    create: Callable[..., Awaitable[Any]], shown: dict[str, Any], send: Callable[[], Any], shows: Any
) -> Any:
    """As :func:`seen_turn`."""
    got: list[Any] = [None]

    async def own() -> Any:
        got[0] = await send()
        return shows(got[0])

    token = OWN_TURN.set((shown["messages"], own))
    try:
        given = await create(**shown)
    finally:
        OWN_TURN.reset(token)
    return got[0], given


def answer_of(sent: Any, given: Any) -> Any:
    """The message of a turn and its reply: those that arrived, or a tracer's replacement."""
    if sent is not None and given is sent[0]:
        return sent
    if not isinstance(given, Message):
        raise refusal("a tool runner whose create() gives no Message", "answer with parlour.testing.Emulator")
    return given, None


def stream_of(sent: Any, given: Any) -> Any:
    """The stream of a turn, read through the tracer's wrapper of its events."""
    if sent is None:
        advice = "let what stands in its place call the method, or answer with parlour.testing.Emulator"
        raise refusal("a streamed tool runner whose create() is replaced", advice)
    sent._raw_stream = given
    return sent


def prepare_request_data(data: Any, *, location: str = "body", **_: Any) -> Any:
    """The data of a request as it is."""
    return data


async def async_prepare_request_data(data: Any, *, location: str = "body", **_: Any) -> Any:
    """As :func:`prepare_request_data`."""
    return data


PREPARES: Final = f"{__package__}._base_client"
"""The module of the SDK's name in which tracers replace what prepares a body."""


def _preparing(name: str, own: Any) -> Any:
    module = sys.modules.get(PREPARES)
    found = None if module is None else vars(module).get(name)
    return None if found is own else found


def tell_body(body: Callable[[], Any]) -> None:
    """Shows a tracer the body of a request that is about to be sent."""
    prepare = _preparing("prepare_request_data", prepare_request_data)
    if prepare is not None:
        prepare(body(), location="body")


async def tell_body_async(body: Callable[[], Any]) -> None:
    """As :func:`tell_body`."""
    prepare = _preparing("async_prepare_request_data", async_prepare_request_data)
    if prepare is not None:
        await prepare(body(), location="body")


def streamed_body(request: Any, params: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a streamed request, as a tracer is shown it."""
    output = type_of(params.get("output_format"), given := dict(params))
    given.pop("output_format", None)
    return {**_body(request, given, output), "stream": True}


def body_of(request: Any, params: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a request, as a tracer is shown it."""
    return _body(request, dict(params), None)


def shown_body(body: Any, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """A body, and the options of its call, as a tracer is shown them."""
    keys = (options or {}).get("body_keys", {})
    return {**(from_json(body) if isinstance(body, bytes | str) else dict(body)), **keys}


def parsed_body(output: Any, request: Any, params: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a request for a structured answer, as a tracer is shown it."""
    return _body(request, dict(params), output)


def _body(request: Any, params: dict[str, Any], output: Any) -> dict[str, Any]:
    if output is not None:
        body, _ = split_parse(output, request, params)
        return {**from_json(body), **params}
    return shown_body(*split_call(request, params))
