"""The family of exceptions: one class for every kind of the core's error table, built from the flat value
that the native module hands over. It must not decide anything: kind, retryability and wording come from the
core."""

from __future__ import annotations

from .._hints import install
from .._native import PartialMessage
from .headers import Headers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .messages import Message

_UNREAD: Any = object()


class ParlourError(Exception):
    """Base of everything this package raises on its own account.

    ``str(error)`` is one sentence with advice for the next step; :attr:`message` is the bare message. Errors
    pickle and copy with all their attributes.
    """

    kind: str = "Internal"
    """Name of the kind in the core's error table, for example ``"RateLimit"``."""
    code: int = 0
    """Stable number of the kind; 0 for an error that was not raised by the core."""
    message: str
    """A description of the failure. Not stable: never decide by it."""
    # generated: attributes, from schema/errors.toml by `make generate`
    status_code: int | None
    """The HTTP status of the answer; 200 for an error inside a stream. ``None`` if no answer arrived."""
    type: str | None
    """The service's own type of the error, an open set, for example ``"rate_limit_error"``. ``None`` if the
    answer has none."""
    error_code: str | None
    """The service's own code of the error, an open set, which distinguishes errors of one type: for example
    ``"contract_spend_limit_reached"``. ``None`` if the answer has none."""
    appeal_url: str | None
    """The page on which the owner of an account that is on hold can appeal, of a failure
    ``organization_on_hold``. ``None`` if the service names none."""
    request_id: str | None
    """The id of the request at the service, to quote in a report. ``None`` if there is none."""
    retry_after: float | None
    """The delay that the service asked for, in seconds; also one that was too long to wait for. ``None`` if
    it asked for none."""
    not_retried: str | None
    """Why the call was not repeated (again): ``"exhausted"``, ``"budget_empty"``, ``"not_retryable"``,
    ``"retry_after_too_long"``, ``"deadline_would_pass"``, ``"server_said_no"``, ``"spend_cap"`` or
    ``"hook"``. ``None`` for a failure that is never retried."""
    subkind: str | None
    """The cause within the kind, an open set: of a lost connection ``"dns"``, ``"connect"``,
    ``"connection_lost"``, ``"tls"``, ``"proxy"`` or ``"resources"``; of a limit of time or size its
    setting, such as ``"answer_timeout"`` or ``"max_response_bytes"``. ``None`` where the kind says all."""
    setting: str | None
    """The setting that the failure is about: the time limit that expired, the size that was exceeded, the
    value that was refused. The name is the same in every language, for example ``"answer_timeout"``; an
    open set. ``None`` if it is about none."""
    is_retryable: bool
    """Whether the same call may succeed later."""
    is_mid_stream: bool
    """Whether the failure came inside a stream, after its headers."""
    saw_stop_reason: bool
    """Whether a stream broke off after its stop reason had arrived."""
    is_spend_cap: bool
    """Whether a 429 reports a spend cap, which waiting does not lift."""
    # end generated
    headers: Headers
    """Header lines of the answer; empty if none arrived."""
    raw_body: bytes | None
    """Body of the answer as received."""
    attempts: int
    """How often the request was sent; 0 if nothing was."""
    waits: list[float]
    """Waits between the attempts in seconds, oldest first."""
    turns: Sequence[Message] = ()
    """The answers so far, where a run of tools failed."""

    if TYPE_CHECKING:
        # Added by `import parlour.compat` for the whole process: programs that do so are checked too.

        @property
        def response(self) -> Any: ...

    def __init__(
        self,
        message: str = "",
        *,
        display: str | None = None,
        # generated: parameters, from schema/errors.toml by `make generate`
        status_code: int | None = None,
        type: str | None = None,
        error_code: str | None = None,
        details: str | None = None,
        appeal_url: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        not_retried: str | None = None,
        subkind: str | None = None,
        setting: str | None = None,
        is_retryable: bool = False,
        is_mid_stream: bool = False,
        saw_stop_reason: bool = False,
        is_spend_cap: bool = False,
        # end generated
        headers: Iterable[tuple[str, str]] = (),
        body: Any = _UNREAD,
        raw_body: bytes | None = None,
        attempts: int = 0,
        waits: Sequence[float] = (),
        partial_message: Message | PartialMessage | None = None,
    ) -> None:
        super().__init__(message if display is None else display)
        self.message = message
        # generated: assigned, from schema/errors.toml by `make generate`
        self.status_code = status_code
        self.type = type
        self.error_code = error_code
        self._details = details
        self.appeal_url = appeal_url
        self.request_id = request_id
        self.retry_after = retry_after
        self.not_retried = not_retried
        self.subkind = subkind
        self.setting = setting
        self.is_retryable = is_retryable
        self.is_mid_stream = is_mid_stream
        self.saw_stop_reason = saw_stop_reason
        self.is_spend_cap = is_spend_cap
        # end generated
        self.headers = Headers(headers)
        self.raw_body = raw_body
        self._body = body
        self.attempts = attempts
        self.waits = list(waits)
        self._partial = partial_message

    @property
    def partial_message(self) -> Message | None:
        """The part of the message that had arrived when a stream failed. Made at the first use."""
        if isinstance(self._partial, PartialMessage):
            self._partial = self._partial.read()
        return self._partial

    @partial_message.setter
    def partial_message(self, message: Message | None) -> None:
        self._partial = message

    @property
    def body(self) -> Any:
        """Body of the answer: decoded if it is JSON, else as text; ``None`` if there is none."""
        if self._body is _UNREAD:
            self._body = _read(self.raw_body)
        return self._body

    # generated: objects, from schema/errors.toml by `make generate`
    @property
    def details(self) -> dict[str, Any] | None:
        """Further details from the service, for example the ``paths`` of images that are too large. ``None``
        if the answer has none."""
        return _object(self._details)

    # end generated

    def __reduce__(self) -> tuple[Any, ...]:
        state = {name: value for name, value in self.__dict__.items() if value is not _UNREAD}
        state["_partial"] = self.partial_message
        return _rebuild, (self.__class__, self.args, state)


