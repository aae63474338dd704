"""The asynchronous client as a user meets it, under plain asyncio."""

import asyncio

import pytest

import parlour
from parlour.testing import Emulator
from support import MODEL, SILENCE, ask


def test_create_gives_a_message(emulator: Emulator) -> None:
    async def main() -> None:
        async with emulator.async_client() as client:
            reply = await client.messages.create(
                model=MODEL, max_tokens=64, messages=[{"role": "user", "content": "say good morning"}]
            )
            assert reply.text == "good morning"
            assert reply.stop_reason == "end_turn"
        assert client.is_closed()
        with pytest.raises(RuntimeError, match="closed"):
            await client.request("GET", "/v1/models")
        with pytest.raises(RuntimeError, match="closed"):
            await client.messages.create(**ask())

    asyncio.run(main())
    assert emulator.requests[0].json()["model"] == MODEL


def test_create_with_stream_true_gives_events(emulator: Emulator) -> None:
    async def main() -> None:
        stream = await emulator.async_client().messages.create(**ask("count to 9"), stream=True)
        events = [event async for event in stream]
        assert (events[0].type, events[-1].type) == ("message_start", "message_stop")
        pieces = [event.text for event in events if event.type == "content_block_delta"]
        assert "".join(map(str, pieces)) == "1 2 3 4 5 6 7 8 9"

    asyncio.run(main())


def test_text_and_batches_of_a_stream_that_is_not_open_yet(emulator: Emulator) -> None:
    async def main() -> None:
        messages = emulator.async_client().messages
        texts = messages.stream(**ask("say good morning")).text_stream
        batches = messages.stream(**ask("say good morning")).batches()
        assert emulator.requests == []
        assert "".join([piece async for piece in texts]) == "good morning"
        names = [event.type async for batch in batches for event in batch]
        assert (names[0], names[-1]) == ("message_start", "message_stop")

    asyncio.run(main())


def test_raw_request(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client()
        answer = await client.request("GET", "/v1/models", extra_query={"limit": 1})
        assert len(answer.json()["data"]) == 1
        emulator.push({"base64": "AAECAwQF" * 1000, "pieces": 1000})
        async with await client.request("GET", "/v1/files/x/content", stream=True) as body:
            assert await body.read() == bytes([0, 1, 2, 3, 4, 5]) * 1000

    asyncio.run(main())


def test_with_raw_response(emulator: Emulator) -> None:
    async def main() -> None:
        messages = emulator.async_client().messages.with_raw_response
        raw = await messages.create(**ask("say raw"))
        assert raw.status_code == 200
        assert raw.parse().text == "raw"
        opened = await messages.create(**ask("say raw"), stream=True)
        assert opened.headers["request-id"] == opened.request_id
        assert "".join([piece async for piece in opened.parse().text_stream]) == "raw"

    asyncio.run(main())


def test_per_call_options(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client(max_retries=0)
        await client.messages.create(
            **ask(), extra_headers={"x-a": "1"}, extra_query={"q": "2"}, extra_body={"temperature": 0.5}
        )
        emulator.push(SILENCE)
        with pytest.raises(parlour.APITimeoutError):
            await client.messages.create(**ask(), timeout=0.05)
        emulator.push({"status": 503, "headers": {"retry-after-ms": "1"}})
        assert (await client.messages.create(**ask("say again"), max_retries=1)).text == "again"

    asyncio.run(main())
    seen = emulator.requests[0]
    assert (seen.headers["x-a"], seen.query, seen.json()["temperature"]) == ("1", "q=2", 0.5)


def test_with_options_makes_a_copy_and_leaves_the_original(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client()
        await client.with_options(extra_headers={"x-copy": "1"}).messages.create(**ask())
        await client.messages.create(**ask())

    asyncio.run(main())
    first, second = emulator.requests
    assert "x-copy" in first.headers
    assert "x-copy" not in second.headers


def test_calls_overlap_on_one_loop(emulator: Emulator) -> None:
    """The last is answered while all others still wait: none of those is ever answered."""

    async def main() -> None:
        client = emulator.async_client()
        emulator.push(*[SILENCE] * 19)
        silent = [asyncio.ensure_future(client.messages.create(**ask(f"say n{n}"))) for n in range(19)]
        assert await asyncio.to_thread(emulator.wait_requests, 19)
        assert (await client.messages.create(**ask("say last"))).text == "last"
        assert not any(one.done() for one in silent)
        for one in silent:
            one.cancel()
        await asyncio.wait(silent)
        replies = await asyncio.gather(*[client.messages.create(**ask(f"say n{n}")) for n in range(20)])
        assert [reply.text for reply in replies] == [f"n{n}" for n in range(20)]

    asyncio.run(main())


def test_errors_are_raised_where_the_call_is_awaited(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client(max_retries=0)
        emulator.push({"status": 529})
        with pytest.raises(parlour.OverloadedError):
            await client.messages.create(**ask())
        emulator.push({"status": 529})
        with pytest.raises(parlour.OverloadedError):
            async with client.messages.stream(**ask()):
                pass

    asyncio.run(main())


def test_outside_of_a_loop_the_error_says_what_is_supported(emulator: Emulator) -> None:
    call = emulator.async_client().messages.create(**ask())
    with pytest.raises(RuntimeError, match=r"asyncio.*trio"):
        call.send(None)
