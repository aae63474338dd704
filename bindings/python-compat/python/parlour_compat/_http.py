"""Answers, time limits and options that the official SDK takes from its HTTP library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from parlour import NOT_GIVEN
from parlour.types import Headers, Model

from ._http_client import merged
from ._providers import BETA, hook_of, is_provider
from ._refusals import CALL_OPTIONS, CLIENT_OPTIONS, REQUEST_OPTIONS, refusal, refuse_options
from ._values import UNLIMITED, limit_of
from ._webhooks import Secret

if TYPE_CHECKING:
    from typing import Self

TIMEOUT: Final = limit_of(600.0)
"""The limit of one attempt in seconds, where none is given: as the SDK has it."""
MAX_RETRIES: Final = 2
"""As the SDK has it."""
if TYPE_CHECKING:
    # The type of time limits, so that type checkers accept this class as one.
    _Limit = float
else:
    _Limit = object


class Timeout(_Limit):
    """Time limits by their kinds, in seconds. ``read`` is the limit of an attempt, ``connect`` that of a connection; an
    upload is bounded as long as it makes no progress, by ``read`` too."""

    __slots__ = ("connect", "pool", "read", "write")

    if TYPE_CHECKING:
        # Not that of a number.
        def __new__(cls, timeout: Any = NOT_GIVEN, **limits: float | None) -> Self: ...

    def __init__(self, timeout: Any = NOT_GIVEN, **limits: float | None) -> None:
        for name in ("connect", "read", "write", "pool"):
            given = limits.pop(name, timeout)
            if given is NOT_GIVEN:
                raise ValueError("a Timeout has a default, or all of connect, read, write and pool")
            setattr(self, name, given)
        if limits:
            raise TypeError(f"Timeout takes connect, read, write and pool; {min(limits)!r} is none of them")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timeout) and all(
            getattr(self, one) == getattr(other, one) for one in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        limits = self.as_dict()
        if len(set(limits.values())) == 1:
            return f"Timeout(timeout={limits['read']!r})"
        return f"Timeout({', '.join(f'{name}={limit!r}' for name, limit in limits.items())})"

    def as_dict(self) -> dict[str, float | None]:
        """The limits by their names."""
        return {name: getattr(self, name) for name in ("connect", "read", "write", "pool")}


def _limits(value: Any) -> tuple[Any, Any]:
    """The limit of an attempt and of a connection, of whatever was given as ``timeout``."""
    connect: Any = NOT_GIVEN
    if hasattr(value, "read") and hasattr(value, "connect"):
        value, connect = value.read, value.connect
    return (UNLIMITED if value is None else value), (UNLIMITED if connect is None else connect)


def settings_of(given: Mapping[str, Any], *, copy: bool) -> dict[str, Any]:
    """The settings of a client, with the defaults of the SDK: its limit, its retries, and no budget for retries."""
    settings = merged(given)
    refuse_options(settings, CLIENT_OPTIONS)
    settings.pop("_strict_response_validation", None)
    if copy and settings.get("webhook_key") is not None:
        raise refusal("webhook_key", "write `webhook_key` among the settings of a new client")
    given_key = settings.pop("webhook_key", None)
    if given_key is not None:
        settings["webhook_key"] = Secret(given_key)
    if settings.get("credentials") is not None and is_provider(settings["credentials"]):
        settings["credentials"] = hook_of(settings["credentials"])
        settings["betas"] = [*(settings.get("betas") or ()), BETA]
    headers = settings.get("default_headers")
    if headers is not None and headers is not NOT_GIVEN:
        # NOT_GIVEN removes a header; this package uses None.
        settings["default_headers"] = {
            name: None if value is NOT_GIVEN else value for name, value in dict(headers).items()
        }
    for name in ("set_default_headers", "set_default_query"):
        if settings.get(name) is not None:
            raise refusal(name, f"write `{name.removeprefix('set_')}` among the settings of a new client")
        settings.pop(name, None)
    if settings.get("timeout", NOT_GIVEN) is not NOT_GIVEN:
        given_limit = settings["timeout"]
        limit, connect = _limits(given_limit)
        settings["timeout"] = limit_of(limit, given_limit) if isinstance(limit, int | float) else limit
        if connect is not NOT_GIVEN:
            settings.setdefault("connect_timeout", connect)
    elif not copy:
        settings["timeout"] = TIMEOUT
    if not copy:
        settings.setdefault("retry", {"profile": "sdk_compatible"})
        settings.setdefault("budget", None)
    for name in ("base_url",):
        if settings.get(name) is not None and settings[name] is not NOT_GIVEN:
            settings[name] = str(settings[name])
    return settings


def call_of(params: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call, a dict of the caller's own."""
    if not _SPECIAL.isdisjoint(params):
        refuse_options(params, CALL_OPTIONS)
        if isinstance(params.get("tools"), list | tuple):
            params["tools"] = [_tool(one) for one in params["tools"]]
        for name in _EXTRA:
            # `None` is nothing there.
            if name in params and params[name] is None:
                del params[name]
        if params.get("timeout", NOT_GIVEN) is not NOT_GIVEN:
            params["timeout"], connect = _limits(params["timeout"])
            if connect is not NOT_GIVEN and connect < params["timeout"]:
                raise refusal(
                    "timeout.connect of a call", "write `connect_timeout` among the client's settings"
                )
    return params


