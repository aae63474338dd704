"""Halves of surrogate pairs, which UTF-8 does not have: U+FFFD wherever text goes out, and no UnicodeEncodeError."""

import json
import os
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour import types, webhooks
from parlour._types.headers import Headers
from parlour.testing import Emulator
from support import ask, streamed

HALF = "x\udcffy"
WHOLE = "x\ufffdy"
TURN = {"role": "user", "content": HALF}


@parlour.tool
def look() -> str:
    """Looks."""
    return HALF


def tool_use() -> dict[str, Any]:
    block = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [block]}
    usage = {"input_tokens": 1, "output_tokens": 1}
    return {"json": message | {"stop_reason": "tool_use", "stop_sequence": None, "usage": usage}}


def in_a_conversation(client: parlour.Client) -> None:
    conversation = parlour.Conversation([TURN])
    conversation.add_user(HALF)
    client.messages.create(**ask() | {"messages": conversation})


PLACES: dict[str, Callable[[parlour.Client], object]] = {
    "user text": lambda client: client.messages.create(**ask(HALF)),
    "system": lambda client: client.messages.create(**ask(), system=HALF),
    "metadata": lambda client: client.messages.create(**ask(), metadata={"user_id": HALF}),
    "extra body": lambda client: client.messages.create(**ask(), extra_body={"metadata": {"user_id": HALF}}),
    "a history": in_a_conversation,
    "counted": lambda client: client.messages.count_tokens(model="svc-sonnet-4-5", messages=[TURN]),
    "a batch": lambda client: client.messages.batches.create([("a", ask(HALF))]),
    "a message of JSON": lambda client: client.messages.create(
        **ask() | {"messages": [types.Message.from_json(json.dumps(TURN, ensure_ascii=False))]}
    ),
    "a form": lambda client: client.request("POST", "/v1/x", form={"a": HALF}),
    "the name of content": lambda client: client.files.upload((HALF, b"content")),
}


@pytest.mark.parametrize("place", PLACES)
def test_what_goes_out_holds_the_replacement(emulator: Emulator, client: parlour.Client, place: str) -> None:
    try:
        PLACES[place](client)
    except parlour.NotFoundError:
        assert place == "a form"
    body = emulator.requests[-1].body
    assert WHOLE.encode() in body
    assert b"\\udc" not in body


def test_what_is_shown_holds_the_replacement() -> None:
    assert WHOLE in repr(Headers([("x-a", HALF), (HALF, "1")]))


def test_settings_of_the_emulator_hold_the_replacement() -> None:
    with Emulator(api_key=HALF) as service:
        assert service.api_key == WHOLE
        service.set_keys(HALF)


def test_results_of_tools(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(tool_use(), streamed("seen"))
    client.messages.run_tools(**ask(), tools=[look]).until_done()
    assert WHOLE.encode() in emulator.requests[-1].body


def test_files_whose_names_are_no_utf8(
    emulator: Emulator, client: parlour.Client, tmp_path: pathlib.Path
) -> None:
    path = os.fsencode(tmp_path) + b"/x\xffy"
    with open(path, "wb") as file:
        file.write(b"content")
    name = os.fsdecode(path)
    client.files.upload(pathlib.Path(name))
    with open(name, "rb") as file:
        client.files.upload(file)
    for sent in emulator.requests:
        assert WHOLE.encode() in sent.body
        assert b"content" in sent.body
    with pytest.raises(FileNotFoundError):
        client.files.upload(pathlib.Path("x\ud800"))


REFUSED: dict[str, Callable[[parlour.Client], object]] = {
    "a method": lambda client: client.request(HALF, "/v1/x"),
    "the id of a model": lambda client: client.models.retrieve(HALF),
    "the id of a request": lambda client: client.messages.batches.create([(HALF, ask())]),
    "the name of a header": lambda client: client.messages.create(**ask(), extra_headers={HALF: "1"}),
    "a beta": lambda client: client.messages.create(**ask(), betas=[HALF]),
    "the lifetime of a cache": lambda _: parlour.mark_cache(ask(), stable=HALF),
    "a webhook": lambda _: webhooks.verify(HALF, {}, "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"),
}


@pytest.mark.parametrize("place", REFUSED)
def test_what_cannot_go_out_is_refused_with_an_error_of_the_package(
    client: parlour.Client, place: str
) -> None:
    with pytest.raises(parlour.ParlourError):
        REFUSED[place](client)


KEY = "key-4242\udcff"

KEYS: dict[str, Callable[[Emulator], object]] = {
    "a setting": lambda emulator: emulator.client(api_key=KEY),
    "an option of a call": lambda emulator: emulator.client().messages.create(**ask(), api_key=KEY),
    "a function for keys": lambda emulator: emulator.client(api_key=lambda: KEY).messages.create(**ask()),
    "a function for credentials": lambda emulator: emulator.client(
        api_key=None, credentials=lambda _: parlour.Credential(api_key=KEY)
    ).messages.create(**ask()),
}


@pytest.mark.parametrize("way", KEYS)
def test_a_key_is_refused_and_not_shown(emulator: Emulator, way: str) -> None:
    with pytest.raises(parlour.ConfigError) as caught:
        KEYS[way](emulator)
    error: BaseException | None = caught.value
    while error is not None:
        assert "4242" not in repr((error, error.args, getattr(error, "__notes__", None)))
        error = error.__context__
    assert emulator.requests == []
