"""A FastAPI application that relays a stream as server-sent events."""

import os
from collections.abc import AsyncIterator

import fastapi
from fastapi.responses import StreamingResponse

import parlour

app = fastapi.FastAPI()
client = parlour.AsyncClient(
    base_url=os.environ["UPSTREAM"], api_key=os.environ["UPSTREAM_KEY"], vendor="svc", from_env=False
)


@app.get("/relay")
async def relay(text: str) -> StreamingResponse:
    async def events() -> AsyncIterator[str]:
        async with await client.messages.create(
            model="svc-sonnet-4-5", max_tokens=999, messages=[{"role": "user", "content": text}], stream=True
        ) as stream:
            async for event in stream:
                yield f"event: {event.type}\ndata: {event.raw}\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


@app.get("/whole")
def whole(text: str) -> dict[str, str]:
    """On a thread of the server's pool."""
    with parlour.Client(
        base_url=os.environ["UPSTREAM"], api_key=os.environ["UPSTREAM_KEY"], vendor="svc", from_env=False
    ) as sync:
        reply = sync.messages.create(
            model="svc-sonnet-4-5", max_tokens=999, messages=[{"role": "user", "content": text}]
        )
    return {"text": reply.text}
