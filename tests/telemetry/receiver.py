"""A receiver of OTLP over HTTP: keeps what arrives, and decodes it to plain values that two languages share."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from threading import Thread
from types import TracebackType
from typing import Any, Self

from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

_MESSAGES: dict[str, Any] = {
    "/v1/traces": ExportTraceServiceRequest,
    "/v1/metrics": ExportMetricsServiceRequest,
}


class Receiver:
    """Listens on a free port of the loopback interface while it is entered."""

    def __init__(self) -> None:
        self.received: list[tuple[str, bytes, bytes]] = []
        """The path, the head and the body of each request."""
        received = self.received

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = self.headers["content-length"]
                body = self.rfile.read(int(length)) if length else b"".join(_chunks(self.rfile))
                received.append((self.path, self.headers.as_bytes(), body))
                self.send_response(200)
                self.send_header("content-type", "application/x-protobuf")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def spans(self) -> list[dict[str, Any]]:
        return [
            {"scope": scope.scope.name, **_plain(span)}
            for request in self._decoded("/v1/traces")
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def metrics(self) -> list[dict[str, Any]]:
        return [
            {"scope": scope.scope.name, **_plain(metric)}
            for request in self._decoded("/v1/metrics")
            for resource in request.resource_metrics
            for scope in resource.scope_metrics
            for metric in scope.metrics
        ]

    def _decoded(self, wanted: str) -> list[Any]:
        return [_MESSAGES[path].FromString(body) for path, _, body in self.received if path == wanted]


def _chunks(body: BufferedIOBase) -> Iterator[bytes]:
    """A body that comes without its length."""
    while length := int(body.readline(), 16):
        yield body.read(length)
        body.readline()
    body.readline()


def _plain(message: Any) -> dict[str, Any]:
    """The message in OTLP's JSON form, with lists of attributes as dicts."""
    plain: dict[str, Any] = _attributes(MessageToDict(message))
    return plain


def _attributes(value: Any) -> Any:
    if isinstance(value, list):
        return [_attributes(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: {one["key"]: one["value"] for one in each} if name == "attributes" else _attributes(each)
        for name, each in value.items()
    }
