"""Transports for the packages ``httpx`` and ``httpx2``, which have the same names: made from the given one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .. import APIConnectionError, APIStatusError, APITimeoutError, ParlourError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from .. import AsyncClient, Client

_OURS: Final = frozenset(
    {
        "accept-encoding",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
        "user-agent",
        "x-api-key",
    }
)
"""Header lines of a request that are the client's own."""
_FRAMING: Final = frozenset({"connection", "content-encoding", "content-length", "transfer-encoding"})
"""Header lines of an answer that do not apply to the body that is returned."""


def _options(request: Any) -> dict[str, Any]:
    """The options of the call."""
    made: dict[str, Any] = {
        "extra_headers": {name: value for name, value in request.headers.items() if name not in _OURS}
    }
    limit = request.extensions.get("timeout", {}).get("read")
    if limit is not None:
        made["timeout"] = limit
    return made


def _streams(body: bytes) -> bool:
    """Whether the answer is streamed. A text that contains this by chance does no harm."""
    return b'"stream":true' in body or b'"stream": true' in body


def _lines(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() not in _FRAMING]


def _path(http: Any, base: str, url: Any) -> str:
    """The path of a request below the address of the client."""
    ours = http.URL(base)
    prefix = ours.path.rstrip("/")
    if (url.scheme, url.host, url.port) != (ours.scheme, ours.host, ours.port) or not (
        url.path == prefix or url.path.startswith(f"{prefix}/")
    ):
        raise http.UnsupportedProtocol(
            f"this transport is of a client for {base}, and was asked for {url}: give the framework the address of "
            "the client, client.base_url, with what it adds to it"
        )
    path: str = url.raw_path.decode("ascii")
    return path[len(prefix) :]


def _failed(http: Any, error: ParlourError, request: Any) -> Any:
    """The answer of a call that failed with a status; raises httpx's exception for any other failure."""
    if isinstance(error, APIStatusError) and error.status_code is not None:
        return http.Response(
            error.status_code,
            headers=_lines(error.headers.multi_items()),
            content=error.raw_body or b"",
            request=request,
        )
    raise _raised(http, error, request) from error


def _raised(http: Any, error: ParlourError, request: Any) -> Any:
    """The exception of httpx for a failure."""
    if isinstance(error, APITimeoutError):
        return http.ReadTimeout(str(error), request=request)
    if isinstance(error, APIConnectionError):
        return http.ConnectError(str(error), request=request)
    return http.RemoteProtocolError(str(error), request=request)


def _bodies(http: Any) -> tuple[Any, Any]:
    """The classes of streamed bodies: synchronous and asynchronous."""

    class Body(http.SyncByteStream):  # type: ignore[misc]
        def __init__(self, stream: Any, request: Any) -> None:
            self._stream, self._request = stream, request

        def __iter__(self) -> Iterator[bytes]:
            try:
                yield from self._stream
            except ParlourError as error:
                raise _raised(http, error, self._request) from error

        def close(self) -> None:
            self._stream.close()

    class AsyncBody(http.AsyncByteStream):  # type: ignore[misc]
        def __init__(self, stream: Any, request: Any) -> None:
            self._stream, self._request = stream, request

        async def __aiter__(self) -> AsyncIterator[bytes]:
            try:
                async for piece in self._stream:
                    yield piece
            except ParlourError as error:
                raise _raised(http, error, self._request) from error

        async def aclose(self) -> None:
            await self._stream.close()

    return Body, AsyncBody


def transports(http: Any) -> tuple[Any, Any]:
    """The two classes of transports for the module ``http``: synchronous and asynchronous."""
    body_class, async_body_class = _bodies(http)

    class Transport(http.BaseTransport):  # type: ignore[misc]
        """For ``httpx.Client(transport=...)``. It closes no client of this package: that is its owner's."""

        def __init__(self, client: Client) -> None:
            self._client = client

        def handle_request(self, request: Any) -> Any:
            """Sends a request."""
            path, body, options = (
                _path(http, self._client.base_url, request.url),
                request.read(),
                _options(request),
            )
            try:
                if _streams(body):
                    stream = self._client.request(request.method, path, body=body, stream=True, **options)
                    carried = body_class(stream, request)
                    return http.Response(
                        stream.status_code, headers=_lines(stream.headers.multi_items()), stream=carried
                    )
                answer = self._client.request(request.method, path, body=body or None, **options)
            except ParlourError as error:
                return _failed(http, error, request)
            return http.Response(
                answer.info.status, headers=_lines(answer.info.headers.multi_items()), content=answer.content
            )

    class AsyncTransport(http.AsyncBaseTransport):  # type: ignore[misc]
        """For ``httpx.AsyncClient(transport=...)``. It closes no client of this package: that is its owner's."""

        def __init__(self, client: AsyncClient) -> None:
            self._client = client

        async def handle_async_request(self, request: Any) -> Any:
            """Sends a request."""
            path, body = _path(http, self._client.base_url, request.url), await request.aread()
            options = _options(request)
            try:
                if _streams(body):
                    stream = await self._client.request(
                        request.method, path, body=body, stream=True, **options
                    )
                    carried = async_body_class(stream, request)
                    return http.Response(
                        stream.status_code, headers=_lines(stream.headers.multi_items()), stream=carried
                    )
                answer = await self._client.request(request.method, path, body=body or None, **options)
            except ParlourError as error:
                return _failed(http, error, request)
            return http.Response(
                answer.info.status, headers=_lines(answer.info.headers.multi_items()), content=answer.content
            )

    return Transport, AsyncTransport
