"""Tools made of functions: their definitions for the model, and how its arguments arrive."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import functools
import json
import subprocess
import sys
import typing
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import pydantic
import pytest

import parlour
from parlour._schemas.values import Mismatch


class Unit(enum.Enum):
    CELSIUS = "C"
    KELVIN = "K"


@dataclasses.dataclass
class Place:
    """A place on a map.

    Attributes:
        name: What people call it
    """

    name: str
    height: float = 0.0
    inside: Place | None = None


class Window(TypedDict, total=False):
    first: typing.Required[datetime.date]
    days: int


class Point(NamedTuple):
    x: int
    y: int = 0


class Person(pydantic.BaseModel):
    name: str
    age: int = pydantic.Field(ge=0)


def arguments(tool: parlour.Tool[Any, Any], given: dict[str, Any], context: Any = None) -> dict[str, Any]:
    """The arguments of the function."""
    first, named = tool._arguments(given, context)
    assert not first
    return named


def test_a_function_is_its_definition() -> None:
    @parlour.tool
    def get_weather(city: str, unit: Unit = Unit.CELSIUS, *, days: int = 1) -> str:
        """Tells the weather.

        Of one place, for some days.

        Args:
            city: Where
            days: How many, at most ten
        """
        return city

    assert get_weather.to_dict() == {
        "name": "get_weather",
        "description": "Tells the weather.\n\nOf one place, for some days.",
        "input_schema": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Where"},
                "unit": {"type": "string", "enum": ["C", "K"], "default": "C"},
                "days": {"type": "integer", "description": "How many, at most ten", "default": 1},
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    }
    assert get_weather("Lyon") == "Lyon"
    assert arguments(get_weather, {"city": "Lyon", "unit": "K"}) == {"city": "Lyon", "unit": Unit.KELVIN}


@pytest.mark.parametrize(
    "docstring",
    [
        "Does it.\n\nArgs:\n    much: How much",
        "Does it.\n\nParameters\n----------\nmuch : int\n    How much",
        "Does it.\n\n:param much: How much",
    ],
    ids=["google", "numpy", "sphinx"],
)
def test_docstrings_of_three_styles(docstring: str) -> None:
    def act(much: int) -> None:
        return None

    act.__doc__ = docstring
    made = parlour.tool(act).to_dict()
    assert made["description"] == "Does it."
    assert made["input_schema"]["properties"]["much"]["description"] == "How much"


def test_without_the_parser_the_first_paragraph_counts() -> None:
    program = (
        "import sys; sys.modules['docstring_parser'] = None\n"
        "import json, parlour\n"
        "def act(much: int):\n    '''Does it,\n    and well.\n\n    Args:\n        much: How much\n    '''\n"
        "print(json.dumps(parlour.tool(act).to_dict()))"
    )
    made = json.loads(subprocess.check_output([sys.executable, "-c", program]))
    assert made["description"] == "Does it, and well."
    assert made["input_schema"]["properties"] == {"much": {"type": "integer"}}


@pytest.mark.parametrize(
    ("hint", "given", "made"),
    [
        (int, 3, 3),
        (float, 3, 3.0),
        (bool, True, True),
        (list[int], [1, 2], [1, 2]),
        (tuple[int, str], [1, "a"], (1, "a")),
        (tuple[int, ...], [1, 2], (1, 2)),
        (set[str], ["a"], {"a"}),
        (dict[str, float], {"a": 1}, {"a": 1.0}),
        (int | None, None, None),
        (int | str, "a", "a"),
        (Literal["a", 1], 1, 1),
        (Unit, "K", Unit.KELVIN),
        (datetime.date, "2026-11-23", datetime.date(2026, 11, 23)),
        (Place, {"name": "x", "inside": {"name": "y"}}, Place("x", inside=Place("y"))),
        (Window, {"first": "2026-11-23"}, {"first": datetime.date(2026, 11, 23)}),
        (Point, {"x": 1}, Point(1)),
        (Person, {"name": "Ada", "age": 36}, Person(name="Ada", age=36)),
        (list[Person], [{"name": "Ada", "age": 36}], [Person(name="Ada", age=36)]),
        (Annotated[int, "From one to ten"], 5, 5),
        (Any, [{"any": 1}], [{"any": 1}]),
    ],
)
def test_arguments_arrive_as_their_types(hint: Any, given: Any, made: Any) -> None:
    def act(value: Any) -> None:
        return None

    act.__annotations__["value"] = hint
    tool = parlour.tool(act)
    json.dumps(tool.to_dict())
    found = arguments(tool, {"value": given})["value"]
    assert (found, type(found)) == (made, type(made))


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "place: missing"),
        ({"place": {"name": 1}}, "place.name: expected a string"),
        (
            {"place": {"name": "x", "more": 1}},
            "place.more: there is no such key; the keys are name, height, inside",
        ),
        ({"place": {"name": "x"}, "other": 1}, "other: there is no such key"),
        ({"place": {"name": "x", "inside": {"name": "y", "height": "high"}}}, "place.inside.height"),
        ({"place": [1]}, "place: expected an object, got [1]"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(given: dict[str, Any], problem: str) -> None:
    @parlour.tool
    def act(place: Place) -> None:
        return None

    with pytest.raises(Mismatch) as caught:
        arguments(act, given)
    assert problem in str(caught.value)


def test_pydantic_tells_what_does_not_fit() -> None:
    @parlour.tool
    def act(person: Person) -> None:
        return None

    with pytest.raises(Mismatch) as caught:
        arguments(act, {"person": {"name": "Ada", "age": -1}})
    assert caught.value.problems == ["person.age: Input should be greater than or equal to 0"]
    assert act.input_schema["$defs"]["Person"]["required"] == ["name", "age"]


def test_a_recursive_type_refers_to_itself() -> None:
    @parlour.tool
    def act(place: Place) -> None:
        return None

    schema = act.input_schema
    assert schema["properties"]["place"] == {"$ref": "#/$defs/Place"}
    assert {"$ref": "#/$defs/Place"} in schema["$defs"]["Place"]["properties"]["inside"]["anyOf"]


def test_the_context_stands_in_no_schema() -> None:
    @parlour.tool
    def act(context: parlour.ToolContext[int], value: int) -> int:
        return context.value + value

    assert list(act.input_schema["properties"]) == ["value"]
    context = parlour.ToolContext(5, parlour.ToolCall("t", "act", None, "{}", False))
    named = arguments(act, {"value": 1}, context)
    assert named == {"context": context, "value": 1}
    assert act(**named) == 6


class Shop:
    def __init__(self, name: str) -> None:
        self.name = name

    @parlour.tool
    def stock(self, item: str) -> str:
        """What there is."""
        return f"{self.name}: {item}"

    @parlour.tool
    @staticmethod
    def rate(per: int) -> int:
        return per

    @parlour.tool
    @classmethod
    def kind(cls, of: str) -> str:
        return cls.__name__ + of

    def __call__(self, question: str) -> str:
        """Asks the shop."""
        return question


def test_methods_and_callables_are_tools() -> None:
    shop = Shop("Lyon")
    assert shop.stock.to_dict()["input_schema"]["required"] == ["item"]
    assert shop.stock("tea") == "Lyon: tea"
    assert (Shop.rate.name, Shop.rate(3), shop.kind("x")) == ("rate", 3, "Shopx")
    asked = parlour.tool(shop, name="ask").to_dict()
    assert (asked["name"], asked["description"]) == ("ask", "Asks the shop.")
    part = parlour.tool(functools.partial(Shop.rate, 3), name="part")
    assert part.name == "part"


def test_what_is_given_wins() -> None:
    @parlour.tool(name="other", description="Else.", cache_control={"type": "ephemeral"}, strict=True)
    def act(value: Annotated[int, "A number"]) -> None:
        """Does it."""

    made = act.to_dict()
    assert (made["name"], made["description"], made["strict"]) == ("other", "Else.", True)
    assert made["cache_control"] == {"type": "ephemeral"}
    assert dict(act) == made

    @parlour.tool(input_schema={"type": "object", "properties": {"a": {}}})
    def free(a: Any, b: int = 1) -> None:
        return None

    assert free.input_schema == {"type": "object", "properties": {"a": {}}}
    assert arguments(free, {"a": [1]}) == {"a": [1]}


def test_what_has_no_schema_is_refused_with_advice() -> None:
    def stars(*values: int) -> None:
        return None

    def odd(value: complex) -> None:
        return None

    def unknown(value: Nowhere) -> None:  # type: ignore[name-defined]  # noqa: F821 (which is what is tested)
        return None

    for function, word in [(stars, "values"), (odd, "complex"), (unknown, "Nowhere")]:
        with pytest.raises(TypeError, match=word):
            parlour.tool(function).to_dict()
    with pytest.raises(TypeError, match="callable"):
        parlour.tool(3)  # type: ignore[call-overload]
