"""The calls, once for synchronous and once for asynchronous code: the only file that differs between the
variants."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeGuard

import lines
import parsing
import tools

import parlour
from parlour import params
from parlour.types import Event, MessageStreamEvent, StreamEvent

Call = Mapping[str, Any]

_OPTIONS = params.CallOptions.__optional_keys__ | params.CallOptions.__required_keys__ | {"stream"}
"""Names that a message call takes for itself."""


class GaveUp(BaseException):
    """Raised by the alarm of a synchronous call: what Ctrl-C would do."""


def _value(text: str) -> Any:
    """The body as a Python value if that says the same to the letter, else as bytes, which pass unchanged."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text.encode()
    same = json.dumps(value, ensure_ascii=False, separators=(",", ":")) == text
    return value if same and isinstance(value, dict) else text.encode()


def _raw_body(call: Call) -> Any:
    return _value(call["body"]) if "body" in call else None


def _arguments(text: str, *, spelt_out: bool) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """A request as the arguments of a message call: spelt out where that is possible, else in one piece."""
    value = _value(text)
    if spelt_out and isinstance(value, dict) and _OPTIONS.isdisjoint(value):
        return (), value
    return (value,), {}


def run(
    client: parlour.Client, call: Call, options: dict[str, Any], out: lines.Output, *, quiet: bool
) -> None:
    """A call with ``Client``, on the main thread. ``quiet`` takes the other ways to the same thing: options
    by a copy of the client, and the events of streams in batches."""
    with alarmed(call, out):
        out.line(_run(client, call, options, out, quiet))


@contextmanager
def alarmed(call: Call, out: lines.Output) -> Iterator[None]:
    """Gives up what the main thread does in it after the call's time."""
    after_ms = call.get("cancel_after_ms")
    try:
        if after_ms is not None:
            signal.signal(signal.SIGALRM, _alarm)
            signal.setitimer(signal.ITIMER_REAL, after_ms / 1000)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except GaveUp:
        out.line(lines.cancelled())


def _alarm(number: int, frame: FrameType | None) -> None:
    raise GaveUp


def _run(
    client: parlour.Client, call: Call, options: dict[str, Any], out: lines.Output, quiet: bool
) -> dict[str, Any]:
    if call["mode"] == "raw":
        answer = client.request(call["method"], call["path"], body=_raw_body(call), **options)
        return lines.raw(answer.text, answer.info)
    if quiet and options:
        client, options = client.with_options(**options), {}
    if call["mode"] == "run_tools":
        return tools.run(client, call, options, quiet=quiet)
    positional, named = _arguments(call["body"], spelt_out=not quiet)
    arguments: dict[str, Any] = named | options
    if call["mode"] == "parse" and call.get("partials"):
        watched: Any = client.messages.stream(*positional, **parsing.streamed(call), **arguments)
        with watched as stream:
            for value in stream.partials():
                out.line(lines.item(json.dumps(value)))
            last = stream.get_parsed()
        return parsing.done(last, _info(last.message))
    if call["mode"] == "parse":
        parsed: parlour.Parsed[Any] = client.messages.parse(*positional, **parsing.of(call), **arguments)
        return parsing.done(parsed, _info(parsed.message))
    if call["mode"] == "create":
        reply: parlour.types.Message = client.messages.create(*positional, **arguments)
        return lines.message(reply, _info(reply))
    if call["mode"] == "events":
        created: Any = client.messages.create(*positional, **arguments, stream=True)
        with created as events:
            for one in events:
                lines.derived(one, out)
        return lines.done(events.response_info)
    opened: Any = client.messages.stream(*positional, **arguments)
    with opened as stream:
        if call["mode"] == "derived":
            for one in stream:
                lines.derived(one, out)
        elif call["mode"] == "text":
            for piece in stream.text_stream:
                out.line(lines.text(piece))
        elif not _events(stream, out, call.get("cancel_after_events"), quiet):
            return lines.cancelled()
        return lines.message(stream.get_final_message(), stream.response_info)


def _events(stream: parlour.MessageStream, out: lines.Output, enough: int | None, quiet: bool) -> bool:
    """Writes the events down; false if the caller has enough of them."""
    if enough == 0:
        return False
    count = 0
    for batch in stream.batches() if quiet else ([event] for event in stream if _sent(event)):
        for event in batch:
            out.line(lines.event(event))
            count += 1
            if count == enough:
                return False
    return True


def _sent(event: MessageStreamEvent) -> TypeGuard[StreamEvent]:
    """Whether the service sent it: the others are derived from those, and no line of a driver is about them."""
    return isinstance(event, Event)


async def run_async(
    client: parlour.AsyncClient, call: Call, options: dict[str, Any], out: lines.Output
) -> None:
    """A call with ``AsyncClient``."""

    async def made() -> None:
        out.line(await _run_async(client, call, options, out))

    await timed(made(), call, out)


async def timed(made: Coroutine[Any, Any, None], call: Call, out: lines.Output) -> None:
    """Cancels the task of a coroutine after the call's time."""
    after_ms = call.get("cancel_after_ms")
    try:
        async with asyncio.timeout(None if after_ms is None else after_ms / 1000):
            await made
    except TimeoutError:
        out.line(lines.cancelled())


async def _run_async(
    client: parlour.AsyncClient, call: Call, options: dict[str, Any], out: lines.Output
) -> dict[str, Any]:
    if call["mode"] == "raw":
        answer = await client.request(call["method"], call["path"], body=_raw_body(call), **options)
        return lines.raw(answer.text, answer.info)
    if call["mode"] == "run_tools":
        return await tools.run_async(client, call, options)
    positional, named = _arguments(call["body"], spelt_out=False)
    arguments: dict[str, Any] = named | options
    if call["mode"] == "parse" and call.get("partials"):
        watched: Any = client.messages.stream(*positional, **parsing.streamed(call), **arguments)
        async with watched as stream:
            async for value in stream.partials():
                out.line(lines.item(json.dumps(value)))
            last = await stream.get_parsed()
        return parsing.done(last, _info(last.message))
    if call["mode"] == "parse":
        parsed: parlour.Parsed[Any] = await client.messages.parse(
            *positional, **parsing.of(call), **arguments
        )
        return parsing.done(parsed, _info(parsed.message))
    if call["mode"] == "create":
        reply: parlour.types.Message = await client.messages.create(*positional, **arguments)
        return lines.message(reply, _info(reply))
    if call["mode"] == "events":
        created: Any = await client.messages.create(*positional, **arguments, stream=True)
        async with created as events:
            async for one in events:
                lines.derived(one, out)
        return lines.done(events.response_info)
    enough = call.get("cancel_after_events")
    opened: Any = client.messages.stream(*positional, **arguments)
    async with opened as stream:
        if call["mode"] == "derived":
            async for one in stream:
                lines.derived(one, out)
        elif call["mode"] == "text":
            async for piece in stream.text_stream:
                out.line(lines.text(piece))
        else:
            count = 0
            while count != enough:
                event = await anext(stream, None)
                if event is None:
                    break
                if _sent(event):
                    out.line(lines.event(event))
                    count += 1
            else:
                return lines.cancelled()
        return lines.message(await stream.get_final_message(), stream.response_info)


def _info(reply: parlour.types.Message) -> parlour.types.ResponseInfo:
    info = reply.response_info
    if info is None:
        raise SystemExit("an answer without its response_info")
    return info
