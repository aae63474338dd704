"""Structured answers, sync and async: the caller's type as a schema, the evaluation of an answer, and the
error if there is no value. The core builds the request and checks the answer against the schema. It must not
send anything."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from .._hints import install
from .._native import AnswerPlan, Reply, from_json, usage_sum
from .._options.options import NOT_GIVEN, is_given, is_streamed, of_call
from .._types.errors import ParlourError
from .._types.messages import Message, Usage
from .._types.response import RawResponse
from . import pydantic_shapes as _pydantic_shapes
from . import shapes as _shapes
from . import values as _values
from .partial_view import seen_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._native import RawAnswer
    from .._types.messages import ContentBlock
    from .values import Shape

T = TypeVar("T")


class AnswerError(ParlourError):
    """There is no value: what :attr:`Parsed.value` raises. The answer was paid for, and is here with all that it
    holds."""

    kind = "Answer"
    answer: Message
    """The last message."""
    text: str
    """The text that the model wrote for the value."""
    reason: str | None
    """Why there is no value."""
    usage: Usage
    """The tokens of all answers together."""

    def __init__(
        self, message: str = "", *, reason: str | None = None, text: str = "", turns: Any = ()
    ) -> None:
        last = turns[-1] if turns else None
        super().__init__(message, request_id=getattr(last, "request_id", None))
        self.reason = reason
        self.text = text
        self.turns = turns
        if last is not None:
            self.answer = last
        self.usage = total_usage(turns)


class AnswerRefusedError(AnswerError):
    """The model refused; :attr:`reason` is the service's explanation, if it gave one."""


class AnswerCutError(AnswerError):
    """The answer ended before it was whole; :attr:`reason` is the stop reason, for example ``"max_tokens"``."""


class AnswerInvalidError(AnswerError, ValueError):
    """The answer is whole and does not fit; :attr:`reason` names each place that does not."""


def total_usage(turns: Sequence[Message]) -> Usage:
    """The tokens of several answers together."""
    if len(turns) == 1:
        return turns[0].usage
    return Usage.from_dict(usage_sum([one.usage for one in turns]))


class Judged(NamedTuple):
    """One evaluated answer."""

    outcome: Literal["value", "refused", "cut", "invalid"]
    value: Any
    text: str
    reason: str | None


class Parsed(Generic[T]):
    """A structured answer: its outcome, and every message that was paid for."""

    __slots__ = ("_error", "_value", "attempts", "outcome", "reask_error", "text")

    attempts: tuple[Message, ...]
    """Every answer, oldest first; more than one if the model was asked again."""
    outcome: Literal["value", "refused", "cut", "invalid"]
    """The outcome of the last answer."""
    text: str
    """The text that the model wrote for the value: its JSON, if there is one."""
    reask_error: ParlourError | None
    """Why asking again failed; the outcome is that of the answer before."""

    def __init__(
        self, judged: Judged, attempts: tuple[Message, ...], reask_error: ParlourError | None = None
    ) -> None:
        self.outcome = judged.outcome
        self.text = judged.text
        self.attempts = attempts
        self.reask_error = reask_error
        self._value = judged.value
        self._error: AnswerError | None = None
        if judged.outcome != "value":
            made, said = _ERRORS[judged.outcome]
            reason = judged.reason
            because = f": {reason}" if reason is not None else ""
            self._error = made(f"{said}{because}", reason=reason, text=judged.text, turns=attempts)
            self._error.__cause__ = reask_error

    @property
    def value(self) -> T:
        """The value. Raises :class:`AnswerRefusedError`, :class:`AnswerCutError` or :class:`AnswerInvalidError` if
        there is none."""
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[no-any-return]

    @property
    def parsed_output(self) -> T:
        """Another name for :attr:`value`."""
        return self.value

    @property
    def error(self) -> AnswerError | None:
        """Why there is no value."""
        return self._error

    @property
    def message(self) -> Message:
        """The last message."""
        return self.attempts[-1]

    @property
    def usage(self) -> Usage:
        """The tokens of all answers together."""
        return total_usage(self.attempts)

    @property
    def id(self) -> str:
        """Id of the last message."""
        return self.message.id

    @property
    def model(self) -> str:
        """The model that answered last."""
        return self.message.model

    @property
    def content(self) -> list[ContentBlock]:
        """Content of the last message, as it goes back into a conversation."""
        return self.message.content

    @property
    def stop_reason(self) -> str | None:
        """Why the model stopped, in the last message."""
        return self.message.stop_reason

    def __repr__(self) -> str:
        shown = f"value={self._value!r}" if self._error is None else f"reason={self._error.reason!r}"
        return f"Parsed(outcome={self.outcome!r}, {shown}, attempts={len(self.attempts)})"


