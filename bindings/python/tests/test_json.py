"""Encoding and decoding of JSON, compared with the standard library's decoder."""

import abc
import collections
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import gc
import json
import pathlib
import random
import sys
import threading
import tracemalloc
import types
import uuid
import weakref
from typing import Any, ClassVar, TypedDict

import pytest

from parlour import _native
from parlour import types as models
from parlour._options.options import NOT_GIVEN
from parlour.types import Model

to_json = _native.to_json
from_json = _native.from_json


def sent(value: Any) -> Any:
    """The value as a server decodes it."""
    return json.loads(to_json(value))


def fails(kind: type, value: Any) -> str:
    with pytest.raises(kind) as caught:
        to_json(value)
    return str(caught.value)


# --- to_json: plain values ---


def test_plain_values_are_compact_and_keep_their_order() -> None:
    value = {"z": 1, "a": [True, False, None, -1.5, "é"], "m": {}, "n": [], "t": (1, "x")}
    assert to_json(value) == '{"z":1,"a":[true,false,null,-1.5,"é"],"m":{},"n":[],"t":[1,"x"]}'.encode()


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**63 - 1, -(2**63), 2**63, 2**64, -(10**40), 10**4000])
def test_integers_of_any_size_are_exact(number: int) -> None:
    assert to_json(number) == str(number).encode()
    assert from_json(to_json(number)) == number


@pytest.mark.parametrize("number", [0.0, -0.0, 0.1, 1.0, 1e16, 1e-7, 5e-324, 1.7976931348623157e308, 1 / 3])
def test_floats_read_back_as_the_same_float(number: float) -> None:
    back = from_json(to_json(number))
    assert type(back) is float
    assert repr(back) == repr(number) == repr(sent(number))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_json_does_not_have_are_refused_with_their_path(number: float) -> None:
    assert fails(ValueError, {"a": [1, {"b": number}]}).startswith("a[1].b: ")
    assert fails(ValueError, number).startswith("value: ")


def test_an_integer_beyond_the_interpreters_limit_names_its_path() -> None:
    with pytest.raises(ValueError, match="4300 digits") as caught:
        to_json({"n": [10**5000]})
    assert caught.value.__notes__ == ["while serialising n[0]"]


def test_every_code_point_survives() -> None:
    text = "".join(map(chr, range(0x3000))) + "\u2028\u2029\ufffe\U0001f600\U0010ffff"
    assert sent(text) == text
    assert to_json(text).decode().count("\\u") == 27  # control characters without a short escape
    assert to_json('"\\/\n\r\t\b\f\x00\x1f\x7f') == b'"\\"\\\\/\\n\\r\\t\\b\\f\\u0000\\u001f\x7f"'


@pytest.mark.parametrize("length", range(20))
@pytest.mark.parametrize(
    "special", ['"', "\\", "\n", "\x1f", "é", "€", "😀", "\x80", "\x7f", " ", "!", "#", "[", "]"]
)
def test_an_escape_is_found_at_every_place(length: int, special: str) -> None:
    for at in range(length + 1):
        text = "a" * at + special + "b" * (length - at)
        assert sent(text) == text
        assert from_json(json.dumps(text)) == text
        assert from_json(json.dumps(text, ensure_ascii=False)) == text


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    assert to_json("a\ud83d") == '"a\ufffd"'.encode()
    assert to_json('\udc00"\n\udfff\xe9') == '"\ufffd\\"\\n\ufffd\xe9"'.encode()
    assert to_json({"\ud800": "\ud7ff"}) == '{"\ufffd":"\ud7ff"}'.encode()
    assert sent("x\ud800y\udfff") == "x\ufffdy\ufffd"
    # Two halves in their order are the character.
    assert sent("x\ud83d\ude00y\ude00\ud83d") == "x\U0001f600y\ufffd\ufffd"


def test_a_subclass_of_str_has_no_say_in_how_it_is_encoded() -> None:
    class Own(str):
        def encode(self, *_: object) -> bytes:
            raise AssertionError("asked")

    assert sent(Own("x\ud800")) == "x\ufffd"


def test_keys_must_be_str() -> None:
    message = fails(TypeError, {"messages": [{"role": "user"}, {1: "x"}]})
    assert message == "messages[1]: keys must be str, not int (1)"
    assert fails(TypeError, {None: 1}).startswith("value: keys must be str, not NoneType")
    assert fails(TypeError, {"a": {b"k": 1}}).startswith("a: keys must be str, not bytes")


