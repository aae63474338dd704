"""Answers and events as the plain data, JSON text and ``repr`` of the official SDK: in its order, with
``None`` for fields that the service left out. It must not be used for requests.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from parlour.hooks import Derived, Unknown
from parlour.hooks import to_json as to_json_bytes
from parlour.types import Event, Model

from ._refusals import refusal
from ._values import kept

if TYPE_CHECKING:
    from collections.abc import Iterator

_NO_MEANING: Final = ("by_alias", "mode", "round_trip", "serialize_as_any", "use_api_names", "warnings")
_BETA: Final = frozenset(
    {
        "cache_missed_input_tokens",
        "compaction",
        "context",
        "context_management",
        "details",
        "estimated_tokens",
        "fallback_credit",
        "fallback_credit_token",
        "fallback_has_prefill_claim",
        "input_transformations",
        "iterations",
        "recommended_model",
        "tool_id",
    }
)
"""Fields that the SDK has in some classes of those that are one here, or in those of a beta: they are shown where the
service sent them."""
_written: Final = Model.to_json
SENT: Final[dict[Any, Any]] = {}
"""For each class of events, its own method for the data of the service, before the SDK's method replaced
it."""
_LAST: Final = ("toolset_name",)
"""Fields that follow ``type`` in the SDK's order."""


@functools.cache
def _known(cls: Any) -> tuple[str, ...]:
    """The fields of a class in the SDK's order: ``id``, then by the alphabet."""
    names = {
        name
        for base in cls.__mro__
        for name in vars(base).get("__annotations__", {})
        if not name.startswith("_")
    }
    return tuple(sorted(names, key=lambda name: (name in _LAST, name != "id", name)))


def _items(value: Any, fill: bool) -> list[tuple[str, Any]]:
    """The fields of an answer or an event with their values."""
    if isinstance(value, Model):
        fields = value.__dict__
        cls: Any = type(value)
        known = _known(cls)
        made = [
            (name, fields.get(name))
            for name in known
            if name in fields or (fill and name not in _BETA and not _is_missing(value, name))
        ]
        made += [(name, item) for name, item in fields.items() if name not in known]
        found = kept(value)
        if found is not None:
            made.append(("parsed_output", found))
        return made
    # Events of `messages.stream()` have what became whole; those of `create(stream=True)` have not.
    more = [name for name in ("content_block", "message") if hasattr(value, name)]
    names = sorted({*type(value).__match_args__, "type", *more})
    sent = SENT.get(type(value), type(value).to_dict)(value)
    made = [(name, getattr(value, name)) for name in names if name in sent or name in more]
    return made + [(name, item) for name, item in sent.items() if name not in names]


def items(value: Model) -> list[tuple[str, Any]]:
    """The fields of an answer with their values, those that the service left out too."""
    return _items(value, fill=True)


def _is_missing(value: Model, name: str) -> bool:
    """Whether a field has no value at all, not even one that it reads as."""
    return not hasattr(value, name)


def dumped(value: Any, fill: bool) -> Any:
    """Plain values. ``fill``: include fields that the service left out."""
    if isinstance(value, Model | Event | Derived):
        # The value of a structured answer is not sent back to the service.
        return {name: dumped(item, fill) for name, item in _items(value, fill) if name != "parsed_output"}
    if isinstance(value, list):
        return [dumped(item, fill) for item in value]
    if isinstance(value, dict):
        return {name: dumped(item, fill) for name, item in value.items()}
    return value.model_dump() if hasattr(value, "model_dump") else value


def _chosen(data: Any, include: Any, exclude: Any) -> Any:
    """The selected members of a mapping, or of a list by position."""
    if isinstance(data, list):
        numbered = _chosen(dict(enumerate(data)), _every(include, data), _every(exclude, data))
        return list(numbered.values())
    if not isinstance(data, dict):
        return data
    made = {}
    for name, value in data.items():
        if include is not None and name not in include:
            continue
        inner = include[name] if isinstance(include, dict) and include[name] is not True else None
        left_out = None
        if exclude is not None and name in exclude:
            left_out = exclude[name] if isinstance(exclude, dict) else True
            if left_out is True or left_out is ...:
                continue
        made[name] = value if inner is None and left_out is None else _chosen(value, inner, left_out)
    return made


def _every(chosen: Any, items: list[Any]) -> Any:
    if isinstance(chosen, dict) and "__all__" in chosen:
        return dict.fromkeys(range(len(items)), chosen["__all__"])
    return chosen


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_none(item) for name, item in value.items() if item is not None}
    return [_without_none(item) for item in value] if isinstance(value, list) else value


def model_dump(
    self: Any,
    *,
    include: Any = None,
    exclude: Any = None,
    exclude_none: bool = False,
    exclude_defaults: bool = False,
    exclude_unset: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """Plain dicts and lists, unknown keys included. Fields that the service left out are ``None``, unless
    ``exclude_unset``."""
    for name, value in more.items():
        if value and name not in _NO_MEANING:
            raise refusal(f"model_dump({name}=...)", "change the dict that it returns")
    made: dict[str, Any] = dumped(self, not (exclude_unset or exclude_none or exclude_defaults))
    if exclude_none or exclude_defaults:
        made = _without_none(made)
    if include is not None or exclude is not None:
        made = _chosen(made, include, exclude)
    return made


def model_dump_json(self: Any, *, indent: int | None = None, **options: Any) -> str:
    """JSON text of :func:`model_dump`."""
    made = model_dump(self, **options)
    if indent is None:
        return to_json_bytes(made).decode()
    # It writes what Python cannot hold, too.
    whole = Unknown()
    whole.__dict__.update(made)
    return _written(whole, indent=indent)


def to_json(self: Any, *, indent: int | None = 2, exclude_unset: bool = True, **options: Any) -> str:
    """JSON text of the fields that the service sent."""
    return model_dump_json(self, indent=indent, exclude_unset=exclude_unset, **options)


_DEEPEST: Final = 127
"""Lists and dicts nested deeper are not shown: as deep as JSON is read."""


def _shown(value: Any, depth: int = 0) -> str:
    """The text of a value within a printed answer, not shortened."""
    if isinstance(value, list | dict) and depth >= _DEEPEST:
        return "..."
    if isinstance(value, list):
        return f"[{', '.join([_shown(item, depth + 1) for item in value])}]"
    if isinstance(value, dict):
        shown = [f"{name!r}: {_shown(item, depth + 1)}" for name, item in value.items()]
        return f"{{{', '.join(shown)}}}"
    return repr(value)


def rich_shown(self: Any) -> Iterator[tuple[str, Any]]:
    """For ``rich``: the fields."""
    yield from _items(self, True)


def shown(self: Any) -> str:
    """The class and its fields."""
    name = type(self).__name__
    if isinstance(self, Event) and not (hasattr(self, "content_block") or hasattr(self, "message")):
        name = f"Raw{name}"
    return f"{name}({', '.join(f'{field}={_shown(value)}' for field, value in _items(self, True))})"


def equal(self: Any, other: object) -> Any:
    """Whether both have equal fields: a missing field equals ``None`` in the SDK."""
    if type(self) is not type(other):
        return NotImplemented
    return self.__dict__ == other.__dict__ or _set(self) == _set(other)


def _set(value: Any) -> dict[str, Any]:
    return {name: item for name, item in value.__dict__.items() if item is not None}