_ERRORS: dict[str, tuple[type[AnswerError], str]] = {
    "refused": (AnswerRefusedError, "the model refused to answer"),
    "cut": (AnswerCutError, "the answer ended before it was whole; max_tokens may have to be larger"),
    "invalid": (AnswerInvalidError, "the answer does not fit"),
}


_SETTINGS = ("method", "max_reasks", "tool_name", "tool_description")


class ParsedMessage(Message, Generic[T]):
    """The last message of a streamed answer, with the value."""

    __slots__ = ("_parsed",)
    _parsed: Parsed[T]

    @property
    def parsed_output(self) -> T:
        """As :attr:`Parsed.value`."""
        return self._parsed.value

    def __reduce__(self) -> tuple[Any, ...]:
        return _with_parsed, (super().__reduce__(), self._parsed)

    def __deepcopy__(self, memo: dict[int, Any]) -> ParsedMessage[T]:
        made: ParsedMessage[T] = super().__deepcopy__(memo)
        object.__setattr__(made, "_parsed", self._parsed)
        return made


def _with_parsed(message: tuple[Any, ...], parsed: Parsed[T]) -> ParsedMessage[T]:
    make, given = message
    made: ParsedMessage[T] = make(*given)
    object.__setattr__(made, "_parsed", parsed)
    return made


class AnswerType:
    """A type of answers with its JSON Schema. Wherever a call takes ``output``, it may be given in place of the type:
    with a schema of one's own, the service is sent that one, and the answer is still read as the type."""

    __slots__ = ("_shape", "output", "schema")

    output: Any
    """The type, or a JSON Schema as a mapping."""
    schema: dict[str, Any]
    """The schema that is sent."""

    def __init__(self, output: Any, schema: Mapping[str, Any] | None = None) -> None:
        """``TypeError`` for a type that JSON cannot express. ``schema``: in place of the one that is made of it."""
        self._shape = shape_of(output)
        self.output = output
        self.schema = self._shape.schema if schema is None else dict(schema)

    def read(self, value: Any) -> Any:
        """JSON as a value of the type. ``ValueError`` if it does not fit: each line names a place that does not."""
        return _values.read(self._shape, value)

    def __repr__(self) -> str:
        return f"AnswerType({self.output!r})"


class Asking:
    """A question for a structured answer, and the answers to it so far."""

    __slots__ = ("_attempts", "_error", "_judged", "options", "plan", "type")

    def __init__(
        self,
        outputs: tuple[Any, Any],
        request: Any,
        params: dict[str, Any],
        *,
        once: str | None = None,
    ) -> None:
        """``outputs``: by the one name and by the other. ``once``: which answer it is that is not asked for again."""
        given = [one for one in outputs if is_given(one)]
        if len(given) != 1:
            raise TypeError("give output: the type of the answer, or its JSON Schema as a mapping")
        if once is not None and params.get("max_reasks"):
            raise TypeError(f"{once} is not asked for again: use parse() with max_reasks")
        if is_streamed(params.pop("stream", None)):
            raise TypeError("parse() waits for the whole answer: use stream() with output")
        self.type = given[0] if isinstance(given[0], AnswerType) else AnswerType(given[0])
        settings = {name: params.pop(name, None) for name in _SETTINGS}
        body, self.options = of_call(request, params)
        chosen = {name: value for name, value in settings.items() if is_given(value)}
        self.plan = AnswerPlan(body, self.type.schema, chosen or None)
        self._attempts: list[Message] = []
        self._error: ParlourError | None = None

    def received(self, message: Message, reply: Reply) -> None:
        """Takes the answer to the last request."""
        misfit = self._judge(message, reply)
        self.plan.received(reply, misfit)

    def failed(self, error: ParlourError) -> bool:
        """Takes the failure of the last request; whether an earlier answer is the result."""
        self._error = error
        return self.plan.failed()

    def _judge(self, message: Message, reply: Reply) -> str | None:
        """Evaluates an answer and keeps both; returns the reason if it does not fit."""
        self._attempts.append(message)
        kind, text, reason = self.plan.outcome(reply)
        value = None
        if kind == "value":
            try:
                value = self.type.read(from_json(text))
            except _values.Mismatch as mismatch:
                kind, reason = "invalid", "; ".join(mismatch.problems)
        self._judged = Judged(kind, value, text, reason)
        return reason if kind == "invalid" else None

    def parsed(self) -> Parsed[Any]:
        """The result of all answers."""
        return Parsed(self._judged, tuple(self._attempts), self._error)

    def streamed(self, message: Message, reply: Reply) -> Parsed[Any]:
        """Evaluates the single answer of a stream; its message gets the value."""
        made: ParsedMessage[Any] = ParsedMessage.__new__(ParsedMessage)
        made.__dict__.update(message.__dict__)
        made._response = message._response
        self._judge(made, reply)
        parsed = self.parsed()
        object.__setattr__(made, "_parsed", parsed)
        return parsed

    def raw(self, answer: RawAnswer) -> Parsed[Any]:
        """Evaluates a raw answer that the caller holds; may be called several times."""
        self._attempts.clear()
        self._judge(RawResponse(answer).parse(), Reply(answer.content))
        return self.parsed()