def test_what_was_not_given_is_left_out_of_objects() -> None:
    assert to_json({"a": NOT_GIVEN, "b": 1, "c": NOT_GIVEN, "d": {"e": NOT_GIVEN}}) == b'{"b":1,"d":{}}'
    assert fails(TypeError, {"a": [NOT_GIVEN]}).startswith("a[0]: not given")
    assert fails(TypeError, NOT_GIVEN).startswith("value: not given")


def test_the_tree_is_not_changed_and_shared_parts_are_allowed() -> None:
    part = {"type": "text", "text": "x"}
    value = {"a": [part, part], "b": part}
    before = sys.getrefcount(part)
    for _ in range(100):
        to_json(value)
    assert sys.getrefcount(part) == before
    assert value == {"a": [{"type": "text", "text": "x"}] * 2, "b": {"type": "text", "text": "x"}}


# --- to_json: depth ---


def nested(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


def test_nesting_is_bounded() -> None:
    assert from_json(to_json(nested(127))) == nested(127)
    assert "nested deeper than 127 levels" in fails(ValueError, nested(128))
    assert "nested deeper than 127 levels" in fails(ValueError, nested(100_000))


def test_a_container_that_holds_itself_is_an_error_with_a_short_path() -> None:
    cycle: dict[str, Any] = {"messages": []}
    cycle["messages"].append(cycle)
    message = fails(ValueError, cycle)
    assert message.startswith("messages[0].messages[0].")
    assert "…: nested deeper" in message
    assert len(message) < 300

    class Endless:
        def model_dump(self, **_: Any) -> Any:
            return self

        __pydantic_serializer__ = None

    assert "nested deeper" in fails(ValueError, {"a": Endless()})


# --- to_json: other objects ---


def test_subclasses_are_written_as_what_they_are() -> None:
    class Text(str):
        def __str__(self) -> str:
            return "wrong"

    class Number(int):
        def __repr__(self) -> str:
            return "wrong"

    class Float(float):
        def __repr__(self) -> str:
            return "wrong"

    point = collections.namedtuple("point", "x y")(1, 2)
    value = {Text("k"): [Text("v"), Number(3), Number(2**70), Float(0.5), point]}
    assert to_json(value) == b'{"k":["v",3,1180591620717411303424,0.5,[1,2]]}'
    assert (
        to_json(collections.OrderedDict(b=1, a=collections.defaultdict(int, x=1))) == b'{"b":1,"a":{"x":1}}'
    )
    assert to_json(collections.UserList([1, collections.UserDict(a=1)])) == b'[1,{"a":1}]'


def test_enums_are_their_value() -> None:
    class Role(str, enum.Enum):  # noqa: UP042 (the older form must work)
        USER = "user"

    class Level(enum.IntEnum):
        HIGH = 3

    class Plain(enum.Enum):
        BLOCK = {"type": "text"}  # noqa: RUF012

    class Bad(enum.Enum):
        OBJECT = object()

    assert to_json([Role.USER, Level.HIGH, Plain.BLOCK]) == b'["user",3,{"type":"text"}]'
    assert fails(TypeError, {"a": Bad.OBJECT}).startswith("a: object cannot be sent")


def test_dates_and_uuids_are_text() -> None:
    moment = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)
    value = [moment, datetime.date(2026, 1, 2), uuid.UUID(int=1)]
    assert sent(value) == ["2026-01-02T03:04:05+00:00", "2026-01-02", "00000000-0000-0000-0000-000000000001"]


def test_dataclasses_by_their_fields() -> None:
    @dataclasses.dataclass
    class Source:
        kind: str
        data: Any = NOT_GIVEN
        note: ClassVar[str] = "no field"

    @dataclasses.dataclass(frozen=True, slots=True)
    class Block:
        source: Source
        made: dataclasses.InitVar[int] = 0
        title: str | None = None

    assert to_json([Block(Source("url"), 1)]) == b'[{"source":{"kind":"url"},"title":null}]'
    assert fails(ValueError, {"m": Block(Source("x", [float("nan")]))}).startswith("m.source.data[0]: ")
    assert "a class, not an instance" in fails(TypeError, {"a": Block})


