"""Tracers of the official SDK with ``parlour.compat``: they wrap its methods, put iterators of their own into
streams, and ask for installed packages. ``make recipes`` runs real tracers."""

import asyncio
import functools
import json
import weakref
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pydantic
import pytest

import parlour
import parlour.compat
from parlour.compat import _base_client
from parlour.compat import resources as own_resources
from parlour.compat._client import BetaMessages
from parlour.compat.lib.streaming import MessageStreamManager
from parlour.testing import Emulator
from support import ask, clean, event, start, streamed

resources: Any = own_resources
PIECES = ("Good", " morning")
WHOLE = "".join(PIECES)
EVENTS = [
    "message_start",
    "content_block_start",
    *["content_block_delta"] * 2,
    "content_block_stop",
    "message_delta",
    "message_stop",
]
DERIVED = [*EVENTS[:2], *["content_block_delta", "text"] * 2, *EVENTS[4:]]
WEATHER = {**ask("use weather for Oslo"), "tools": []}


@pytest.fixture
def client(emulator: Emulator) -> Any:
    return parlour.compat.Client(
        base_url=emulator.url, api_key=emulator.api_key, vendor="svc", max_retries=0, from_env=False
    )


@pytest.fixture
def later(emulator: Emulator) -> Any:
    return parlour.compat.AsyncClient(
        base_url=emulator.url, api_key=emulator.api_key, vendor="svc", max_retries=0, from_env=False
    )


def weather(city: str) -> str:
    """Tells.

    Args:
        city: Where.
    """
    return f"sunny in {city}"


class Watched:
    """An iterator in the place of another, which sees what passes."""

    def __init__(self, of: Any) -> None:
        self.of = of
        self.seen: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.of, name)

    def __iter__(self) -> Iterator[Any]:
        try:
            for one in self.of:
                self.seen.append(one.type)
                yield one
        except parlour.APIError as error:
            self.seen.append(str(error.type))
            raise
        self.seen.append("end")

    async def __aiter__(self) -> Any:
        async for one in self.of:
            self.seen.append(one.type)
            yield one
        self.seen.append("end")


READERS: list[Callable[[Any], Any]] = [
    lambda stream: [one.type for one in stream] == DERIVED,
    lambda stream: [next(stream).type for _ in DERIVED] == DERIVED and next(stream, None) is None,
    lambda stream: "".join(stream.text_stream) == WHOLE,
    lambda stream: stream.get_final_message().content[0].text == WHOLE,
    lambda stream: stream.get_final_text() == WHOLE,
    lambda stream: stream.until_done() is None and stream.current_message_snapshot.stop_reason == "end_turn",
    lambda stream: [one.type for batch in stream.batches() for one in batch] == EVENTS,
    lambda stream: [one.content_block.text for one in stream if one.type == "content_block_stop"] == [WHOLE],
    lambda stream: [one.message.content[0].text for one in stream if one.type == "message_stop"] == [WHOLE],
    lambda stream: [one.snapshot for one in stream if one.type == "text"] == [PIECES[0], WHOLE],
]


@pytest.mark.parametrize("place", ["_raw_stream", "_iterator"])
@pytest.mark.parametrize("read", READERS)
def test_a_stream_is_read_through_what_a_tracer_put_into_it(
    emulator: Emulator, client: Any, place: str, read: Callable[[Any], Any]
) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        watched = Watched(getattr(stream, place))
        setattr(stream, place, watched if place == "_raw_stream" else iter(watched))
        assert read(stream)
    assert watched.seen == [*EVENTS, "end"]


def test_the_message_so_far_is_that_of_the_events_that_were_read(emulator: Emulator, client: Any) -> None:
    emulator.push(streamed(*PIECES))
    with client.messages.stream(**ask()) as stream:
        stream._raw_stream = Watched(stream._raw_stream)
        texts = []
        for one in stream:
            content = stream.current_message_snapshot.content
            if one.type == "content_block_delta":
                texts.append(content[0].text)
        assert texts == [PIECES[0], WHOLE]
        assert stream._raw_stream.response.status_code == 200
        with pytest.raises(parlour.StreamUseError, match="read to its end"):
            next(iter(stream))


