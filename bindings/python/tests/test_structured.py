"""Structured answers: types as schemas, values back as the types, errors where there is no value, asking
again, and values that grow while they stream. With and without pydantic, synchronous and asynchronous."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import datetime
import enum
import json
import pickle
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import pydantic
import pytest

import parlour
from parlour._schemas.structured import Growing
from parlour.testing import Emulator
from parlour.types import Message
from support import ask, clean, event

FORMAT = ask(model="svc-opus-4-5")
TOOL = ask(model="svc-haiku-3-5")


class Mood(enum.Enum):
    GOOD = "good"
    BAD = "bad"


@dataclasses.dataclass
class Address:
    street: str
    number: int


@dataclasses.dataclass
class Person:
    """Somebody."""

    name: str
    age: int
    mood: Mood = Mood.GOOD
    addresses: list[Address] = dataclasses.field(default_factory=list)


class City(TypedDict):
    name: str
    size: int


class Event(pydantic.BaseModel):
    title: str
    day: datetime.date
    guests: list[Guest] = []
    kind: Literal["party", "talk"] = "party"


class Guest(pydantic.BaseModel):
    full_name: str = pydantic.Field(alias="name")
    age: int = pydantic.Field(ge=18)


class Point(NamedTuple):
    x: int
    y: int


class Node(pydantic.BaseModel):
    label: str
    children: list[Node] = []


def said(text: str, **more: Any) -> dict[str, Any]:
    """A whole answer of this text."""
    return {"json": message([{"type": "text", "text": text}]) | more}


def called(given: Any, **more: Any) -> dict[str, Any]:
    """A whole answer that calls the forced tool."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": given}
    return {"json": message([call]) | {"stop_reason": "tool_use"} | more}


def message(content: list[Any]) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "svc-opus-4-5",
        "content": content,
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 4},
    }


def streamed(*pieces: str, tool: bool = False, stop: str = "end_turn") -> dict[str, Any]:
    """A streamed answer of these pieces."""
    block: dict[str, Any] = {"type": "text", "text": ""}
    if tool:
        block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": {}}
    kind = ("input_json_delta", "partial_json") if tool else ("text_delta", "text")
    begun = message([]) | {"stop_reason": None}
    return {
        "sse": [
            event("message_start", message=begun),
            event("content_block_start", index=0, content_block=block),
            *[
                event("content_block_delta", index=0, delta={"type": kind[0], kind[1]: piece})
                for piece in pieces
            ],
            event("content_block_stop", index=0),
            event(
                "message_delta",
                delta={"stop_reason": stop, "stop_sequence": None},
                usage={"output_tokens": 9},
            ),
            event("message_stop"),
        ]
    }


def sent(emulator: Emulator, number: int = -1) -> Any:
    return json.loads(emulator.requests[number].body)


ANN = '{"name": "Ann", "age": 36, "mood": "bad", "addresses": [{"street": "Elm", "number": 3}]}'


