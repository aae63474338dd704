"""Base class of both clients of this package: readable settings, and errors for missing features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour import NOT_GIVEN, Parsed
from parlour import __version__ as VERSION
from parlour.hooks import ParsedMessage, is_given

from ._http import MAX_RETRIES, TIMEOUT, settings_of
from ._refusals import INTERNALS, MEMBERS, refusal
from ._values import Address, keep
from ._webhooks import Webhooks

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar, Unpack

    from parlour.params import ClientOptions

    class _Settings(ClientOptions, total=False):
        http_client: object | None
        webhook_key: str | None

    _T = TypeVar("_T")


class _Transport:
    """Replaces the HTTP client within the SDK's client: frameworks add hooks to it when they are made. Calls
    do not go through it, so that no hook is called."""

    def __init__(self) -> None:
        self.event_hooks: dict[str, list[Any]] = {"request": [], "response": []}

    def __getattr__(self, name: str) -> Any:
        raise refusal(f"client._client.{name}", INTERNALS["_client"])


_KEY_ADVICE = "the key came from the environment: read it there"
_CHANGE = "a client does not change: write `client.with_options({}=...)`, which makes a copy"


def _setting(name: str, default: Any = None) -> Any:
    def get(self: Any) -> Any:
        given = self._settings
        for copy in self._copies:
            given = given | copy
        value = given.get(name)
        return default if value is None or value is NOT_GIVEN else value

    def put(self: Any, value: object) -> None:
        raise refusal(f"client.{name} = ...", _CHANGE.format(name))

    return property(get, put, doc=f"The setting ``{name}`` as it was given to the client.")


def apart(cls: type[_T]) -> type[_T]:
    """Copies the methods of its bases to a class: wrapping those of one class does not wrap those of the
    other, and a tracer that wraps both sees each call once."""
    own: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        own |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
    for name, value in own.items():
        setattr(cls, name, value)
    # In the SDK both have one name, by which tracers call them.
    cls.__name__ = cls.__mro__[1].__name__
    return cls


class Beta:
    """The namespace ``client.beta`` of the SDK: all of the client, and messages of a class of their own."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @property
    def messages(self) -> Any:
        """The resource ``/v1/messages``."""
        return self._client._beta_messages

    @property
    def webhooks(self) -> Webhooks:
        """The calls of the service to the program."""
        return Webhooks(self._client)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)


class Settings:
    """Settings of a client, as programs look at them."""

    if TYPE_CHECKING:

        def __init__(self, **settings: Unpack[_Settings]) -> None: ...

    timeout = _setting("timeout", TIMEOUT)
    max_retries = _setting("max_retries", MAX_RETRIES)
    default_headers = _setting("default_headers", {})
    auth_token = _setting("auth_token")
    webhook_key = _setting("webhook_key")
    _settings: dict[str, Any]
    _copies: tuple[dict[str, Any], ...]

    @property
    def base_url(self) -> Address:
        """Where calls go."""
        return Address(super().base_url)  # type: ignore[misc]

    @base_url.setter
    def base_url(self, value: object) -> None:
        raise refusal("client.base_url = ...", _CHANGE.format("base_url"))

    _base_url = base_url
    _custom_headers = default_headers
    _version = VERSION

    @property
    def api_key(self) -> Any:
        """The key, if it was given to the client and not to its environment."""
        key = self._settings.get("api_key")
        for copy in self._copies:
            key = copy.get("api_key", key)
        if key is None:
            raise refusal("client.api_key", _KEY_ADVICE)
        return key

    @api_key.setter
    def api_key(self, value: object) -> None:
        advice = "write `client.with_options(api_key=...)`, or give a function that gives the key"
        raise refusal("client.api_key = ...", advice)

    if not TYPE_CHECKING:
        # Hidden from type checkers, so that they still find misspelt names.

        def _make(self, settings, copies):
            super()._make({name: value for name, value in settings.items() if name != "webhook_key"}, copies)
            self._settings = settings

        _client = property(lambda self: _Transport(), doc="The HTTP client, of which hooks are there alone.")
        beta = property(Beta, doc="This client, with messages of a class of their own.")

        def __getattr__(self, name):
            if name == "api_key":
                # The property raised: raise its error again, or its message would be lost.
                raise refusal("client.api_key", _KEY_ADVICE)
            advice = MEMBERS.get(name) or INTERNALS.get(name)
            if advice is not None:
                raise refusal(f"client.{name}", advice)
            raise AttributeError(
                f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self
            )


def made_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a new client."""
    return settings_of(settings, copy=False)


def has_key_header(settings: Mapping[str, Any]) -> bool:
    """Whether the default headers bring a key, so that a client needs no other."""
    headers = settings.get("default_headers")
    given: dict[str, Any] = dict(headers) if headers is not None and is_given(headers) else {}
    names = {name.lower() for name, value in given.items() if value}
    return not names.isdisjoint({"x-api-key", "authorization"})


def changed(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a copy."""
    return settings_of(settings, copy=True)


def message_of(parsed: Parsed[Any], output: Any = None) -> ParsedMessage[Any]:
    """The message of a structured answer, with its value. Raises where the SDK does, and for a model of pydantic what
    it does: for what does not fit the type."""
    if parsed.error is not None and parsed.outcome != "refused":
        if hasattr(output, "model_validate_json"):
            try:
                output.model_validate_json(parsed.text)
            except ValueError as error:
                raise error from parsed.error
        raise parsed.error
    message = parsed.message
    if parsed.error is None:
        for block in message.content:
            if block.type == "text":
                keep(block, parsed.value)
    made: ParsedMessage[Any] = ParsedMessage.__new__(ParsedMessage)
    made.__dict__.update(message.__dict__)
    made._response = message.response_info
    object.__setattr__(made, "_parsed", parsed)
    return made


def type_of(output_format: Any, params: dict[str, Any]) -> Any:
    """The type of a structured answer, by either name; ``None`` without one."""
    if output_format is None or output_format is NOT_GIVEN:
        return params.pop("output", None)
    return output_format


def with_message(answer: Any, output: Any) -> Any:
    """A raw structured answer whose ``parse()`` gives the message, as that of a call does."""
    read = answer._read
    answer._read = lambda body: message_of(read(body), output)
    return answer


def titled(options: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a new skill, whose name was ``display_title``."""
    if "display_title" in options:
        options["display_name"] = options.pop("display_title")
    return options


def resource(cls: type) -> Any:
    """A resource that is one object for the life of its client, on which a method can be replaced."""
    # A subclass has a `__dict__`.
    patchable: Any = type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__})
    name = f"_{cls.__name__}"

    def get(self: Any) -> Any:
        made = self.__dict__.get(name)
        if made is None:
            made = self.__dict__[name] = patchable(self._native, self._key)
        return made

    return property(get)


def document(own: type, of: type, **methods: str) -> None:
    """Copies the documents of parameters from this package to a class and its methods, under the SDK's
    names."""
    own.__doc__ = _with_parameters(own.__doc__, of.__doc__)
    for name, there in methods.items():
        method = vars(own)[name]
        method.__doc__ = _with_parameters(method.__doc__, getattr(of, there).__doc__)


def _with_parameters(own: str | None, there: str | None) -> str:
    from inspect import cleandoc

    _, mark, parameters = cleandoc(there or "").partition("\nArgs:\n")
    return f"{cleandoc(own or '')}\n{mark}{parameters}"