def test_a_tracer_sees_what_a_stream_fails_with(emulator: Emulator, client: Any) -> None:
    failing = streamed("Hel")
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
    failing["sse"] = [*failing["sse"][:3], {"event": "error", "data": error}]
    emulator.push(failing)
    with client.messages.stream(**ask()) as stream:
        watched = stream._raw_stream = Watched(stream._raw_stream)
        with pytest.raises(parlour.OverloadedError):
            stream.get_final_message()
    assert watched.seen[-1] == "overloaded_error"


def test_structured_answers_are_read_through_it_too(emulator: Emulator, client: Any) -> None:
    class Place(pydantic.BaseModel):
        city: str

    emulator.push(streamed('{"city":', '"Oslo"}'))
    with client.messages.stream(**ask(), output_format=Place) as stream:
        watched = stream._raw_stream = Watched(stream._raw_stream)
        assert stream.get_final_message().parsed_output == Place(city="Oslo")
        assert stream.partial.city == "Oslo"
    assert watched.seen[-1] == "end"


def test_the_same_without_blocking(emulator: Emulator, later: Any) -> None:
    async def main() -> None:
        emulator.push(streamed(*PIECES), streamed(*PIECES))
        async with later.messages.stream(**ask()) as stream:
            watched = stream._raw_stream = Watched(stream._raw_stream)
            assert [one.type async for one in stream] == DERIVED
        assert watched.seen == [*EVENTS, "end"]
        async with later.messages.stream(**ask()) as stream:
            watched = Watched(stream._iterator)
            stream._iterator = aiter(watched)
            assert await stream.get_final_text() == WHOLE
        assert watched.seen == [*EVENTS, "end"]

    asyncio.run(main())


def _with_iterator(kind: Any, seen: list[Watched]) -> Any:
    """The class with an iterator around that of each of its streams, as a tracer puts one there."""
    own = kind._iterator.func

    def iterator(self: Any) -> Any:
        seen.append(Watched(own(self)))
        return seen[-1].__aiter__() if kind is parlour.compat.AsyncStream else iter(seen[-1])

    cached = functools.cached_property(iterator)
    cached.__set_name__(kind, "_iterator")
    return mock.patch.object(kind, "_iterator", cached)


def test_streams_of_create_are_read_through_the_iterator_of_their_class(
    emulator: Emulator, client: Any, later: Any
) -> None:
    seen: list[Watched] = []
    emulator.push(*[streamed(*PIECES)] * 4)
    with _with_iterator(parlour.compat.Stream, seen):
        stream = client.messages.create(**ask(), stream=True)
        assert [one.type for one in stream] == EVENTS
        with pytest.raises(parlour.StreamUseError, match="read to its end"):
            next(iter(stream))
        stream = client.messages.create(**ask(), stream=True)
        assert [next(stream).type for _ in EVENTS] == EVENTS
        assert next(stream, None) is None
        stream = client.messages.create(**ask(), stream=True)
        for _ in stream:
            break
        assert seen[-1].seen == EVENTS[:1]
        stream.close()

    async def main() -> None:
        with _with_iterator(parlour.compat.AsyncStream, seen):
            assert [one.type async for one in await later.messages.create(**ask(), stream=True)] == EVENTS

    asyncio.run(main())
    assert [one.seen for one in seen] == [[*EVENTS, "end"], [*EVENTS, "end"], EVENTS[:1], [*EVENTS, "end"]]


def test_the_end_of_a_block_goes_through_close(emulator: Emulator, client: Any, later: Any) -> None:
    closed: list[str] = []
    for kind in (parlour.compat.Stream, parlour.compat.MessageStream):
        own = kind.close
        with mock.patch.object(
            kind, "close", lambda self, own=own: closed.append(type(self).__name__) or own(self)
        ):
            with client.messages.create(**ask(), stream=True):
                pass
            with client.messages.stream(**ask()):
                pass

    async def main() -> None:
        own = parlour.compat.AsyncStream.close

        async def close(self: Any) -> None:
            closed.append(type(self).__name__)
            await own(self)

        with mock.patch.object(parlour.compat.AsyncStream, "close", close):
            async with await later.messages.create(**ask(), stream=True):
                pass

    asyncio.run(main())
    assert closed == ["Stream", "MessageStream", "AsyncStream"]


