"""The adapters of ``parlour.integrations``. ``make recipes`` runs them with frameworks."""

import asyncio
from typing import Any

import httpx2
import pytest

import parlour
from parlour.integrations.httpx2 import AsyncTransport, Transport
from parlour.testing import Emulator
from support import ask

HEADERS = {"x-api-key": "a key of the framework", "svc-version": "2023-06-01", "x-mine": "yes"}


def body(*, stream: bool = False) -> dict[str, Any]:
    return {**ask("say carried"), **({"stream": True} if stream else {})}


def test_a_request_of_httpx_is_sent_by_the_client(emulator: Emulator) -> None:
    with httpx2.Client(transport=Transport(emulator.client()), base_url=emulator.url) as http:
        answer = http.post("/v1/messages", json=body(), headers=HEADERS)
    assert answer.status_code == 200
    assert answer.json()["content"][0]["text"] == "carried"
    assert "request-id" in answer.headers
    sent = emulator.requests[-1]
    assert sent.headers["x-api-key"] == emulator.api_key
    assert sent.headers["x-mine"] == "yes"
    assert sent.headers["user-agent"].startswith("parlour/")
    assert sent.headers.get_list("svc-version") == ["2023-06-01"]


def test_a_stream_comes_as_it_arrives(emulator: Emulator) -> None:
    emulator.push({"status": 200, "default": True})
    with (
        httpx2.Client(transport=Transport(emulator.client()), base_url=emulator.url) as http,
        http.stream("POST", "/v1/messages", json=body(stream=True)) as answer,
    ):
        lines = list(answer.iter_lines())
    assert "content-encoding" not in answer.headers
    assert (lines[0], lines[-3]) == ("event: message_start", "event: message_stop")


def test_a_stream_that_is_left_is_cancelled(emulator: Emulator) -> None:
    emulator.push({"status": 200, "default": True, "gap_ms": 10_000})
    with (
        httpx2.Client(transport=Transport(emulator.client()), base_url=emulator.url) as http,
        http.stream("POST", "/v1/messages", json=body(stream=True)),
    ):
        pass
    assert emulator.wait_closed_early(1)


def test_failures_are_answers_or_errors_of_httpx(emulator: Emulator) -> None:
    client = emulator.client(max_retries=0)
    with httpx2.Client(transport=Transport(client), base_url=emulator.url) as http:
        emulator.push({"status": 429, "headers": {"retry-after": "7"}})
        refused = http.post("/v1/messages", json=body())
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "7")
        assert refused.json()["type"] == "error"
        emulator.push("close_mid_headers")
        with pytest.raises(httpx2.ConnectError) as caught:
            http.post("/v1/messages", json=body())
        assert isinstance(caught.value.__cause__, parlour.APIConnectionError)
        emulator.push("stall_before_headers")
        with pytest.raises(httpx2.ReadTimeout):
            http.post("/v1/messages", json=body(), timeout=0.05)
        emulator.push({"status": 200, "default": True, "fault": {"reset_after": "content_block_start"}})
        with (
            pytest.raises(httpx2.TransportError),
            http.stream("POST", "/v1/messages", json=body(stream=True)) as answer,
        ):
            answer.read()


def test_the_retries_are_those_of_the_client(emulator: Emulator) -> None:
    client = emulator.client(retry={"profile": "sdk_compatible"})
    emulator.push({"status": 529, "headers": {"retry-after-ms": "1"}})
    with httpx2.Client(transport=Transport(client), base_url=emulator.url) as http:
        assert http.post("/v1/messages", json=body()).status_code == 200
    assert len(emulator.requests) == 2


def test_another_address_is_refused(emulator: Emulator) -> None:
    with httpx2.Client(transport=Transport(emulator.client())) as http:
        with pytest.raises(httpx2.UnsupportedProtocol, match=r"give the framework the address of the client"):
            http.get("http://127.0.0.1:9/v1/models")
        assert http.get(f"{emulator.url}/v1/models?limit=1").json()["data"]
    assert emulator.requests[-1].query == "limit=1"


def test_asynchronous(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client(max_retries=0)
        async with httpx2.AsyncClient(transport=AsyncTransport(client), base_url=emulator.url) as http:
            answer = await http.post("/v1/messages", json=body())
            assert answer.json()["content"][0]["text"] == "carried"
            async with http.stream("POST", "/v1/messages", json=body(stream=True)) as streamed:
                lines = [line async for line in streamed.aiter_lines()]
            assert lines[-3] == "event: message_stop"
            emulator.push({"status": 401})
            assert (await http.post("/v1/messages", json=body())).status_code == 401
            emulator.push("close_mid_headers")
            with pytest.raises(httpx2.ConnectError):
                await http.post("/v1/messages", json=body())

    asyncio.run(main())
