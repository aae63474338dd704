"""Who reads a stream, and how often: one reader at a time, each item once, and an error in the place of nothing."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import parlour
from parlour import MessageStream, StreamUseError
from parlour.testing import Emulator
from support import ask, eventually, streamed, unfinished

PIECES = ("Good", " morning", ", world")
WAYS: dict[str, Callable[[Any], Iterable[Any]]] = {
    "events": iter,
    "text": lambda stream: stream.text_stream,
    "batches": lambda stream: stream.batches(),
}
ENDS: dict[str, Callable[[Any], object]] = {
    "iteration": list,
    "text": lambda stream: list(stream.text_stream),
    "batches": lambda stream: list(stream.batches()),
    "until_done": lambda stream: stream.until_done(),
    "final message": lambda stream: stream.get_final_message(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("end", ENDS)
def test_a_stream_that_was_read_to_its_end_says_so(
    emulator: Emulator, client: parlour.Client, end: str, way: str
) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        ENDS[end](stream)
        with pytest.raises(StreamUseError, match="read to its end; get_final_message"):
            list(WAYS[way](stream))
        if end != "iteration":
            with pytest.raises(StreamUseError, match="read to its end"):
                next(stream)
        assert stream.get_final_text() == "Good morning, world"
        stream.until_done()
    with pytest.raises(StreamUseError, match="read to its end"):
        list(WAYS[way](stream))
    assert stream.get_final_text() == "Good morning, world"


def test_the_same_iterator_keeps_saying_that_it_is_over(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES), streamed(*PIECES))
    for of in (lambda stream: stream, iter):
        with client.messages.stream(**ask()) as stream:
            events = of(stream)
            while next(events, None) is not None:
                pass
            assert next(events, None) is None


@pytest.mark.parametrize("way", WAYS)
def test_a_closed_stream_says_so(emulator: Emulator, client: parlour.Client, way: str) -> None:
    emulator.push(unfinished("first"))
    with client.messages.stream(**ask()) as stream:
        reader = iter(WAYS[way](stream))
        next(reader)
    for again in (reader, WAYS[way](stream), stream):
        with pytest.raises(StreamUseError, match="closed before its end"):
            next(iter(again))
    with pytest.raises(StreamUseError, match="closed before its end"):
        stream.until_done()


def test_a_failed_stream_says_so(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("Good", fault={"close_after": "content_block_delta"}))
    with client.messages.stream(**ask()) as stream:
        with pytest.raises(parlour.APIError):
            stream.until_done()
        with pytest.raises(StreamUseError, match="has failed"):
            list(stream)


def test_one_that_begins_later_gets_the_rest(emulator: Emulator, client: parlour.Client) -> None:
    def read(stream: MessageStream) -> str:
        return "".join(one.text for one in stream if one.type == "content_block_delta" and one.text)

    for number in range(1, 4):
        emulator.push(streamed(*PIECES))
        with client.messages.stream(**ask()) as stream:
            first = stream.text_stream
            head = "".join(next(first) for _ in range(number))
            rest = read(stream) if number % 2 else "".join(stream.text_stream)
            assert head + rest == "Good morning, world"
            assert stream.get_final_text() == "Good morning, world"


def test_looking_ahead_loses_nothing(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        seen = [one.type for event in stream for one in (event, next(stream, None)) if one is not None]
    assert (len(seen), seen[0], seen[-1]) == (11, "message_start", "message_stop")


@pytest.mark.parametrize("way", WAYS)
def test_two_iterators_do_not_share(emulator: Emulator, client: parlour.Client, way: str) -> None:
    emulator.push(unfinished(*PIECES))
    with client.messages.stream(**ask()) as stream:
        first, second = iter(stream), iter(WAYS[way](stream))
        next(first)
        next(second)
        with pytest.raises(StreamUseError, match="another iterator"):
            next(first)


def test_the_whole_message_ends_an_iteration(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    seen = []
    with client.messages.stream(**ask()) as stream:
        for event in stream:
            seen.append(event.type)
            assert stream.get_final_text() == "Good morning, world"
    assert seen == ["message_start"]


def test_a_second_thread_is_refused_while_the_first_waits(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("first"))
    caught: list[BaseException] = []
    with client.messages.stream(**ask()) as stream:

        def read() -> None:
            try:
                stream.until_done()
            except parlour.ParlourError as error:
                caught.append(error)

        first = threading.Thread(target=read)
        first.start()
        eventually(stream._is_waiting, "the thread waits")
        for way in (*WAYS.values(), lambda same: same):
            with pytest.raises(StreamUseError, match="another thread"):
                next(iter(way(stream)))
        with pytest.raises(StreamUseError, match="another thread"):
            stream.get_final_message()
        stream.close()
        first.join(10)
    assert [type(one) for one in caught] in ([parlour.CallCancelledError], [StreamUseError])


def test_a_raw_body_is_read_once(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed(*PIECES))
    with client.request("POST", "/v1/messages", body=ask() | {"stream": True}, stream=True) as body:
        assert b"message_stop" in body.read()
        with pytest.raises(StreamUseError, match="read to its end"):
            body.read()


def test_async_twins(emulator: Emulator) -> None:
    async def main() -> None:
        messages = emulator.async_client(max_retries=0).messages
        ways: dict[str, Callable[[Any], Any]] = WAYS | {"events": aiter}
        for way in ways.values():
            emulator.push(streamed(*PIECES))
            async with messages.stream(**ask()) as stream:
                reader = way(stream)
                assert [item async for item in reader]
                assert await anext(reader, None) is None
                for again in (*ways.values(), lambda same: same):
                    with pytest.raises(StreamUseError, match="read to its end; get_final_message"):
                        await anext(aiter(again(stream)))
                assert await stream.get_final_text() == "Good morning, world"
        for way in ways.values():
            emulator.push(unfinished("first"))
            async with messages.stream(**ask()) as stream:
                await anext(way(stream))
            for again in (*ways.values(), lambda same: same):
                with pytest.raises(StreamUseError, match="closed before its end"):
                    await anext(again(stream))
        for way in ways.values():
            emulator.push(unfinished(*PIECES))
            async with messages.stream(**ask()) as stream:
                first, second = aiter(stream), way(stream)
                await anext(first)
                await anext(second)
                with pytest.raises(StreamUseError, match="another iterator"):
                    await anext(first)
        for number in range(1, 4):
            emulator.push(streamed(*PIECES))
            async with messages.stream(**ask()) as stream:
                texts = stream.text_stream
                head = "".join([await anext(texts) for _ in range(number)])
                if number % 2:
                    rest = "".join(
                        [one.text async for one in stream if one.type == "content_block_delta" and one.text]
                    )
                else:
                    rest = "".join([piece async for piece in stream.text_stream])
                assert head + rest == "Good morning, world"
        emulator.push(unfinished("first"))
        async with messages.stream(**ask()) as stream:
            waits = asyncio.ensure_future(stream.until_done())
            await asyncio.to_thread(eventually, stream._is_waiting, "the task waits")
            for again in (*ways.values(), lambda same: same):
                with pytest.raises(StreamUseError, match="another task"):
                    await anext(again(stream))
            with pytest.raises(StreamUseError, match="another task"):
                await stream.get_final_message()
            waits.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waits
        emulator.push(streamed(*PIECES))
        manager = messages.stream(**ask())
        assert [event.type async for event in manager][-1] == "message_stop"
        with pytest.raises(StreamUseError, match="read to its end"):
            await anext(aiter(manager))

    asyncio.run(main())


@pytest.mark.parametrize("of", ["events", "text", "batches", "derived"])
def test_a_reader_is_closed_with_its_stream(emulator: Emulator, of: str) -> None:
    async def main() -> None:
        client = emulator.async_client()
        for read in (True, False):
            emulator.push(unfinished("x", "y"))
            before = emulator.closed_early
            stream: Any = client.messages.stream(**ask())
            if of == "events":
                stream = await client.messages.create(**ask(), stream=True)
            elif read:
                stream = await stream.__aenter__()
            parts = {"text": "text_stream"}.get(of)
            reader = (
                getattr(stream, parts) if parts else stream.batches() if of == "batches" else aiter(stream)
            )
            async with contextlib.aclosing(reader) as closing:
                if read:
                    await anext(closing)
            with pytest.raises(StopAsyncIteration):
                await anext(reader)
            if read:
                assert await asyncio.to_thread(emulator.wait_closed_early, before + 1)

    asyncio.run(main())


@pytest.mark.parametrize("begun", [False, True])
def test_what_has_arrived_of_an_answer_is_closed_with_its_stream(emulator: Emulator, begun: bool) -> None:
    async def main() -> None:
        emulator.push(unfinished("[1, "))
        stream = emulator.async_client().messages.stream(**ask(model="svc-opus-4-5"), output=list[int])
        opened = await stream.__aenter__() if begun else stream
        async with contextlib.aclosing(opened.partials()) as partials:
            assert await anext(partials) == [1]
        with pytest.raises(StopAsyncIteration):
            await anext(partials)
        assert await asyncio.to_thread(emulator.wait_closed_early, 1)

    asyncio.run(main())


def test_a_walk_that_is_closed_fetches_no_page(emulator: Emulator) -> None:
    page = {"data": [{"id": "a", "type": "model"}], "has_more": True, "first_id": "a", "last_id": "a"}

    async def main() -> None:
        models = emulator.async_client().models
        emulator.script([{"json": page}] * 2)
        for walk in (aiter(models.list()), (await models.list()).iter_pages()):
            async with contextlib.aclosing(walk) as closing:
                await anext(closing)
            assert [one async for one in walk] == []

    asyncio.run(main())
    assert len(emulator.requests) == 2
    emulator.push({"json": page})
    with contextlib.closing(iter(emulator.client().models.list())) as walk:
        next(walk)
    assert list(walk) == []
    assert len(emulator.requests) == 3


def test_a_reader_that_was_replaced_closes_nothing_of_the_next(emulator: Emulator) -> None:
    async def main() -> None:
        stream = await emulator.async_client().messages.create(**ask("say x"), stream=True)
        first: Any = aiter(stream)
        await anext(first)
        second = aiter(stream)
        await anext(second)
        await first.aclose()
        assert [event.type async for event in second][-1] == "message_stop"

    asyncio.run(main())


@pytest.mark.parametrize("of", ["events", "text", "batches"])
def test_a_reader_goes_on_after_a_foreign_loop_was_refused(emulator: Emulator, of: str) -> None:
    emulator.push(unfinished("x"))

    async def main() -> None:
        stream = await emulator.async_client().messages.stream(**ask()).__aenter__()
        kinds: dict[str, Callable[[], Any]] = {
            "events": lambda: aiter(stream),
            "text": lambda: stream.text_stream,
            "batches": stream.batches,
        }
        reader = kinds[of]()
        await anext(reader)

        async def foreign() -> None:
            while True:
                await anext(reader)

        with pytest.raises(RuntimeError, match="belongs to another event loop"):
            await asyncio.to_thread(asyncio.run, foreign())
        waits = asyncio.ensure_future(anext(reader))
        await asyncio.sleep(0.01)
        assert not waits.done(), "the own loop waits on"
        assert emulator.closed_early == 0
        waits.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waits

    asyncio.run(main())
