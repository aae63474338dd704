"""Answers that are not as one wishes: cut tool inputs, JSON beyond Python's values, events where a message
should be, streams that begin twice."""

import asyncio
import copy
import json
import pickle
import time
from typing import Any

import pytest

import parlour
from parlour.testing import Emulator
from parlour.types import Message, RawJSON, ToolUseBlock
from support import ask, end, event, start, streamed


def tool(*pieces: str, stop_reason: str = "tool_use") -> dict[str, Any]:
    """A scripted stream with one call of a tool, whose input comes in these pieces."""
    block = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
    deltas = [
        event("content_block_delta", index=0, delta={"type": "input_json_delta", "partial_json": piece})
        for piece in pieces
    ]
    totals = event("message_delta", delta={"stop_reason": stop_reason}, usage={"output_tokens": 7})
    last = [event("content_block_stop", index=0), totals, event("message_stop")]
    return {"sse": [start()[0], event("content_block_start", index=0, content_block=block), *deltas, *last]}


def call_of(client: parlour.Client) -> ToolUseBlock:
    with client.messages.stream(**ask()) as stream:
        (block,) = stream.get_final_message().content
    assert isinstance(block, ToolUseBlock)
    return block


def test_a_cut_tool_input_says_so(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(tool('{"a": [1, 2], "b": "x', stop_reason="max_tokens"))
    block = call_of(client)
    assert block.input_state == "incomplete"
    assert block.raw_input == '{"a": [1, 2], "b": "x'
    assert block.input == {"a": [1, 2]}
    # Known to the client only.
    assert block.to_dict().keys() == {"type", "id", "name", "input"}
    for same in (pickle.loads(pickle.dumps(block)), copy.copy(block), copy.deepcopy(block)):
        assert (same, same.input_state, same.raw_input) == (block, "incomplete", block.raw_input)


def test_an_input_that_is_no_object_says_so(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(tool("[1,2]"), tool('{"a"', ":1}"))
    block = call_of(client)
    assert (block.input_state, block.raw_input, block.input) == ("invalid", "[1,2]", {})
    block = call_of(client)
    assert (block.input_state, block.raw_input, block.input) == ("complete", None, {"a": 1})
    assert pickle.loads(pickle.dumps(block)).input_state == "complete"


def test_a_broken_stream_says_so_of_its_partial_message(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"sse": tool('{"a": "x')["sse"][:3]})
    with pytest.raises(parlour.StreamEndedError) as caught:
        call_of(client)
    partial = pickle.loads(pickle.dumps(caught.value)).partial_message
    assert partial.content[0].input_state == "incomplete"


@pytest.mark.parametrize(
    "text",
    [
        "1e400",
        "-1e999",
        "7" * 5000,
        "-" + "7" * 4301,
        "[" * 300 + "]" * 300,
        '{"a":' * 300 + '"]}\\""' + "}" * 300,
    ],
)
def test_what_python_cannot_hold_stays_text(emulator: Emulator, client: parlour.Client, text: str) -> None:
    whole = f'{{"x":{text},"y":1.5}}'
    emulator.push(tool(whole), streamed("seen"))
    with client.messages.stream(**ask()) as stream:
        message = stream.get_final_message()
    (block,) = message.content
    assert isinstance(block, ToolUseBlock)
    held: Any = block.input["x"]
    while isinstance(held, list | dict):
        held = held[0] if isinstance(held, list) else held["a"]
    assert isinstance(held, RawJSON)
    assert held.text in text
    assert held == RawJSON(held.text) == pickle.loads(pickle.dumps(held)) == copy.deepcopy(held)
    assert hash(held) == hash(RawJSON(held.text))
    assert repr(held).startswith("RawJSON(")
    assert whole in message.to_json()
    indented = message.to_json(indent=2)
    assert indented.startswith('{\n  "')
    assert "".join(indented.split()) == "".join(message.to_json().split())
    # It goes back as it came.
    client.messages.create(**ask(metadata={"x": held}))
    assert f'"metadata":{{"x":{held.text}}}'.encode() in emulator.requests[-1].body


def test_an_integer_that_int_refuses_costs_no_answer(emulator: Emulator, client: parlour.Client) -> None:
    """In a whole answer, in the views of a stream, in a tool's input, and as a part that still arrives."""
    digits = "7" * 5000
    said = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": "@"}],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    text = json.dumps(said).replace('"@"', f'{{"id":{digits}}}')
    called: list[Any] = []

    @parlour.tool
    def look(id: int) -> str:
        """Looks."""
        called.append(id)
        return "seen"

    reply = {"text": text, "headers": {"content-type": "application/json"}}
    emulator.push(reply, reply, streamed("done"))
    block = client.messages.create(**ask()).content[0]
    assert isinstance(block, ToolUseBlock)
    assert block.input["id"] == RawJSON(digits)
    assert client.messages.run_tools(**ask(), tools=[look]).until_done().text == "done"
    assert called == []
    emulator.push(tool(f'{{"id":{digits}}}'))
    with client.messages.stream(**ask()) as stream:
        views = [event.snapshot for event in stream if event.type == "input_json"]
    assert views[-1] == {"id": RawJSON(digits)}


def test_text_that_is_no_json_is_not_sent_as_json(emulator: Emulator, client: parlour.Client) -> None:
    with pytest.raises(ValueError, match=r"metadata\.x: RawJSON is not JSON"):
        client.messages.create(**ask(metadata={"x": RawJSON('1,"admin":true')}))
    assert emulator.requests == []


def test_a_stream_that_nobody_asked_for_becomes_the_message(
    emulator: Emulator, client: parlour.Client
) -> None:
    emulator.push(streamed("Hel", "lo"), tool('{"a": 1', stop_reason="max_tokens"))
    reply = client.messages.create(**ask())
    assert isinstance(reply, Message)
    assert reply.text == "Hello"
    (block,) = client.messages.create(**ask()).content
    assert isinstance(block, ToolUseBlock)
    assert block.input_state == "incomplete"


def test_text_of_an_unexpected_shape_is_no_text(emulator: Emulator, client: parlour.Client) -> None:
    content = [{"type": "text", "text": 5}, "just text", {"type": "text", "text": "fine"}]
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content}
    emulator.push({"json": message})
    assert client.messages.create(**ask()).text == "fine"


