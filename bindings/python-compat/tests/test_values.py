"""Values that are of one type in `parlour` and of another in the official SDK."""

import copy
import json
import pickle
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

import parlour.compat
from parlour_compat._values import Moment

TEXT = "2025-02-03T04:05:06Z"
TIME = datetime(2025, 2, 3, 4, 5, 6, tzinfo=UTC)


def test_equality_order_and_hash_of_a_time_follow_one_rule() -> None:
    """For each two of them one of ``<``, ``==`` and ``>`` holds, and what is equal has one hash."""
    times = [
        Moment(TEXT),
        # The same time, written in another way.
        Moment("2025-02-03T05:05:06+01:00"),
        TIME,
        Moment("2025-02-03T04:05:06.5Z"),
        TIME - timedelta(seconds=1),
        Moment("2025-02-03T04:05:05Z"),
    ]
    for one, other in product(times, times):
        a: object = one._moment if isinstance(one, Moment) else one
        b: object = other._moment if isinstance(other, Moment) else other
        assert (one < other, one == other, one > other) == (a < b, a == b, a > b)  # type: ignore[operator]
        assert (one <= other, one != other, one >= other) == (a <= b, a != b, a >= b)  # type: ignore[operator]
        assert one != other or hash(one) == hash(other)
    assert Moment(TEXT) in {TIME}
    assert TIME in {Moment(TEXT)}
    assert {Moment(TEXT): 1}[Moment("2025-02-03T05:05:06+01:00")] == 1  # type: ignore[comparison-overlap]
    assert len({*times}) == 3
    assert sorted(times, reverse=True)[0] == Moment("2025-02-03T04:05:06.5Z")


def test_a_time_is_not_compared_as_a_text() -> None:
    moment = Moment(TEXT)
    assert moment != TEXT
    assert moment != TEXT
    assert moment not in {TEXT}
    assert str(moment) == TEXT
    for compare in (lambda: moment < TEXT, lambda: moment > TEXT, lambda: moment - TEXT):
        with pytest.raises(TypeError, match=r"write datetime\.fromisoformat"):
            compare()


def test_a_time_is_text_where_it_is_written() -> None:
    moment = Moment(TEXT)
    assert json.dumps([moment]) == f'["{TEXT}"]'
    assert f"{moment} {moment:%Y-%m}" == f"{TEXT} 2025-02"
    for copied in (pickle.loads(pickle.dumps(moment)), copy.deepcopy(moment)):
        assert type(copied) is Moment
        assert (copied, str(copied)) == (moment, TEXT)
    assert moment - timedelta(hours=1) == TIME - timedelta(hours=1)
    assert moment.replace(year=2024).year == 2024


def test_a_field_that_is_no_time_is_the_text_that_came() -> None:
    for text in ("soon", ""):
        model = parlour.compat.types.ModelInfo.from_dict({"id": "m", "created_at": text})
        assert type(model.created_at) is str
        assert model.created_at == text
    known = parlour.compat.types.ModelInfo.from_dict({"id": "m", "created_at": TEXT})
    assert known.created_at == TIME
