"""``http_client=`` of ``parlour.compat``: options of an HTTP client become settings, and one without a
counterpart is refused by its name. The certificates of the tests are for 127.0.0.1 alone."""

import asyncio
import http.server
import json
import pathlib
import ssl
import threading
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

import support
from parlour import APIConnectionError
from parlour.compat import (
    AsyncClient,
    Client,
    DefaultAioHttpClient,
    DefaultAsyncHttpxClient,
    DefaultHttpxClient,
)
from parlour.compat._check import check
from parlour.compat._http_client import carried
from parlour.compat._names import vendor
from parlour.compat._refusals import CompatError
from parlour.testing import Emulator

SERVERS = support.HERE / "servers"
AUTHORITY = SERVERS / "authority.pem"
SETTINGS: dict[str, Any] = {"api_key": "sk-test", "vendor": "svc", "from_env": False, "max_retries": 0}


def settings(client: Any) -> dict[str, Any]:
    found = carried(client)
    assert found is not None
    return found[0]


class Answer(http.server.BaseHTTPRequestHandler):
    """Answers every request with a message, and records its origin."""

    server: Any

    def do_POST(self) -> None:
        self.server.seen.append((self.client_address[0], dict(self.headers), self.path))
        self.rfile.read(int(self.headers["content-length"]))
        message = support.start()[0]["data"]["message"] | {"content": [{"type": "text", "text": "hello"}]}
        body = json.dumps(message).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


def serve(context: ssl.SSLContext | None) -> Iterator[Any]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        scheme = "http"
        if context is not None:
            scheme = "https"
            server.socket = context.wrap_socket(server.socket, server_side=True)
        made: Any = server
        made.seen = []
        made.url = f"{scheme}://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield made
        server.shutdown()
        thread.join()


@pytest.fixture
def plain() -> Iterator[Any]:
    yield from serve(None)


@pytest.fixture
def secured() -> Iterator[Any]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(SERVERS / "loopback.pem")
    yield from serve(context)


def trusting(path: pathlib.Path) -> ssl.SSLContext:
    context = ssl.create_default_context()
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    own.load_verify_locations(path)
    assert context.verify_mode == own.verify_mode
    return own


@pytest.mark.parametrize(
    "client",
    [
        lambda: DefaultHttpxClient(verify=str(AUTHORITY)),
        lambda: DefaultHttpxClient(verify=trusting(AUTHORITY)),
        lambda: DefaultHttpxClient(transport=httpx2.HTTPTransport(verify=trusting(AUTHORITY))),
        lambda: httpx2.Client(verify=trusting(AUTHORITY), trust_env=False),
    ],
    ids=["a path", "a context", "the context of a transport", "the context of another library's client"],
)
def test_authorities_are_those_that_it_trusts(secured: Any, client: Any) -> None:
    made = Client(**SETTINGS, base_url=secured.url, http_client=client())
    assert made.messages.create(**support.ask()).content
    with pytest.raises(APIConnectionError, match="certificate"):
        Client(**SETTINGS, base_url=secured.url).messages.create(**support.ask())


def test_connections_begin_where_it_says(plain: Any) -> None:
    transport = httpx2.HTTPTransport(local_address="127.0.0.5")
    made = Client(**SETTINGS, base_url=plain.url, http_client=DefaultHttpxClient(transport=transport))
    made.messages.create(**support.ask())
    assert plain.seen[0][0] == "127.0.0.5"


def test_headers_and_parameters_go_behind_those_of_the_client(plain: Any) -> None:
    client = DefaultHttpxClient(headers={"x-a": "theirs", "x-b": "theirs"}, params={"q": "1"})
    made = Client(**SETTINGS, base_url=plain.url, http_client=client, default_headers={"x-a": "own"})
    made.messages.create(**support.ask())
    _, headers, path = plain.seen[0]
    assert (headers["x-a"], headers["x-b"]) == ("own", "theirs")
    assert path.endswith("?q=1")