def test_the_text_stream_can_be_replaced_and_managers_keep_what_is_noted_on_them(client: Any) -> None:
    manager = client.messages.stream(**ask())
    manager._noted = 1
    assert isinstance(manager, MessageStreamManager)
    with manager as stream:
        stream.text_stream = iter(["mine"])
        assert list(stream.text_stream) == ["mine"]


def wrapped(kind: Any, seen: list[dict[str, Any]]) -> Any:
    """A class whose ``create()`` notes how it is called."""
    own = kind.create

    def create(self: Any, *given: Any, **named: Any) -> Any:
        seen.append(named)
        return own(self, *given, **named)

    return mock.patch.object(kind, "create", create)


def test_every_request_for_a_message_passes_through_create(emulator: Emulator, client: Any) -> None:
    seen: list[dict[str, Any]] = []
    with wrapped(resources.messages.Messages, seen), wrapped(resources.beta.messages.Messages, seen):
        messages = client.messages
        raw = messages.with_raw_response.create(**ask("say raw"), extra_headers={"X-Mine": "1"})
        assert raw.parse().text == "raw"
        assert isinstance(raw, parlour.compat.APIResponse)  # type: ignore[attr-defined]
        with messages.with_streaming_response.create(**ask("say later")) as answer:
            assert answer.parse().text == "later"
        assert [one.type for one in messages.with_raw_response.create(**ask(), stream=True).parse()][
            -1
        ] == EVENTS[-1]
        tool = parlour.compat.beta_tool(weather)
        for stream in (False, True):
            run = client.beta.messages.tool_runner(**{**WEATHER, "tools": [tool], "stream": stream})
            turns = list(run) if not stream else [turn.get_final_message() for turn in run]
            assert [turn.stop_reason for turn in turns] == ["tool_use", "end_turn"]
    kinds = [named.get("extra_headers", {}).get("X-Stainless-Raw-Response") for named in seen]
    assert kinds == ["raw", "stream", "raw", None, None, None, None]
    assert [len(named["messages"]) for named in seen] == [1, 1, 1, 1, 3, 1, 3]
    assert [named.get("stream", False) for named in seen] == [False, False, True, False, False, True, True]
    # The marks are not sent, and what the program gave is.
    sent = emulator.requests
    assert len(sent) == len(seen)
    assert not any("x-stainless-raw-response" in one.headers for one in sent)
    assert sent[0].headers["x-mine"] == "1"


def test_every_request_passes_through_create_without_blocking_too(later: Any) -> None:
    seen: list[dict[str, Any]] = []

    async def main() -> None:
        raw = await later.messages.with_raw_response.create(**ask("say raw"))
        assert (await raw.parse()).text == "raw"
        async with later.messages.with_streaming_response.create(**ask("say later")) as answer:
            assert (await answer.parse()).text == "later"
        tool = parlour.compat.beta_tool(weather)
        stops = []
        async for turn in later.beta.messages.tool_runner(**{**WEATHER, "tools": [tool]}):
            stops.append(turn.stop_reason)
        async for turn in later.beta.messages.tool_runner(**{**WEATHER, "tools": [tool], "stream": True}):
            stops.append((await turn.get_final_message()).stop_reason)
        assert stops == ["tool_use", "end_turn"] * 2

    with (
        wrapped(resources.messages.AsyncMessages, seen),
        wrapped(resources.beta.messages.AsyncMessages, seen),
    ):
        asyncio.run(main())
    assert [len(named["messages"]) for named in seen] == [1, 1, 1, 3, 1, 3]


def test_a_streamed_turn_is_read_through_what_a_tracer_made_of_it(client: Any) -> None:
    seen: list[Watched] = []
    own = BetaMessages.create

    def create(self: Any, **named: Any) -> Any:
        made: Any = own(self, **named)
        assert isinstance(made, parlour.compat.Stream)
        seen.append(Watched(made))
        return seen[-1]

    with mock.patch.object(BetaMessages, "create", create):
        tool = parlour.compat.beta_tool(weather)
        for turn in client.beta.messages.tool_runner(**{**WEATHER, "tools": [tool], "stream": True}):
            for _ in turn:
                pass
    assert [one.seen[-2:] for one in seen] == [["message_stop", "end"]] * 2


