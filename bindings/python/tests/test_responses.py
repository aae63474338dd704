"""Answers as objects: what people do with objects."""

import copy
import json
import pickle
from typing import Any

import pytest

import parlour
from parlour import types
from parlour.testing import Emulator
from support import MODEL, ask, streamed

WIRE: dict[str, Any] = {
    "id": "msg_7",
    "type": "message",
    "role": "assistant",
    "model": MODEL,
    "content": [
        {"type": "text", "text": "Hi.", "citations": None},
        {"type": "tool_use", "id": "tool_1", "name": "find", "input": {"q": "x", "deep": [1, {"a": None}]}},
        {"type": "hologram", "planes": 3},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 5, "output_tokens": 9, "moon_tokens": 1},
    "weather": {"sky": "blue"},
}


@pytest.fixture
def reply(emulator: Emulator, client: parlour.Client) -> parlour.types.Message:
    emulator.push({"json": WIRE})
    return client.messages.create(**ask())


def test_attributes(reply: types.Message) -> None:
    assert (reply.id, reply.role, reply.model, reply.stop_reason) == ("msg_7", "assistant", MODEL, "tool_use")
    text, call, _ = reply.content
    assert isinstance(text, types.TextBlock)
    assert isinstance(call, types.ToolUseBlock)
    assert call.input["deep"][1] == {"a": None}
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (5, 9)
    assert reply.usage.cache_read_input_tokens is None
    with pytest.raises(AttributeError, match="no_such"):
        reply.no_such  # type: ignore[attr-defined]  # noqa: B018


def test_match_patterns(reply: types.Message) -> None:
    seen = []
    for block in reply.content:
        match block:
            case types.TextBlock(text):
                seen.append(text)
            case types.ToolUseBlock(name="find", input={"q": query}):
                seen.append(query)
            case types.UnknownBlock(type=kind):
                seen.append(kind)
    assert seen == ["Hi.", "x", "hologram"]
    match reply:
        case types.Message(stop_reason="tool_use", usage=types.Usage(output_tokens=9)):
            pass
        case _:
            pytest.fail("the message does not match")


def test_match_patterns_on_events(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("a", "b"))
    seen = ""
    with client.messages.stream(**ask()) as stream:
        for event in stream:
            match event:
                case types.ContentBlockDeltaEvent(delta=types.TextDelta(text)):
                    seen += text
                case types.MessageDeltaEvent(delta=types.MessageDelta(stop_reason=reason)):
                    seen += f" {reason}"
    assert seen == "ab end_turn"


def test_equality(emulator: Emulator, client: parlour.Client, reply: types.Message) -> None:
    emulator.push({"json": WIRE}, {"json": WIRE | {"id": "other"}})
    same, other = client.messages.create(**ask()), client.messages.create(**ask())
    assert reply == same
    assert reply.content == same.content
    assert reply != other
    assert reply.content[0] != reply.content[1]
    assert reply.content[0] == types.TextBlock(text="Hi.", citations=None)
    assert reply != WIRE


def test_repr_can_be_read_by_a_person(reply: types.Message) -> None:
    shown = repr(reply)
    assert shown.startswith("Message(id='msg_7', role='assistant'")
    assert "TextBlock(text='Hi.'" in shown
    assert "ToolUseBlock(id='tool_1', name='find', input={'q': 'x'" in shown
    assert "moon_tokens=1" in shown
    assert "object at 0x" not in shown
    long = repr(types.TextBlock(text="x" * 5000))
    assert len(long) < 500
    assert "5000" in long


def test_repr_of_what_surrounds_an_answer(client: parlour.Client) -> None:
    raw = client.messages.with_raw_response.create(**ask())
    for thing in (raw, raw.info, raw.headers, raw.rate_limits, raw.parse(), client):
        assert "object at 0x" not in repr(thing)
        assert "Some(" not in repr(thing), "that is another language"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(reply: types.Message, protocol: int) -> None:
    back = pickle.loads(pickle.dumps(reply, protocol))
    assert back == reply
    assert type(back.content[1]) is types.ToolUseBlock
    assert back.to_json() == reply.to_json()
    assert back._response.request_id == reply._response.request_id
    assert dict(back._response.headers) == dict(reply._response.headers)


def test_pickle_of_events_and_raw_answers(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("a"))
    with client.messages.stream(**ask()) as stream:
        events = list(stream)
    assert pickle.loads(pickle.dumps(events)) == events
    assert [type(one) for one in pickle.loads(pickle.dumps(events))] == [type(one) for one in events]
    info = client.request("GET", "/v1/models").info
    back = pickle.loads(pickle.dumps(info))
    assert (back.status, back.request_id, back.attempts) == (info.status, info.request_id, info.attempts)