def test_pydantic_models_are_told_by_their_marks_and_dumped_once() -> None:
    calls = []

    class Fake:
        __pydantic_serializer__ = object()

        def model_dump(self, **how: Any) -> dict[str, Any]:
            calls.append(how)
            return {"type": "text", "text": "hi"}

    assert to_json({"content": [Fake()]}) == b'{"content":[{"type":"text","text":"hi"}]}'
    assert calls == [{"mode": "json", "by_alias": True, "exclude_none": True}]


def test_real_pydantic_models() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Inner(pydantic.BaseModel):
        input_schema: dict[str, Any] = pydantic.Field(alias="schema")
        when: datetime.date | None = None

    class Outer(pydantic.BaseModel):
        inner: Inner

    value = Outer(inner=Inner(schema={"type": "object"}))
    assert to_json({"x": value}) == b'{"x":{"inner":{"schema":{"type":"object"}}}}'


def test_errors_of_foreign_code_come_through_with_the_path() -> None:
    class Broken:
        __pydantic_serializer__ = object()

        def model_dump(self, **_: Any) -> None:
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine") as caught:
        to_json({"messages": [{"content": Broken()}]})
    assert caught.value.__notes__ == ["while serialising messages[0].content"]


def test_mappings_and_sequences_by_their_abstract_classes() -> None:
    class Squares(collections.abc.Sequence):  # type: ignore[type-arg]
        def __len__(self) -> int:
            return 3

        def __getitem__(self, index: Any) -> Any:
            if index >= 3:
                raise IndexError
            return index * index

    assert to_json(types.MappingProxyType({"a": Squares(), "b": NOT_GIVEN})) == b'{"a":[0,1,4]}'
    assert to_json(range(3)) == b"[0,1,2]"
    assert to_json(collections.deque([1, 2])) == b"[1,2]"
    assert to_json(collections.ChainMap({"a": 1}, {"b": 2})) in (b'{"b":2,"a":1}', b'{"a":1,"b":2}')


def test_typed_dicts_are_dicts() -> None:
    class Param(TypedDict):
        role: str

    assert to_json(Param(role="user")) == b'{"role":"user"}'


def test_our_own_objects_are_their_fields() -> None:
    class Block(Model):
        pass

    block = object.__new__(Block)
    block.__dict__.update({"type": "text", "text": "x", "brand_new": [1]})
    assert to_json({"content": [block]}) == b'{"content":[{"type":"text","text":"x","brand_new":[1]}]}'
    block.__dict__["bad"] = object()
    assert fails(TypeError, {"content": [block]}).startswith("content[0].bad: object cannot be sent")


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (b"x", "bytes cannot be sent: bytes are not JSON; use base64"),
        (bytearray(b"x"), "use base64"),
        (memoryview(b"x"), "use base64"),
        ((c for c in "ab"), "generator cannot be sent: an iterator can be read only once; pass a list"),
        (iter([1]), "pass a list"),
        (map(str, [1]), "pass a list"),
        ({1, 2}, "set cannot be sent: a set has no order; pass a list"),
        (pathlib.PurePosixPath("x"), "pathlib"),
        (decimal.Decimal("1.5"), "decimal.Decimal cannot be sent"),
        (1j, "complex cannot be sent"),
        (object(), "object cannot be sent"),
        (len, "cannot be sent"),
        (dict, "a class, not an instance of it"),
    ],
)
def test_what_json_cannot_say_is_refused_with_path_and_advice(value: Any, advice: str) -> None:
    message = fails(TypeError, {"messages": [{}, {}, {"content": [{"text": value}]}]})
    assert message.startswith("messages[2].content[0].text: ")
    assert advice in message


def test_events_go_back_as_the_text_they_came_as() -> None:
    text = '{"type": "ping",  "n": 1.50, "s": "\\u0041"}'
    assert to_json([_native._event("ping", text)]) == f"[{text}]".encode()


def test_odd_keys_in_paths_are_quoted() -> None:
    assert fails(TypeError, {"input": {"a b": {"": [0, b""]}}}).startswith('input["a b"][""][1]: ')
    assert fails(TypeError, {"1x": b""}).startswith('["1x"]: ')
    assert len(fails(TypeError, {"k" * 10_000: b""})) < 200


