"""Litestar: a whole answer, and a stream as server-sent events."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, get
from litestar.datastructures import State
from litestar.response import ServerSentEvent, ServerSentEventMessage

from parlour import AsyncClient, json_default, types


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """One client for the life of the application."""
    async with AsyncClient() as client:
        app.state.client = client
        yield


def asked(text: str) -> dict[str, Any]:
    """The request."""
    return {"model": "svc-sonnet-4-5", "max_tokens": 256, "messages": [{"role": "user", "content": text}]}


@get("/ask")
async def ask(text: str, state: State) -> types.Message:
    """The whole answer; ``type_encoders`` says how it becomes JSON."""
    return await state.client.messages.create(**asked(text))


@get("/stream")
async def stream(text: str, state: State) -> ServerSentEvent:
    """Its events as they come."""
    opened = await state.client.messages.create(**asked(text), stream=True)

    async def events() -> AsyncIterator[ServerSentEventMessage]:
        async with opened:
            async for event in opened:
                yield ServerSentEventMessage(event=event.type, data=event.raw)

    return ServerSentEvent(events())


app = Litestar([ask, stream], lifespan=[lifespan], type_encoders={types.Model: json_default})

if __name__ == "__main__":
    from litestar.testing import TestClient

    with TestClient(app) as browser:
        print(browser.get("/ask", params={"text": "say hello"}).json()["content"][0]["text"])
        body = browser.get("/stream", params={"text": "count to 5"}).text
        print(body.count("event: "), body.splitlines()[0])
