"""The events that streams derive from those of the service (protocol §4.8): `text`, `thinking`, `input_json`,
`citation`, `signature`, and what the ends of blocks and of the message have."""

import asyncio
import copy
import gc
import json
import pickle
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import parlour
from parlour import types
from parlour.testing import Emulator
from support import ask, delta, end, event, start, streamed, unfinished

PIECES = ("Good", " morning", ", world")
QUOTE = {
    "type": "char_location",
    "cited_text": "The grass is green.",
    "document_index": 0,
    "document_title": "Nature",
    "start_char_index": 0,
    "end_char_index": 19,
}


def opened(index: int, **block: Any) -> dict[str, Any]:
    return event("content_block_start", index=index, content_block=block)


def grown(index: int, kind: str, **fields: Any) -> dict[str, Any]:
    return event("content_block_delta", index=index, delta={"type": kind, **fields})


def closed(index: int) -> dict[str, Any]:
    return event("content_block_stop", index=index)


def everything() -> dict[str, Any]:
    """A message with a block of each kind that grows."""
    return {
        "sse": [
            start()[0],
            opened(0, type="thinking", thinking="", signature=""),
            grown(0, "thinking_delta", thinking="Let me"),
            grown(0, "thinking_delta", thinking=" see"),
            grown(0, "signature_delta", signature="c2ln"),
            closed(0),
            opened(1, type="text", text=""),
            grown(1, "text_delta", text="It is "),
            grown(1, "citations_delta", citation=QUOTE),
            grown(1, "text_delta", text="green"),
            closed(1),
            opened(2, type="tool_use", id="toolu_1", name="weather", input={}),
            grown(2, "input_json_delta", partial_json=""),
            grown(2, "input_json_delta", partial_json='{"city": "Os'),
            grown(2, "input_json_delta", partial_json='lo", "days": [1'),
            grown(2, "input_json_delta", partial_json=", 2]}"),
            closed(2),
            *end()[1:],
        ]
    }


def sync_events(emulator: Emulator, **request: Any) -> list[Any]:
    with emulator.client(max_retries=0).messages.stream(**ask(**request)) as stream:
        return list(stream)


def async_events(emulator: Emulator, **request: Any) -> list[Any]:
    async def main() -> list[Any]:
        async with emulator.async_client(max_retries=0).messages.stream(**ask(**request)) as stream:
            return [one async for one in stream]

    return asyncio.run(main())


def sync_next(emulator: Emulator, **request: Any) -> list[Any]:
    seen = []
    with emulator.client(max_retries=0).messages.stream(**ask(**request)) as stream:
        while (one := next(stream, None)) is not None:
            seen.append(one)
    return seen


def async_next(emulator: Emulator, **request: Any) -> list[Any]:
    async def main() -> list[Any]:
        seen = []
        async with emulator.async_client(max_retries=0).messages.stream(**ask(**request)) as stream:
            while (one := await anext(stream, None)) is not None:
                seen.append(one)
        return seen

    return asyncio.run(main())


WAYS: dict[str, Callable[..., list[Any]]] = {
    "for": sync_events,
    "async for": async_events,
    "next": sync_next,
    "anext": async_next,
}


@pytest.fixture(params=WAYS)
def events(request: pytest.FixtureRequest) -> Callable[..., list[Any]]:
    """Each way to read all events of a stream."""
    return WAYS[request.param]


def test_each_follows_the_event_that_it_comes_from(
    emulator: Emulator, events: Callable[..., list[Any]]
) -> None:
    emulator.push(everything())
    assert [one.type for one in events(emulator)] == [
        "message_start",
        "content_block_start",
        *["content_block_delta", "thinking"] * 2,
        *["content_block_delta", "signature"],
        "content_block_stop",
        "content_block_start",
        *["content_block_delta", "text", "content_block_delta", "citation", "content_block_delta", "text"],
        "content_block_stop",
        "content_block_start",
        *["content_block_delta", "input_json"] * 4,
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]


