"""A web server between browsers and the service: it forwards a streamed answer to the browser as
server-sent events, and stops the model when the browser leaves.

The key stays here: a browser must never have it. Nothing is buffered: a slow browser holds back the
service. Errors go to the browser in the service's own shape, without internal
details. Wants fastapi and uvicorn.

    python examples/python/fastapi_relay.py            # says where it listens
    RELAY_PORT=8090 python examples/python/fastapi_relay.py
    curl -N 'http://127.0.0.1:8090/ask?q=Count+to+20'
"""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator

import uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response, StreamingResponse

from parlour import (
    APIError,
    APITimeoutError,
    AsyncClient,
    AsyncMessageStream,
    BadRequestError,
    DeadlineExceededError,
    OverloadedError,
    RateLimitError,
    RequestTooLargeError,
)
from parlour.types import StreamEvent
from service import connect


def relay(client: AsyncClient, model: str) -> FastAPI:
    """The application. One client serves all its requests."""
    app = FastAPI()

    @app.get("/ask")
    async def ask(q: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        # The stream is opened first, so that a refusal still has its own status.
        try:
            stream = await client.messages.create(
                model=model, max_tokens=1024, messages=[{"role": "user", "content": q}], stream=True
            )
        except APIError as error:
            return refusal(error)
        return StreamingResponse(
            forward(stream), media_type="text/event-stream", headers={"cache-control": "no-cache"}
        )

    return app


async def forward(stream: AsyncMessageStream) -> AsyncIterator[str]:
    """Raw JSON in, raw JSON out: nothing is parsed on the way, and what this version does not know passes
    as well.

    When the browser leaves, the server cancels this generator, and the stream closes its connection to the
    service.
    """
    async with stream:
        try:
            async for batch in stream.batches():
                yield "".join(map(framed, batch))
        except APIError as error:
            yield f"event: error\ndata: {told(error).decode()}\n\n"


def framed(event: StreamEvent) -> str:
    """One event on the wire."""
    return f"event: {event.type}\ndata: {event.raw}\n\n"


def refusal(error: APIError) -> Response:
    """An error before the first event keeps its meaning for the browser."""
    match error:
        case BadRequestError() | RequestTooLargeError():
            status = 400
        case RateLimitError() | OverloadedError():
            status = 503
        case APITimeoutError() | DeadlineExceededError():
            status = 504
        case _:
            status = 502
    headers = {} if error.retry_after is None else {"retry-after": str(max(1, round(error.retry_after)))}
    return Response(told(error), status, headers, "application/json")


def told(error: APIError) -> bytes:
    """The error for the browser. The full error belongs in the log of this server."""
    what = {"type": error.type or "api_error", "message": f"the model did not answer ({error.kind})"}
    return bytes(JSONResponse({"type": "error", "error": what}).body)


def main() -> None:
    """Serves until Ctrl-C."""
    with connect() as service, socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", int(os.environ.get("RELAY_PORT", "0"))))
        listener.listen(128)
        print(f"Relaying {service}")
        print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        config = uvicorn.Config(relay(service.async_client(), service.model), log_level="warning")
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
