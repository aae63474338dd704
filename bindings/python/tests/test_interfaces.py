"""``parlour.hooks``: what packages use that give the client another interface."""

import asyncio
import copy
import dataclasses
import inspect
import sys
import textwrap
import types
import typing
from typing import Any

import pytest

import parlour
from parlour import hooks
from parlour.testing import Emulator
from parlour.types import InputJSONEvent, PingEvent
from support import ask, clean, delta, end, event, start, streamed


def test_each_name_is_there() -> None:
    for name in hooks.__all__:
        assert getattr(hooks, name) is not None
    assert set(hooks.__all__) == set(dir(hooks))
    assert hooks._PLACES.keys() < set(hooks.__all__)
    with pytest.raises(AttributeError, match=r"parlour\.hooks has no 'Message': its names are in"):
        _ = hooks.Message  # type: ignore[attr-defined]


def test_it_brings_asyncio_with_the_classes_of_asynchronous_code_alone() -> None:
    printed = clean("""
        import sys
        from parlour.hooks import Messages, StreamedManager, split_call
        print("asyncio" in sys.modules)
        from parlour.hooks import AsyncMessages
        print("asyncio" in sys.modules)
    """)
    assert printed == "False\nTrue\n"


def test_a_call_is_split_as_the_client_splits_it() -> None:
    body, options = hooks.split_call(None, {"model": "m", "max_tokens": 1, "messages": [], "timeout": 2.0})
    assert body == {"model": "m", "max_tokens": 1, "messages": []}
    assert options == {"timeout_ms": 2000}
    with pytest.raises(TypeError, match="timeout"):
        hooks.split_call(None, {"model": "m", "max_tokens": 1, "messages": [], "timout": 2.0})
    assert hooks.split_request({}) is None


@dataclasses.dataclass
class City:
    """A city."""

    name: str


def test_a_type_of_answers_has_its_schema_and_reads_json() -> None:
    made = hooks.AnswerType(City)
    assert made.output is City
    assert made.schema["properties"] == {"name": {"type": "string"}}
    assert made.read({"name": "Ulm"}) == City("Ulm")
    with pytest.raises(ValueError, match="name: expected a string"):
        made.read({"name": 1})
    with pytest.raises(TypeError):
        hooks.AnswerType(parlour.Client)


def test_an_answer_is_asked_for_with_another_schema_and_read_as_its_type(
    emulator: Emulator, client: parlour.Client
) -> None:
    plain = hooks.AnswerType(City)
    titled = hooks.AnswerType(City, {**plain.schema, "title": "City"})
    emulator.push(streamed('{"name": "Ulm"}'))
    with client.messages.stream(**ask(), output=titled) as stream:
        assert stream.get_parsed().value == City("Ulm")
    sent = hooks.from_json(emulator.requests[-1].body)
    assert sent.pop("stream") is True
    assert sent["output_config"]["format"]["schema"]["title"] == "City"
    body, options = hooks.split_parse(titled, None, ask(timeout=2.0))
    assert hooks.from_json(body) == sent
    assert options == {"timeout_ms": 2000}
    with pytest.raises(TypeError, match="timout"):
        hooks.split_parse(City, None, ask(timout=2.0))


def test_an_event_is_made_of_its_fields(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("Hi"))
    with client.messages.create(**ask(), stream=True) as stream:
        events = list(stream)
    made = [hooks.make_event(one.to_dict()) for one in events]
    assert made == events
    assert [type(one) for one in made] == [type(one) for one in events]
    text = parlour.types.TextBlock.from_dict({"type": "text", "text": "a"})
    begun: Any = hooks.make_event({"type": "content_block_start", "index": 0, "content_block": text})
    assert begun.content_block == text
    assert type(hooks.make_event({"type": "news"})) is parlour.types.UnknownEvent


def test_annotations_are_read_when_they_are_asked_for() -> None:
    module = types.ModuleType("lazily")
    source = """
        from __future__ import annotations

        class Messages:
            limit: Late

            def create(self, request: object = None, /, **params: object) -> Message:
                "Sends it."
    """
    sys.modules["lazily"] = module
    try:
        exec(textwrap.dedent(source), vars(module))
        hooks.install_hints(vars(module), create="RequestParams")
        # A class that is not there yet.
        module.Late = int  # type: ignore[attr-defined]
        assert typing.get_type_hints(module.Messages) == {"limit": int}
        assert typing.get_type_hints(module.Messages.create)["return"] is parlour.types.Message
        names = inspect.signature(module.Messages.create).parameters
        assert {"request", "model", "max_tokens", "timeout"} < names.keys()
    finally:
        del sys.modules["lazily"]


def test_json_is_read_and_written_with_answers_in_it() -> None:
    from parlour.types import TextBlock

    text = hooks.to_json({"content": [TextBlock(text="a")]})
    assert hooks.from_json(text) == {"content": [{"type": "text", "text": "a"}]}


class Counted(parlour.MessageStream):
    """A stream of another interface."""


class CountedEvents(parlour.AsyncStream):
    """As above, without a message."""


