"""Base class of all answer objects: attributes that are read, compared, printed, pickled and written as JSON;
and how plain data becomes one of them. The fields of the wire are in ``types``."""

from __future__ import annotations

from .. import _native
from .._hints import install
from .._native import RawJSON, ResponseInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any, ClassVar, Literal, NoReturn, Self, TypeVar

    _C = TypeVar("_C", bound="Call")
    _M = TypeVar("_M", bound="Model")

_SHOWN = 300
"""Longest string that ``repr`` shows whole."""

_DEEPEST = 127
"""Lists and dicts nested deeper are not shown: as deep as JSON is read."""


class _Serializer:
    """Makes what pydantic serialises the objects of a class with, when pydantic asks for it."""

    def __get__(self, of: object, cls: type) -> Any:
        from . import pydantic_schema as _pydantic_schema

        return _pydantic_schema.serializer(cls)


class Model:
    """Base of all answer objects: read-only attributes in the order of the wire.

    Compares by class and fields; pickles and copies; goes back into a request unchanged.
    """

    __slots__ = ("__dict__", "__weakref__", "_response")
    __match_args__: ClassVar[tuple[str, ...]] = ()

    _missing: ClassVar[dict[str, Callable[[], Any]]] = {}
    """The defaults of required keys that the service left out."""
    _response: ResponseInfo | None

    def __init__(self, **fields: Any) -> None:
        tag = getattr(type(self), "type", None)
        if type(tag) is str and "type" not in fields:
            self.__dict__["type"] = tag
        self.__dict__.update(fields)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The typed object for plain data, for example for what ``to_dict()`` gave."""
        made = _typed(cls, dict(data))
        assert isinstance(made, cls)
        return made

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The typed object for JSON text, for example for what ``to_json()`` gave."""
        data = _native.from_json(text)
        if not isinstance(data, dict):
            raise ValueError(f"{cls.__name__} is a JSON object, not {type(data).__name__}")
        return cls.from_dict(data)

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists, unknown keys included, in the order of the wire."""
        return {name: _plain(value) for name, value in self.__dict__.items()}

    def to_json(self, *, indent: int | None = None) -> str:
        """JSON text of :meth:`to_dict`."""
        if indent is None:
            return _native.to_json(self).decode()
        import json
        from uuid import uuid4

        # JSON that Python cannot hold is written as its original text, in the place of a mark.
        mark = uuid4().hex
        raws: list[str] = []

        def keep(raw: RawJSON) -> str:
            raws.append(raw.text)
            return f"{mark}-{len(raws) - 1}"

        text = json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, default=keep)
        for number, raw in enumerate(raws):
            text = text.replace(f'"{mark}-{number}"', raw)
        return text

    if TYPE_CHECKING:
        # Added by `import parlour.compat` for the whole process: programs that do so are checked too.

        @property
        def model_fields_set(self) -> set[str]: ...
        @property
        def _request_id(self) -> str | None: ...
        def model_dump(
            self, *, include: Any = None, exclude: Any = None, exclude_none: bool = False, **more: Any
        ) -> dict[str, Any]: ...
        def model_dump_json(self, *, indent: int | None = None, **options: Any) -> str: ...
        def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self: ...
        @classmethod
        def model_validate(cls, data: Any, **more: Any) -> Self: ...
        @classmethod
        def model_validate_json(cls, text: str | bytes, **more: Any) -> Self: ...
        @classmethod
        def model_construct(cls, _fields_set: Any = None, **fields: Any) -> Self: ...

    if not TYPE_CHECKING:
        # Hidden from type checkers, so that they still find misspelt names.

        def __getattr__(self, name):
            make = type(self)._missing.get(name)
            if make is not None:
                return make()
            cls = type(self)
            if any(name in vars(base).get("__annotations__", ()) for base in cls.__mro__):
                why = "the service did not send it"
            elif name.startswith("model_") or name in ("dict", "json", "copy"):
                why = (
                    "write to_dict() or to_json(); `import parlour.compat` adds the names of the official SDK"
                )
            else:
                why = f"its fields are {', '.join(self.__dict__) or 'none'}"
            raise AttributeError(f"{cls.__name__} has no {name!r}: {why}", name=name, obj=self)

        def __setattr__(self, name, value):
            if name == "_response":
                object.__setattr__(self, name, value)
            else:
                self.__delattr__(name)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"{type(self).__name__} is read-only: take to_dict(), change that, and use from_dict()"
        )

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        tag = getattr(type(self), "type", None)
        fields = ", ".join(
            f"{name}={_shown(value)}"
            for name, value in self.__dict__.items()
            if name != "type" or value != tag
        )
        return f"{type(self).__name__}({fields})"

    def __rich_repr__(self) -> Iterator[tuple[str, Any]]:
        """For ``rich``: the fields."""
        yield from self.__dict__.items()

    __pydantic_serializer__ = _Serializer()
    """For pydantic, where an object is the value of a field of any type."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """For pydantic: an object of this class, or plain data for one."""
        from . import pydantic_schema as _pydantic_schema

        return _pydantic_schema.core(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        """For pydantic: the JSON schema."""
        from . import pydantic_schema as _pydantic_schema

        return _pydantic_schema.json(cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.__dict__, getattr(self, "_response", None))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # Tool inputs are plain dicts that a caller may change, so a deep copy has to be one.
        from copy import deepcopy

        return _rebuild(type(self), deepcopy(self.__dict__, memo), getattr(self, "_response", None))


def _rebuild(cls: type[_M], fields: dict[str, Any], response: ResponseInfo | None) -> _M:
    made = cls.__new__(cls)
    made.__dict__.update(fields)
    if response is not None:
        made._response = response
    return made


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


def json_default(value: Any) -> Any:
    """A default function for JSON encoders: returns answers, blocks, usage and events of this package as
    plain data. ``TypeError`` for everything else.

    For ``json.dumps(value, default=json_default)``, for ``orjson`` likewise, and as ``enc_hook`` of ``msgspec``.
    """
    cls = type(value)
    if cls.__module__.partition(".")[0] == "parlour" and hasattr(cls, "to_dict"):
        return value.to_dict()
    if isinstance(value, RawJSON):
        raise TypeError(
            "JSON that Python cannot hold is not serializable by others: use to_json() of the answer"
        )
    raise TypeError(f"Object of type {cls.__name__} is not JSON serializable")


def _shown(value: Any, depth: int = 0) -> str:
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[:_SHOWN]!r}... ({len(value)} characters)"
    if isinstance(value, (list, dict)) and depth >= _DEEPEST:
        return "..."
    if isinstance(value, list):
        return f"[{', '.join([_shown(item, depth + 1) for item in value])}]"
    if isinstance(value, dict):
        shown = [f"{name!r}: {_shown(item, depth + 1)}" for name, item in value.items()]
        return f"{{{', '.join(shown)}}}"
    return repr(value)


class Unknown(Model):
    """An object of a kind this version does not know; its keys are attributes."""

    __match_args__ = ("type",)

    if TYPE_CHECKING:
        # Any other string at run time; a literal here lets type checkers distinguish the known kinds.
        type: Literal["unknown"]

        def __getattr__(self, name: str) -> Any: ...


class Call(Model):
    """A call of a tool, and how complete its input is."""

    __slots__ = ("_unfinished",)
    _unfinished: tuple[Literal["invalid", "incomplete"], str]

    @property
    def input_state(self) -> Literal["complete", "invalid", "incomplete"]:
        """Whether ``input`` may be used: ``"incomplete"`` if the answer was cut within it (never run the
        tool then), ``"invalid"`` if the model wrote no JSON object. Known to the client only, never
        sent."""
        unfinished = getattr(self, "_unfinished", None)
        return "complete" if unfinished is None else unfinished[0]

    @property
    def raw_input(self) -> str | None:
        """The raw text of the input, if ``input_state`` is not ``"complete"``."""
        unfinished = getattr(self, "_unfinished", None)
        return None if unfinished is None else unfinished[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_call, (type(self), self.__dict__, getattr(self, "_unfinished", None))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        from copy import deepcopy

        fields = deepcopy(self.__dict__, memo)
        return _rebuild_call(type(self), fields, getattr(self, "_unfinished", None))


def _rebuild_call(cls: type[_C], fields: dict[str, Any], unfinished: Any) -> _C:
    made = _rebuild(cls, fields, None)
    if unfinished is not None:
        object.__setattr__(made, "_unfinished", unfinished)
    return made


class Answer(Model):
    """A message: its whole text, and metadata of its answer."""

    @property
    def text(self) -> str:
        """All text of the answer: its text blocks joined with nothing between them."""
        # A block of an unexpected shape is kept, not refused: its text may be anything.
        # Of a message that a program made itself it may be a plain mapping.
        blocks: Any = getattr(self, "content", None) or ()
        texts = [
            block.get("text") if isinstance(block, dict) else block.text
            for block in blocks
            if _tag(block) == "text"
        ]
        return "".join([text for text in texts if isinstance(text, str)])

    @property
    def response_info(self) -> ResponseInfo | None:
        """Status, headers, rate limits and attempts of the answer; ``None`` in a snapshot."""
        return getattr(self, "_response", None)

    @property
    def _request_id(self) -> str | None:
        """Id of the request at the service."""
        info = self.response_info
        return None if info is None else info.request_id


def _tag(block: Any) -> Any:
    return block.get("type") if isinstance(block, dict) else getattr(block, "type", None)


# How plain data becomes an object

_fields: dict[type, dict[str, _native._Spec]] = {}
"""For each class, the specs of its fields that are objects."""


def register(fields: dict[type, dict[str, _native._Spec]], roots: dict[str, _native._Spec]) -> None:
    """Registers the classes of fields here and in the native module."""
    _fields.update(fields)
    _native.register_models(fields, roots=roots)


def union(*classes: type[Model]) -> _native._Spec:
    """A union of these, distinguished by ``type``; the last takes every other kind."""
    *known, unknown = classes
    return ("union", "type", {cls.type: cls for cls in known}, unknown)  # type: ignore[attr-defined]


def _typed(spec: _native._Spec, value: Any) -> Any:
    """Converts plain values as the native module does while it parses."""
    if isinstance(spec, type):
        if not isinstance(value, dict):
            return value
        fields = _fields.get(spec)
        if fields:
            value = {
                name: _typed(fields[name], item) if name in fields else item for name, item in value.items()
            }
        return _rebuild(spec, value, None)
    if spec[0] == "list":
        if isinstance(value, list):
            return [_typed(spec[1], item) for item in value]
        return _typed(spec[1], value)
    if not isinstance(value, dict):
        return value
    tag = value.get(spec[1])
    cls = spec[2].get(tag, spec[3]) if isinstance(tag, str) else spec[3]
    return _typed(cls, value)


install(globals())
