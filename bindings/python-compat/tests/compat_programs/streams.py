"""Streams."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import parlour.compat as vendor
from compat_programs import PARAMS, Programs, refused, stream
from parlour.compat import AsyncClient as AsyncVendor
from parlour.compat import Client as Vendor
from parlour.testing import Emulator

ROWS = Programs("Streams")
EVENTS = [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
]
CALL = {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}


@ROWS.unchanged("events in a loop")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    assert [event.type for event in Vendor().messages.create(**PARAMS, stream=True)] == EVENTS


@ROWS.unchanged("events in a loop, asynchronous")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))

    async def main() -> list[str]:
        events = await AsyncVendor().messages.create(**PARAMS, stream=True)
        return [event.type async for event in events]

    assert asyncio.run(main()) == EVENTS


@ROWS.unchanged("next() of a stream")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    events = Vendor().messages.create(**PARAMS, stream=True)
    assert [next(events).type for _ in EVENTS] == EVENTS


@ROWS.unchanged("deltas by their type")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    text = ""
    for event in Vendor().messages.create(**PARAMS, stream=True):
        match event.type:
            case "content_block_delta":
                if event.delta.type == "text_delta":
                    text += event.delta.text
            case "message_delta":
                assert event.usage.output_tokens == 7
                assert event.delta.stop_reason == "end_turn"
    assert text == "Hello"


@ROWS.unchanged("text as it comes")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    with Vendor().messages.stream(**PARAMS) as made:
        assert "".join(made.text_stream) == "Hello"
        block = made.get_final_message().content[0]
        assert block.type == "text"
        assert block.text == "Hello"


@ROWS.unchanged("text as it comes, asynchronous")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))

    async def main() -> str:
        async with AsyncVendor().messages.stream(**PARAMS) as made:
            pieces = [piece async for piece in made.text_stream]
            assert await made.get_final_text() == "".join(pieces)
        return "".join(pieces)

    assert asyncio.run(main()) == "Hello"


@ROWS.unchanged("derived events")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    seen = []
    with Vendor().messages.stream(**PARAMS) as made:
        for event in made:
            seen.append(event.type)
            if event.type == "text":
                assert "Hello".startswith(event.snapshot)
            elif event.type == "content_block_stop":
                assert event.content_block.type == "text"
                assert event.content_block.text == "Hello"
            elif event.type == "message_stop":
                assert event.message.stop_reason == "end_turn"
    assert seen.count("text") == 2
    assert "ping" not in seen


@ROWS.unchanged("derived events, asynchronous")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))

    async def main() -> list[str]:
        async with AsyncVendor().beta.messages.stream(**PARAMS) as made:
            return [event.type async for event in made]

    seen = asyncio.run(main())
    assert seen.count("text") == 2
    assert "ping" not in seen


@ROWS.unchanged("the input of a tool as it comes")
def _(service: Emulator) -> None:
    pieces = ['{"location": "S', 'an"', ', "unit": "c"}']
    service.push(stream(*pieces, block=CALL, kind="input_json_delta"))
    with Vendor().messages.stream(**PARAMS) as made:
        shown = [(event.partial_json, event.snapshot) for event in made if event.type == "input_json"]
        final = made.get_final_message()
    assert [piece for piece, _ in shown] == pieces
    assert final.content[0].type == "tool_use"
    assert shown[-1][1] == final.content[0].input == {"location": "San", "unit": "c"}


@ROWS.unchanged("thinking as it comes")
def _(service: Emulator) -> None:
    block = {"type": "thinking", "thinking": "", "signature": ""}
    service.push(stream("h", "m", block=block, kind="thinking_delta"))
    with Vendor().messages.stream(**PARAMS) as made:
        assert [event.snapshot for event in made if event.type == "thinking"] == ["h", "hm"]


@ROWS.unchanged("what has come so far")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    with Vendor().messages.stream(**PARAMS) as made:
        for event in made:
            if event.type == "text":
                assert made.current_message_snapshot is not None
                block = made.current_message_snapshot.content[0]
                assert block.type == "text"
                assert block.text == event.snapshot


@ROWS.unchanged("a stream read to its end")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    with Vendor().messages.stream(**PARAMS) as made:
        made.until_done()
        assert made.get_final_text() == "Hello"


@ROWS.unchanged("the head of a stream")
def _(service: Emulator) -> None:
    events = Vendor().messages.create(**PARAMS, stream=True)
    assert events.response.status_code == 200
    assert events.response.headers.get("request-id")
    events.close()
    with Vendor().messages.stream(**PARAMS) as made:
        assert made.response.headers.get("request-id") == made.request_id


@ROWS.unchanged("a loop that is left")
def _(service: Emulator) -> None:
    with Vendor().messages.create(**PARAMS, stream=True) as events:
        for event in events:
            if event.type == "content_block_delta":
                break


@ROWS.unchanged("events as dicts and JSON")
def _(service: Emulator) -> None:
    service.push(stream("Hi"))
    with Vendor().messages.stream(**PARAMS) as made:
        for event in made:
            assert event.model_dump()["type"] == event.type
            assert f'"type":"{event.type}"' in event.model_dump_json()


@ROWS.unchanged("events by their class")
def _(service: Emulator) -> None:
    from parlour.compat.types import RawContentBlockDeltaEvent, RawMessageStartEvent, TextDelta

    service.push(stream("Hi"))
    events = list(Vendor().messages.create(**PARAMS, stream=True))
    assert isinstance(events[0], RawMessageStartEvent)
    assert isinstance(events[2], RawContentBlockDeltaEvent)
    assert isinstance(events[2].delta, TextDelta)


@ROWS.unchanged("a raw response of a stream")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    raw = Vendor().messages.with_raw_response.create(**PARAMS, stream=True)
    assert raw.headers.get("request-id")
    assert [event.type for event in raw.parse()] == EVENTS


@ROWS.unchanged("a stream that fails in its middle")
def _(service: Emulator) -> None:
    made = stream("Hel")
    made["sse"] = [
        *made["sse"][:4],
        {
            "event": "error",
            "data": {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}},
        },
    ]
    service.push(made)
    try:
        for _ in Vendor().messages.create(**PARAMS, stream=True):
            pass
    except vendor.APIStatusError as error:
        assert error.body["error"]["type"] == "overloaded_error"
    else:
        raise AssertionError("no error")


@ROWS.unchanged("a stream that is refused")
def _(service: Emulator) -> None:
    service.push(refused(400, "invalid_request_error"))
    try:
        with Vendor().messages.stream(**PARAMS) as made:
            made.until_done()
    except vendor.BadRequestError as error:
        assert error.response.status_code == 400
    else:
        raise AssertionError("no error")


@ROWS.unchanged("from a server to a browser")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))

    def relay() -> Iterator[str]:
        with Vendor().messages.stream(**PARAMS) as made:
            for text in made.text_stream:
                yield f"data: {text}\n\n"

    assert "".join(relay()).replace("data: ", "").replace("\n", "") == "Hello"


@ROWS.advice("a second loop over a stream", "was read to its end")
def _(service: Emulator) -> None:
    events = Vendor().messages.create(**PARAMS, stream=True)
    assert len(list(events)) > 3
    list(events)


@ROWS.advice("lines of a streaming response of events", "leave `stream=True` out")
def _(service: Emulator) -> None:
    with Vendor().messages.with_streaming_response.create(**PARAMS, stream=True) as response:
        list(response.iter_lines())


@ROWS.unchanged("what ended, as plain data")
def _(service: Emulator) -> None:
    service.push(stream("Hel", "lo"))
    with Vendor().messages.stream(**PARAMS) as made:
        events: Any = {event.type: event for event in made}
    assert events["content_block_stop"].to_dict()["content_block"]["text"] == "Hello"
    assert json.loads(events["message_stop"].to_json())["message"]["role"] == "assistant"
    service.push(stream("Hel", "lo"))
    for event in Vendor().messages.create(**PARAMS, stream=True):
        if event.type == "content_block_stop":
            assert event.to_dict() == {"type": "content_block_stop", "index": 0}


@ROWS.unchanged("events that tests make")
def _(service: Emulator) -> None:
    from parlour.compat.types import RawContentBlockDeltaEvent, RawMessageStopEvent, TextDelta

    kinds: Any = (RawContentBlockDeltaEvent, RawMessageStopEvent)
    delta, stop = kinds
    made = delta(type="content_block_delta", index=0, delta=TextDelta(type="text_delta", text="Hi"))
    assert (made.delta.text, made.index) == ("Hi", 0)
    assert isinstance(made, delta)
    assert stop(type="message_stop").type == stop.construct().type == "message_stop"
    assert delta.model_validate(made.model_dump()).model_copy(update={"index": 3}).index == 3
    assert made.model_fields_set == set(delta.model_fields) == {"type", "index", "delta"}
    try:
        stop(type="ping")
    except ValueError:
        pass
    else:
        raise AssertionError("no error")
