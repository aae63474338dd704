"""The modes that send nothing: operations on conversations, and JSON that arrives in pieces. Translation only."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

from parlour import CacheChange, Conversation, ParlourError, PartialJSON, Trimmed, mark_cache
from parlour.types import Message

MODES = frozenset({"cache", "conversation", "partial_json"})


def run(call: Mapping[str, Any]) -> dict[str, Any]:
    """The ``done`` line of a call of one of these modes."""
    return {"cache": _cache, "conversation": _conversation, "partial_json": _partial_json}[call["mode"]](call)


def _cache(call: Mapping[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = {"type": "done", "attempts": 0}
    request = call.get("request", "").encode()
    if "stable" in call:
        line["marked"] = json.dumps(mark_cache(request, stable=call["stable"]))
    if "before" in call:
        change = CacheChange.between(call["before"].encode(), request)
        line["change"] = change and {"part": change.part, "index": change.index, "offset": change.offset}
    if "answer" in call:
        line["reported"] = CacheChange.reported_by(Message.from_json(call["answer"]))
    return line


def _partial_json(call: Mapping[str, Any]) -> dict[str, Any]:
    arriving = PartialJSON(trailing_strings=call.get("trailing_strings", False))
    values = []
    for piece in call["pieces"]:
        arriving.push(piece)
        values.append(copy.deepcopy(arriving.value))
    return {
        "type": "done",
        "attempts": 0,
        "values": values,
        "complete": arriving.is_complete,
        "failed": arriving.error is not None,
    }


def _conversation(call: Mapping[str, Any]) -> dict[str, Any]:
    turns = Conversation()
    results: list[Any] = []
    for operation in call["operations"]:
        ((name, given),) = operation.items()
        try:
            turns, result = _operation(turns, name, given)
        except ParlourError as error:
            result = {"error": error.kind}
        results.append(result)
    line = {"type": "done", "attempts": 0, "results": results, "messages": messages(turns)}
    if "settings" in call:
        line["body_text"] = turns.body(**json.loads(call["settings"])).decode()
    return line


def messages(turns: Conversation) -> str:
    """The turns as JSON text of one array, to the letter: what the body of a request without parameters holds."""
    if not len(turns):
        return "[]"
    body = turns.body().decode()
    return body.removeprefix('{"messages":').removesuffix("}")


def _operation(turns: Conversation, name: str, given: Any) -> tuple[Conversation, Any]:
    match name:
        case "push":
            turns.add(given)
        case "reply":
            return turns, turns.add_reply(given)
        case "load":
            return Conversation.from_json(given), None
        case "save_and_load":
            return Conversation.from_json(turns.to_json()), None
        case "keep_last":
            return turns, _trimmed(turns.keep_last(given))
        case "keep_tokens":
            return turns, _trimmed(turns.keep_tokens(given))
        case "rewind":
            turns.rewind(given)
        case "cut_before":
            return turns, turns.cut_before(given)
        case "repair":
            changes = turns.repair()
            return turns, [{"turn": of.turn, "kind": of.kind, "subject": of.subject} for of in changes]
        case _:
            raise ValueError(f"an operation that this driver does not know: {name}")
    return turns, None


def _trimmed(of: Trimmed) -> dict[str, Any]:
    return {"removed": of.removed, "within": of.within}
