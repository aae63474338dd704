"""Code that type checkers must accept or reject. It is not run: ``scripts/python/lint.sh`` passes it to them,
and an unnecessary ``type: ignore`` is an error."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

import contextlib
import dataclasses
from collections import deque
from collections.abc import Iterator

import pydantic

from parlour import APIStatusError, AsyncClient, Client, Conversation
from parlour.params import MessageParam, RequestParams, TextBlockParam, ToolParam
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


def listed(
    client: Client, turns: tuple[MessageParam, ...], so_far: list[Turn], tools: deque[ToolParam]
) -> None:
    """Whatever can be read again is a list of a request."""
    client.messages.create(model="m", max_tokens=1, messages=turns, tools=tools)
    client.messages.create(model="m", max_tokens=1, messages=so_far)
    first = client.messages.create(model="m", max_tokens=1, messages=[*turns, *so_far])
    client.messages.create(
        model="m", max_tokens=1, messages=[*turns, {"role": "assistant", "content": first.content}]
    )
    client.messages.count_tokens(model="m", messages=turns, tools=tools)
    kept = client.messages.keep_tokens(Conversation(), 1000, model="m", tools=tools)
    client.messages.keep_tokens(Conversation(), kept.removed, messages=turns)  # type: ignore[call-arg]


def read_once(
    client: Client, turns: list[MessageParam], tools: list[ToolParam], blocks: Iterator[TextBlockParam]
) -> None:
    """Iterators, which can be read only once, are refused at run time and by type checkers."""
    made = (turn for turn in turns)
    client.messages.create(model="m", max_tokens=1, messages=made)  # type: ignore[call-overload]
    client.messages.create(model="m", max_tokens=1, messages=map(same, turns))  # type: ignore[call-overload]
    client.messages.create(model="m", max_tokens=1, messages=turns, tools=iter(tools))  # type: ignore[call-overload]
    client.messages.count_tokens(model="m", messages=made)  # type: ignore[call-overload]
    turn: MessageParam = {"role": "user", "content": blocks}  # type: ignore[typeddict-item]
    client.messages.create(model="m", max_tokens=1, messages=[turn])


def same(turn: MessageParam) -> MessageParam:
    """The same."""
    return turn


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


async def closed(client: AsyncClient, params: RequestParams) -> list[str]:
    """Whatever a stream or a list is read with can be closed."""
    got: list[str] = []
    async with client.messages.stream(**params) as stream:
        async with contextlib.aclosing(stream.text_stream) as texts:
            got += [piece async for piece in texts]
        async with contextlib.aclosing(stream.batches()) as batches:
            got += [event.type async for batch in batches for event in batch]
        async with contextlib.aclosing(aiter(stream)) as events:
            got += [event.type async for event in events]
    manager = client.messages.stream(**params)
    async with contextlib.aclosing(manager.text_stream) as texts, contextlib.aclosing(manager.batches()):
        got.append(await anext(texts))
    async with (
        client.messages.stream(output=Said, **params) as answer,
        contextlib.aclosing(answer.partials()) as seen,
    ):
        await anext(seen)
    async with contextlib.aclosing(aiter(client.models.list())) as models:
        got += [model.id async for model in models]
    async with (
        client.models.with_streaming_response.list() as response,
        contextlib.aclosing(response.iter_lines()) as lines,
    ):
        got += [line async for line in lines]
    return got


def closed_at_once(client: Client, params: RequestParams) -> list[str]:
    """As :func:`closed`, without a loop."""
    with client.messages.stream(**params) as stream:
        with contextlib.closing(stream.text_stream) as texts:
            got = list(texts)
        with contextlib.closing(stream.batches()) as batches, contextlib.closing(iter(stream)):
            got += [event.type for batch in batches for event in batch]
    with contextlib.closing(iter(client.models.list())) as models:
        return got + [model.id for model in models]
