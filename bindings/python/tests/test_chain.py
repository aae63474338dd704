"""The chain of hooks: sync, asyncio and trio; what each may want, what it sees, and what it raises."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Awaitable
from typing import Any

import pytest

from parlour import (
    AsyncClient,
    CallEnd,
    Client,
    ConfigError,
    Hook,
    HookCall,
    HookError,
    HookFailure,
    OverloadedError,
)
from parlour.testing import Emulator

ASK: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}
KEPT = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "m",
    "content": [{"type": "text", "text": "kept"}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 7, "output_tokens": 3},
}
BUSY = {"status": 529, "json": {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}}


class Book(Hook):
    """Writes down what it is asked."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.ends: list[CallEnd] = []

    def on_call(self, call: HookCall) -> None:
        self.lines.append(f"call {call.model} {call.labels} {call.stream} {call.method}")

    def on_attempt(self, attempt: HookCall) -> Any:
        assert "x-api-key" not in attempt.headers
        assert json.loads(attempt.body or b"")["model"] == ASK["model"]
        self.lines.append(f"attempt {attempt.attempt}")
        return {"headers": {"x-attempt": str(attempt.attempt)}}

    def on_failure(self, failure: HookFailure) -> None:
        assert isinstance(failure.error, OverloadedError)
        self.lines.append(f"failure {failure.attempt} {failure.next_wait is not None}")

    def on_end(self, end: CallEnd) -> None:
        self.lines.append(f"end {end.outcome}")
        self.ends.append(end)


LINES = [
    "call svc-haiku-3-5 ['blue'] False POST",
    "attempt 1",
    "failure 1 True",
    "attempt 2",
    "end completed",
]


def settings(emulator: Emulator, **more: Any) -> dict[str, Any]:
    return {
        "base_url": emulator.url,
        "api_key": emulator.api_key,
        "clock": {},
        **more,
    }


def attempts_sent(emulator: Emulator) -> list[str]:
    return [dict(request.headers)["x-attempt"] for request in emulator.requests]


def test_sync_hooks_are_asked_and_see_the_end() -> None:
    with Emulator() as emulator:
        emulator.push(BUSY)
        book = Book()
        with Client(**settings(emulator, hooks=[book])) as client:
            raw = client.messages.with_raw_response.create(**ASK, labels=["blue"])
        assert book.lines == LINES
        end = book.ends[0]
        assert end.usage is not None
        assert (end.usage.output_tokens, end.attempts) == (raw.parse().usage.output_tokens, 2)
        assert (end.status, end.request_id) == (200, raw.request_id)
        assert end.duration >= 0
        assert attempts_sent(emulator) == ["1", "2"]


def test_async_hooks_run_on_the_loop_or_on_a_thread() -> None:
    threads: dict[str, int] = {}

    class Async(Book):
        async def on_attempt(self, attempt: HookCall) -> Any:  # type: ignore[override]
            await asyncio.sleep(0)
            threads["coroutine"] = threading.get_ident()
            return super().on_attempt(attempt)

        def on_call(self, call: HookCall) -> None:
            threads["plain"] = threading.get_ident()
            super().on_call(call)

    async def main(emulator: Emulator) -> None:
        book = Async()
        async with AsyncClient(**settings(emulator, hooks=[book])) as client:
            await client.messages.create(**ASK, labels=["blue"])
        assert book.lines == LINES

    with Emulator() as emulator:
        emulator.push(BUSY)
        asyncio.run(main(emulator))
    assert threads["coroutine"] == threading.get_ident() != threads["plain"]


def test_trio_asks_hooks() -> None:
    trio = pytest.importorskip("trio")
    book = Book()

    async def main(emulator: Emulator) -> None:
        async with AsyncClient(**settings(emulator, hooks=[book])) as client:
            await client.messages.create(**ASK, labels=["blue"])

    with Emulator() as emulator:
        emulator.push(BUSY)
        trio.run(main, emulator)
    assert book.lines == LINES


class Cache(Hook):
    def on_call(self, call: HookCall) -> Any:
        return {"answer": {"body": json.dumps(KEPT), "headers": {"request-id": "req_kept"}}}


def test_a_hook_answers_whole_and_streamed_calls() -> None:
    book = Book()
    with Emulator() as emulator, Client(**settings(emulator, hooks=[Cache(), book])) as client:
        raw = client.messages.with_raw_response.create(**ASK)
        assert (raw.parse().text, raw.request_id) == ("kept", "req_kept")
        with client.messages.stream(**ASK) as stream:
            assert stream.get_final_message().text == "kept"
        with client.messages.create(**ASK, stream=True) as events:
            assert [event.type for event in events][-1] == "message_stop"
        assert emulator.requests == []
    assert [end.answered_by_hook for end in book.ends] == [True] * 3
    assert book.lines == ["end completed"] * 3


def test_async_a_hook_answers() -> None:
    async def main() -> None:
        with Emulator() as emulator:
            async with AsyncClient(**settings(emulator, hooks=[Cache()])) as client:
                assert (await client.messages.create(**ASK)).text == "kept"
                async with client.messages.stream(**ASK) as stream:
                    assert "".join([text async for text in stream.text_stream]) == "kept"

    asyncio.run(main())


