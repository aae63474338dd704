"""``parlour.hooks``: what packages use that give the client another interface."""

import pytest

from parlour import hooks
from support import clean


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
