"""Transports for httpx2 that send by a client of this package: for frameworks that take a client of httpx2, and speak
the protocol themselves.

    http = httpx2.Client(transport=Transport(parlour.Client()))

Requests get the client's credential, retries, connections and limits. Headers of their own (a key, a framing,
a user agent) are dropped. Answers come decompressed. A failure of the service is an answer, as httpx2 has it;
a failed connection is an error of httpx2, with this package's behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2

from ._transport import transports

__all__ = ["AsyncTransport", "Transport"]

if TYPE_CHECKING:
    from .. import AsyncClient, Client

    class Transport(httpx2.BaseTransport):
        """For ``httpx2.Client(transport=...)``. It closes no client of this package: that is its owner's."""

        def __init__(self, client: Client) -> None: ...
        def handle_request(self, request: httpx2.Request) -> httpx2.Response:
            """Sends a request."""

    class AsyncTransport(httpx2.AsyncBaseTransport):
        """For ``httpx2.AsyncClient(transport=...)``. It closes no client of this package: that is its owner's."""

        def __init__(self, client: AsyncClient) -> None: ...
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            """Sends a request."""

else:
    Transport, AsyncTransport = transports(httpx2)
