"""Base class of resources, sync and async: how arguments become a query, how an answer becomes an object. It
must not send anything."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from .._hints import install
from .._native import RawAnswer, typed
from .._options.options import is_given, of_request
from .._types.errors import APIResponseValidationError
from .._types.model import Model
from .._types.resources import Resource
from .._types.response import RawResponse, _Head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .._native import BatchRun, BatchWriter, ResponseInfo
    from .._native import Client as NativeClient
    from .._types.messages import Message
    from .._types.resources import MessageBatch, MessageBatchIndividualResponse

T = TypeVar("T")

TYPED, WHOLE, STREAMED = range(3)
"""The results of the methods of a resource: objects, whole answers, or answers whose bodies have not
arrived."""


class BaseResource:
    """Base class of all resources: holds the client's native half and the function for its key."""

    __slots__ = ("_form", "_key", "_native")

    def __init__(self, native: NativeClient, key: Any, *, form: int = TYPED) -> None:
        self._native = native
        self._key = key
        self._form = form


class RawResourceResponse(_Head, Generic[T]):
    """A whole answer as it came; :meth:`parse` gives the object."""

    __slots__ = ("_answer", "_parsed", "_read")

    def __init__(self, answer: RawAnswer, read: Callable[[RawAnswer], T]) -> None:
        super().__init__(answer.info)
        self._answer = answer
        self._read = read
        self._parsed: T | None = None

    @property
    def content(self) -> bytes:
        """The body."""
        return self._answer.content

    @property
    def text(self) -> str:
        """The body as text."""
        return self._answer.text

    def json(self) -> Any:
        """The body as plain Python values."""
        return self._answer.json()

    def parse(self) -> T:
        """The typed object; :class:`APIResponseValidationError` if the body is none."""
        if self._parsed is None:
            self._parsed = self._read(self._answer)
        return self._parsed

    def __repr__(self) -> str:
        return f"RawResourceResponse(status_code={self.status_code}, request_id={self.request_id!r})"


def reader(root: str, endpoint: str = "") -> Callable[[RawAnswer], Any]:
    """Returns a function that parses an answer into this type; ``endpoint`` is that of a single object."""

    def read(answer: RawAnswer) -> Any:
        # An answer of another endpoint must not pass for it: the core checks that.
        if endpoint and (why := answer.refusal(endpoint)) is not None:
            raise _unreadable(answer, why)
        try:
            made = answer.typed(root)
        except ValueError as error:
            raise _unreadable(answer, f"the answer is not what was asked for: {error}") from error
        if not isinstance(made, Model):
            raise _unreadable(answer, "the answer is not what was asked for: it is no JSON object")
        if isinstance(made, Resource):
            made._response = answer.info
        return made

    return read


def _unreadable(answer: RawAnswer, why: str) -> APIResponseValidationError:
    info = answer.info
    return APIResponseValidationError(
        why,
        status_code=info.status,
        request_id=info.request_id,
        headers=info.headers.multi_items(),
        raw_body=answer.content,
        attempts=info.attempts,
    )


def options_of(given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The options of a call, out of its keyword arguments."""
    return of_request(given) if given else None


def query_of(**given: Any) -> list[tuple[str, str]]:
    """The query of a list endpoint; a list becomes one ``name[]`` pair for each item."""
    pairs: list[tuple[str, str]] = []
    for name, value in given.items():
        if not is_given(value):
            continue
        if isinstance(value, str | int):
            pairs.append((name, _text(value)))
        else:
            pairs.extend((f"{name}[]", _text(item)) for item in value)
    return pairs


def _text(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def message_in(answer: RawAnswer) -> Message:
    """The message of a body."""
    return RawResponse(answer).parse()


def results_in(answer: RawAnswer) -> list[MessageBatchIndividualResponse]:
    """All results of a body in lines."""
    return [result_of(line) for line in answer.content.splitlines() if line.strip()]


def content_of(answer: RawAnswer) -> bytes:
    """The body."""
    return answer.content


def push(writer: BatchWriter | BatchRun, request: Any) -> bool | None:
    """Writes one request of a batch: a mapping with ``custom_id`` and ``params``, or a pair of them. True where what
    is full has to be submitted."""
    try:
        if hasattr(request, "keys"):
            custom_id, params = request["custom_id"], request["params"]
        else:
            custom_id, params = request
    except (KeyError, TypeError, ValueError):
        raise TypeError(
            "a request of a batch is a mapping with custom_id and params, or a pair of them, not "
            f"{type(request).__name__}"
            + (f" with {', '.join(map(str, request))}" if hasattr(request, "keys") else "")
        ) from None
    if not isinstance(custom_id, str):
        raise TypeError(f"a custom_id is a str, not {type(custom_id).__name__}")
    return writer.push(custom_id, params)


def result_of(line: Any) -> MessageBatchIndividualResponse:
    """One line of results; raises for a line that is no result, behind which the others follow."""
    if isinstance(line, bytes):
        return typed("MessageBatchIndividualResponse", line)  # type: ignore[no-any-return]
    raise line


def size_of(answer: RawAnswer) -> int:
    """The size in bytes that a download to a path answers with."""
    return answer.json()["size_bytes"]  # type: ignore[no-any-return]


def batch_of(seen: bytes, info: ResponseInfo | None) -> MessageBatch:
    """A batch as it was seen while it was waited for."""
    batch: MessageBatch = typed("MessageBatch", seen)
    if info is not None:
        batch._response = info
    return batch


def limits_of(limits: Mapping[str, int | None] | Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The body that sets limits."""
    if hasattr(limits, "items"):
        return {"limits": [{"type": kind, "value": value} for kind, value in limits.items()]}
    return {"limits": list(limits)}


install(globals())
