"""Structured answers: a record out of a text as an object of this program, the outcome where there is none,
and an answer that is shown while it grows.

    python examples/python/structured.py
"""

from __future__ import annotations

import dataclasses
import json

from parlour import AnswerError, Client, Parsed
from parlour.params import MessageParam
from service import Service, connect

TEXT: list[MessageParam] = [{"role": "user", "content": "Ada, 36, moved to Paris in May."}]


@dataclasses.dataclass
class Move:
    """Somebody who moved."""

    name: str
    age: int
    city: str

    def __post_init__(self) -> None:
        # Checks that a schema cannot express; the model gets the error.
        if not self.city.istitle():
            raise ValueError(f"{self.city!r} is no name of a city")


def main() -> None:
    """One way after the other."""
    with connect() as service:
        print(f"Talking to {service}")
        script(service)
        report(extract(service.client, service.model))
        report(extract(service.client, service.model))
        grow(service.client, service.model)


def extract(client: Client, model: str) -> Parsed[Move]:
    """Asks, and once more if the answer does not fit."""
    return client.messages.parse(model=model, max_tokens=256, messages=TEXT, output=Move, max_reasks=1)


def report(parsed: Parsed[Move]) -> None:
    """The value, or why there is none. The tokens were paid in either case."""
    try:
        print(f"value: {parsed.value}")
    except AnswerError as error:
        print(f"none:  {error}")
    print(f"       {len(parsed.attempts)} answers, {parsed.usage.output_tokens} tokens")


def grow(client: Client, model: str) -> None:
    """Shows the answer while it arrives; missing values are ``None``."""
    with client.messages.stream(model=model, max_tokens=256, messages=TEXT, output=Move) as stream:
        for partial in stream.partials():
            print(f"so far: name={partial.name!r} age={partial.age!r} city={partial.city!r}")
        print(f"whole:  {stream.get_parsed().value}")


def script(service: Service) -> None:
    """Scripts the answers: the emulator has no model that understands text."""
    if service.emulator is None:
        return
    whole = {"name": "Ada", "age": 36, "city": "Paris"}
    refusal = {
        "stop_reason": "refusal",
        "stop_details": {"type": "refusal", "explanation": "This is private."},
    }
    service.emulator.push(
        {"json": message([text(json.dumps(whole | {"city": "paris"}))])},
        {"json": message([text(json.dumps(whole))])},
        {"json": message([]) | refusal},
        {"sse": list(events(json.dumps(whole)))},
    )


def text(content: str) -> dict[str, object]:
    """A block of text."""
    return {"type": "text", "text": content}


def message(content: list[dict[str, object]]) -> dict[str, object]:
    """A whole answer."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "svc-sonnet-4-5",
        "content": content,
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 20, "output_tokens": 12},
    }


def events(answer: str) -> list[dict[str, object]]:
    """A streamed answer, a few letters at a time."""
    pieces = [answer[start : start + 9] for start in range(0, len(answer), 9)]
    ended = {"stop_reason": "end_turn", "stop_sequence": None}
    return [
        event("message_start", message=message([]) | {"stop_reason": None}),
        event("content_block_start", index=0, content_block=text("")),
        *[event("content_block_delta", index=0, delta={"type": "text_delta", "text": one}) for one in pieces],
        event("content_block_stop", index=0),
        event("message_delta", delta=ended, usage={"output_tokens": 12}),
        event("message_stop"),
    ]


def event(name: str, **fields: object) -> dict[str, object]:
    """An event of the stream."""
    return {"event": name, "data": {"type": name, **fields}}


if __name__ == "__main__":
    main()