def test_a_dataclass_comes_back(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(said(ANN))
    parsed = client.messages.parse(output=Person, **FORMAT)
    assert parsed.value == Person("Ann", 36, Mood.BAD, [Address("Elm", 3)])
    assert (parsed.outcome, parsed.error, parsed.text) == ("value", None, ANN)
    assert parsed.parsed_output is parsed.value
    assert parsed.message.usage == parsed.usage
    assert (parsed.id, parsed.stop_reason, parsed.content) == ("msg_1", "end_turn", parsed.message.content)
    schema = sent(emulator)["output_config"]["format"]["schema"]
    assert (schema["description"], schema["properties"]["name"]["type"]) == ("Somebody.", "string")
    assert schema["required"] == ["name", "age"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("output", "text", "value"),
    [
        (City, '{"name": "Oslo", "size": 1}', {"name": "Oslo", "size": 1}),
        (Point, '{"x": 1, "y": 2}', Point(1, 2)),
        ({"type": "object", "properties": {}, "required": []}, '{"a": [1, null]}', {"a": [1, None]}),
        (list[int], "[1, 2]", [1, 2]),
        (tuple[int, str], '[1, "a"]', (1, "a")),
        (int, "7", 7),
        (City | Point, '{"x": 1, "y": 2}', Point(1, 2)),
        (Annotated[str, "A word."], '"word"', "word"),
        (Literal["yes", "no"], '"no"', "no"),
        (datetime.date | None, '"2024-02-29"', datetime.date(2024, 2, 29)),
    ],
)
def test_types_of_all_kinds(
    emulator: Emulator, client: parlour.Client, output: Any, text: str, value: Any
) -> None:
    emulator.push(said(text))
    assert client.messages.parse(output=output, method="format", **FORMAT).value == value
    given = json.loads(text)
    is_object = isinstance(given, dict) and output != City | Point
    emulator.push(called(given if is_object else {"value": given}))
    assert client.messages.parse(output=output, method="tool", **FORMAT).value == value
    assert sent(emulator)["tool_choice"]["name"] == "answer"


def test_a_model_of_pydantic_comes_back(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(said('{"title": "Ball", "day": "2024-02-29", "guests": [{"name": "Ann", "age": 36}]}'))
    value = client.messages.parse(output=Event, **FORMAT).value
    assert isinstance(value, Event)
    assert (value.day, value.guests[0].full_name) == (datetime.date(2024, 2, 29), "Ann")
    emulator.push(said('[{"name": "Ann", "age": 36}]'))
    guests = client.messages.parse(output=list[Guest], **FORMAT).value
    assert [one.age for one in guests] == [36]


def test_a_strict_model_reads_json(emulator: Emulator, client: parlour.Client) -> None:
    class Strict(pydantic.BaseModel, strict=True):
        day: datetime.date
        pair: tuple[int, int]

    emulator.push(said('{"day": "2024-02-29", "pair": [1, 2]}'))
    value = client.messages.parse(output=Strict, **FORMAT).value
    assert (value.day.year, value.pair) == (2024, (1, 2))


def test_local_classes_may_refer_to_each_other(emulator: Emulator, client: parlour.Client) -> None:
    @dataclasses.dataclass
    class Leaf:
        size: int

    @dataclasses.dataclass
    class Tree:
        leaf: Leaf

    emulator.push(
        said('{"leaf": {"size": 3}}'), said('{"leaf": {"size": 4}}'), streamed('{"leaf": {"size": 5}}')
    )
    assert client.messages.parse(output=Tree, **FORMAT).value == Tree(Leaf(3))

    async def main() -> Tree:
        return (await emulator.async_client().messages.parse(output=Tree, **FORMAT)).value

    assert asyncio.run(main()) == Tree(Leaf(4))
    assert client.messages.stream(output=Tree, **FORMAT).get_parsed().value == Tree(Leaf(5))


def test_a_recursive_model_is_asked_for_by_a_tool(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(called({"value": {"label": "a", "children": [{"label": "b"}]}}))
    parsed = client.messages.parse(output=Node, **FORMAT)
    assert parsed.value.children[0].label == "b"
    assert "$ref" in json.dumps(sent(emulator)["tools"][0]["input_schema"])


def test_what_is_not_a_type_is_refused_before_anything_is_sent(
    emulator: Emulator, client: parlour.Client
) -> None:
    messages: Any = client.messages
    for wrong in ("Person", 3, lambda: 1, object()):
        with pytest.raises(TypeError):
            messages.parse(output=wrong, **FORMAT)
    with pytest.raises(TypeError, match="give output"):
        messages.parse(**FORMAT)
    with pytest.raises(TypeError, match="give output"):
        messages.parse(output=City, output_format=City, **FORMAT)
    with pytest.raises(TypeError, match="parse\\(\\) waits"):
        messages.parse(output=City, stream=True, **FORMAT)
    with pytest.raises(TypeError, match="not asked for again"):
        messages.stream(output=City, max_reasks=1, **FORMAT)
    with pytest.raises(parlour.ConfigError, match="`magic` is no way"):
        messages.parse(output=City, method="magic", **FORMAT)
    with pytest.raises(parlour.ConfigError, match="thinking is enabled"):
        messages.parse(output=City, **TOOL, thinking={"type": "enabled", "budget_tokens": 1024})
    assert emulator.requests == []


def test_enumerated_strings_come_in_any_letter_case(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(said('{"name": "Ann", "age": 3, "mood": "BAD"}'))
    assert client.messages.parse(output=Person, **FORMAT).value.mood is Mood.BAD
    emulator.push(said('{"title": "Ball", "day": "2024-02-29", "kind": "Talk"}'))
    assert client.messages.parse(output=Event, **FORMAT).value.kind == "talk"


def test_a_refusal_keeps_all_that_was_paid(emulator: Emulator, client: parlour.Client) -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": "Not this."}
    emulator.push(said("", stop_reason="refusal", stop_details=details, content=[]))
    parsed = client.messages.parse(output=City, max_reasks=3, **FORMAT)
    assert (parsed.outcome, parsed.message.id, len(parsed.attempts)) == ("refused", "msg_1", 1)
    with pytest.raises(parlour.AnswerRefusedError, match="Not this") as raised:
        parsed.value  # noqa: B018
    error = raised.value
    assert parsed.error is error
    assert (error.reason, error.answer, error.usage.output_tokens) == ("Not this.", parsed.message, 4)
    assert isinstance(error, parlour.ParlourError)
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(copied), str(copied), copied.answer) == (type(error), str(error), error.answer)


def test_a_cut_answer_has_its_text(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(said('{"name": "Os', stop_reason="max_tokens"))
    parsed = client.messages.parse(output=City, **FORMAT)
    with pytest.raises(parlour.AnswerCutError, match="max_tokens"):
        parsed.value  # noqa: B018
    error = parsed.error
    assert error is not None
    assert (parsed.outcome, error.text, error.reason) == ("cut", '{"name": "Os', "max_tokens")


def test_what_does_not_fit_is_told_with_its_places(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(said('{"title": "Ball", "day": "tomorrow", "guests": [{"name": "Tim", "age": 4}]}'))
    parsed = client.messages.parse(output=Event, **FORMAT)
    with pytest.raises(ValueError, match="guests"):
        parsed.value  # noqa: B018
    assert isinstance(parsed.error, parlour.AnswerInvalidError)
    emulator.push(said('{"title": "Ball", "day": "tomorrow"}'), said("no JSON"))
    # A pattern or form is what the type says, and not the schema.
    reason = client.messages.parse(output=Event, **FORMAT).error
    assert reason is not None
    assert "day" in str(reason.reason)
    assert "not JSON" in str(client.messages.parse(output=Event, **FORMAT).error)


def test_the_model_is_asked_again(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(
        said('{"name": "Ann"}'), said('{"name": "Ann", "age": 1.5}'), said('{"name": "Ann", "age": 2}')
    )
    parsed = client.messages.parse(output=Person, max_reasks=2, **FORMAT)
    assert parsed.value == Person("Ann", 2)
    assert [one.text for one in parsed.attempts] == [
        '{"name": "Ann"}',
        '{"name": "Ann", "age": 1.5}',
        '{"name": "Ann", "age": 2}',
    ]
    assert (parsed.usage.input_tokens, parsed.usage.output_tokens) == (30, 12)
    turns = sent(emulator)["messages"]
    assert [one["role"] for one in turns] == ["user", "assistant", "user", "assistant", "user"]
    assert "age" in json.dumps(turns[2])


def test_the_own_words_of_a_type_go_to_the_model(emulator: Emulator, client: parlour.Client) -> None:
    @dataclasses.dataclass
    class Even:
        number: int

        def __post_init__(self) -> None:
            if self.number % 2:
                raise ValueError(f"{self.number} is odd")

    emulator.push(called({"number": 3}), called({"number": 5}))
    parsed = client.messages.parse(output=Even, max_reasks=1, **TOOL)
    assert (parsed.outcome, len(parsed.attempts)) == ("invalid", 2)
    assert isinstance(parsed.error, parlour.AnswerInvalidError)
    assert parsed.error.turns == parsed.attempts
    result = sent(emulator)["messages"][2]["content"][0]
    assert (result["type"], result["is_error"]) == ("tool_result", True)
    assert "3 is odd" in json.dumps(result)


def test_nothing_paid_is_lost_if_asking_again_fails(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(said("{}"), {"status": 500, "json": {"type": "error"}})
    parsed = client.messages.parse(output=City, max_reasks=1, **FORMAT)
    assert (parsed.outcome, len(parsed.attempts)) == ("invalid", 1)
    assert isinstance(parsed.reask_error, parlour.InternalServerError)
    assert parsed.error is not None
    assert parsed.error.__cause__ is parsed.reask_error
    emulator.push({"status": 500, "json": {"type": "error"}})
    with pytest.raises(parlour.InternalServerError):
        client.messages.parse(output=City, max_reasks=1, **FORMAT)


def test_ready_requests_conversations_and_options(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(*[said('{"name": "Oslo", "size": 1}')] * 3)
    assert client.messages.parse(json.dumps(FORMAT).encode(), output=City).value["size"] == 1
    assert client.messages.parse(FORMAT, output=City, extra_headers={"x-a": "1"}).value["size"] == 1
    assert emulator.requests[-1].headers["x-a"] == "1"
    talk: Any = parlour.Conversation(FORMAT["messages"])
    assert client.messages.parse(output=City, **FORMAT | {"messages": talk}).value["name"] == "Oslo"
    assert sent(emulator)["messages"] == FORMAT["messages"]


def test_programs_of_other_sdks(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(said('{"title": "Ball", "day": "2024-02-29"}'))
    response = client.messages.parse(
        model="svc-opus-4-5",
        max_tokens=1024,
        messages=[{"role": "user", "content": "When is the ball?"}],
        output_format=Event,
    )
    found: Event | None = response.parsed_output
    assert found is not None
    assert found.title == "Ball"
    assert (response.stop_reason, response.usage.output_tokens) == ("end_turn", 4)
    emulator.push(streamed('{"title": "Ball", "day": ', '"2024-02-29"}'))
    with client.messages.stream(
        model="svc-opus-4-5",
        max_tokens=1024,
        messages=[{"role": "user", "content": "When is the ball?"}],
        output_format=Event,
    ) as stream:
        for one in stream:
            if one.type == "content_block_stop":
                break
        last = stream.get_final_message()
    assert last.parsed_output.day == datetime.date(2024, 2, 29)
    assert (last.content[0].type, last.stop_reason) == ("text", "end_turn")
    talk = parlour.Conversation(FORMAT["messages"])
    assert talk.add_reply(last)
    assert Message.from_dict(last.to_dict()).usage == last.usage


def test_what_is_not_given_may_be_said(emulator: Emulator, client: parlour.Client) -> None:
    messages: Any = client.messages
    left_out = {"method": parlour.NOT_GIVEN, "max_reasks": None}
    emulator.push(said('{"name": "Oslo", "size": 1}'), streamed("plain"))
    parsed = messages.parse(output=City, output_format=parlour.NOT_GIVEN, **left_out, **FORMAT)
    assert parsed.value["name"] == "Oslo"
    assert messages.stream(output_format=parlour.NOT_GIVEN, **FORMAT).get_final_text() == "plain"


def test_an_answer_that_is_read_raw_is_one_request(emulator: Emulator, client: parlour.Client) -> None:
    for request, reply, bad in ((FORMAT, said, '{"name": "Ann"}'), (TOOL, called, {"name": "Ann"})):
        good = ANN if reply is said else json.loads(ANN)
        emulator.push(reply(good), reply(good), reply(good))
        value = client.messages.parse(output=Person, **request).value
        raw = client.messages.with_raw_response.parse(output=Person, **request)
        assert (raw.status_code, raw.headers["request-id"]) == (200, raw.request_id)
        assert raw.json()["id"] == "msg_1"
        parsed = raw.parse()
        assert parsed is raw.parse()
        assert (parsed.value, parsed.outcome, len(parsed.attempts)) == (value, "value", 1)
        assert isinstance(parsed.message, Message)
        assert parsed.message.response_info is not None
        with client.messages.with_streaming_response.parse(output_format=Person, **request) as response:
            assert json.loads(b"".join(response.iter_bytes()))["id"] == "msg_1"
        # They ask as parse() does, to the letter; a body that is read as it arrives is not packed.
        asked = emulator.requests[-3:]
        assert len({one.body for one in asked}) == 1
        packed = "accept-encoding"
        lines = [{name: line for name, line in one.headers.items() if name != packed} for one in asked]
        assert lines[0] == lines[1] == lines[2]
        # A mismatch is reported, and the model is not asked again; the body may be read any number of times.
        emulator.push(reply(bad), reply(bad))
        before = len(emulator.requests)
        answer = client.messages.with_raw_response.parse(request, output=Person).parse()
        assert answer.outcome == "invalid"
        with client.messages.with_streaming_response.parse(request, output=Person) as response:
            assert [len(response.parse().attempts) for _ in range(2)] == [1, 1]
            with pytest.raises(parlour.AnswerInvalidError, match="age"):
                response.parse().value  # noqa: B018
        assert len(emulator.requests) == before + 2
    emulator.push({"json": "no message"})
    nonsense = client.messages.with_raw_response.parse(output=Person, **FORMAT)
    assert nonsense.json() == "no message"
    with pytest.raises(parlour.APIResponseValidationError, match="not a message"):
        nonsense.parse()
    before = len(emulator.requests)
    for messages in (client.messages.with_raw_response, client.messages.with_streaming_response):
        ask_for: Any = messages.parse
        with pytest.raises(
            TypeError, match=r"a raw answer is not asked for again: use parse\(\) with max_reasks"
        ):
            ask_for(output=Person, max_reasks=1, **FORMAT)
        with pytest.raises(TypeError, match=r"use stream\(\) with output"):
            ask_for(output=Person, stream=True, **FORMAT)
        with pytest.raises(TypeError, match="give output"):
            ask_for(**FORMAT)
    assert len(emulator.requests) == before


def test_async_parse(emulator: Emulator) -> None:
    async def main() -> None:
        messages = emulator.async_client(max_retries=0).messages
        emulator.push(said("{}"), said(ANN), said("", stop_reason="refusal", content=[]))
        parsed = await messages.parse(output=Person, max_reasks=1, **FORMAT)
        assert (parsed.value.name, len(parsed.attempts)) == ("Ann", 2)
        with pytest.raises(parlour.AnswerRefusedError):
            (await messages.parse(output=Person, **FORMAT)).value  # noqa: B018
        emulator.push(said(ANN), said("{}"))
        raw = await messages.with_raw_response.parse(output=Person, **FORMAT)
        assert (raw.parse().value, raw.retries_taken) == (parsed.value, 0)
        async with messages.with_streaming_response.parse(output=Person, **FORMAT) as response:
            assert (await response.parse()).outcome == "invalid"

    asyncio.run(main())


def test_under_trio(emulator: Emulator) -> None:
    trio = pytest.importorskip("trio")

    async def main() -> None:
        messages = emulator.async_client().messages
        emulator.push(said("{}"), said(ANN), streamed(ANN[:20], ANN[20:]))
        assert (await messages.parse(output=Person, max_reasks=1, **FORMAT)).value.age == 36
        async with messages.stream(output=Person, **FORMAT) as stream:
            names = [partial.name async for partial in stream.partials()]
            assert names[-1] == "Ann"
            assert (await stream.get_parsed()).value.mood is Mood.BAD

    trio.run(main)


PIECES = (
    '{"title": "Ba',
    'll", "day": "2024-0',
    '2-29", "guests": [{"na',
    'me": "An',
    'n", "age": 3',
    "6}]}",
)


def pushed(emulator: Emulator, *pieces: str, **more: Any) -> None:
    """Scripts a stream, one event at a time, so that a test can check the state between events."""
    emulator.push(streamed(*pieces, **more))


@pytest.mark.parametrize("tool", [False, True])
def test_a_value_grows(emulator: Emulator, client: parlour.Client, tool: bool) -> None:
    pushed(emulator, *PIECES, tool=tool, stop="tool_use" if tool else "end_turn")
    with client.messages.stream(output=Event, **(TOOL if tool else FORMAT)) as stream:
        assert stream.partial is None
        seen = [copy.deepcopy(partial) for partial in stream.partials()]
        assert seen
        last = seen[-1]
        assert (last.title, last.day, last.kind, "kind" in last) == ("Ball", "2024-02-29", None, False)
        assert (last.guests[0].full_name, last.guests[0].age, len(last.guests)) == ("Ann", 36, 1)
        assert dict(last.guests[0]) == {"full_name": "Ann", "age": 36}
        with pytest.raises(AttributeError, match="Event has no field 'guest'"):
            last.guest  # noqa: B018
        parsed = stream.get_parsed()
    assert parsed.value.guests[0].full_name == "Ann"
    assert parsed.usage.output_tokens == 9
    assert stream.get_final_message() is parsed.message


def test_a_partial_is_there_before_the_next_piece_was_sent(
    emulator: Emulator, client: parlour.Client
) -> None:
    script = streamed('{"name": "An')
    script["fault"] = {"stall_after": "content_block_delta"}
    emulator.push(script)
    with client.messages.stream(output=Person, **FORMAT) as stream:
        partial = next(iter(stream.partials()))
        assert (partial.name, partial.age, repr(partial)) == ("An", None, "Partial[Person](name='An')")


def test_growing_values_beside_other_readers(emulator: Emulator, client: parlour.Client) -> None:
    for _ in range(3):
        pushed(emulator, "[1, ", "2", "]")
    with client.messages.stream(output=list[int], **FORMAT) as stream:
        assert "".join(stream.text_stream) == "[1, 2]"
        assert stream.partial == [1, 2]
    with client.messages.stream(output=list[int], **FORMAT) as stream:
        assert {"text", "message_stop"} <= {one.type for one in stream}
        assert stream.partial == [1, 2]
    manager = client.messages.stream(output=list[int], **FORMAT)
    assert list(manager.partials())[-1] == [1, 2]
    assert manager.get_parsed().value == [1, 2]


def test_a_wrapped_value_grows_without_its_wrap(emulator: Emulator, client: parlour.Client) -> None:
    pushed(emulator, '{"value"', ": [{", '"street": "El', 'm", "number": 3}]}', tool=True, stop="tool_use")
    with client.messages.stream(output=list[Address], **TOOL) as stream:
        streets = [[one.street for one in partial or ()] for partial in stream.partials()]
        assert streets[-1] == ["Elm"]
        assert stream.get_parsed().value == [Address("Elm", 3)]


def test_nothing_is_shown_before_the_value_begins(
    emulator: Emulator, client: parlour.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[Any] = []
    monkeypatch.setattr(Growing, "take", lambda growing, events: arrived.extend(events))
    pushed(emulator, '{"val', 'ue": ', "[1, ", "2]}", tool=True, stop="tool_use")
    with client.messages.stream(output=list[int], **TOOL) as stream:
        stream.get_final_message()
        growing = Growing(stream._asking)
    monkeypatch.undo()
    shown = []
    # As if a read of its own had brought each event, however the network cut them.
    for one in arrived:
        growing.has_new = False
        growing.take([one])
        if growing.has_new:
            shown.append(copy.deepcopy(growing.value))
    assert shown == [[1], [1, 2]]


def test_junk_in_a_stream_is_a_state(emulator: Emulator, client: parlour.Client) -> None:
    pushed(emulator, "{oops", " more")
    with client.messages.stream(output=City, **FORMAT) as stream:
        assert list(stream.partials())[-1:] in ([], [None], [{}])
        assert stream.partial_error is not None
        assert stream.get_parsed().outcome == "invalid"


def test_async_streams(emulator: Emulator) -> None:
    async def main() -> None:
        messages = emulator.async_client().messages
        pushed(emulator, *PIECES)
        pushed(emulator, *PIECES)
        async with messages.stream(output=Event, **FORMAT) as stream:
            titles = [partial.title async for partial in stream.partials()]
            assert titles[-1] == "Ball"
            assert (await stream.get_parsed()).value.title == "Ball"
        assert (await messages.stream(output=Event, **FORMAT).get_parsed()).value.title == "Ball"

    asyncio.run(main())


def test_looks_at_a_growing_value_cost_what_is_new(emulator: Emulator, client: parlour.Client) -> None:
    items = 1000
    pushed(emulator, "[", *["[3, 4], "] * items, "[3, 4]]")
    looks: list[Any] = []
    with client.messages.stream(output=list[list[int]], **FORMAT) as stream:
        for one in stream:
            if one.type == "content_block_delta":
                looks.append((stream.partial, *(stream.partial or [])[:1]))
    assert len(looks) == items + 2
    last, first = looks[-1]
    assert last == [[3, 4]] * (items + 1)
    # Each look goes on with the value of the one before: reading all of it again would make other objects.
    assert all(one[0] is last for one in looks)
    assert all(one[1] is first for one in looks[1:])


def test_nothing_is_imported_before_it_is_needed() -> None:
    clean("""
        import sys
        import parlour
        client = parlour.Client(base_url="http://127.0.0.1:1", api_key="k", from_env=False)
        client.messages.stream(model="m", max_tokens=1, messages=[])
        late = {"parlour._sync.structured", "parlour._schemas.structured", "parlour._schemas.shapes"}
        assert not late & set(sys.modules)
        parlour.Parsed
        assert "pydantic" not in sys.modules
    """)