def split_parse(output: Any, request: Any, params: dict[str, Any]) -> tuple[bytes, dict[str, Any] | None]:
    """The body and the options of a call of ``parse()``, out of its keywords; raises what the call would raise.

    Args:
        output: The type of the answer's value, a JSON Schema as a mapping, or an :class:`AnswerType`.
        request: A complete request in place of the parameters, or ``None``.
        params: The other keywords: a dict of the caller's own, of which only the parameters of the request are left.
    """
    asking = Asking((output, NOT_GIVEN), request, params)
    return asking.plan.body().to_bytes(), asking.options


class Growing:
    """The value of a streamed answer as far as it has come. Where the answer is in the stream is the core's to know."""

    __slots__ = ("_answer", "_hint", "has_new")

    def __init__(self, asking: Asking) -> None:
        self._hint = asking.type.output
        self._answer = asking.plan.partial()
        self.has_new = False

    def take(self, events: list[Any]) -> None:
        """Takes events that have arrived."""
        if self._answer.take(events):
            self.has_new = True

    @property
    def value(self) -> Any:
        """The value so far."""
        value = self._answer.value
        return value if isinstance(self._hint, Mapping) else seen_as(value, self._hint)

    @property
    def error(self) -> str | None:
        """Why the answer can never become JSON, whatever follows."""
        return self._answer.error


def shape_of(output: Any) -> Shape:
    """The JSON shape of an answer type."""
    if isinstance(output, Mapping):
        return _values.Shape(dict(output), lambda value, path, problems: value)
    if isinstance(output, str | bytes | int | float):
        raise TypeError(
            f"output is a type or a JSON Schema as a mapping, not {type(output).__name__} {output!r:.80}"
        )
    if "<locals>" in getattr(output, "__qualname__", ""):
        # Classes within functions are often made anew for each call.
        return _shape(output, _names_around(output))
    try:
        hash(output)
    except TypeError:
        return _shape(output, None)
    return _shape_kept(output)


def _names_around(cls: Any) -> dict[str, Any]:
    """The local names of the function that defines a class, which its annotations may use: from its frame
    among our callers."""
    function = cls.__qualname__.rpartition(".<locals>.")[0]
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_qualname != function:
        frame = frame.f_back  # type: ignore[assignment]
    return {} if frame is None else dict(frame.f_locals)


def _shape(hint: Any, names: dict[str, Any] | None) -> Shape:
    if _pydantic_shapes.is_pydantic(hint):
        return _pydantic_shapes.whole(hint)
    return _shapes.whole(hint, names)


@functools.lru_cache(maxsize=256)
def _shape_kept(hint: Any) -> Shape:
    return _shape(hint, None)


install(globals())
# As programs know them, in tracebacks too.
for _error in (AnswerError, AnswerCutError, AnswerInvalidError, AnswerRefusedError):
    _error.__module__ = "parlour"