def test_a_dict_that_changes_under_the_walk_is_an_error() -> None:
    value: dict[str, Any] = {}

    class Meddler:
        __pydantic_serializer__ = object()

        def __init__(self, change: Any) -> None:
            self.change = change

        def model_dump(self, **_: Any) -> int:
            self.change()
            return 1

    value.update(a=Meddler(lambda: value.update(b=2)))
    value["c"] = 3
    with pytest.raises(RuntimeError, match="changed while it was serialised"):
        to_json(value)
    items: list[Any] = []
    items.extend([Meddler(items.clear), 2, 3])
    assert to_json(items) == b"[1]"
    swap: dict[str, Any] = {}
    swap["a"] = Meddler(lambda: (swap.pop("b", None), swap.update({f"n{len(swap)}": 1})))
    swap.update(b=1, c=2)
    assert isinstance(sent(swap), dict)


# --- from_json ---

VALID = [
    "null",
    "true",
    "false",
    "0",
    "-0",
    "12",
    "-7",
    "1.5",
    "-1.5e3",
    "1E+2",
    "1e-2",
    "0.0",
    '""',
    '"a"',
    "[]",
    "{}",
    " [ 1 ,\t2\n,\r{ } ] ",
    '{"a":{"b":[1,{"c":null}]},"d":"e"}',
    '"\\u0041\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"',
    '{"a":1,"a":2}',
    '{"a":1,"b":2,"a":3}',
    '{"":0}',
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "123456789012345678901234567890",
    "1e400",
    "-1e400",
    '"\x7f"',
    '["é","€","😀"]',
    '{"\\u0061":1}',
    "[[[[]]]]",
    '"\\ud7ff\\ue000"',
    "0e0",
    "0E+00",
    "1.0000000000000000000001",
]

INVALID = [
    "",
    " ",
    "nul",
    "nulll",
    "True",
    "tru",
    "NaN",
    "Infinity",
    "-Infinity",
    "-",
    "+1",
    "01",
    "-01",
    "1.",
    ".5",
    "1.e2",
    "1e",
    "1e+",
    "0x10",
    "1_000",
    "[",
    "]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "{",
    "}",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    "{1:2}",
    "{a:1}",
    "{'a':1}",
    '{"a" 1}',
    '{"a":1 "b":2}',
    '"',
    '"a',
    '"\\',
    '"\\"',
    '"\\x"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\u+123"',
    '"\n"',
    '"\x00"',
    '"\x1f"',
    "1 2",
    "[] []",
    "{}x",
    "'a'",
    "// c\n1",
    "\ufeff1",
    "\x0b1",
    "--1",
    '"\\ud83d\\',
    '"\\ud83d\\u',
    '{"\n":1}',
    '{"\\q":1}',
    "\u00a01",
]


def same(left: Any, right: Any) -> bool:
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[k], right[k]) for k in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return repr(left) == repr(right)


@pytest.mark.parametrize("text", VALID)
def test_valid_text_means_what_the_standard_library_says(text: str) -> None:
    assert same(from_json(text), json.loads(text))
    assert same(from_json(text.encode()), json.loads(text))


@pytest.mark.parametrize("text", INVALID)
def test_invalid_text_is_refused_with_a_place(text: str) -> None:
    with pytest.raises(ValueError, match=r"^invalid JSON at byte \d+: "):
        from_json(text)


def test_the_place_of_an_error_is_exact() -> None:
    for text, at in [
        ('{"a":x}', 5),
        ("[1,2,]", 5),
        ('["ab\ncd"]', 4),
        ('["\\q"]', 2),
        ("1 x", 2),
        ('["abc', 5),
        ("[01]", 1),
    ]:
        with pytest.raises(ValueError, match=f"^invalid JSON at byte {at}: "):
            from_json(text)


def test_broken_text_encoding_becomes_replacement_characters() -> None:
    assert from_json(rb'"\ud83d"') == "\ufffd"
    assert from_json(rb'"\ude00\ud83dx\ud83d\u0041"') == "\ufffd\ufffdx\ufffdA"
    assert from_json(rb'"\ud83d\ud83d\ude00"') == "\ufffd😀"
    assert from_json(b'"a\xffb\xc3"') == "a\ufffdb\ufffd"
    assert from_json(b'"\xed\xa0\xbd"') == "\ufffd" * 3
    assert from_json(b'{"k\xff":1,"\\ud800":2}') == {"k\ufffd": 1, "\ufffd": 2}
    with pytest.raises(ValueError, match="byte 0"):
        from_json(b"\xff")


