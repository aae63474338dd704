"""Looks whether the emulator answers and refuses as `openapi.yaml` says; the requests that a program makes up are
schemathesis's part.

    python check_emulator.py URL KEY

Prints what does not fit and the counts; exits 1 if something does not.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import requests
from check_recordings import events, faults

ASK = {"model": "svc-sonnet-4-5", "max_tokens": 2048, "messages": [{"role": "user", "content": "Hello"}]}
TOOL = {"name": "find_train", "description": "Looks up departures.", "input_schema": {"type": "object"}}

ACCEPTED: list[dict[str, Any]] = [
    {},
    {"system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]},
    {"tools": [TOOL], "tool_choice": {"type": "any", "disable_parallel_tool_use": True}},
    {"thinking": {"type": "enabled", "budget_tokens": 1024}},
    {"stop_sequences": ["END"], "metadata": {"user_id": "u-1"}, "service_tier": "auto"},
]
REFUSED: list[tuple[int, dict[str, str], dict[str, Any]]] = [
    (400, {}, {"model": None}),
    (400, {}, {"messages": []}),
    (400, {}, {"temperature": 2}),
    (401, {"x-api-key": "another"}, {}),
    (404, {}, {"model": "no-such-model"}),
]


def main() -> int:
    url, key = sys.argv[1:]
    counts = {"passed": 0, "failed": 0}

    def ask(changes: dict[str, Any], **headers: str) -> requests.Response:
        sent = {"x-api-key": key, "svc-version": "2023-06-01"} | headers
        body: Any = ASK | changes
        return requests.post(f"{url}/v1/messages", json=body, headers=sent, timeout=10)

    def look(what: str, answer: requests.Response, status: int, schema: str, values: list[Any]) -> None:
        wrong = (
            [] if answer.status_code == status and values else [f"status {answer.status_code}: {answer.text}"]
        )
        wrong += [fault for value in values for fault in faults(schema, value)]
        counts["failed" if wrong else "passed"] += 1
        if wrong:
            print(f"{what}: {wrong[0]}")

    for changes in ACCEPTED:
        what = json.dumps(changes)
        wrong = faults("MessageRequest", ASK | changes)
        assert not wrong, wrong
        whole = ask(changes)
        look(what, whole, 200, "Message", [whole.json()])
        stream = ask(changes | {"stream": True})
        look(f"{what}, streamed", stream, 200, "StreamEvent", list(events(stream.text)))
    for status, headers, changes in REFUSED:
        answer = ask(changes, **headers)
        look(f"{json.dumps(changes)}, to be refused", answer, status, "ErrorAnswer", [answer.json()])
    print(f"emulator: {counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
