"""FastAPI: an answer as the body of a response, and a stream as server-sent events."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, Request
from fastapi.responses import StreamingResponse

from parlour import AsyncClient, types


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """One client for the life of the application."""
    async with AsyncClient() as client:
        app.state.client = client
        yield


def the_client(request: Request) -> AsyncClient:
    """For ``Depends``."""
    return request.app.state.client


app = FastAPI(lifespan=lifespan)
Clients = Annotated[AsyncClient, Depends(the_client)]


def asked(text: str) -> dict:
    """The request."""
    return {"model": "svc-sonnet-4-5", "max_tokens": 256, "messages": [{"role": "user", "content": text}]}


@app.get("/ask")
async def ask(text: str, client: Clients) -> types.Message:
    """The whole answer; its schema is in ``/openapi.json``."""
    return await client.messages.create(**asked(text))


@app.get("/stream")
async def stream(text: str, client: Clients) -> StreamingResponse:
    """Its events as they come. A browser that goes away cancels the request to the service."""
    opened = await client.messages.create(**asked(text), stream=True)

    async def events() -> AsyncIterator[str]:
        async with opened:
            async for event in opened:
                yield f"event: {event.type}\ndata: {event.raw}\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


if __name__ == "__main__":
    from fastapi.testclient import TestClient

    with TestClient(app) as browser:
        print(browser.get("/ask", params={"text": "say hello"}).json()["content"][0]["text"])
        body = browser.get("/stream", params={"text": "count to 5"}).text
        print(body.count("event: "), body.splitlines()[0])
        print("Message" in browser.get("/openapi.json").text)
