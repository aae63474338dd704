"""``parlour.hooks``: what packages use that give the client another interface."""

import asyncio

import pytest

import parlour
from parlour import hooks
from parlour.testing import Emulator
from support import ask, clean, streamed


def test_each_name_is_there() -> None:
    for name in hooks.__all__:
        assert getattr(hooks, name) is not None
    assert set(hooks.__all__) == set(dir(hooks))
    assert hooks._PLACES.keys() < set(hooks.__all__)
    with pytest.raises(AttributeError, match=r"parlour\.hooks has no 'Message': its names are in"):
        _ = hooks.Message  # type: ignore[attr-defined]


def test_it_brings_asyncio_with_the_classes_of_asynchronous_code_alone() -> None:
    printed = clean("""
        import sys
        from parlour.hooks import Messages, StreamedManager, split_call
        print("asyncio" in sys.modules)
        from parlour.hooks import AsyncMessages
        print("asyncio" in sys.modules)
    """)
    assert printed == "False\nTrue\n"


def test_a_call_is_split_as_the_client_splits_it() -> None:
    body, options = hooks.split_call(None, {"model": "m", "max_tokens": 1, "messages": [], "timeout": 2.0})
    assert body == {"model": "m", "max_tokens": 1, "messages": []}
    assert options == {"timeout_ms": 2000}
    with pytest.raises(TypeError, match="timeout"):
        hooks.split_call(None, {"model": "m", "max_tokens": 1, "messages": [], "timout": 2.0})
    assert hooks.split_request({}) is None


def test_json_is_read_and_written_with_answers_in_it() -> None:
    from parlour.types import TextBlock

    text = hooks.to_json({"content": [TextBlock(text="a")]})
    assert hooks.from_json(text) == {"content": [{"type": "text", "text": "a"}]}


class Counted(parlour.MessageStream):
    """A stream of another interface."""


class CountedEvents(parlour.AsyncStream):
    """As above, without a message."""


def test_a_stream_is_opened_as_one_of_another_class(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(streamed("Hi"))
    body, options = hooks.split_call(None, ask(extra_headers={"x-of": "hooks"}))
    with hooks.open_stream(Counted, client.messages, body, options) as stream:
        assert type(stream) is Counted
        assert stream.get_final_text() == "Hi"
    assert emulator.requests[-1].headers["x-of"] == "hooks"


def test_an_asynchronous_stream_keeps_what_its_base_keeps(emulator: Emulator) -> None:
    async def kinds() -> list[str]:
        emulator.push(streamed("Hi"))
        async with emulator.async_client() as client:
            stream = await hooks.open_stream(CountedEvents, client.messages, ask())
            assert type(stream) is CountedEvents
            found = [event.type async for event in stream]
            with pytest.raises(parlour.StreamUseError, match="keeps no message"):
                await stream.get_final_message()
            return found

    found = asyncio.run(kinds())
    assert (found[0], found[-1]) == ("message_start", "message_stop")
    assert "text" not in found
