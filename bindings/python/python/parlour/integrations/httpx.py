"""Transports for httpx that send by a client of this package: for frameworks that take a client of httpx, and speak the
protocol themselves.

    http = httpx.Client(transport=Transport(parlour.Client()))

Requests get the client's credential, retries, connections and limits. Headers of their own (a key, a framing,
a user agent) are dropped. Answers come decompressed. A failure of the service is an answer, as httpx has it;
a failed connection is an error of httpx, with this package's behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx  # type: ignore[import-not-found, unused-ignore]

from ._transport import transports

__all__ = ["AsyncTransport", "Transport"]

if TYPE_CHECKING:
    from .. import AsyncClient, Client

    class Transport(httpx.BaseTransport):  # type: ignore[misc, unused-ignore]
        """For ``httpx.Client(transport=...)``. It closes no client of this package: that is its owner's."""

        def __init__(self, client: Client) -> None: ...
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            """Sends a request."""

    class AsyncTransport(httpx.AsyncBaseTransport):  # type: ignore[misc, unused-ignore]
        """For ``httpx.AsyncClient(transport=...)``. It closes no client of this package: that is its owner's."""

        def __init__(self, client: AsyncClient) -> None: ...
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            """Sends a request."""

else:
    Transport, AsyncTransport = transports(httpx)
