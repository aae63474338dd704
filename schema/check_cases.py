"""Checks the conformance cases against `openapi.yaml`: the requests of calls, the answers, errors and events of
scripted replies, and the expected messages.

    python check_cases.py FOLDER

FOLDER holds the cases (`tests/conformance/cases`). Intended violations are listed below, with the reason; an entry
without a violation is an error too. Prints the violations and the counts; exits 1 if there are any.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from check_recordings import faults

ODD = {
    "accumulate/blocks/signature-in-two-pieces": "thinking begins without a signature, which pieces then make",
    "accumulate/blocks/tool-start-without-input": "seen from a server: calls begin without an input",
    "accumulate/message/a-later-null-erases-nothing": "null where the service says nothing new",
    "accumulate/message/message-delta-with-only-usage": "totals without a delta",
    "accumulate/message/nested-usage-is-replaced": "parts of counters, to see what is replaced",
    "accumulate/message/start-without-message": "a beginning that brings no message",
    "accumulate/message/usage-merge": "totals whose delta says nothing",
    "accumulate/message/usage-missing": "no usage at all",
    "errors/no_stream/an-error-in-json*": "an error in place of a stream",
    "errors/status/envelope-with-wrong-types": "an error that is none",
    "errors/status/json-without-the-envelope": "an error that is none",
    "forward_compat/stream/unknown-role": "a role of tomorrow",
    "forward_compat/whole/broken-known-blocks": "known blocks of another shape",
    "forward_compat/whole/missing-required-fields": "a message without most of its fields",
    "tools/loop/input-that-is-no-object": "an input that was cut",
    "unary/answers/*": "successes that are no messages",
}
"""Cases that break the wire on purpose, by `folder/file/name` with `*` for any text, and why."""


def merged(under: Any, over: Any) -> Any:
    """A case merged into the base of its file: objects key by key, anything else is replaced."""
    if isinstance(under, dict) and isinstance(over, dict):
        return {**under, **{key: merged(under.get(key), value) for key, value in over.items()}}
    return over


def spelt_out(value: Any) -> Any:
    """`$repeat` and `$concat` replaced by their strings, shortened to the length that a check needs, and `$times` by
    one of its equal items."""
    if isinstance(value, dict):
        if "$times" in value:
            return spelt_out(value["$times"][0])
        if "$repeat" in value:
            text, times = value["$repeat"]
            return text * min(times, 4)
        if "$concat" in value:
            return "".join(str(spelt_out(part)) for part in value["$concat"])
        return {key: spelt_out(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [spelt_out(inner) for inner in value]
    return value


def events(items: list[Any], fixtures: dict[str, Any]) -> Iterator[Any]:
    """The event objects among the items of a stream."""
    for item in items:
        if isinstance(item, str):
            yield from events(fixtures[item.removeprefix("@")], fixtures)
        elif "items" in item:
            yield from events(item["items"], fixtures)
        elif "type" in item:
            yield item


def sent(call: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The request of a call, where it is one for a message and given as JSON."""
    if call.get("mode") in ("create", "stream", "text", "run_tools") and isinstance(call.get("body"), dict):
        yield "the request", "MessageRequest", call["body"]


def replied(reply: dict[str, Any], fixtures: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The values in a scripted reply."""
    if not isinstance(reply, dict):
        return
    if "json" in reply:
        refused = reply.get("status", 200) >= 400
        yield "a reply", "ErrorAnswer" if refused else "Message", reply["json"]
    for event in events(reply.get("sse", []), fixtures):
        schema = "ErrorEvent" if event["type"] == "error" else "StreamEvent"
        yield f"the event {event['type']}", schema, event


def looked_at(case: dict[str, Any], fixtures: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The values in a case, each with the schema that it must match."""
    steps = case.get("steps") or [{"call": case.get("call", {}), "expect": case.get("expect", {})}]
    raw = False
    for step in steps:
        call, expect = merged(case.get("call", {}), step.get("call", {})), step.get("expect", {})
        raw = raw or call.get("mode") in ("raw", "conversation", "partial_json", "resource", "webhook")
        yield from sent(call)
        if isinstance(expect.get("message"), dict) and not raw:
            yield "the expected message", "Message", expect["message"]
    # A raw request may go anywhere, and be answered with anything.
    for reply in [] if raw else case.get("server", []):
        yield from replied(reply, fixtures)


def main() -> int:
    folder = Path(sys.argv[1])
    fixtures = json.loads((folder / "fixtures.json").read_text("utf-8"))
    counts = {"passed": 0, "failed": 0}
    odd = set()
    for path in sorted(folder.glob("*/*.json")):
        file = json.loads(path.read_text("utf-8"))
        for case in file["cases"]:
            name = f"{path.parent.name}/{path.stem}/{case['name']}"
            pattern = next((one for one in ODD if fnmatchcase(name, one)), None)
            for what, schema, value in looked_at(spelt_out(merged(file.get("base", {}), case)), fixtures):
                wrong = faults(schema, value)
                if wrong and pattern:
                    odd.add(pattern)
                    continue
                counts["failed" if wrong else "passed"] += 1
                if wrong:
                    print(f"{name}: {what} is no {schema}: {wrong[0]}")
    for pattern in ODD.keys() - odd:
        counts["failed"] += 1
        print(f"{pattern}: breaks nothing any more: take it off the list in {Path(__file__).name}")
    print(f"cases: {counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