def test_a_stream_is_opened_as_one_of_another_class(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("Hi"))
    body, options = hooks.split_call(None, ask(extra_headers={"x-of": "hooks"}))
    with hooks.open_stream(Counted, client.messages, body, options) as stream:
        assert type(stream) is Counted
        assert stream.get_final_text() == "Hi"
    assert emulator.requests[-1].headers["x-of"] == "hooks"


def test_an_asynchronous_stream_keeps_what_its_base_keeps(emulator: Emulator) -> None:
    async def kinds() -> list[str]:
        emulator.push(streamed("Hi"))
        async with emulator.async_client() as client:
            stream = await hooks.open_stream(CountedEvents, client.messages, ask())
            assert type(stream) is CountedEvents
            found = [event.type async for event in stream]
            with pytest.raises(parlour.StreamUseError, match="keeps no message"):
                await stream.get_final_message()
            return found

    found = asyncio.run(kinds())
    assert (found[0], found[-1]) == ("message_start", "message_stop")
    assert "text" not in found


def with_pings(*pieces: str) -> dict[str, Any]:
    ping = event("ping")
    return {"sse": [*start(), *(one for piece in pieces for one in (ping, delta(piece), ping)), *end()]}


def test_events_of_a_class_are_left_out(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(with_pings("a", "b"), with_pings("a", "b"))
    with client.messages.stream(**ask()) as stream:
        kinds = [one.type for one in hooks.events_without(stream, PingEvent)]
    assert kinds.count("text") == 2
    assert "ping" not in kinds
    with client.messages.create(**ask(), stream=True) as plain:
        assert kinds.count("content_block_delta") == 2
        left = [one.type for one in hooks.events_without(plain, PingEvent)]
    assert left == [kind for kind in kinds if kind != "text"]


def test_events_of_a_class_are_left_out_of_asynchronous_streams(emulator: Emulator) -> None:
    async def read() -> tuple[list[str], list[str]]:
        emulator.push(with_pings("a", "b"), with_pings("a", "b"))
        async with emulator.async_client() as client:
            async with client.messages.stream(**ask()) as stream:
                kinds = [one.type async for one in hooks.events_without(stream, PingEvent)]
            plain = await client.messages.create(**ask(), stream=True)
            reader = hooks.events_without(plain, PingEvent)
            left = [one.type async for one in reader]
            with pytest.raises(StopAsyncIteration):
                await anext(reader)
            return kinds, left

    kinds, left = asyncio.run(read())
    assert kinds.count("text") == 2
    assert "ping" not in kinds
    assert left == [kind for kind in kinds if kind != "text"]


class Whole:
    def at(self, count: int) -> str:
        return "short"


class Compacted(hooks.Derived):
    type = "compacted"


def compacted(delta: parlour.types.ContentBlockDeltaEvent) -> Compacted:
    return Compacted(delta.delta, delta.index, Whole(), 0)


@hooks.derives(trailing_strings=False, compaction=compacted)
class Deriving(parlour.MessageStream):
    """A stream that derives other events."""


def block(index: int, of: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        event("content_block_start", index=index, content_block=of),
        *(event("content_block_delta", index=index, delta=one) for one in deltas),
        event("content_block_stop", index=index),
    ]


def test_a_class_of_streams_derives_events_of_its_own(emulator: Emulator, client: parlour.Client) -> None:
    tool = {"type": "tool_use", "id": "toolu_1", "name": "note", "input": {}}
    pieces = ('{"a": 1, "b": "x', 'y"}')
    inputs = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    summary = {"type": "compaction_delta", "content": "short"}
    blocks = [*block(0, tool, *inputs), *block(1, {"type": "compaction", "content": None}, summary)]
    emulator.push({"sse": [start()[0], *blocks, *end()[1:]]})
    seen: list[Any] = []
    with hooks.open_stream(Deriving, client.messages, ask()) as stream:
        for one in stream:
            if isinstance(one, InputJSONEvent):
                seen.append(copy.deepcopy(one.snapshot))
            elif isinstance(one, Compacted):
                seen.append(one.index)
    assert seen == [{"a": 1}, {"a": 1, "b": "xy"}, 1]


def test_a_later_loop_derives_the_same(emulator: Emulator, client: parlour.Client) -> None:
    tool = {"type": "tool_use", "id": "toolu_1", "name": "note", "input": {}}
    pieces = ('{"a": 1, ', '"b": "x', "y")
    begun, *rest = block(0, tool, *({"type": "input_json_delta", "partial_json": one} for one in pieces))[:-1]
    closing = [
        event("content_block_delta", index=0, delta={"type": "input_json_delta", "partial_json": '"}'})
    ]
    emulator.push({"sse": [start()[0], begun, *rest, {"pause_ms": 300}, *closing, *end()]})
    with hooks.open_stream(Deriving, client.messages, ask()) as stream:
        seen = 0
        for batch in stream.batches():
            seen += sum(one.type == "content_block_delta" for one in batch)
            if seen:
                break
        # On a busy machine all may have arrived at once.
        left = stream if seen < 4 else ()
        shown = [copy.deepcopy(one.snapshot) for one in left if isinstance(one, InputJSONEvent)]
    assert shown == [{"a": 1}, {"a": 1}, {"a": 1}, {"a": 1, "b": "xy"}][seen:]
