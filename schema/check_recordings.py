"""Looks whether recorded traffic is what `openapi.yaml` says: requests, answers, and the events of streams.

    python check_recordings.py FOLDER

FOLDER holds exchanges as the conformance harness takes them: `*.pair.json` with a request and an answer, and beside it
the bytes of the answer if it is a stream. Prints what does not fit and the counts; exits 1 if something does not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
from generate import document

WIRE = document.load()
ODD = ("spliced-message-start",)
"""Put together by hand, not recorded: there thinking begins without a signature."""
VALIDATORS: dict[str, Any] = {}


def faults(schema: str, value: Any) -> list[str]:
    """The violations of a value, the most specific first."""
    if schema not in VALIDATORS:
        VALIDATORS[schema] = jsonschema_rs.Draft202012Validator(document.json_schema(WIRE, schema))
    return [f"{_path(fault)}: {_told(fault)}" for fault in VALIDATORS[schema].iter_errors(value)]


def _path(fault: Any) -> str:
    return "/".join(str(step) for step in fault.instance_path) or "(the whole)"


def _told(fault: Any) -> str:
    return str(fault.message)[:200]


def events(text: str) -> Iterator[Any]:
    """The data of each event that is JSON; recordings hold no other lines of data worth a look."""
    for line in text.splitlines():
        if line.startswith("data:") and (data := line[5:].strip()).startswith("{"):
            try:
                yield json.loads(data)
            except ValueError:
                # Cut on purpose, which is for the tests of streams.
                continue


def looked_at(pair: Path) -> Iterator[tuple[str, str, Any]]:
    """The values in an exchange, each with the schema that it must match."""
    exchange = json.loads(pair.read_text("utf-8"))
    request, answer = exchange.get("request") or {}, exchange["response"]
    if request and request.get("path") != "/v1/messages":
        return
    refused = answer["status"] >= 400
    if request.get("method") == "POST" and not refused:
        yield "request", "MessageRequest", request["body"]
    if refused:
        yield "answer", "ErrorAnswer", answer.get("body")
    elif "body" in answer:
        yield "answer", "Message", answer["body"]
    stream = pair.with_name(pair.name.removesuffix(".pair.json") + ".sse")
    if stream.exists():
        for at, event in enumerate(events(stream.read_text("utf-8", "replace"))):
            schema = "ErrorEvent" if event.get("type") == "error" else "StreamEvent"
            yield f"event {at}", schema, event


def main() -> int:
    folder = Path(sys.argv[1])
    counts = {"passed": 0, "failed": 0}
    for pair in sorted(folder.rglob("*.pair.json")):
        if pair.stem.split(".")[0].endswith(ODD):
            continue
        for what, schema, value in looked_at(pair):
            wrong = faults(schema, value)
            counts["failed" if wrong else "passed"] += 1
            if wrong:
                print(f"{pair.relative_to(folder)}: {what} is no {schema}: {wrong[0]}")
    print(f"recordings: {counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