def test_snapshots_are_those_of_their_moment_whenever_they_are_read(
    emulator: Emulator, events: Callable[..., list[Any]]
) -> None:
    emulator.push(everything())
    seen = [one for one in events(emulator) if not isinstance(one, types.Event)]
    # Backwards first: an early snapshot does not know what came after it.
    for order in (reversed(seen), iter(seen)):
        shown = {(at, one.type): getattr(one, "snapshot", None) for at, one in pairs(order, seen)}
        assert shown == {
            (0, "thinking"): "Let me",
            (1, "thinking"): "Let me see",
            (2, "signature"): None,
            (3, "text"): "It is ",
            (4, "citation"): [types.CitationCharLocation.from_dict(QUOTE)],
            (5, "text"): "It is green",
            (6, "input_json"): {},
            (7, "input_json"): {"city": "Os"},
            (8, "input_json"): {"city": "Oslo", "days": [1]},
            (9, "input_json"): {"city": "Oslo", "days": [1, 2]},
        }
    assert (seen[0].thinking, seen[1].thinking) == ("Let me", " see")
    assert seen[2].signature == "c2ln"
    assert (seen[3].text, seen[5].text) == ("It is ", "green")
    assert seen[4].citation.cited_text == "The grass is green."
    assert "".join(one.partial_json for one in seen[6:]) == '{"city": "Oslo", "days": [1, 2]}'
    assert [one.index for one in seen] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]


def pairs(order: Iterator[Any], all_of: list[Any]) -> Iterator[tuple[int, Any]]:
    """Each with its place; a growing snapshot is copied by the caller's comparison alone, so it is copied here."""
    for one in order:
        at = next(place for place, other in enumerate(all_of) if other is one)
        yield at, copy.deepcopy(one)


def test_the_ends_have_what_ended(emulator: Emulator, events: Callable[..., list[Any]]) -> None:
    emulator.push(everything())
    seen = events(emulator)
    thinking, text, call = (one.content_block for one in seen if one.type == "content_block_stop")
    assert thinking == types.ThinkingBlock(thinking="Let me see", signature="c2ln")
    assert (text.text, len(text.citations)) == ("It is green", 1)
    assert isinstance(call, types.ToolUseBlock)
    assert (call.input, call.input_state) == ({"city": "Oslo", "days": [1, 2]}, "complete")
    message = seen[-1].message
    assert message.content == [thinking, text, call]
    assert (message.stop_reason, message.usage.output_tokens) == ("end_turn", 7)
    assert message.response_info is not None
    assert seen[-1].message is message, "made once"


