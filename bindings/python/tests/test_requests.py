"""Values that users may put into a request, and the errors for other values."""

import dataclasses
from typing import Any, Literal

import pydantic
import pytest

import parlour
from parlour import types
from parlour.testing import Emulator
from support import MODEL, ask

TOOL = {
    "name": "get_weather",
    "description": "Weather of a city",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}


@dataclasses.dataclass
class Text:
    text: str
    type: str = "text"


@dataclasses.dataclass
class Turn:
    role: str
    content: list[Text]


class PydanticText(pydantic.BaseModel):
    type: Literal["text"] = "text"
    text: str


class PydanticTurn(pydantic.BaseModel):
    role: str
    content: list[PydanticText]


class PydanticRequest(pydantic.BaseModel):
    model: str
    max_tokens: int
    messages: list[PydanticTurn]


class Anything(pydantic.BaseModel):
    anything: Any


def said(error: BaseException) -> str:
    """All that a user reads of an error: what other libraries raise gets the path as a note."""
    return "\n".join([str(error), *getattr(error, "__notes__", ())])


def body(emulator: Emulator) -> Any:
    return emulator.requests[-1].json()


def test_keyword_arguments_arrive_as_given(emulator: Emulator, client: parlour.Client) -> None:
    given = ask("hello", system="Be brief.", temperature=0.2, stop_sequences=["END"], tools=[TOOL])
    client.messages.create(**given)
    assert body(emulator) == given


def test_what_is_not_given_is_left_out(emulator: Emulator, client: parlour.Client) -> None:
    client.messages.create(**ask("hello", system=parlour.NOT_GIVEN, temperature=parlour.omit))
    assert body(emulator) == ask("hello")


def test_parameters_of_the_future_pass_through(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"json": {"id": "m", "type": "message", "role": "assistant", "content": []}})
    client.messages.create(**ask("hello", spin={"axis": [1, 2]}))
    assert body(emulator)["spin"] == {"axis": [1, 2]}


def test_our_own_response_goes_back_into_a_conversation(emulator: Emulator, client: parlour.Client) -> None:
    messages: list[Any] = [{"role": "user", "content": "weather in Oslo?"}]
    reply = client.messages.create(model=MODEL, max_tokens=200, messages=messages, tools=[TOOL])
    (call,) = [block for block in reply.content if block.type == "tool_use"]
    messages += [
        {"role": "assistant", "content": reply.content},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "5 degrees"}],
        },
    ]
    answer = client.messages.create(model=MODEL, max_tokens=200, messages=messages, tools=[TOOL])
    assert "5 degrees" in answer.text
    assert body(emulator)["messages"][1]["content"] == reply.to_dict()["content"]


def test_a_message_of_a_stream_goes_back(emulator: Emulator, client: parlour.Client) -> None:
    with client.messages.stream(**ask("my name is Ada. say hi")) as stream:
        first = stream.get_final_message()
    turns = [
        {"role": "user", "content": "my name is Ada"},
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": "what is my name"},
    ]
    assert "turn 2" in client.messages.create(model=MODEL, max_tokens=99, messages=turns).text
    assert body(emulator)["messages"][1]["content"] == [block.to_dict() for block in first.content]


def test_unknown_blocks_go_back_unchanged(emulator: Emulator, client: parlour.Client) -> None:
    odd = {"type": "hologram", "planes": [1, {"z": None}]}
    emulator.push({"json": {"id": "m", "type": "message", "role": "assistant", "content": [odd]}})
    reply = client.messages.create(**ask())
    assert isinstance(reply.content[0], types.UnknownBlock)
    emulator.push({"status": 400})
    with pytest.raises(parlour.BadRequestError):
        client.messages.create(
            model=MODEL, max_tokens=9, messages=[{"role": "assistant", "content": reply.content}]
        )
    assert body(emulator)["messages"][0]["content"] == [odd]


def test_pydantic_models(emulator: Emulator, client: parlour.Client) -> None:
    turn = PydanticTurn(role="user", content=[PydanticText(text="say one")])
    assert client.messages.create(model=MODEL, max_tokens=9, messages=[turn]).text == "one"
    whole = PydanticRequest(model=MODEL, max_tokens=9, messages=[turn])
    assert client.messages.create(whole).text == "one"
    assert body(emulator) == whole.model_dump()


def test_dataclasses(emulator: Emulator, client: parlour.Client) -> None:
    turn = Turn("user", [Text("say two")])
    assert client.messages.create(model=MODEL, max_tokens=9, messages=[turn]).text == "two"
    assert body(emulator)["messages"] == [dataclasses.asdict(turn)]


def test_typed_params_are_plain_dicts(emulator: Emulator, client: parlour.Client) -> None:
    from parlour.params import MessageParam, TextBlockParam

    block: TextBlockParam = {"type": "text", "text": "say three"}
    turn: MessageParam = {"role": "user", "content": [block]}
    assert client.messages.create(model=MODEL, max_tokens=9, messages=[turn]).text == "three"
    assert body(emulator)["messages"] == [turn]


@pytest.mark.parametrize(
    ("wrong", "path", "kind"),
    [
        (
            {"messages": [{"role": "user", "content": [{"type": "text", "text": {1, 2}}]}]},
            "messages[0].content[0].text",
            TypeError,
        ),
        (
            {"messages": [{}, {}, {"role": "user", "content": [{"text": b"raw"}]}]},
            "messages[2].content[0].text",
            TypeError,
        ),
        ({"temperature": float("nan")}, "temperature", ValueError),
        ({"metadata": {"user_id": object()}}, "metadata.user_id", TypeError),
        ({"metadata": {7: "x"}}, "metadata", TypeError),
        ({"messages": [Turn("user", [Text(object())])]}, "messages[0].content[0].text", TypeError),  # type: ignore[arg-type]
        ({"messages": [Anything(anything=object())]}, "messages[0]", (TypeError, ValueError)),
    ],
)
def test_wrong_types_name_their_path(
    emulator: Emulator, client: parlour.Client, wrong: dict[str, Any], path: str, kind: Any
) -> None:
    with pytest.raises(kind) as caught:
        client.messages.create(**ask() | wrong)
    assert path in said(caught.value)
    with pytest.raises(kind) as caught, client.messages.stream(**ask() | wrong):
        pass
    assert path in said(caught.value)
    assert emulator.requests == [], "nothing may be sent"


def test_options_of_a_wrong_type_are_named(emulator: Emulator, client: parlour.Client) -> None:
    with pytest.raises(TypeError, match="timeout"):
        client.messages.create(**ask(), timeout="soon")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="extra_headers"):
        client.messages.create(**ask(), extra_headers=3)  # type: ignore[call-overload]
    with pytest.raises((TypeError, ValueError), match="max_retries"):
        client.messages.create(**ask(), max_retries="two")  # type: ignore[call-overload]
    assert emulator.requests == []


def test_the_callers_objects_are_not_changed(client: parlour.Client) -> None:
    given = ask("hello")
    before = repr(given)
    client.messages.create(given, extra_body={"temperature": 1.0})
    client.messages.create(**given, extra_headers={"x-a": "1"})
    assert repr(given) == before


def test_text_of_any_language_arrives_unharmed(emulator: Emulator, client: parlour.Client) -> None:
    text = 'Grüße, 世界 \N{OWL}\x00\x1f"\\\u2028 end'
    client.messages.create(**ask(text))
    assert body(emulator)["messages"][0]["content"] == text