# generated: classes, from schema/errors.toml by `make generate`
class APIError(ParlourError):
    """A call failed at the service or on the way to it."""


class APIStatusError(APIError):
    """The service answered with an error; also the class of a status that has no class of its own."""

    status_code: int
    """The HTTP status of the answer."""

    kind = "ApiStatus"
    code = 14


class BadRequestError(APIStatusError):
    """400: the request is malformed, or does not fit the context window."""

    kind = "BadRequest"
    code = 1


class AuthenticationError(APIStatusError):
    """401: the key or token is missing, wrong or expired."""

    kind = "Authentication"
    code = 2


class BillingError(APIStatusError):
    """402: a payment problem of the account."""

    kind = "Billing"
    code = 3


class PermissionDeniedError(APIStatusError):
    """403: the credential may not use this resource."""

    kind = "PermissionDenied"
    code = 4


class NotFoundError(APIStatusError):
    """404: unknown path, model, batch or file."""

    kind = "NotFound"
    code = 5


class ConflictError(APIStatusError):
    """409: conflict with the current state."""

    kind = "Conflict"
    code = 6


class RequestTooLargeError(APIStatusError):
    """413: the body is larger than the service accepts."""

    kind = "RequestTooLarge"
    code = 7


class UnprocessableEntityError(APIStatusError):
    """422: understood, but not processable."""

    kind = "UnprocessableEntity"
    code = 8


class RateLimitError(APIStatusError):
    """429: requests or tokens per minute are used up, or a spend cap is reached (:attr:`is_spend_cap`)."""

    kind = "RateLimit"
    code = 9


class InternalServerError(APIStatusError):
    """500 and other 5xx: a failure inside the service."""

    kind = "InternalServer"
    code = 10


class ServiceUnavailableError(InternalServerError):
    """503: the service cannot be reached behind its gateway."""

    kind = "ServiceUnavailable"
    code = 11


class DeadlineExceededError(InternalServerError):
    """504: the service exceeded its own deadline."""

    kind = "DeadlineExceeded"
    code = 12


class OverloadedError(InternalServerError):
    """529: the service is overloaded. Also inside a stream, where :attr:`status_code` is 200."""

    kind = "Overloaded"
    code = 13


class APIConnectionError(APIError):
    """The connection could not be made, or was lost."""

    kind = "Connection"
    code = 15


class APITimeoutError(APIConnectionError):
    """A time limit ran out; the message names it."""

    kind = "Timeout"
    code = 16


class StreamError(APIError):
    """A stream did not arrive completely; :attr:`partial_message` has the part that arrived."""


class StreamProtocolError(StreamError):
    """The events of a stream contradict the protocol."""

    kind = "StreamProtocol"
    code = 17


class StreamEndedError(StreamError):
    """The stream ended before the message was complete."""

    kind = "StreamEnded"
    code = 18


class APIResponseValidationError(APIError):
    """An answer that cannot be read."""

    kind = "Decode"
    code = 19


class StreamDecodeError(StreamError, APIResponseValidationError):
    """An event of a stream that cannot be read, or a stream larger than its limit allows."""


class CallCancelledError(ParlourError):
    """This program cancelled or closed the call or stream while something waited for it.

    Not raised in a cancelled task: there the CancelledError of the event loop propagates.
    """

    kind = "Cancelled"
    code = 20