def test_the_end_is_seen_behind_events_without_text(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("Hello"))
    with client.messages.stream(**ask()) as stream:
        pieces = stream.text_stream
        first = next(pieces)
        # By now all the rest is there: events without text, and the end.
        time.sleep(0.3)
        assert first + "".join(pieces) == "Hello"


BEGUN_TWICE = [{"sse": [event("ping")]}, {"sse": [*start("Hi"), *end()]}]


def test_a_stream_begun_twice_tells_of_its_second_beginning(emulator: Emulator) -> None:
    first, second = BEGUN_TWICE
    emulator.push(first | {"headers": {"request-id": "req_1"}}, second | {"headers": {"request-id": "req_2"}})
    client = emulator.client(retry={"connection": {"first": 0.001, "cap": 0.001}})
    with client.messages.stream(**ask()) as stream:
        assert stream.get_final_text() == "Hi"
        assert (stream.response_info.attempts, stream.request_id) == (2, "req_2")


@pytest.mark.parametrize("way", ["events", "text"])
def test_a_stream_begun_twice_asks_for_the_key_twice(emulator: Emulator, way: str) -> None:
    emulator.set_keys("first", "second", "third", "fourth")
    keys = ["first", "second", "third", "fourth"]
    settings: Any = {"api_key": lambda: keys.pop(0), "retry": {"connection": {"first": 0.001, "cap": 0.001}}}
    emulator.push(*BEGUN_TWICE, *BEGUN_TWICE)

    def sync() -> list[str]:
        with emulator.client(**settings).messages.stream(**ask()) as stream:
            return list(stream.text_stream) if way == "text" else [event.type for event in stream]

    async def later() -> list[str]:
        async with emulator.async_client(**settings).messages.stream(**ask()) as stream:
            if way == "text":
                return [piece async for piece in stream.text_stream]
            return [event.type async for event in stream]

    assert sync() == asyncio.run(later())
    assert [seen.headers["x-api-key"] for seen in emulator.requests] == ["first", "second", "third", "fourth"]