def test_copy(reply: types.Message) -> None:
    assert copy.copy(reply) == reply
    deep = copy.deepcopy(reply)
    assert deep == reply
    deep.content[1].input["q"] = "changed"
    assert reply.content[1].input["q"] == "x"


def test_to_dict_is_what_the_service_sent(reply: types.Message) -> None:
    assert reply.to_dict() == WIRE
    assert list(reply.to_dict()) == list(WIRE)
    assert type(reply.to_dict()["content"][0]) is dict


def test_to_json_is_what_the_service_sent(reply: types.Message) -> None:
    assert reply.to_json() == json.dumps(WIRE, separators=(",", ":"))
    assert json.loads(reply.to_json(indent=2)) == WIRE
    assert types.Message.from_json(reply.to_json()) == reply
    assert types.Message.from_dict(WIRE) == reply


def test_unknown_fields_are_attributes_and_in_to_dict(reply: types.Message) -> None:
    assert reply.weather == {"sky": "blue"}  # type: ignore[attr-defined]
    assert reply.usage.moon_tokens == 1  # type: ignore[attr-defined]
    assert reply.content[2].planes == 3  # type: ignore[union-attr]
    assert reply.to_dict()["weather"] == {"sky": "blue"}


def test_events_have_dict_json_equality_and_unknown_fields(
    emulator: Emulator, client: parlour.Client
) -> None:
    reply = streamed("a")
    reply["sse"][2]["data"]["shade"] = "green"
    emulator.push(reply, reply)
    with client.messages.stream(**ask()) as stream:
        first = list(stream)
    with client.messages.stream(**ask()) as stream:
        second = list(stream)
    assert first == second
    assert len({*first, *second}) == len(first)
    delta = first[2]
    assert delta.shade == "green"
    assert delta.to_dict() == reply["sse"][2]["data"] == json.loads(delta.to_json())
    assert "ContentBlockDeltaEvent" in repr(delta)
    assert "green" in repr(delta)


def test_answers_are_read_only(reply: types.Message) -> None:
    with pytest.raises(AttributeError):
        reply.id = "x"
    with pytest.raises(AttributeError):
        del reply.content


def test_facts_of_the_call(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"status": 503, "headers": {"retry-after-ms": "1"}})
    raw = client.with_options(max_retries=1).messages.with_raw_response.create(**ask())
    assert raw.retries_taken == 1
    assert raw.info.attempts == 2
    assert len(raw.info.waits) == 1
    assert raw.rate_limits.requests is not None
    assert raw.rate_limits.requests.limit == 1_000_000
    assert raw.rate_limits.requests.reset.tzinfo is not None


def test_what_an_mcp_server_gave_is_typed(emulator: Emulator, client: parlour.Client) -> None:
    blocks = [
        {"type": "mcp_tool_use", "id": "m", "name": "find", "server_name": "crm", "input": {"id": 7}},
        {
            "type": "mcp_tool_result",
            "tool_use_id": "m",
            "is_error": False,
            "content": [{"type": "text", "text": "Ada"}],
        },
        {"type": "mcp_tool_listing", "mcp_server_name": "crm", "tools": [{"name": "find"}]},
        {"type": "compaction", "content": "So far.", "encrypted_content": None},
        {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}},
        {
            "type": "advisor_tool_result",
            "tool_use_id": "a",
            "content": {"type": "advisor_result", "text": "Look twice.", "stop_reason": None},
        },
    ]
    emulator.push({"json": WIRE | {"content": blocks}})
    call, found, listing, summary, fallback, advice = client.messages.create(**ask()).content
    assert isinstance(call, types.MCPToolUseBlock)
    assert (call.server_name, call.input_state) == ("crm", "complete")
    assert isinstance(found, types.MCPToolResultBlock)
    assert isinstance(found.content[0], types.TextBlock)
    assert isinstance(listing, types.MCPToolListingBlock)
    assert listing.tools == [{"name": "find"}]
    assert isinstance(summary, types.CompactionBlock)
    assert summary.content == "So far."
    assert isinstance(fallback, types.FallbackBlock)
    # `from` is a word of the language: no attribute can be declared by that name.
    assert (getattr(fallback, "from").model, fallback.to.model) == ("a", "b")
    assert isinstance(advice, types.AdvisorToolResultBlock)
    assert isinstance(advice.content, types.AdvisorResult)
    assert advice.content.text == "Look twice."
    assert [block.to_dict() for block in (call, found, listing, summary, fallback, advice)] == blocks
