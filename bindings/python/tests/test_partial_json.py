"""JSON that arrives in pieces: the same objects grow, in time proportional to what is new."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import parlour


def pieces_of(text: str, size: int) -> list[str]:
    """The text, cut."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def test_the_same_objects_grow() -> None:
    arriving = parlour.PartialJSON()
    assert (arriving.value, arriving.is_complete, arriving.error) == (None, False, None)
    arriving.push('{"city": "Ly')
    shown = arriving.value
    assert shown == {"city": "Ly"}
    city = shown["city"]
    arriving.push('on", "days": [1, 2')
    assert arriving.value is shown
    assert shown == {"city": "Lyon", "days": [1, 2]}
    assert city == "Ly", "a string that somebody holds stays as it was"
    arriving.push('3, {"x": null}], "ok": true}')
    assert arriving.value == {"city": "Lyon", "days": [1, 23, {"x": None}], "ok": True}
    assert arriving.is_complete
    assert repr(arriving) == "PartialJSON(complete)"


def test_an_unfinished_string_can_be_left_out() -> None:
    arriving = parlour.PartialJSON(trailing_strings=False)
    arriving.push('{"a": 1, "b": "x')
    assert arriving.value == {"a": 1}
    arriving.push('y"')
    assert arriving.value == {"a": 1, "b": "xy"}


@pytest.mark.parametrize("text", ["}", '{"a": nope', '{"a": "\\x'])
def test_malformed_text_is_a_state(text: str) -> None:
    arriving = parlour.PartialJSON()
    arriving.push('{"kept": 1, "more": ' if text != "}" else "")
    arriving.push(text)
    assert arriving.error
    before = arriving.value
    arriving.push('"later"')
    assert arriving.value == before
    assert not arriving.is_complete


def test_a_number_that_is_taken_back_leaves_what_it_replaced() -> None:
    arriving = parlour.PartialJSON()
    shown = []
    for piece in ['{"a": {"x": [1]}, "a": 1', ".", "5", "e", '3, "n": [2', ".", '5], "b": 7', ".", "0}"]:
        arriving.push(piece)
        shown.append(json.dumps(arriving.value))
    assert shown == [
        '{"a": 1}',
        '{"a": {"x": [1]}}',
        '{"a": 1.5}',
        '{"a": {"x": [1]}}',
        '{"a": 1500.0, "n": [2]}',
        '{"a": 1500.0, "n": []}',
        '{"a": 1500.0, "n": [2.5], "b": 7}',
        '{"a": 1500.0, "n": [2.5]}',
        '{"a": 1500.0, "n": [2.5], "b": 7.0}',
    ]


def random_value(draw: random.Random, depth: int) -> Any:
    """A value with all kinds of JSON in it."""
    kind = draw.randrange(8 if depth else 5)
    if kind == 0:
        return draw.choice([None, True, False])
    if kind == 1:
        return draw.randrange(-(10**6), 10**6)
    if kind == 2:
        return draw.random() * 1000
    if kind in (3, 4):
        return "".join(draw.choice('ab\n"\\\u00e9\u4e2d\U0001f600') for _ in range(draw.randrange(12)))
    if kind == 5:
        return [random_value(draw, depth - 1) for _ in range(draw.randrange(5))]
    return {f"k{place}": random_value(draw, depth - 1) for place in range(draw.randrange(5))}


def test_whatever_the_cuts_the_value_is_that_of_the_whole() -> None:
    draw = random.Random(7)
    for _ in range(200):
        value = {"all": random_value(draw, 3)}
        text = json.dumps(value, ensure_ascii=draw.random() < 0.5)
        arriving = parlour.PartialJSON()
        for piece in pieces_of(text, draw.randrange(1, 9)):
            arriving.push(piece)
            if draw.random() < 0.7:
                arriving.value  # noqa: B018 (a look)
        assert arriving.value == value


@pytest.mark.parametrize(
    "whole",
    [
        json.dumps({"text": "word " * 200_000}),
        json.dumps({"rows": [{"id": place, "name": f"row {place}", "ok": True} for place in range(25_000)]}),
    ],
    ids=["one string", "many rows"],
)
def test_a_look_after_each_piece_costs_what_is_new(whole: str) -> None:
    """1 MB in pieces of ten characters: well under a second. A copy of what came before, at each look, would take
    minutes."""
    arriving = parlour.PartialJSON()
    for piece in pieces_of(whole, 10):
        arriving.push(piece)
        assert arriving.value is not None or len(piece) < 10
    assert arriving.value == json.loads(whole)
