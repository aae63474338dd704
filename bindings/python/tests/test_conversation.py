"""Conversations: turns are sent unchanged, also by another process; values that cannot be a turn are
refused."""

from __future__ import annotations

import copy
import json
import pickle
import threading
from typing import Any

import pytest

import parlour
from parlour import testing
from parlour.types import Message

CALL = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "seen"}


def talk(*turns: Any) -> parlour.Conversation:
    """User and assistant in turn."""
    made = parlour.Conversation()
    for place, content in enumerate(turns):
        (made.add_user if place % 2 == 0 else made.add_assistant)(content)
    return made


def test_a_conversation_is_held_with_the_service() -> None:
    with testing.Emulator() as emulator, emulator.client() as client:
        conversation = parlour.Conversation([{"role": "user", "content": "My name is Ada."}])
        reply = client.messages.create(conversation.body(model="svc-haiku-3-5", max_tokens=64))
        assert conversation.add_reply(reply)
        conversation.add_user("What is my name?")
        body = conversation.body(model="svc-haiku-3-5", max_tokens=64)
        assert client.messages.create(body).text == "Your name is Ada."
        with client.messages.stream(body) as stream:
            assert stream.get_final_text() == "Your name is Ada."
        assert json.loads(body)["messages"] == [conversation[0], conversation[1], conversation[2]]


def test_turns_are_sent_as_they_were_given() -> None:
    conversation = parlour.Conversation()
    conversation.add('{"role": "user",  "content": "x", "later": 1.50}')
    conversation.add({"role": "assistant", "content": [{"type": "text", "text": "y"}]})
    body = conversation.body(model="m", max_tokens=1)
    assert b'{"role": "user",  "content": "x", "later": 1.50}' in body
    assert parlour.Conversation.from_json(conversation.to_json()).body(model="m", max_tokens=1) == body
    assert pickle.loads(pickle.dumps(conversation)).body(model="m", max_tokens=1) == body


def test_it_is_indexed_counted_copied_and_taken_back() -> None:
    conversation = talk("a", "b", "c")
    for copied in (copy.copy(conversation), copy.deepcopy(conversation)):
        copied.add_assistant("d")
        assert (len(copied), len(conversation)) == (4, 3)
    assert conversation[-1] == {"role": "user", "content": "c"}
    assert [turn["content"] for turn in conversation] == ["a", "b", "c"]
    with pytest.raises(IndexError):
        conversation[3]
    conversation.rewind(1)
    assert len(conversation) == 1
    assert repr(conversation) == "Conversation(1 turns)"


def test_a_call_is_never_parted_from_its_result() -> None:
    conversation = talk("1", "2", "3", [CALL], [RESULT], "4", "5", "6")
    assert conversation.cut_points() == [0, 2, 6]
    trimmed = conversation.keep_last(5)
    assert (trimmed.removed, trimmed.within, len(conversation)) == (6, True, 2)
    assert not talk("3", [CALL], [RESULT], "4").keep_last(2).within
    assert not conversation.cut_before(1)
    assert conversation.estimated_tokens > 0
    assert conversation.keep_tokens(10**9).removed == 0


def test_a_broken_history_is_repaired() -> None:
    conversation = talk("1", [CALL], "2")
    (change,) = conversation.repair()
    assert (change.turn, change.kind, change.subject) == (2, "answered_call", "t1")
    assert conversation.repair() == []
    assert repr(change) == 'Repair(turn=2, kind="answered_call", subject="t1")'


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"content": "x"}, "role"), ("[]", "object"), ({"role": "user"}, "content"), ("{", "JSON")],
)
def test_what_is_no_turn_is_refused_at_once(wrong: Any, said: str) -> None:
    conversation = parlour.Conversation()
    with pytest.raises(parlour.ConfigError, match=said):
        conversation.add(wrong)
    assert len(conversation) == 0
    with pytest.raises(TypeError):
        conversation.add({"role": "user", "content": object()})
    with pytest.raises(parlour.ConfigError):
        conversation.body(model="m")


def test_an_answer_without_content_is_no_turn() -> None:
    empty = Message.from_dict(
        {
            "id": "m",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": [],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 1, "output_tokens": 0},
        }
    )
    conversation = talk("x")
    assert not conversation.add_reply(empty)
    assert len(conversation) == 1


def test_any_thread_may_use_it() -> None:
    conversation = parlour.Conversation()

    def add() -> None:
        for _ in range(200):
            conversation.add_user("x")

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(conversation) == 800


SETTINGS: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 8,
    "system": "Be brief.",
    "tools": [{"name": "look", "input_schema": {"type": "object"}}],
}


def test_cache_markers_are_placed_where_they_pay() -> None:
    with testing.Emulator() as emulator, emulator.client() as client:
        marked = parlour.mark_cache(SETTINGS, stable="1h")
        long = {"type": "ephemeral", "ttl": "1h"}
        assert marked["tools"][0]["cache_control"] == marked["system"][0]["cache_control"] == long
        assert marked["cache_control"] == {"type": "ephemeral"}
        assert "messages" not in marked
        assert "cache_control" not in SETTINGS["tools"][0]
        assert parlour.mark_cache(marked) == marked
        assert client.messages.create(talk("Hi").body(**marked)).role == "assistant"
        whole = parlour.mark_cache(SETTINGS | {"messages": talk("Hi")})
        assert whole["system"][0]["cache_control"] == {"type": "ephemeral", "ttl": "5m"}
        assert client.messages.create(**whole).role == "assistant"
    with pytest.raises(parlour.ConfigError, match="5m or 1h"):
        parlour.mark_cache(SETTINGS, stable="2h")  # type: ignore[arg-type]


def test_a_missed_cache_is_explained() -> None:
    conversation = talk("a", "b", "c")
    before = conversation.body(**SETTINGS)
    conversation.add_assistant("d")
    assert parlour.CacheChange.between(before, conversation.body(**SETTINGS)) is None
    change = parlour.CacheChange.between(before, conversation.body(**SETTINGS | {"system": "Be long."}))
    assert change is not None
    assert (change.part, change.index, change.offset) == ("system", None, 4)
    assert repr(change) == "CacheChange(part='system', index=None, offset=4)"
    other = talk("a", "B", "c")
    change = parlour.CacheChange.between(before, {**SETTINGS, "messages": list(other)})
    assert change is not None
    assert (change.part, change.index) == ("messages", 1)
    with pytest.raises(parlour.ConfigError):
        parlour.CacheChange.between(before, b"[")


def test_the_service_names_the_part_that_changed() -> None:
    answer = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1, "output_tokens": 0},
    }
    assert parlour.CacheChange.reported_by(Message.from_dict(answer)) is None
    told = {"cache_miss_reason": {"type": "tools_changed", "cache_missed_input_tokens": 10}}
    assert parlour.CacheChange.reported_by(answer | {"diagnostics": told}) == "tools"
    assert parlour.CacheChange.reported_by(Message.from_dict(answer | {"diagnostics": told})) == "tools"
