"""The synchronous client as a user meets it."""

import copy
import pickle
from typing import Any

import pytest

import parlour
from parlour.testing import Emulator
from support import MODEL, SILENCE, ask, clean


def test_create_gives_a_message(emulator: Emulator, client: parlour.Client) -> None:
    reply = client.messages.create(
        model=MODEL, max_tokens=64, messages=[{"role": "user", "content": "say good morning"}]
    )
    assert isinstance(reply, parlour.types.Message)
    assert reply.text == reply.content[0].text == "good morning"
    assert (reply.role, reply.stop_reason) == ("assistant", "end_turn")
    assert reply.usage.output_tokens > 0
    (seen,) = emulator.requests
    assert (seen.method, seen.path) == ("POST", "/v1/messages")
    assert seen.json() == {
        "model": MODEL,
        "max_tokens": 64,
        "messages": [{"role": "user", "content": "say good morning"}],
    }
    assert seen.headers["x-api-key"] == emulator.api_key


def test_create_with_stream_true_gives_events(client: parlour.Client) -> None:
    stream = client.messages.create(**ask("count to 9"), stream=True)
    events = list(stream)
    assert events[0].type == "message_start"
    assert events[-1].type == "message_stop"
    pieces = [event.text for event in events if event.type == "content_block_delta"]
    assert "".join(map(str, pieces)) == "1 2 3 4 5 6 7 8 9"


def test_a_ready_request_as_dict_or_json_bytes(emulator: Emulator, client: parlour.Client) -> None:
    assert client.messages.create(ask("say a")).text == "a"
    ready = (
        b'{"model": "svc-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "say b"}]}'
    )
    assert client.messages.create(ready).text == "b"
    assert emulator.requests[1].body == ready


def test_raw_request(emulator: Emulator, client: parlour.Client) -> None:
    answer = client.request("GET", "/v1/models", extra_query={"limit": 2})
    assert answer.info.status == 200
    assert len(answer.json()["data"]) == 2
    assert emulator.requests[0].query == "limit=2"
    question = {"model": MODEL, "messages": [{"role": "user", "content": "x"}]}
    counted = client.request("POST", "/v1/messages/count_tokens", body=question)
    assert counted.json()["input_tokens"] > 0


def test_raw_request_streams_bytes(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"base64": "AAECAwQF" * 1000, "pieces": 1000})
    with client.request("GET", "/v1/files/x/content", stream=True) as body:
        assert body.status_code == 200
        assert body.read() == bytes([0, 1, 2, 3, 4, 5]) * 1000


def test_with_raw_response(client: parlour.Client) -> None:
    raw = client.messages.with_raw_response.create(**ask("say raw"))
    assert raw.status_code == 200
    assert raw.request_id == raw.headers["Request-Id"]
    assert raw.json()["content"][0]["text"] == "raw"
    assert b'"raw"' in raw.content
    assert raw.parse().text == "raw"
    assert raw.retries_taken == 0
    opened = client.messages.with_raw_response.create(**ask("say raw"), stream=True)
    assert opened.status_code == 200
    assert "".join(opened.parse().text_stream) == "raw"


def test_per_call_headers_query_and_body_keys(emulator: Emulator) -> None:
    client = emulator.client(default_headers={"x-team": "a", "x-plain": "p"})
    client.messages.create(
        **ask(),
        extra_headers={"x-team": "b", "x-plain": parlour.NOT_GIVEN},
        extra_query={"trace": "1"},
        extra_body={"temperature": 0.5},
    )
    (seen,) = emulator.requests
    assert seen.headers["x-team"] == "b"
    assert "x-plain" not in seen.headers
    assert seen.query == "trace=1"
    assert seen.json()["temperature"] == 0.5


