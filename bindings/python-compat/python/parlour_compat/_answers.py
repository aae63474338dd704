"""The methods that answers have in the official SDK. Importing ``parlour.compat`` adds them to the classes of
this package, so that all answers have the same classes, and a call has no extra cost.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import parlour
from parlour import types
from parlour.hooks import Derived, ParsedMessage
from parlour.types import Event, Headers, Message, Model

from . import _errors as _classes
from . import _events, _fields, _raw_response, _validation
from ._dump import SENT, equal, items, model_dump, model_dump_json, rich_shown, shown, to_json
from ._http import Request, Response
from ._values import keep, kept

_STOPS = (types.ContentBlockStopEvent, types.MessageStopEvent)


def _has_grown(value: Any) -> bool:
    """Whether the event of an end has the complete block or message, which is not among its fields on the
    wire."""
    return type(value) in _STOPS and (hasattr(value, "content_block") or hasattr(value, "message"))


def _dumped(own: Any) -> Any:
    """``to_dict()`` with options of the SDK."""

    def to_dict(self: Any, *, exclude_unset: bool = True, **options: Any) -> Any:
        if exclude_unset and not options and not _has_grown(self):
            return own(self)
        return model_dump(self, exclude_unset=exclude_unset, **options)

    return _as(own, to_dict)


def _as(own: Any, made: Any) -> Any:
    made.__doc__ = own.__doc__
    return made


def _model_copy(self: Any, *, update: dict[str, Any] | None = None, deep: bool = False) -> Any:
    """A copy with other fields."""
    from copy import deepcopy

    fields = deepcopy(self.__dict__) if deep else dict(self.__dict__)
    cls: Any = type(self)
    made: Any = cls.__new__(cls)
    made.__dict__.update(fields | (update or {}))
    info = getattr(self, "_response", None)
    if info is not None:
        made._response = info
    if isinstance(self, ParsedMessage):
        object.__setattr__(made, "_parsed", self._parsed)
    for own, copied in [(self, made), *zip(_blocks(self), _blocks(made), strict=False)]:
        if own is not copied and kept(own) is not None:
            keep(copied, kept(own))
    return made


def _blocks(message: Any) -> list[Any]:
    content = message.__dict__.get("content")
    return content if isinstance(content, list) else []


def _to_param(self: Any) -> dict[str, Any]:
    """The message as a turn of the conversation."""
    return {"role": self.role, "content": list(self.content)}


_of_class: Any = classmethod


def _json_schema(cls: Any, **_: Any) -> dict[str, Any]:
    made: dict[str, Any] = cls.__get_pydantic_json_schema__(None, None)
    return made


def _request_id(self: Any) -> str | None:
    info = getattr(self, "_response", None)
    return None if info is None else info.request_id


def _workspace_id(self: Any) -> str | None:
    """The workspace that the answer names."""
    info = getattr(self, "_response", None)
    return None if info is None else _raw_response.workspace_of(info.headers)


def _cause(self: Any) -> BaseException | None:
    """The cause of an error. For a failed connection it is the reason; the SDK has an error of its HTTP
    library there."""
    found: BaseException | None = _CAUSE.__get__(self)
    if found is not None or not self.message:
        return found
    return (TimeoutError if isinstance(self, parlour.APITimeoutError) else ConnectionError)(self.message)


def _set_cause(self: Any, value: BaseException | None) -> None:
    _CAUSE.__set__(self, value)


_CAUSE: Any = BaseException.__cause__


def _response(self: Any) -> Response:
    """The answer of the service."""
    if self.status_code is None:
        raise AttributeError(f"{type(self).__name__} came without an answer", name="response", obj=self)
    return Response(self.status_code, self.headers, self.raw_body)


def _request(self: Any) -> Any:
    """The request that the program made the error with, else an empty one. Frameworks pass it to errors of
    their own, so it must not raise."""
    if "_request" not in self.__dict__:
        self._request = Request()
    return self._request


def _also(name: str) -> property:
    """A field of a message that the event of its end may have too; ``None`` where it has not."""

    def get(self: Any) -> Any:
        return getattr(Message.from_dict({name: self.to_dict().get(name)}), name)

    return property(get)


class _Fields:
    """The fields of a class by their names, as pydantic has them: each with its ``annotation``."""

    def __get__(self, of: object, cls: type) -> dict[str, SimpleNamespace]:
        return {
            name: SimpleNamespace(annotation=annotation)
            for base in reversed(cls.__mro__)
            for name, annotation in vars(base).get("__annotations__", {}).items()
            if not name.startswith("_")
        }


def _extra(self: Any) -> dict[str, Any]:
    """The unknown fields that the service sent."""
    known = type(self).model_fields
    return {name: value for name, value in self.__dict__.items() if name not in known}


def _get(self: Any, name: str, default: Any = None) -> Any:
    """A field as of a mapping."""
    return self.__dict__.get(name, default)


def open_up() -> None:
    """Has answers be as changeable as the SDK's, and read with ``get()`` too: frameworks rely on the one, and
    take any object that is no model of pydantic for a dict."""
    members: dict[str, Any] = {
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
        "get": _get,
    }
    for name, value in members.items():
        setattr(Model, name, value)


_own_init = parlour.ParlourError.__init__


def _init_error(
    self: Any, message: str = "", request: Any = None, *, response: Any = None, **named: Any
) -> None:
    """As this package makes it, or as tests of programs do: of a response, or of a request alone."""
    if not isinstance(message, str):
        message = ""
    if response is not None:
        named.setdefault("status_code", response.status_code)
        named.setdefault("headers", list(response.headers.items()))
        named.setdefault("raw_body", getattr(response, "content", b""))
        named.setdefault("request_id", Headers(named["headers"]).get("request-id"))
    if not message and isinstance(self, parlour.APIConnectionError):
        timed_out = isinstance(self, parlour.APITimeoutError)
        message = "Request timed out." if timed_out else "Connection error."
    _own_init(self, message, **named)
    if request is not None:
        self._request = request
    _classes.refine(self)


def install() -> None:
    """Adds the methods to the classes, once for a process. It replaces existing members only to take more
    options (the constructor of errors, ``to_dict()`` and ``to_json()``) or to do more (times, the details of
    errors, the text of a raw response), and ``repr``."""
    members: dict[str, Any] = {
        "model_dump": model_dump,
        "model_dump_json": model_dump_json,
        "dict": model_dump,
        "json": model_dump_json,
        "__iter__": lambda self: iter(list(self.to_dict().items())),
    }
    # The text of an event is one line, which a server may forward to a browser unchanged.
    line: Any = Derived.to_json
    derived: Any = Derived
    derived.__str__ = line
    for cls in (Model, Derived, *Event.__subclasses__()):
        for name, value in members.items():
            setattr(cls, name, value)
        members_of: Any = cls
        SENT[cls] = members_of.to_dict
        members_of.to_dict = _dumped(members_of.to_dict)
        members_of.to_json = _as(members_of.to_json, to_json)
        members_of.__repr__ = shown
    of_models: dict[str, Any] = {
        "model_copy": _model_copy,
        "copy": _model_copy,
        "model_validate": _of_class(_validation.validate),
        "parse_obj": _of_class(_validation.validate),
        "model_validate_json": _of_class(_validation.validate_json),
        "parse_raw": _of_class(_validation.validate_json),
        "model_construct": _of_class(_validation.construct),
        "construct": _of_class(_validation.construct),
        "model_fields_set": property(lambda self: set(self.__dict__)),
        "model_json_schema": _of_class(_json_schema),
        "schema": _of_class(_json_schema),
        "__iter__": lambda self: iter(items(self)),
        "__eq__": equal,
        "__rich_repr__": rich_shown,
        "model_fields": _Fields(),
        "__fields__": _Fields(),
        "model_extra": property(_extra),
        "_request_id": property(_request_id),
        "_workspace_id": property(_workspace_id),
    }
    for name, value in of_models.items():
        setattr(Model, name, value)
    Message.to_param = _to_param  # type: ignore[attr-defined]
    for name in ("context_management", "input_transformations"):
        setattr(types.MessageDeltaEvent, name, _also(name))
    of_errors: dict[str, Any] = {
        "response": property(_response),
        "request": property(_request),
        "workspace_id": property(lambda self: _raw_response.workspace_of(self.headers)),
        "__init__": _init_error,
    }
    for name, value in of_errors.items():
        setattr(parlour.ParlourError, name, value)
    setattr(parlour.APIConnectionError, "__cause__", property(_cause, _set_cause))  # noqa: B010
    _events.install()
    _fields.install()
