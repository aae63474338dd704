"""Streams, synchronous and asynchronous, event by event, as text, in batches, to the end and cut off."""

import asyncio

import pytest

import parlour
from parlour import types
from parlour.testing import Emulator
from support import ask, clean, delta, end, event, start, streamed, unfinished

PIECES = ("Good", " morning", ", world")


def test_events_in_their_order_and_typed(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        events = list(stream)
    assert [type(one) for one in events] == [
        types.MessageStartEvent,
        types.ContentBlockStartEvent,
        *[types.ContentBlockDeltaEvent, types.TextEvent] * 3,
        types.ContentBlockStopEvent,
        types.MessageDeltaEvent,
        types.MessageStopEvent,
    ]
    assert [one.text for one in events if one.type == "content_block_delta"] == list(PIECES)
    assert events[0].message.id == "msg_1"
    assert events[2].delta == types.TextDelta(text="Good")
    assert events[-2].delta.stop_reason == "end_turn"
    assert events[-2].usage.output_tokens == 7


def test_text_stream(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        assert "".join(stream.text_stream) == "Good morning, world"


def test_get_final_message_and_text(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES), streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        message = stream.get_final_message()
    assert message.text == "Good morning, world"
    assert (message.stop_reason, message.usage.output_tokens) == ("end_turn", 7)
    with client.messages.stream(**ask()) as stream:
        next(stream)
        assert stream.get_final_text() == "Good morning, world"


def test_current_message_snapshot_follows_what_was_read(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        assert stream.current_message_snapshot is None
        seen = []
        for _ in stream:
            snapshot = stream.current_message_snapshot
            assert snapshot is not None
            seen.append(snapshot.text)
    assert seen == ["", "", *["Good"] * 2, *["Good morning"] * 2, *["Good morning, world"] * 5]


def test_batches_hold_every_event_once(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        batches = list(stream.batches())
    assert all(batches)
    names = [one.type for batch in batches for one in batch]
    assert (len(names), names[0], names[-1]) == (8, "message_start", "message_stop")


def test_ways_of_reading_can_be_mixed(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        assert next(stream).type == "message_start"
        assert "".join(stream.text_stream) == "Good morning, world"
        assert stream.get_final_text() == "Good morning, world"


def test_async_twins(emulator: Emulator) -> None:
    async def main() -> None:
        messages = emulator.async_client().messages
        emulator.script([streamed(*PIECES)] * 5)
        async with messages.stream(**ask()) as stream:
            assert stream.current_message_snapshot is None
            texts = [one.text async for one in stream if one.type == "content_block_delta"]
            assert texts == list(PIECES)
            assert stream.current_message_snapshot == await stream.get_final_message()
        async with messages.stream(**ask()) as stream:
            assert "".join([text async for text in stream.text_stream]) == "Good morning, world"
        async with messages.stream(**ask()) as stream:
            assert (await stream.get_final_message()).stop_reason == "end_turn"
        async with messages.stream(**ask()) as stream:
            assert await stream.get_final_text() == "Good morning, world"
        async with messages.stream(**ask()) as stream:
            names = [one.type async for batch in stream.batches() for one in batch]
            assert (len(names), names[0], names[-1]) == (8, "message_start", "message_stop")
        assert emulator.script_left == 0

    asyncio.run(main())


def test_an_event_is_there_before_the_next_was_sent(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("first"))
    with client.messages.stream(**ask()) as stream:
        got = [next(stream).type for _ in range(3)]
    assert got == ["message_start", "content_block_start", "content_block_delta"]


def test_text_is_there_before_the_next_was_sent(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("first"))
    with client.messages.stream(**ask()) as stream:
        assert next(stream.text_stream) == "first"


def test_closing_early_closes_the_connection(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("first"))
    with client.messages.stream(**ask()) as stream:
        next(stream)
        assert emulator.closed_early == 0
    assert emulator.wait_closed_early(1)


def test_closing_early_closes_the_connection_async(emulator: Emulator) -> None:
    async def main() -> None:
        emulator.push(unfinished("first"))
        async with emulator.async_client().messages.stream(**ask()) as stream:
            await anext(stream)
        assert await asyncio.to_thread(emulator.wait_closed_early, 1)

    asyncio.run(main())


def test_a_broken_stream_raises_with_what_had_arrived(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("Good", fault={"close_after": "content_block_delta"}))
    seen = []
    with client.messages.stream(**ask()) as stream, pytest.raises(parlour.APIError) as caught:
        seen.extend(one.type for one in stream)
    with client.messages.stream(**ask()) as stream:
        assert stream.get_final_text()
    assert caught.value.partial_message is not None
    assert caught.value.partial_message.text == "Good"
    assert caught.value.is_mid_stream


def test_the_final_message_of_a_broken_stream_is_an_error(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("Good", fault={"close_after": "content_block_delta"}))
    with client.messages.stream(**ask()) as stream:
        with pytest.raises(parlour.APIError):
            stream.get_final_message()
        with pytest.raises(parlour.APIError):
            stream.get_final_message()


def test_the_final_message_of_a_closed_stream_is_an_error(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("Good"))
    with client.messages.stream(**ask()) as stream:
        next(stream)
    with pytest.raises(parlour.StreamEndedError):
        stream.get_final_message()


def test_an_error_event_becomes_its_exception(emulator: Emulator, client: parlour.Client) -> None:
    overloaded = event("error", error={"type": "overloaded_error", "message": "full"})
    emulator.push({"sse": [*start(), delta("half"), overloaded]})
    with client.messages.stream(**ask()) as stream, pytest.raises(parlour.OverloadedError) as caught:
        stream.until_done()
    assert caught.value.is_mid_stream
    assert caught.value.status_code == 200
    assert caught.value.partial_message is not None
    assert caught.value.partial_message.text == "half"


def test_tool_calls_arrive_in_pieces_and_whole(client: parlour.Client) -> None:
    tool = {
        "name": "get_weather",
        "description": "Weather of a city",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    }
    with client.messages.stream(**ask("weather in Oslo?", tools=[tool])) as stream:
        pieces = [
            one.partial_json for one in stream if one.type == "content_block_delta" and one.partial_json
        ]
        message = stream.get_final_message()
    (call,) = [block for block in message.content if block.type == "tool_use"]
    assert call.name == "get_weather"
    assert isinstance(call.input["city"], str)
    assert parlour._native.from_json("".join(pieces)) == call.input


def test_the_head_is_there_before_the_events(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished())
    with client.messages.stream(**ask()) as stream:
        assert stream.status_code == 200
        assert stream.request_id == stream.headers["request-id"]


def test_unknown_events_pass_through(emulator: Emulator, client: parlour.Client) -> None:
    new = event("weather_report", cloud={"kind": "cumulus"})
    emulator.push({"sse": [*start(), new, delta("x"), *end()]})
    with client.messages.stream(**ask()) as stream:
        (unknown,) = [one for one in stream if isinstance(one, types.UnknownEvent)]
        assert stream.get_final_text() == "x"
    assert unknown.type == "weather_report"
    assert unknown.cloud == {"kind": "cumulus"}


def test_events_alone_keep_no_message(emulator: Emulator, client: parlour.Client) -> None:
    cut = streamed("Good", fault={"close_after": "content_block_delta"})
    emulator.push(streamed(*PIECES), cut)
    stream = client.messages.create(**ask(), stream=True)
    for ask_for in (
        stream.get_final_message,
        stream.get_final_text,
        lambda: stream.current_message_snapshot,
    ):
        with pytest.raises(parlour.StreamUseError, match=r"use messages\.stream\(\)"):
            ask_for()
    assert "".join(stream.text_stream) == "Good morning, world"
    with pytest.raises(parlour.StreamUseError, match=r"read to its end$"):
        list(stream)
    with pytest.raises(parlour.APIError) as caught:
        client.messages.create(**ask(), stream=True).until_done()
    assert caught.value.is_mid_stream
    assert caught.value.partial_message is None


def test_events_alone_keep_no_message_async(emulator: Emulator) -> None:
    async def main() -> None:
        emulator.push(streamed(*PIECES))
        stream = await emulator.async_client().messages.create(**ask(), stream=True)
        with pytest.raises(parlour.StreamUseError, match=r"use messages\.stream\(\)"):
            await stream.get_final_message()
        assert "".join([piece async for piece in stream.text_stream]) == "Good morning, world"

    asyncio.run(main())


@pytest.mark.parametrize("way", ["stream", "stream.text_stream"])
def test_events_alone_need_no_more_memory_at_the_end(emulator: Emulator, way: str) -> None:
    emulator.push(streamed(*["x" * 65536] * 500))
    script = f"""
        import sys, parlour
        from support import ask, memory
        client = parlour.Client(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
        stream = client.messages.create(**ask(), stream=True)
        for _ in range(100): next(stream)
        before = memory()
        for _ in {way}: pass
        print(memory() - before)
    """
    assert int(clean(script, emulator.url, emulator.api_key)) < 8_000_000


def test_a_stream_belongs_to_its_loop(emulator: Emulator) -> None:
    emulator.push(unfinished("first"))

    async def opened() -> parlour.AsyncMessageStream:
        stream = await emulator.async_client().messages.create(**ask(), stream=True)
        for _ in range(3):
            await anext(stream)
        return stream

    stream = asyncio.run(opened())

    async def use() -> None:
        with pytest.raises((RuntimeError, parlour.CallCancelledError)):
            await anext(stream)

    asyncio.run(use())
    assert emulator.wait_closed_early(1)