def test_per_call_timeout(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(SILENCE)
    with pytest.raises(parlour.APITimeoutError) as caught:
        client.messages.create(**ask(), timeout=0.05)
    assert caught.value.is_retryable
    assert emulator.wait_closed_early(1) or emulator.wait_open_connections(0)


def test_per_call_max_retries(emulator: Emulator) -> None:
    client = emulator.client(max_retries=0)
    emulator.push({"status": 503, "headers": {"retry-after-ms": "1"}, "repeat": 2})
    reply = client.messages.create(**ask("say third"), max_retries=2)
    assert reply.text == "third"
    assert len(emulator.requests) == 3
    emulator.push({"status": 503, "headers": {"retry-after-ms": "1"}})
    with pytest.raises(parlour.ServiceUnavailableError) as caught:
        client.messages.create(**ask())
    assert caught.value.attempts == 1


def test_with_options_makes_a_copy_and_leaves_the_original(
    emulator: Emulator, client: parlour.Client
) -> None:
    impatient = client.with_options(timeout=0.05, extra_headers={"x-copy": "1"})
    emulator.push(SILENCE)
    with pytest.raises(parlour.APITimeoutError):
        impatient.messages.create(**ask())
    client.messages.create(**ask())
    first, second = emulator.requests
    assert first.headers["x-copy"] == "1"
    assert "x-copy" not in second.headers


def test_with_options_takes_another_key(emulator: Emulator, client: parlour.Client) -> None:
    emulator.set_keys("second")
    with pytest.raises(parlour.AuthenticationError):
        client.messages.create(**ask())
    assert client.with_options(api_key="second").messages.create(**ask("say in")).text == "in"


def test_a_copy_shares_the_connections(emulator: Emulator, client: parlour.Client) -> None:
    for _ in range(10):
        client.messages.create(**ask())
        client.with_options(timeout=9).messages.create(**ask())
    # A connection may become free a moment after its answer.
    assert emulator.accepted_connections <= 5


def test_context_manager_closes_the_client(emulator: Emulator) -> None:
    with emulator.client() as client:
        assert client.messages.create(**ask()).text
        assert not client.is_closed()
    assert client.is_closed()
    with pytest.raises(RuntimeError, match="closed"):
        client.request("GET", "/v1/models")
    with pytest.raises(RuntimeError, match="closed"):
        client.messages.create(**ask())


def test_auth_token_is_sent_as_bearer(emulator: Emulator) -> None:
    client = emulator.client(auth_token=emulator.api_key)
    client.messages.create(**ask())
    (seen,) = emulator.requests
    assert seen.headers["authorization"] == f"Bearer {emulator.api_key}"
    assert "x-api-key" not in seen.headers


def test_the_environment_configures_a_client(emulator: Emulator) -> None:
    script = """
        import parlour
        print(parlour.Client().messages.create(
            model="svc-sonnet-4-5", max_tokens=9, messages=[{"role": "user", "content": "say env"}]).text)
    """
    printed = clean(
        script, PARLOUR_BASE_URL=emulator.url, PARLOUR_API_KEY=emulator.api_key, PARLOUR_VENDOR="svc"
    )
    assert printed == "env\n"


def test_settings_that_are_wrong_are_refused_by_name() -> None:
    with pytest.raises(parlour.ConfigError, match="no_such_setting"):
        parlour.Client(base_url="http://127.0.0.1:1", api_key="k", no_such_setting=1, from_env=False)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match=r"base_url|URL|address"):
        parlour.Client(base_url="not an address", api_key="k", from_env=False)


def test_a_client_copies_but_does_not_write_its_key_into_a_pickle(emulator: Emulator) -> None:
    client = emulator.client()
    assert copy.copy(client).messages.create(**ask("say c")).text == "c"
    assert copy.deepcopy(client).messages.create(**ask("say c")).text == "c"
    with pytest.raises(TypeError, match="api_key"):
        pickle.dumps(client)


@pytest.mark.parametrize(
    "name",
    [
        "authorization",
        "X-API-Key",
        "Set-Cookie",
        "authentication",
        "x-litellm-key",
        "x-bf-vk",
        "x-amzn-oidc-data",
    ],
)
def test_no_header_that_is_a_secret_is_pickled(name: str) -> None:
    def client(**settings: Any) -> parlour.Client:
        return parlour.Client(
            base_url="http://127.0.0.1:1", no_credentials=True, from_env=False, vendor="svc", **settings
        )

    plain = client(default_headers={"x-tenant": "blue", name: None})
    assert b"blue" in pickle.dumps(plain)
    for secret in ({"default_headers": {name: "hidden"}}, {"secret_headers": {"x-tenant": "hidden"}}):
        for one in (client(**secret), plain.with_options(**secret)):  # type: ignore[arg-type]
            with pytest.raises(TypeError, match="_headers"):
                pickle.dumps(one)


@pytest.mark.parametrize(
    "options",
    [
        {"api_key": "hidden-key"},
        {"auth_token": "hidden-key"},
        {"extra_headers": {"x-api-key": "hidden-key"}},
        {"extra_headers": {"Api-Key": "hidden-key"}},
        {"secret_headers": {"x-tenant": "hidden-key"}},
    ],
)
def test_no_key_travels_over_plain_http_to_another_machine(options: dict[str, Any]) -> None:
    client = parlour.Client(
        base_url="http://service.invalid", no_credentials=True, from_env=False, vendor="svc"
    )
    for call in (
        lambda: client.messages.create(**ask(), **options),
        lambda: client.messages.create(**ask(), **options, stream=True),
        lambda: client.with_options(**options).messages.create(**ask()),
        lambda: client.request("GET", "/v1/models", **options),
        lambda: (
            parlour.Client(
                base_url="http://service.invalid", no_credentials=True, from_env=False, vendor="svc"
            )
            .with_options(**options)
            .request("GET", "/v1/models")
        ),
    ):
        with pytest.raises(parlour.ConfigError, match=r"unencrypted to service\.invalid") as caught:
            call()  # type: ignore[no-untyped-call]
        assert caught.value.attempts == 0
        assert "hidden-key" not in str(caught.value)


def test_an_empty_retry_budget_is_told(emulator: Emulator) -> None:
    client = emulator.client(budget={"tokens": 0}, max_retries=3)
    emulator.push({"status": 503})
    with pytest.raises(
        parlour.ServiceUnavailableError, match="retry budget of the client is empty"
    ) as caught:
        client.messages.create(**ask())
    assert (caught.value.attempts, caught.value.not_retried) == (1, "budget_empty")
    emulator.push({"status": 429, "headers": {"retry-after-ms": "1"}, "repeat": 3})
    client.messages.create(**ask())


def test_connections_are_reused(emulator: Emulator, client: parlour.Client) -> None:
    for _ in range(20):
        client.messages.create(**ask())
    assert emulator.accepted_connections <= 5
