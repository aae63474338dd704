"""Proxies of the environment: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, and NO_PROXY with names and networks.

The variables belong to a whole process, so that each case is a child. No name is looked up and nothing leaves this
machine: the proxy listens on the loopback address, and it answers in the service's place or refuses.
"""

import json
import socketserver
import threading
from collections.abc import Iterator

import pytest

import support
from parlour.testing import Emulator

CREDENTIAL = "Basic bWU6c2VjcmV0"
"""``me:secret``, as the variables spell it, in the form of ``Proxy-Authorization``."""

CHILD = f"""
import asyncio, json, sys
import parlour

base_url, kind = sys.argv[1:]
settings = dict(base_url=base_url, api_key="sk-test", vendor="svc", allow_plain_http=True, max_retries=0)
ask = json.loads({json.dumps(json.dumps(support.ask()))})

async def later():
    async with parlour.AsyncClient(**settings) as client:
        return await client.messages.create(**ask)

try:
    if kind == "sync":
        reply = parlour.Client(**settings).messages.create(**ask)
    else:
        reply = asyncio.run(later())
    print(reply.text)
except parlour.ParlourError as error:
    print(type(error).__name__, error)
"""


class Proxy(socketserver.ThreadingTCPServer):
    """Answers requests for ``http`` addresses in the service's place, and refuses every tunnel with 403."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.heads: list[str] = []

    @property
    def url(self) -> str:
        return f"http://me:secret@127.0.0.1:{self.server_address[1]}"


class Answer(socketserver.StreamRequestHandler):
    """One request of one connection."""

    def handle(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            lines.append(line.decode().rstrip())
        assert isinstance(self.server, Proxy)
        self.server.heads.append("\n".join(lines))
        if lines[0].startswith("CONNECT "):
            self.wfile.write(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            return
        fields = dict(line.lower().split(": ", 1) for line in lines[1:])
        self.rfile.read(int(fields["content-length"]))
        message = support.start()[0]["data"]["message"] | {
            "content": [{"type": "text", "text": "by proxy"}],
            "stop_reason": "end_turn",
        }
        body = json.dumps(message).encode()
        self.wfile.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n"
            b"content-length: %d\r\n\r\n%b" % (len(body), body)
        )


def credentials(head: str) -> list[str]:
    """The credentials that a request sends to the proxy."""
    fields = [line.split(": ", 1) for line in head.splitlines()[1:]]
    return [value for name, value in fields if name.lower() == "proxy-authorization"]


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def _no_proxies_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "REQUEST_METHOD"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY", "all_proxy"])
def test_a_request_goes_through_the_proxy_that_the_environment_names(
    proxy: Proxy, variable: str, kind: str
) -> None:
    said = support.clean(CHILD, "http://service.example", kind, **{variable: proxy.url})
    assert said == "by proxy\n"
    (head,) = proxy.heads
    assert head.startswith("POST http://service.example/v1/messages HTTP/1.1\n"), head
    assert credentials(head) == [CREDENTIAL]


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "ALL_PROXY"])
def test_a_tunnel_is_asked_of_the_proxy_that_the_environment_names(proxy: Proxy, variable: str) -> None:
    said = support.clean(CHILD, "https://service.example", "sync", **{variable: proxy.url})
    assert said.startswith("APIConnectionError"), said
    assert "the proxy refused the connection to service.example:443" in said, said
    assert "secret" not in said, said
    (head,) = proxy.heads
    assert head.startswith("CONNECT service.example:443 HTTP/1.1\n"), head
    assert credentials(head) == [CREDENTIAL]


def test_a_proxy_for_https_does_not_serve_http(proxy: Proxy, emulator: Emulator) -> None:
    said = _direct(emulator, HTTPS_PROXY=proxy.url)
    assert (said, proxy.heads) == ("hello\n", [])


@pytest.mark.parametrize(
    "exceptions", ["0.0.0.0", "0.0.0.0/8", "10.0.0.0/8, 0.0.0.0/32", "*", "other.example,0.0.0.0/0"]
)
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_hosts_and_networks_of_no_proxy_are_called_directly(
    proxy: Proxy, emulator: Emulator, exceptions: str, kind: str
) -> None:
    said = _direct(emulator, kind, ALL_PROXY=proxy.url, NO_PROXY=exceptions)
    assert (said, proxy.heads) == ("hello\n", [])


@pytest.mark.parametrize("exceptions", ["10.0.0.0/8", "0.0.0.1/32", "other.example"])
def test_what_no_network_of_no_proxy_holds_goes_through_the_proxy(
    proxy: Proxy, emulator: Emulator, exceptions: str
) -> None:
    said = _direct(emulator, ALL_PROXY=proxy.url, NO_PROXY=exceptions)
    assert (said, len(proxy.heads)) == ("by proxy\n", 1)


def _direct(emulator: Emulator, kind: str = "sync", **variables: str) -> str:
    """Calls the emulator by 0.0.0.0: this machine, but not known as such, so that proxies have a say."""
    port = emulator.url.rpartition(":")[2]
    emulator.set_keys("sk-test")
    return support.clean(CHILD, f"http://0.0.0.0:{port}", kind, **variables)