class ConfigError(ParlourError, ValueError):
    """The client refused settings, options or a request before it sent anything."""

    kind = "Config"
    code = 21


class ParameterError(ConfigError, TypeError):
    """A required parameter of a request is missing, a parameter is misspelt, or a setting is unknown. Nothing
    was sent."""

    kind = "Config"
    code = 21


class ForkedError(ParlourError, RuntimeError):
    """A call or stream of the parent process was used after ``fork``. The client itself can be used there."""

    kind = "Config"
    code = 21


class StreamUseError(ParlourError, RuntimeError):
    """A stream was read in an unsupported way: by two readers at once, after it was closed or had failed, or
    again after its end. The stream itself is unaffected."""

    kind = "Config"
    code = 21


class InternalError(ParlourError):
    """A defect of this library."""

    kind = "Internal"
    code = 22


class OverLimitError(APIError):
    """A limit that the client keeps by itself has no room for the call in its time. Nothing was sent."""

    kind = "OverLimit"
    code = 23


class HookError(APIError):
    """A hook of the program failed, or refused the call; what it raised is the cause of this error."""

    kind = "Hook"
    code = 24


class DrainingError(APIError):
    """The client drains: it lets its running calls end and begins no others. Nothing was sent."""

    kind = "Draining"
    code = 25


# end generated

CLASSES: dict[int, type[ParlourError]] = {
    cls.code: cls
    for cls in (
        # generated: list, from schema/errors.toml by `make generate`
        BadRequestError,
        AuthenticationError,
        BillingError,
        PermissionDeniedError,
        NotFoundError,
        ConflictError,
        RequestTooLargeError,
        UnprocessableEntityError,
        RateLimitError,
        InternalServerError,
        ServiceUnavailableError,
        DeadlineExceededError,
        OverloadedError,
        APIStatusError,
        APIConnectionError,
        APITimeoutError,
        StreamProtocolError,
        StreamEndedError,
        APIResponseValidationError,
        CallCancelledError,
        ConfigError,
        InternalError,
        OverLimitError,
        HookError,
        DrainingError,
        # end generated
    )
}
"""Class of every code of the core's error table; a test compares it with ``_native.error_table()``."""


def _make(info: dict[str, Any]) -> ParlourError:
    """Builds the exception of a failed call; called by the native module."""
    code = info["code"]
    cls: type[ParlourError]
    if info.get("forked"):
        cls = ForkedError
    elif code == ConfigError.code and info.get("subkind") in ("parameter", "unknown_setting"):
        cls = ParameterError
    elif code == APIResponseValidationError.code and info.get("mid_stream"):
        cls = StreamDecodeError
    else:
        cls = CLASSES.get(code) or (APIError if info.get("status") is None else APIStatusError)
    error = cls(
        info["message"],
        display=info["display"],
        # generated: given, from schema/errors.toml by `make generate`
        status_code=info.get("status"),
        type=info.get("error_type"),
        error_code=info.get("error_code"),
        details=info.get("details"),
        appeal_url=info.get("appeal_url"),
        request_id=info.get("request_id"),
        retry_after=info.get("retry_after"),
        not_retried=info.get("not_retried"),
        subkind=info.get("subkind"),
        setting=info.get("setting"),
        is_retryable=info.get("retryable", False),
        is_mid_stream=info.get("mid_stream", False),
        saw_stop_reason=info.get("saw_stop_reason", False),
        is_spend_cap=info.get("spend_cap", False),
        # end generated
        headers=info.get("headers") or (),
        raw_body=info.get("body"),
        attempts=info.get("attempts", 0),
        waits=info.get("waits") or (),
        partial_message=info.get("partial"),
    )
    if code != cls.code:
        # A kind that a newer core knows and this file does not.
        error.code, error.kind = code, info["kind"]
    return error


def _rebuild(cls: type[ParlourError], args: tuple[Any, ...], state: dict[str, Any]) -> ParlourError:
    """The other half of pickling and copying; subclasses of users may have any ``__init__``."""
    error = cls.__new__(cls, *args)
    error.args = args
    error._body, error._partial = _UNREAD, None
    error.__dict__.update(state)
    return error


def _object(text: str | None) -> dict[str, Any] | None:
    found = None if text is None else _read(text.encode())
    return found if isinstance(found, dict) else None


def _read(raw: bytes | None) -> Any:
    if not raw:
        return None if raw is None else ""
    from .._native import from_json

    try:
        return from_json(raw)
    except ValueError:
        return raw.decode("utf-8", "replace")


install(globals())


def _name_publicly(cls: type[ParlourError]) -> None:
    """Has a class and those below it named as programs know them, in tracebacks too."""
    cls.__module__ = "parlour"
    for below in cls.__subclasses__():
        _name_publicly(below)


_name_publicly(ParlourError)
