"""A FastAPI application whose requests leave tasks behind, and that drains its client when the server ends."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import fastapi

import parlour

tasks: set[asyncio.Task[None]] = set()


@asynccontextmanager
async def lifespan(app: fastapi.FastAPI) -> AsyncIterator[None]:
    async with parlour.AsyncClient(
        base_url=os.environ["UPSTREAM"], api_key=os.environ["UPSTREAM_KEY"], vendor="svc", from_env=False
    ) as client:
        app.state.client = client
        yield
        report = await client.drain(30)
        await asyncio.gather(*tasks)
        print("left", len(report.left), flush=True)


app = fastapi.FastAPI(lifespan=lifespan)


async def write(client: parlour.AsyncClient, text: str) -> None:
    stream = await client.messages.create(
        model="svc-sonnet-4-5", max_tokens=999, messages=[{"role": "user", "content": text}], stream=True
    )
    print("wrote", "".join([piece async for piece in stream.text_stream]), flush=True)


@app.get("/later")
async def later(text: str) -> dict[str, bool]:
    task = asyncio.ensure_future(write(app.state.client, text))
    tasks.add(task)
    return {"accepted": True}