def test_depth_of_what_is_read_is_bounded() -> None:
    assert from_json("[" * 127 + "]" * 127) is not None
    for text in ["[" * 128 + "]" * 128, "[" * 1_000_000, '{"a":' * 1_000_000]:
        with pytest.raises(ValueError, match="nested deeper than 127 levels"):
            from_json(text)


def message_of(fields: str) -> Any:
    """The message of a `message_start` event, decoded by the schema of `parlour.types`."""
    return _native._event("message_start", '{"type":"message_start","message":' + fields + "}").message


def test_objects_become_the_registered_classes_wherever_their_tag_stands() -> None:
    text = """{"id":"m","type":"message","role":"assistant","content":[
        {"type":"text","text":"x"},
        {"text":"late","nested":{"type":"tool_use","a":["}","]"]},"ty\\u0070e":"te\\u0078t"},
        {"type":"tool_use","id":"t","name":"n","input":{"type":"text","content":[{"type":"text"}]}},
        {"type":"brand_new","x":{"type":"text"}}, {"no":"tag"}, {"type":5}, "str", null, 7],
        "usage":{"input_tokens":1,"cache_creation":{"ephemeral_5m_input_tokens":2}},"extra":{"type":"text"}}"""
    message = message_of(text)
    assert type(message) is models.Message
    assert list(message.__dict__) == ["id", "type", "role", "content", "usage", "extra"]
    kinds = (
        [models.TextBlock, models.TextBlock, models.ToolUseBlock]
        + [models.UnknownBlock] * 3
        + [str, type(None), int]
    )
    assert [type(block) for block in message.content] == kinds
    assert message.content[1].text == "late"
    # Values that the schema does not describe stay plain, whatever their form.
    assert message.content[2].input == {"type": "text", "content": [{"type": "text"}]}
    assert type(message.content[2].input["content"][0]) is dict
    assert type(message.content[3].x) is dict
    assert type(message.extra) is dict
    assert type(message.usage) is models.Usage
    assert type(message.usage.cache_creation) is models.CacheCreation
    assert sent(message) == json.loads(text)


def test_values_of_another_form_than_described_stay_plain() -> None:
    message = message_of('{"content":"text","usage":null,"container":[{"id":"x"}]}')
    assert message.content == "text"
    assert message.usage is None
    assert message.container == [{"id": "x"}]
    assert type(message_of('{"content":{"type":"text"}}').content) is models.TextBlock
    assert message_of('{"content":[[{"type":"text"}]]}').content == [[{"type": "text"}]]


def test_no_member_name_can_touch_the_object_itself() -> None:
    message = message_of('{"__class__":"int","__dict__":{},"_response":5,"to_dict":1}')
    assert type(message) is models.Message
    assert message.__dict__ == {"__class__": "int", "__dict__": {}, "_response": 5, "to_dict": 1}
    assert callable(type(message).to_dict)


def test_models_are_freed_and_seen_by_the_collector() -> None:
    text = '{"id":"%s","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":1}}' % ("m" * 40)
    message_of(text)
    before = [sys.getrefcount(kind) for kind in (models.Message, models.TextBlock, models.Usage)]
    gone = weakref.ref(message_of(text))
    assert gone() is None
    for _ in range(500):
        message_of(text)
    assert [sys.getrefcount(kind) for kind in (models.Message, models.TextBlock, models.Usage)] == before
    message = message_of(text)
    message.__dict__["self"] = message
    gone = weakref.ref(message)
    del message
    gc.collect()
    assert gone() is None


def test_late_tags_are_found_behind_large_values() -> None:
    blocks = '{"content":[' * 100
    text = '{"content":[' + blocks + "1" + ('],"pad":"' + "x" * 20_000 + '","type":"text"}') * 100 + "]}"
    message = message_of(text)
    assert type(message) is models.Message
    assert type(message.content[0]) is models.TextBlock


def test_a_description_of_another_form_is_refused_and_the_old_one_holds() -> None:
    class NoDict:
        __slots__ = ()

    class Abstract(abc.ABC):
        @abc.abstractmethod
        def method(self) -> None: ...

    for bad in [NoDict, Abstract, ValueError, int, list, "name"]:
        with pytest.raises(TypeError):
            _native.register_models({bad: {}}, {})  # type: ignore[dict-item]
    for spec in ["x", (), 5, ("list",), ("maybe", models.Usage), ("union", "type", {})]:
        with pytest.raises(TypeError, match=r"Message\.usage"):
            _native.register_models({models.Message: {"usage": spec}}, {})  # type: ignore[dict-item]
    assert type(message_of("{}")) is models.Message