class Broken(Hook):
    def __init__(self, result: Any) -> None:
        self.result = result

    def on_attempt(self, attempt: HookCall) -> Any:
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.mark.parametrize(
    ("result", "subkind", "text"),
    [
        (ValueError("out of order"), "failed", "ValueError: out of order"),
        ({"veto": "not today"}, "veto", "not today"),
        ({"vetto": "not today"}, "failed", "did you mean `veto`"),
        (5, "failed", "on_attempt returned int"),
        ({"answer": {"status": 99}}, "failed", "99"),
        ({"answer": {"body": 5}}, "failed", "body of a hook's answer is int"),
        ({"headers": {"host": "elsewhere"}}, "failed", "host"),
        ({"retry": False}, "failed", "has no `retry`"),
    ],
)
def test_what_a_hook_does_wrong_is_an_error_that_names_it(result: Any, subkind: str, text: str) -> None:
    async def later(emulator: Emulator) -> HookError:
        async with AsyncClient(**settings(emulator, hooks=[Broken(result)])) as client:
            with pytest.raises(HookError) as failed:
                await client.messages.create(**ASK)
            return failed.value

    with Emulator() as emulator:
        with (
            Client(**settings(emulator, hooks=[Broken(result)])) as client,
            pytest.raises(HookError) as failed,
        ):
            client.messages.create(**ASK)
        assert emulator.requests == []
        for error in (failed.value, asyncio.run(later(emulator))):
            assert error.subkind == subkind
            assert "`Broken` (on_attempt)" in str(error)
            assert text in str(error)
            if isinstance(result, Exception):
                assert error.__cause__ is result


def test_a_hook_decides_about_the_next_attempt() -> None:
    class Insists(Hook):
        def on_failure(self, failure: HookFailure) -> Any:
            assert failure.next_wait is None
            return {"retry_after": 0.5}

    class Stops(Hook):
        def on_failure(self, failure: HookFailure) -> Any:
            return {"retry": False}

    with Emulator() as emulator:
        emulator.push(BUSY)
        with Client(**settings(emulator, hooks=[Insists()], max_retries=0)) as client:
            assert client.messages.create(**ASK).text
        assert len(emulator.requests) == 2
        emulator.push(BUSY)
        with (
            Client(**settings(emulator, hooks=[Stops()])) as client,
            pytest.raises(OverloadedError) as failed,
        ):
            client.messages.create(**ASK)
        assert (failed.value.attempts, failed.value.not_retried) == (1, "hook")


def test_the_functions_for_keys_and_hooks_go_together() -> None:
    seen: list[str] = []

    class Signs(Hook):
        def on_attempt(self, attempt: HookCall) -> Any:
            seen.append("hook")
            return {"headers": {"x-attempt": "1"}}

    with Emulator() as emulator:

        def key() -> str:
            seen.append("key")
            return emulator.api_key

        with Client(**{**settings(emulator, hooks=[Signs()]), "api_key": key}) as client:
            client.messages.create(**ASK)
            client.models.list()
        assert seen == ["key", "hook"] * 2
        assert attempts_sent(emulator) == ["1", "1"]


def test_objects_without_methods_are_refused() -> None:
    with Emulator() as emulator, pytest.raises(ConfigError, match="on_call, on_attempt, on_failure, on_end"):
        Client(**settings(emulator, hooks=[object()]))


def test_a_coroutine_function_needs_the_asynchronous_client() -> None:
    class Later(Hook):
        def on_call(self, call: HookCall) -> Awaitable[None]:
            return asyncio.sleep(0)

    with (
        Emulator() as emulator,
        Client(**settings(emulator, hooks=[Later()])) as client,
        pytest.raises(HookError, match="coroutine function"),
    ):
        client.messages.create(**ASK)


def test_the_end_of_a_call_that_was_left() -> None:
    class Ends(Hook):
        def __init__(self) -> None:
            self.outcomes: list[str] = []

        def on_end(self, end: CallEnd) -> None:
            self.outcomes.append(end.outcome)

    ends = Ends()
    with Emulator() as emulator, Client(**settings(emulator, hooks=[ends])) as client:
        client.messages.create(**ASK)
        emulator.push({"status": 200, "default": True, "gap_ms": 60_000})
        with client.messages.stream(**ASK) as stream:
            next(iter(stream))
        client.messages.create(**ASK)
    assert sorted(ends.outcomes) == ["completed", "completed", "interrupted"]


def test_async_the_end_of_a_call_that_was_left() -> None:
    outcomes: list[str] = []

    class Ends(Hook):
        async def on_end(self, end: CallEnd) -> None:  # type: ignore[override]
            outcomes.append(end.outcome)

    async def main() -> None:
        with Emulator() as emulator:
            async with AsyncClient(**settings(emulator, hooks=[Ends()])) as client:
                emulator.push({"status": 200, "default": True, "gap_ms": 60_000})
                async with client.messages.stream(**ASK) as stream:
                    await anext(aiter(stream))
                await client.messages.create(**ASK)
                await asyncio.sleep(0)

    asyncio.run(main())
    assert sorted(outcomes) == ["completed", "interrupted"]


def test_an_exception_at_the_end_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: reported.append(unraisable.exc_value))

    class Raises(Hook):
        def on_end(self, end: CallEnd) -> None:
            raise RuntimeError("at the end")

    with Emulator() as emulator, Client(**settings(emulator, hooks=[Raises()])) as client:
        assert client.messages.create(**ASK).text
    assert [str(error) for error in reported] == ["at the end"]
