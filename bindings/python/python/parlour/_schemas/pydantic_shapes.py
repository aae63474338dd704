"""Types that pydantic has to read: its models, and annotations that use it. Nothing here is imported before such a
type is met."""

from __future__ import annotations

import dataclasses
import sys
import typing
from typing import Any

from .._native import to_json
from .shapes import MISSING, Member
from .values import Mismatch, Problems, Shape, is_json


def is_pydantic(hint: Any, seen: set[int] | None = None) -> bool:
    """Whether pydantic plays a part in a type."""
    if "pydantic" not in sys.modules:
        return False
    seen = set() if seen is None else seen
    if id(hint) in seen:
        return False
    seen.add(id(hint))
    if isinstance(hint, type) and (
        hasattr(hint, "__get_pydantic_core_schema__") or hasattr(hint, "__pydantic_core_schema__")
    ):
        return True
    if type(hint).__module__.partition(".")[0] == "pydantic" or _module(hint) == "pydantic":
        return True
    if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
        fields = getattr(hint, "__annotations__", {}).values()
        return any(is_pydantic(one, seen) for one in fields)
    return any(is_pydantic(one, seen) for one in typing.get_args(hint))


def _module(hint: Any) -> str:
    return str(getattr(hint, "__module__", "")).partition(".")[0]


def whole(hint: Any) -> Shape:
    """The shape of a type by itself."""
    import pydantic

    adapter: Any = pydantic.TypeAdapter(hint)
    schema = adapter.json_schema(mode="validation", schema_generator=_untitled())
    schema.pop("title", None)

    def from_json(value: Any) -> Any:
        # As JSON: a strict model takes a date out of a string, and a tuple out of an array, of JSON alone.
        return adapter.validate_json(to_json(value))

    return Shape(schema, lambda value, path, problems: _validated(from_json, value, problems))


def record(members: list[Member]) -> Shape:
    """The shape of one JSON object with these members, read as a dict."""
    import pydantic
    from pydantic.fields import FieldInfo

    fields: dict[str, Any] = {}
    # A name may be one that pydantic keeps for itself: the members go by numbers, and their names are aliases.
    for number, one in enumerate(members):
        more: dict[str, Any] = {"alias": one.name}
        if one.description and not _is_described(one):
            more["description"] = one.description
        if isinstance(one.default, FieldInfo):
            field = FieldInfo.merge_field_infos(one.default, **more)
        elif one.default is MISSING:
            field = pydantic.Field(**more)
        elif is_json(one.default):
            field = pydantic.Field(default=one.default, **more)
        else:
            field = pydantic.Field(default_factory=_always(one.default), **more)
        fields[f"p{number}"] = (Any if one.hint is MISSING else one.hint, field)
    config = pydantic.ConfigDict(extra="forbid", arbitrary_types_allowed=True)
    model: Any = pydantic.create_model("input", __config__=config, **fields)
    schema = model.model_json_schema(mode="validation", schema_generator=_untitled())
    schema.pop("title", None)
    schema.setdefault("properties", {})
    schema.setdefault("required", [])
    names = [one.name for one in members]

    def reader(value: Any, path: str, problems: Problems) -> Any:
        made = _validated(model.model_validate, value, problems)
        if problems:
            return value
        return {name: getattr(made, f"p{number}") for number, name in enumerate(names)}

    return Shape(schema, reader)


def _always(value: Any) -> Any:
    return lambda: value


def _is_described(member: Member) -> bool:
    marks = [member.default, *getattr(member.hint, "__metadata__", ())]
    return any(getattr(mark, "description", None) for mark in marks)


def _untitled() -> Any:
    """Titles repeat the names of the members, and cost tokens."""
    from pydantic.json_schema import GenerateJsonSchema

    class Untitled(GenerateJsonSchema):
        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

    return Untitled


def _validated(validate: Any, value: Any, problems: Problems) -> Any:
    import pydantic

    try:
        return validate(value)
    except pydantic.ValidationError as error:
        problems.extend(problems_of(error))
        return value


def problems_of(error: Any) -> Problems:
    """The problems that pydantic found, a line each, without URLs of its documentation."""
    lines = []
    for one in error.errors(include_url=False, include_context=False):
        place = ".".join(map(str, one["loc"])) or "the value"
        lines.append(f"{place}: {one['msg']}")
    return lines


__all__ = ["Mismatch", "is_pydantic", "problems_of", "record", "whole"]