def _tool(one: Any) -> Any:
    """A tool as it is sent: the SDK takes any object with ``to_dict()``."""
    of_another = not isinstance(one, Mapping) and not callable(one) and hasattr(one, "to_dict")
    return one.to_dict() if of_another else one


_EXTRA: Final = ("extra_headers", "extra_query", "extra_body")
_SPECIAL: Final = frozenset({"timeout", "tools", *_EXTRA, *CALL_OPTIONS})

_REQUEST_OPTIONS: Final = {
    "headers": "extra_headers",
    "params": "extra_query",
    "timeout": "timeout",
    "max_retries": "max_retries",
    "extra_json": "extra_body",
}


def plain(method: str, stream: bool, given: Mapping[str, Any]) -> None:
    """Raises where a request of one's own is not one of JSON with an answer that comes whole."""
    for name, value in {"stream": stream, **given}.items():
        if name not in REQUEST_OPTIONS:
            raise TypeError(f"{method.lower()}() got an unexpected keyword argument {name!r}")
        if value:
            raise refusal(f"client.{method.lower()}({name}=...)", REQUEST_OPTIONS[name])


def request_of(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The options of ``client.post()`` and its like."""
    made = {}
    for name, value in dict(options or {}).items():
        if name not in _REQUEST_OPTIONS:
            advice = CALL_OPTIONS.get(name, f"the options are {', '.join(_REQUEST_OPTIONS)}")
            raise refusal(f"options[{name!r}]", advice)
        made[_REQUEST_OPTIONS[name]] = value
    return call_of(made)


def cast(answer: Any, to: Any) -> Any:
    """Converts a raw answer to the type that the program asks for."""
    if isinstance(to, type) and issubclass(to, Model):
        made = to.from_json(answer.content)
        made._response = answer.info
        return made
    if to is str:
        return answer.text
    if to is bytes:
        return answer.content
    if getattr(to, "__name__", "") == "Response":
        return Response(answer.info.status, answer.info.headers, answer.content)
    value = answer.json()
    if hasattr(to, "model_validate"):
        return to.model_validate(value)
    return value


class Request:
    """The request of an error or an answer. It is made in native code and not kept: its fields are empty."""

    __slots__ = ("content", "headers", "method", "url")

    def __init__(self) -> None:
        self.method = ""
        """Empty."""
        self.url = ""
        """Empty."""
        self.headers = Headers([])
        """None."""
        self.content = b""
        """Empty."""

    def __repr__(self) -> str:
        return "<Request: made in native code, and not kept>"


class Response:
    """The answer that an error, or a stream, came with."""

    __slots__ = ("_stream", "content", "headers", "status_code")

    def __init__(self, status_code: int, headers: Headers, content: bytes | None, stream: Any = None) -> None:
        self._stream = stream
        self.status_code = status_code
        """HTTP status."""
        self.headers = headers
        """Header lines; names without case."""
        self.content = content or b""
        """The body."""

    @property
    def text(self) -> str:
        """The body as text."""
        return self.content.decode("utf-8", "replace")

    @property
    def reason_phrase(self) -> str:
        """The words that go with the status."""
        try:
            return HTTPStatus(self.status_code).phrase
        except ValueError:
            return ""

    @property
    def is_success(self) -> bool:
        """Whether the status is one of success."""
        return 200 <= self.status_code < 300

    @property
    def is_error(self) -> bool:
        """Whether the status is one of failure."""
        return self.status_code >= 400

    def json(self) -> Any:
        """The body as plain values."""
        return json.loads(self.content)

    def read(self) -> bytes:
        """The body."""
        return self.content

    @property
    def is_closed(self) -> bool:
        """Whether nothing more comes."""
        return self._stream is None or bool(self._stream._done)

    def close(self) -> None:
        """Drops the rest of a stream."""
        if self._stream is not None:
            self._stream.close()

    async def aclose(self) -> None:
        """As :meth:`close`, of an asynchronous stream."""
        if self._stream is not None:
            await self._stream.close()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"the response of an error or a stream has status_code, headers, content, text and json(), not {name!r}",
            name=name,
            obj=self,
        )

    def __repr__(self) -> str:
        return f"<Response [{self.status_code} {self.reason_phrase}]>"
