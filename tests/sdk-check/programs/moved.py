"""Programs of the vendor's SDK for Python as its users write them, the one change that moves them over, and what is
compared: what they print, and what they ask of the service."""

import email.message
import email.parser
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from parlour.testing import Emulator, RecordedRequest

FOLDER = Path(__file__).parent / "python"
SEEN = Path(__file__).parent / "python.json"
"""What the programs printed and asked with the SDK itself."""
VENDOR = "anthropic"
MODEL = "claude-"
GENERAL = ("message-batches-2024-09-24", "token-counting-2024-11-01")
Start = Callable[["Program", str, dict[str, str]], tuple[str, str | None]]


@dataclass(frozen=True)
class Program:
    """A program, and what of the review it stands for."""

    name: str
    kind: str
    """``example``, ``document`` or ``notebook``."""
    needs: tuple[str, ...]
    """What it needs that was missing; ``works`` if nothing was."""
    says: str
    """Of what is told the program: part of it. Empty if the program runs unchanged."""
    source: str
    replies: tuple[Any, ...]


def programs() -> list[Program]:
    """All, by their names."""
    replies = json.loads((FOLDER / "replies.json").read_text())
    made = [_program(path, replies.pop(path.stem, [])) for path in sorted(FOLDER.glob("*.py"))]
    assert not replies, f"replies of no program: {list(replies)}"
    return made


def _program(path: Path, replies: Iterable[Any]) -> Program:
    source = path.read_text()
    head = re.search(r"\[(example|document|notebook): ([^];]+)(?:; told: ([^]]+))?\]", source)
    assert head, f"{path} does not say what it stands for"
    needs = tuple(one.strip() for one in head[2].split(","))
    return Program(path.name, head[1], needs, head[3] or "", source, tuple(replies))


def moved(source: str) -> str:
    """The program with its imports and its model changed, and nothing else."""
    source = re.sub(rf"^(\s*)import {VENDOR}$", rf"\1import parlour.compat as {VENDOR}", source, flags=re.M)
    source = re.sub(rf"^(\s*)import {VENDOR}(?= as )", r"\1import parlour.compat", source, flags=re.M)
    source = re.sub(rf"^(\s*)from {VENDOR}(?=[. ])", r"\1from parlour.compat", source, flags=re.M)
    return source.replace(MODEL, "svc-")


def seen(program: Program, start: Start) -> dict[str, Any]:
    """What a program does with a service of its own: ``printed``, ``asked``, ``error``."""
    with Emulator(batch_polls=1) as service:
        service.push(*map(_reply, program.replies))
        environment = {
            f"{VENDOR.upper()}_BASE_URL": service.url,
            f"{VENDOR.upper()}_API_KEY": service.api_key,
            "PARLOUR_BASE_URL": service.url,
            "PARLOUR_API_KEY": service.api_key,
            "PARLOUR_VENDOR": "svc",
        }
        printed, error = start(program, str(FOLDER), environment)
        asked = _without_looks([_asked(one) for one in service.requests])
        text = printed.replace(service.url, "http://service").replace(MODEL, "svc-")
    if "concurrent" in program.needs:
        asked.sort(key=json.dumps)
    return {"printed": text.splitlines(), "asked": asked, "error": error}


def _without_looks(asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The requests without looks at a batch just before its results: the SDK asks once more where those are."""
    made: list[dict[str, Any]] = []
    for one in asked:
        while made and one["path"] == f"{made[-1]['path']}/results":
            made.pop()
        made.append(one)
    return made


def _reply(given: Any) -> Any:
    """A reply for the service: ``say`` streams a text in these pieces, ``call`` the input of a tool by its name."""
    if "say" in given:
        return _stream({"type": "text", "text": ""}, "text", given["say"], "end_turn")
    if "call" in given:
        name, *pieces = given["call"]
        block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}
        return _stream(block, "partial_json", pieces, "tool_use")
    return given


def _stream(block: Any, field: str, pieces: list[str], stop_reason: str) -> Any:
    kind = {"text": "text_delta", "partial_json": "input_json_delta"}[field]
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "svc-sonnet-4-5",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 1},
    }
    delta = {"stop_reason": stop_reason, "stop_sequence": None}
    events = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "ping"},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": kind, field: one}} for one in pieces),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 7}},
        {"type": "message_stop"},
    ]
    return {"sse": [{"event": one["type"], "data": one} for one in events]}


def _asked(request: RecordedRequest) -> dict[str, Any]:
    """A request as far as programs decide it."""
    made: dict[str, Any] = {"path": f"{request.method} {request.path}".replace(MODEL, "svc-")}
    # The SDK marks what was asked as a beta in the address too; the header is what the service reads.
    query = sorted(one for one in parse_qsl(request.query) if one != ("beta", "true"))
    if query:
        made["query"] = dict(query)
    headers = {
        "beta" if name.endswith("-beta") else name: _betas(value) if name.endswith("-beta") else value
        for name, value in request.headers.items()
        if name.endswith("-beta")
        or (name.startswith("x-") and name != "x-api-key" and "stainless" not in name)
    }
    headers = {name: value for name, value in headers.items() if value}
    if headers:
        made["headers"] = dict(sorted(headers.items()))
    kind = request.headers.get("content-type") or ""
    if kind.startswith("multipart/"):
        made["parts"] = _parts(kind, request.body)
    elif request.body:
        made["body"] = json.loads(request.body.replace(MODEL.encode(), b"svc-"))
    return made


def _betas(value: str) -> str:
    """Names of betas, without those that the SDK goes on to send although what they were for is general."""
    return ",".join(one for one in value.split(",") if one not in GENERAL)


def _parts(kind: str, body: bytes) -> list[list[Any]]:
    parser = email.parser.BytesParser()
    whole = parser.parsebytes(b"content-type: " + kind.encode() + b"\r\n\r\n" + body)
    parts: Any = whole.get_payload()
    return [_part(one) for one in parts]


def _part(part: email.message.Message) -> list[Any]:
    content: Any = part.get_payload(decode=True)
    return [
        part.get_param("name", header="content-disposition"),
        part.get_filename(),
        part.get_content_type(),
        content.decode("latin-1"),
    ]