def test_a_runner_goes_on_from_what_a_mock_of_create_gives(emulator: Emulator, client: Any) -> None:
    tool = parlour.compat.beta_tool(weather)
    turns = list(client.beta.messages.tool_runner(**{**WEATHER, "tools": [tool]}))
    asked = len(emulator.requests)
    runner = client.beta.messages.tool_runner(**{**WEATHER, "tools": [tool]})
    with mock.patch.object(client.beta.messages, "create", side_effect=turns) as create:
        assert list(runner) == turns
    assert create.call_args.kwargs["messages"][-1]["content"][0]["content"] == "sunny in Oslo"
    assert len(emulator.requests) == asked


def test_a_runner_sends_the_history_that_a_tracer_changed(emulator: Emulator, client: Any) -> None:
    own = BetaMessages.create
    asked: list[str] = []

    def create(self: Any, **named: Any) -> Any:
        # A request of its own goes before.
        asked.append(own(self, **ask("say checked")).text)
        return own(self, **{**named, "messages": [{"role": "user", "content": "say masked"}]})

    with mock.patch.object(BetaMessages, "create", create):
        runner = client.beta.messages.tool_runner(**{**WEATHER, "tools": [parlour.compat.beta_tool(weather)]})
        assert [turn.text for turn in runner] == ["masked"]
    assert asked == ["checked"]
    assert len(emulator.requests) == 2


def test_a_runner_whose_create_gives_no_answer_says_so(emulator: Emulator, client: Any) -> None:
    for stream in (False, True):
        tools = [parlour.compat.beta_tool(weather)]
        runner = client.beta.messages.tool_runner(**{**WEATHER, "tools": tools, "stream": stream})
        told = pytest.raises(TypeError, match=r"answer with parlour\.testing\.Emulator")
        with mock.patch.object(client.beta.messages, "create", return_value=None), told:
            next(runner)
    assert emulator.requests == []


def test_bodies_are_shown_to_who_prepares_them(emulator: Emulator, client: Any) -> None:
    class Place(pydantic.BaseModel):
        city: str

    own = _base_client.prepare_request_data  # type: ignore[attr-defined]
    seen: list[dict[str, Any]] = []

    def prepare(data: Any, *, location: str) -> Any:
        assert location == "body"
        seen.append(data)
        return own(data, location=location)

    whole = client.messages.create(**ask()).to_dict()
    with mock.patch.object(_base_client, "prepare_request_data", prepare):
        with client.messages.stream(**ask(), timeout=9) as stream:
            stream.until_done()
        emulator.push({"json": {**whole, "content": [{"type": "text", "text": '{"city":"Oslo"}'}]}})
        assert client.messages.parse(**ask(), output_format=Place).parsed_output.city == "Oslo"
    assert seen == [json.loads(one.body) for one in emulator.requests[1:]]


def test_the_classes_are_found_as_attributes() -> None:
    printed = clean("""
        import parlour.compat as sdk
        print(sdk.resources.messages.Messages.__name__, sdk.resources.beta.messages.messages.Messages.__name__)
        print(sdk.resources.messages.Messages is sdk.resources.beta.messages.Messages)
        print("count_tokens" in vars(sdk.resources.beta.messages.AsyncMessages))
    """)
    assert printed.split() == ["Messages", "Messages", "False", "True"]


def test_what_is_installed_is_told_by_the_name_of_the_sdk() -> None:
    printed = clean("""
        import importlib.metadata as installed
        import parlour, parlour.compat
        name = parlour.Client(api_key="-", from_env=False).vendor
        before = [one.name for one in installed.distributions()]
        parlour.compat.stand_in()
        sdk = __import__(name)
        print(installed.version(name) == sdk.__version__, installed.version(name.upper()))
        print([one.name for one in installed.distributions()] == before, parlour.__version__ != sdk.__version__)
    """)
    assert printed.split()[::2] == ["True", "True"]
    assert printed.split()[1].startswith("2.")
    assert printed.split()[3] == "True"


