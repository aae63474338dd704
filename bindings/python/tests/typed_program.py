"""What type checkers have to let pass. It is not run: ``scripts/python/lint.sh`` shows it to them."""

import dataclasses

import pydantic

from parlour import APIStatusError, Client, Conversation
from parlour.params import RequestParams
from parlour.types import Message


class Turn(pydantic.BaseModel):
    """A turn of a program's own."""

    role: str
    content: str


@dataclasses.dataclass
class Said:
    """Another."""

    role: str
    content: str


def asked(client: Client, params: RequestParams, so_far: Conversation) -> Message:
    """Requests of all forms."""
    client.messages.create(model="m", max_tokens=1, messages=[Turn(role="user", content="x")])
    client.messages.create(
        model="m", max_tokens=1, messages=[Said("user", "x"), {"role": "user", "content": "x"}]
    )
    client.messages.create(model="m", max_tokens=1, messages=so_far)
    client.messages.create(**params, stream=True).close()
    return client.messages.create(**params)


def status(error: APIStatusError) -> int:
    """There was an answer."""
    return error.status_code


def read(client: Client) -> tuple[str, int | None, list[str]]:
    """Answers in other forms have types, too."""
    with client.models.with_streaming_response.retrieve("m") as response:
        name = response.parse().id
    raw = client.files.with_raw_response.list(limit=3)
    return name, raw.parse().data[0].size_bytes, [one.id for one in client.models.list(limit=1)]


def structured(client: Client, params: RequestParams) -> tuple[Said, Said | None]:
    """The value of an answer that is read raw has its type."""
    with client.messages.with_streaming_response.parse(output=Said, **params) as response:
        parsed = response.parse()
    raw = client.messages.with_raw_response.parse(output_format=Said, **params).parse()
    return parsed.value, raw.value if raw.error is None else None