def test_a_finaliser_may_decode_while_text_is_decoded() -> None:
    seen = []

    class Last:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            seen.append(from_json('{"k":[1]}'))

    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for round_ in range(50):
            Last()
            from_json(json.dumps({f"a{i}_{round_}": [{}] * 3 for i in range(50)}))
    finally:
        gc.set_threshold(*before)
    gc.collect()
    assert seen == [{"k": [1]}] * 50


def test_member_names_are_shared_and_unbounded_variety_is_harmless() -> None:
    first, second = from_json('{"input_tokens":1}'), from_json('{"input_tokens":2}')
    assert next(iter(first)) is next(iter(second))
    names = [f"name_{i}_{'x' * (i % 60)}" for i in range(20_000)]
    for name in names:
        assert from_json(json.dumps({name: 1})) == {name: 1}
    assert from_json(json.dumps(dict.fromkeys(names, 0))) == dict.fromkeys(names, 0)
    # The same length, beginning and end: distinguished all the same.
    assert from_json('{"abcdefgh_1_hgfedcba":1,"abcdefgh_2_hgfedcba":2}') == {
        "abcdefgh_1_hgfedcba": 1,
        "abcdefgh_2_hgfedcba": 2,
    }


def random_tree(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(8 if depth < 5 else 6)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind == 1:
        return rng.randrange(-(10 ** rng.randrange(1, 30)), 10**9)
    if kind == 2:
        return rng.uniform(-1, 1) * 10 ** rng.randrange(-300, 300)
    if kind < 6:
        alphabet = 'abc "\\/\n\t\x00\x1f\x7féß€😀\ud800\udfff' if kind == 3 else "abcdefghij klmnop"
        return "".join(rng.choice(alphabet) for _ in range(rng.randrange(40)))
    if kind == 6:
        return [random_tree(rng, depth + 1) for _ in range(rng.randrange(6))]
    return {
        f"{rng.choice('abcé')}{rng.randrange(99)}": random_tree(rng, depth + 1)
        for _ in range(rng.randrange(6))
    }


@pytest.mark.parametrize("seed", range(40))
def test_random_trees_agree_with_the_standard_library_both_ways(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        tree = random_tree(rng)
        theirs = json.dumps(tree)
        text = json.dumps(tree, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
        assert same(json.loads(to_json(tree)), json.loads(text.decode("utf-16-le", "replace")))
        if "\\ud8" not in theirs and "\\udf" not in theirs:
            assert same(from_json(theirs), tree)
            assert same(from_json(json.dumps(tree, indent=2, ensure_ascii=False)), tree)
        assert from_json(to_json(from_json(theirs))) == from_json(theirs)


@pytest.mark.parametrize("seed", range(20))
def test_damaged_text_is_refused_exactly_when_the_standard_library_refuses_it(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        text = list(json.dumps(random_tree(rng)))
        for _ in range(rng.randrange(1, 3)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(2)] = rng.choice('{}[]",:\\u0e-.+ \ntn1')
        joined = "".join(text)
        try:
            expected = json.loads(joined, parse_constant=pytest.fail)
        except ValueError:
            with pytest.raises(ValueError, match="invalid JSON"):
                from_json(joined)
        else:
            got = from_json(joined)
            if "\\u" not in joined:
                assert same(got, expected)


def test_many_threads_decode_and_encode_at_once() -> None:
    text = json.dumps({f"k{i}": [i, str(i), {"x": float(i)}] for i in range(200)})
    expected = json.loads(text)
    wrong: list[Any] = []

    def work() -> None:
        for _ in range(100):
            value = from_json(text)
            if value != expected or json.loads(to_json(value)) != expected:
                wrong.append(value)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_nothing_leaks() -> None:
    text = json.dumps({"a": [1.5, "x" * 50, {"b": None, "c": 2**80}], "d": "é" * 20})

    def held_after(rounds: int) -> int:
        for _ in range(rounds):
            to_json(from_json(text))
            with pytest.raises(ValueError, match="invalid JSON"):
                from_json(text[:-1])
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = held_after(200)
        # Five bytes a round would be more than this.
        assert held_after(4000) - before < 20_000
    finally:
        tracemalloc.stop()