def test_nothing_is_asked_of_streams_that_nobody_watches(emulator: Emulator, client: Any) -> None:
    emulator.push({**streamed("x"), "sse": [*start(), event("ping"), *streamed("x")["sse"][2:]]})
    with client.messages.stream(**ask()) as stream:
        stream.until_done()
        assert stream.__dict__ == {}
        assert type(stream) is parlour.compat.MessageStream


def test_calls_pass_through_a_request_that_somebody_has_wrapped() -> None:
    printed = clean("""
        import asyncio
        import parlour.compat
        from parlour.testing import Emulator

        parlour.compat.stand_in()
        seen = []

        def watch(client, is_async=False):
            own = client.request

            def request(*given, **named):
                options, kind = given[-1], named.get("stream_cls")
                if isinstance(options, str):
                    return own(*given, **named)
                seen.append([options.method, options.url, options.json_data.get("stream", False), []])
                events = seen[-1][3]
                if kind is not None and is_async:
                    class Watched(kind):
                        async def __stream__(self):
                            async for event in super().__stream__():
                                events.append(event.type)
                                yield event
                    named["stream_cls"] = Watched
                elif kind is not None:
                    class Watched(kind):
                        def __stream__(self):
                            for event in super().__stream__():
                                events.append(event.type)
                                yield event
                    named["stream_cls"] = Watched
                return own(*given, **named)

            client.request = request
            return client

        ask = {"model": "svc-sonnet-4-5", "max_tokens": 64, "messages": [{"role": "user", "content": "say hello"}]}
        @parlour.compat.beta_tool
        def weather(city: str) -> str:
            '''Tells.'''
            return "sunny"
        run = {**ask, "messages": [{"role": "user", "content": "use weather for Oslo"}], "tools": [weather]}
        with Emulator() as service:
            settings = dict(base_url=service.url, api_key=service.api_key, vendor="svc", from_env=False)
            client = watch(parlour.compat.Client(**settings))
            assert client.messages.create(**ask).text == "hello"
            events = [one.type for one in client.messages.create(**ask, stream=True)]
            assert seen[-1][3] == events
            with client.beta.messages.stream(**ask) as stream:
                assert stream.get_final_text() == "hello"
            assert seen[-1][3] == events
            assert client.messages.with_raw_response.create(**ask).parse().text == "hello"
            assert [turn.stop_reason for turn in client.beta.messages.tool_runner(**run)] == ["tool_use", "end_turn"]
            for turn in client.beta.messages.tool_runner(**run, stream=True):
                turn.until_done()
                assert seen[-1][3][-1] == "message_stop"
            assert client.request("GET", "/v1/models").info.status == 200
            # One that nobody holds but its resource.
            assert watch(parlour.compat.Client(**settings)).messages.create(**ask).text == "hello"
            print(*[f"{method}{url}:{int(streams)}" for method, url, streams, _ in seen])

            async def main():
                seen.clear()
                client = watch(parlour.compat.AsyncClient(**settings), is_async=True)
                assert (await client.messages.create(**ask)).text == "hello"
                assert [one.type async for one in await client.messages.create(**ask, stream=True)] == events
                assert seen[-1][3] == events
                async with client.messages.stream(**ask) as stream:
                    assert await stream.get_final_text() == "hello"
                assert seen[-1][3] == events
                print(len(seen))

            asyncio.run(main())
    """)
    first, second = printed.splitlines()
    assert first.split() == [
        "post/v1/messages:0",
        "post/v1/messages:1",
        "post/v1/messages?beta=true:1",
        "post/v1/messages:0",
        *["post/v1/messages?beta=true:0"] * 2,
        *["post/v1/messages?beta=true:1"] * 2,
        "post/v1/messages:0",
    ]
    assert second == "3"


def test_a_client_is_not_held_by_its_resources(client: Any) -> None:
    made = parlour.compat.Client(api_key="-", from_env=False, base_url="http://127.0.0.1:1", vendor="svc")
    held = weakref.ref(made)
    kept = made.messages
    del made
    assert held() is None
    assert kept._owner() is None
    assert client.messages._owner() is client