@pytest.mark.parametrize("cls", [DefaultAsyncHttpxClient, DefaultAioHttpClient])
def test_an_asynchronous_client(emulator: Emulator, cls: Any) -> None:
    limits = httpx2.Limits(max_keepalive_connections=7)

    async def ask() -> None:
        async with cls(timeout=httpx2.Timeout(9, connect=3), limits=limits) as http:
            own = SETTINGS | {"api_key": emulator.api_key, "base_url": emulator.url}
            async with AsyncClient(**own, http_client=http) as client:
                assert client.timeout == 9
                assert client.timeout.connect == 3
                assert client._settings["pool"] == {"max_idle_per_host": 7, "idle_timeout": 5.0}
                assert (await client.messages.create(**support.ask())).content

    asyncio.run(ask())


def test_calls_go_through_its_proxy(plain: Any) -> None:
    """The server answers in the place of any host."""
    for client in (
        DefaultHttpxClient(proxy=plain.url.replace("//", "//me:s@")),
        DefaultHttpxClient(proxy=httpx2.Proxy(plain.url, auth=("me", "s"))),
        DefaultHttpxClient(transport=httpx2.HTTPTransport(proxy=httpx2.Proxy(plain.url, auth=("me", "s")))),
        httpx2.Client(proxy=plain.url.replace("//", "//me:s@"), trust_env=False),
    ):
        plain.seen.clear()
        made = Client(
            **SETTINGS, base_url="http://service.invalid", allow_plain_http=True, http_client=client
        )
        made.messages.create(**support.ask())
        _, headers, path = plain.seen[0]
        assert path.startswith("http://service.invalid/")
        assert headers["proxy-authorization"] == "Basic bWU6cw=="


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (DefaultHttpxClient, {}),
        (lambda: DefaultHttpxClient(http2=True), {"http_version": "negotiate"}),
        (lambda: DefaultHttpxClient(http1=False, http2=True), {"http_version": "2"}),
        (lambda: DefaultHttpxClient(trust_env=False), {"proxy": "none"}),
        (lambda: DefaultHttpxClient(base_url="http://a", follow_redirects=False, event_hooks={}), {}),
        (
            lambda: DefaultHttpxClient(limits=httpx2.Limits(max_connections=1000, keepalive_expiry=None)),
            {"pool": {"idle_timeout": None}},
        ),
        (lambda: DefaultHttpxClient(transport=httpx2.HTTPTransport(uds="/s")), {"unix_socket": "/s"}),
        (lambda: httpx2.Client(trust_env=False), {"proxy": "none"}),
        (
            lambda: httpx2.AsyncClient(trust_env=False, headers={"x-a": "b"}),
            {"proxy": "none", "default_headers": {"x-a": "b"}},
        ),
        (
            lambda: httpx2.Client(
                trust_env=False, limits=httpx2.Limits(max_connections=200, max_keepalive_connections=50)
            ),
            {"proxy": "none", "pool": {"max_idle_per_host": 50}},
        ),
    ],
)
def test_settings_that_have_a_counterpart(client: Any, expected: dict[str, Any]) -> None:
    assert settings(client()) == expected


def test_a_limit_of_another_library_counts_unless_it_is_its_own() -> None:
    own: dict[str, Any] = SETTINGS | {"base_url": "http://127.0.0.1:1"}
    assert Client(**own, http_client=httpx2.Client(timeout=7)).timeout == 7
    assert Client(**own, http_client=httpx2.Client()).timeout == 600
    assert Client(**own, http_client=httpx2.Client(timeout=7), timeout=8).timeout == 8


def test_a_certificate_to_show() -> None:
    both = SERVERS / "loopback.pem"
    made = settings(DefaultHttpxClient(cert=str(both)))
    assert made == {"client_certificate_pem": both.read_text(), "client_key_pem": both.read_text()}
    client = DefaultHttpxClient(cert=(str(both), str(both)))
    assert (
        Client(**SETTINGS, base_url="https://127.0.0.1:1", http_client=client)._settings.items()
        >= made.items()
    )