def test_the_message_of_the_end_is_the_final_one(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(everything())
    with client.messages.stream(**ask()) as stream:
        *_, last = stream
        assert last.message == stream.get_final_message()


def test_the_raw_ways_have_raw_events_alone(emulator: Emulator, client: parlour.Client) -> None:
    reply = everything()
    kinds = [one["event"] for one in reply["sse"]]
    emulator.push(reply, reply, reply, reply)
    raw = client.messages.create(**ask(), stream=True)
    assert isinstance(raw, parlour.Stream)
    seen: list[Any] = list(raw)
    assert [one.type for one in seen] == kinds
    stepped = client.messages.create(**ask(), stream=True)
    assert [one.type for one in iter(lambda: next(stepped, None), None)] == kinds
    with client.messages.stream(**ask()) as stream:
        batched = [one for batch in stream.batches() for one in batch]
    assert [one.type for one in batched] == kinds
    for events in (seen, batched):
        for end_of in (events[5], events[-1]):
            with pytest.raises(AttributeError, match=r"messages\.stream\(\) have it"):
                _ = end_of.content_block if end_of.type == "content_block_stop" else end_of.message

    async def main() -> list[str]:
        opened = await emulator.async_client(max_retries=0).messages.create(**ask(), stream=True)
        assert isinstance(opened, parlour.AsyncStream)
        return [one.type async for one in opened]

    assert asyncio.run(main()) == kinds


def test_a_delta_that_its_block_does_not_take_derives_nothing(
    emulator: Emulator, events: Callable[..., list[Any]]
) -> None:
    emulator.push(
        {
            "sse": [
                *start(),
                grown(0, "thinking_delta", thinking="hm"),
                grown(0, "input_json_delta", partial_json="{"),
                grown(0, "signature_delta", signature="x"),
                grown(0, "moon_delta", phase="full"),
                grown(0, "citations_delta", citation="none"),
                delta("x"),
                *end(),
            ]
        }
    )
    seen = events(emulator)
    assert [one.type for one in seen if not isinstance(one, types.Event)] == ["text"]
    assert sum(one.type == "content_block_delta" for one in seen) == 6


def test_blocks_that_grow_side_by_side(emulator: Emulator, events: Callable[..., list[Any]]) -> None:
    pieces = [grown(n % 2, "text_delta", text=str(n)) for n in range(6)]
    emulator.push(
        {
            "sse": [
                *start(),
                opened(1, type="text", text="odd: "),
                *pieces,
                closed(0),
                closed(1),
                *end()[1:],
            ]
        }
    )
    texts = [one.snapshot for one in events(emulator) if one.type == "text"]
    assert texts == ["0", "odd: 1", "02", "odd: 13", "024", "odd: 135"]


def test_input_of_a_kind_that_is_not_known(emulator: Emulator, events: Callable[..., list[Any]]) -> None:
    emulator.push(
        {
            "sse": [
                start()[0],
                opened(0, type="dream_use", id="d", input={}),
                grown(0, "input_json_delta", partial_json='{"a": tru'),
                grown(0, "input_json_delta", partial_json='e, "b": "\\x'),
                closed(0),
                *end()[1:],
            ]
        }
    )
    shown = [dict(one.snapshot) for one in events(emulator) if one.type == "input_json"]
    # Input that can never become JSON ends the growth, not the stream.
    assert shown[0] == {}
    assert shown[1]["a"] is True


@pytest.mark.parametrize("way", ["text", "batches"])
def test_an_iteration_that_begins_later_knows_what_came_before(
    emulator: Emulator, client: parlour.Client, way: str
) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        if way == "text":
            head = next(stream.text_stream)
        else:
            batches = stream.batches()
            head = ""
            while not head:
                head = "".join(one.text for one in next(batches) if one.type == "content_block_delta")
        rest = list(stream) if head != "".join(PIECES) else []
        texts = [one for one in rest if one.type == "text"]
        assert head + "".join(one.text for one in texts) == "".join(PIECES)
        if texts:
            assert texts[-1].snapshot == "".join(PIECES)
            assert rest[-1].message.text == "".join(PIECES)

    async def main() -> None:
        emulator.push(streamed(*PIECES))
        async with emulator.async_client(max_retries=0).messages.stream(**ask()) as stream:
            head = await anext(stream.text_stream)
            rest = [one async for one in stream]
            texts = [one for one in rest if one.type == "text"]
            assert head + "".join(one.text for one in texts) == "".join(PIECES)
            assert all(one.snapshot.startswith(head) for one in texts)

    asyncio.run(main())


def test_input_that_began_before_the_iteration(emulator: Emulator, client: parlour.Client) -> None:
    call = [
        start()[0],
        opened(0, type="text", text=""),
        grown(0, "text_delta", text="Wait."),
        closed(0),
        opened(1, type="tool_use", id="toolu_1", name="f", input={}),
        grown(1, "input_json_delta", partial_json='{"a": 1'),
        {"pause_ms": 300},
        grown(1, "input_json_delta", partial_json=', "b": 2}'),
        closed(1),
        *end()[1:],
    ]
    emulator.push({"sse": call})
    with client.messages.stream(**ask()) as stream:
        batches = stream.batches()
        seen: list[Any] = []
        while not any(one.type == "content_block_delta" and one.partial_json for one in seen):
            seen += next(batches)
        shown = [one.snapshot for one in stream if one.type == "input_json"]
    assert shown[-1:] in ([{"a": 1, "b": 2}], [])
    assert shown or len(seen) > 7


def test_next_beside_an_iteration(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    kinds = []
    with client.messages.stream(**ask()) as stream:
        for one in stream:
            kinds.append(one.type)
            if one.type in ("content_block_delta", "message_start"):
                kinds.append(next(stream).type)
    assert kinds == [
        "message_start",
        "content_block_start",
        *["content_block_delta", "text"] * 3,
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        first, rest = next(stream.text_stream), []
        # Beside a reader of text: what the service sent, alone.
        while (one := next(stream, None)) is not None:
            rest.append(one)
    assert first + "".join(one.text for one in rest if one.type == "content_block_delta") == "".join(PIECES)
    assert all(isinstance(one, types.Event) for one in rest)


def test_what_was_left_is_not_handed_to_another_kind_of_reader(
    emulator: Emulator, client: parlour.Client
) -> None:
    emulator.push(streamed(*PIECES), streamed(*PIECES), streamed(*PIECES))
    for way in ("text", "batches", "events"):
        with client.messages.stream(**ask()) as stream:
            first = iter(stream)
            while (one := next(first)).type != "content_block_delta":
                pass
            assert one.type == "content_block_delta"
            head = one.text or ""
            rest: list[Any]
            if way == "text":
                assert head + "".join(stream.text_stream) == "".join(PIECES)
            elif way == "batches":
                rest = [one for batch in stream.batches() for one in batch]
                assert all(isinstance(one, types.Event) for one in rest)
            else:
                rest = list(stream)
                assert (rest[0].type, rest[0].snapshot) == ("text", head)
                assert [one.snapshot for one in rest if one.type == "text"][-1] == "".join(PIECES)
            with pytest.raises(parlour.StreamUseError):
                next(first)


def test_closing_drops_what_was_derived(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("x"))
    with client.messages.stream(**ask()) as stream:
        while next(stream).type != "content_block_delta":
            pass
    with pytest.raises(parlour.StreamUseError, match="closed before its end"):
        next(stream)


def test_a_cut_stream_has_told_what_came(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("half", fault={"close_after": "content_block_delta"}))
    seen: list[Any] = []
    with client.messages.stream(**ask()) as stream, pytest.raises(parlour.APIError) as caught:
        seen.extend(stream)
    assert seen[-1].type == "text"
    assert seen[-1].snapshot == "half"
    assert caught.value.partial_message is not None


def test_they_are_values(emulator: Emulator, events: Callable[..., list[Any]]) -> None:
    emulator.push(everything(), everything())
    first, second = events(emulator), events(emulator)
    derived = [one for one in first if not isinstance(one, types.Event)]
    assert derived == [one for one in second if not isinstance(one, types.Event)]
    assert derived[0] != derived[1]
    assert len({*derived, *second}) == len(first)
    assert pickle.loads(pickle.dumps(derived)) == derived
    assert copy.deepcopy(derived) == derived
    assert derived[3].to_dict() == {"type": "text", "text": "It is ", "snapshot": "It is "}
    assert json.loads(derived[4].to_json()) == {"type": "citation", "citation": QUOTE, "snapshot": [QUOTE]}
    assert repr(derived[3]) == "TextEvent(text='It is ', snapshot='It is ')"
    for one in first:
        match one:
            case types.TextEvent(text, snapshot):
                assert snapshot.endswith(text)
            case types.InputJSONEvent(partial_json, snapshot):
                assert isinstance(snapshot, dict)
                assert isinstance(partial_json, str)
            case types.ContentBlockStopEvent(index=index):
                again = pickle.loads(pickle.dumps(one))
                assert (again, again.content_block, again.index) == (one, one.content_block, index)
            case types.MessageStopEvent():
                assert pickle.loads(pickle.dumps(one)).message == one.message


def test_events_outlive_their_stream_and_do_not_keep_it(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(everything())
    stream = client.messages.stream(**ask()).__enter__()
    seen = list(stream)
    gone = weakref.ref(stream)
    del stream
    gc.collect()
    assert gone() is None
    assert seen[-1].message.content[1].text == "It is green"
    assert [one.content_block.type for one in seen if one.type == "content_block_stop"] == [
        "thinking",
        "text",
        "tool_use",
    ]
    emulator.push(unfinished("x"))
    stream = client.messages.stream(**ask()).__enter__()
    kept = [next(stream) for _ in range(4)]
    del stream
    gc.collect()
    assert emulator.wait_closed_early(1), "the events that are kept do not keep the answer in flight"
    assert kept[-1].snapshot == "x"


def test_looking_at_every_snapshot_costs_what_is_new(emulator: Emulator, client: parlour.Client) -> None:
    count = 2000
    text = json.dumps({"rows": [[one] for one in range(count)]})
    pieces = [text[at : at + 10] for at in range(0, len(text), 10)]
    call = [
        start()[0],
        opened(0, type="tool_use", id="toolu_1", name="f", input={}),
        *[grown(0, "input_json_delta", partial_json=piece) for piece in pieces],
        closed(0),
        *end()[1:],
    ]
    emulator.push({"sse": call})
    with client.messages.stream(**ask()) as stream:
        looks = [one.snapshot for one in stream if one.type == "input_json"]
    assert len(looks) == len(pieces)
    assert looks[-1] == {"rows": [[one] for one in range(count)]}
    # Each goes on with the value of the one before: reading all of it again would make other objects.
    assert all(one is looks[-1] for one in looks[1:])


def test_aliases_exist_at_run_time() -> None:
    assert types.TextEvent in types.MessageStreamEvent.__args__
    assert types.ContentBlockDeltaEvent in types.MessageStreamEvent.__args__