class Custom(httpx2.BaseTransport):
    """As tests of programs write them."""


@pytest.mark.parametrize(
    ("client", "told"),
    [
        (lambda: DefaultHttpxClient(verify=False), "http_client: verify`: certificates are checked always"),
        (lambda: DefaultHttpxClient(verify=ssl._create_unverified_context()), "http_client: verify`"),
        (lambda: DefaultHttpxClient(auth=("a", "b")), "http_client: auth`: write `credentials="),
        (lambda: DefaultHttpxClient(cookies={"a": "b"}), "http_client: cookies`: write `default_headers="),
        (
            lambda: DefaultHttpxClient(event_hooks={"request": [print]}),
            "http_client: event_hooks`: each attempt is a record of the logger `parlour`",
        ),
        (lambda: DefaultHttpxClient(mounts={"all://": None}), "http_client: mounts`: write `proxy`"),
        (
            lambda: DefaultHttpxClient(cert=("a", "b", "c")),
            "http_client: cert`: write `client_certificate_pem`",
        ),
        (
            lambda: DefaultHttpxClient(limits=httpx2.Limits(max_connections=10)),
            "limits.max_connections`: connections",
        ),
        (lambda: DefaultHttpxClient(transport=httpx2.MockTransport(print)), "`parlour.testing.Emulator`"),
        (lambda: DefaultHttpxClient(transport=Custom()), "`parlour.testing.Emulator`"),
        (lambda: DefaultHttpxClient(transport=httpx2.HTTPTransport(retries=3)), "write `max_retries`"),
        (
            lambda: DefaultHttpxClient(transport=httpx2.HTTPTransport(socket_options=[(1, 9, 1)])),
            "tcp_keepalive",
        ),
        (lambda: DefaultHttpxClient(proxy=httpx2.Proxy("http://a", headers={"x": "y"})), "proxy.headers`"),
        (lambda: httpx2.Client(transport=httpx2.MockTransport(print)), "`parlour.testing.Emulator`"),
        (lambda: httpx2.Client(verify=False), "http_client: verify`"),
        (lambda: httpx2.Client(auth=("a", "b")), "http_client: auth`"),
        (lambda: httpx2.Client(mounts={"https://a": httpx2.HTTPTransport()}), "http_client: mounts`"),
        (object, "no `http_client`: calls do not go through httpx"),
        (type("Own", (httpx2.Client,), {}), "no `http_client`: calls do not go through httpx"),
    ],
)
def test_what_has_none_is_refused_by_its_name(client: Any, told: str) -> None:
    with pytest.raises(CompatError) as caught:
        Client(**SETTINGS, http_client=client())
    assert told in str(caught.value)


def test_a_name_that_is_no_setting_and_a_method() -> None:
    with pytest.raises(TypeError, match=r"DefaultHttpxClient\(\) has no setting 'prxy'"):
        DefaultHttpxClient(prxy="http://a")
    with pytest.raises(CompatError, match=r"it sends nothing: write `client.request\(method, path\)`"):
        DefaultHttpxClient().get("http://a")


def test_check_tells_the_settings_that_are_refused() -> None:
    name = vendor()
    found = check(f"""\
import httpx, {name}
mine = httpx.Client(auth=auth)
http = {name}.DefaultHttpxClient(proxy="http://a", verify=False, event_hooks=hooks)
client = {name}.{name.capitalize()}(http_client=http)
other = {name}.{name.capitalize()}(http_client=httpx.Client(timeout=3, auth=auth))
third = {name}.{name.capitalize()}(http_client=made())
fourth = {name}.{name.capitalize()}(http_client={name}.DefaultHttpxClient(transport=httpx.MockTransport(f)))
""")
    assert [(one.line, one.name) for one in found] == [
        (3, "event_hooks="),
        (3, "verify="),
        (5, "auth="),
        (6, "http_client="),
        (7, "transport="),
    ]
