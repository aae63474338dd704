"""What both clients are: settings, how they are copied and pickled, and the native client made from them."""

from __future__ import annotations

from . import _log, _native, _options, _stops
from ._credentials import Hook
from ._options import NOT_GIVEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, Self, Unpack

    from .params import ClientOptions, CopyOptions


_WAYS = frozenset({"api_key", "auth_token", "credentials"})
"""Settings of which a client has one."""


class BaseClient:
    """Settings and connections. Any thread; usable in processes forked from this one."""

    __slots__ = ("__weakref__", "_closed", "_copies", "_key", "_native", "_settings")

    def __init__(self, **settings: Unpack[ClientOptions]) -> None:
        self._make(dict(settings), ())

    def _make(self, settings: dict[str, Any], copies: tuple[dict[str, Any], ...]) -> None:
        self._settings = settings
        self._copies = copies
        self._closed = False
        given = {name: value for name, value in settings.items() if value is not NOT_GIVEN}
        key = given.get("api_key")
        self._key: Callable[[], Any] | Hook | None = None
        asked = given.pop("credentials", None)
        if callable(key) and asked is None:
            self._key = key
            del given["api_key"]
        elif asked is not None:
            self._key = Hook(asked)
        from_env = given.pop("from_env", True)
        timeout = given.pop("timeout", None)
        on_stop = given.pop("on_stop", None)
        hook = None if on_stop is None else _stops.Hook(on_stop)
        _log.look()
        native = _native.Client(
            _options.of_client(given), from_env=from_env, has_key_function=self._key is not None, hook=hook
        )
        if hook is not None:
            _stops.watch(native.number, hook)
            _log.expect_stops()
        if timeout is not None:
            native = native.with_options(_options.of_defaults({"timeout": timeout}))
        for copy in copies:
            native = native.with_options(_options.of_defaults(copy))
        self._use(native)

    def _use(self, native: _native.Client) -> None:
        self._native = native

    @property
    def base_url(self) -> str:
        """Address of the service."""
        return self._native.base_url

    @property
    def vendor(self) -> str:
        """Vendor name, which is the prefix of the service's own headers."""
        return self._native.vendor

    @property
    def stop_reason_counts(self) -> dict[str, int]:
        """How many messages of this client and its copies ended with which stop reason; ``end_turn`` is not
        counted."""
        return self._native.stop_reason_counts

    @property
    def beta(self) -> Self:
        """This client: what the field's SDK keeps under ``beta`` stands beside the rest here. Features that the service
        still tries out are named by ``betas``."""
        return self

    def with_options(self, **options: Unpack[CopyOptions]) -> Self:
        """A copy with other settings. Shares the connections, unless a setting of the connection itself
        differs."""
        given = {name: value for name, value in options.items() if value is not NOT_GIVEN}
        key = given.get("api_key")
        swaps_key = self._key is not None and ("api_key" in given or "auth_token" in given)
        copy = type(self).__new__(type(self))
        if swaps_key or callable(key) or not all(map(_options.is_default, given)):
            settings = self._settings | given
            if any(given.get(way) is not None for way in _WAYS):
                for way in _WAYS - given.keys():
                    settings.pop(way, None)
            copy._make(settings, self._copies)
        else:
            copy._settings, copy._closed, copy._key = self._settings, False, self._key
            copy._copies = (*self._copies, given)
            copy._use(self._native.with_options(_options.of_defaults(given)))
        return copy

    copy = with_options

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        copies = tuple(map(_options.without_secrets, self._copies))
        return _restore, (type(self), _options.without_secrets(self._settings), copies)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r}, vendor={self.vendor!r})"

    def is_closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return self._closed

    def _retire(self) -> None:
        self._closed = True
        self._use(_closed(self._native))


class _Closed:
    """Stands in for the native client of a client that was closed."""

    __slots__ = ("base_url", "stop_reason_counts", "vendor")

    def __init__(self, native: _native.Client) -> None:
        self.base_url = native.base_url
        self.vendor = native.vendor
        self.stop_reason_counts = native.stop_reason_counts

    def call(self, *args: object, **named: object) -> NoReturn:
        raise RuntimeError("this client was closed")

    submit = with_options = call


def _closed(native: _native.Client) -> _native.Client:
    """A native client that refuses every call and still tells where it led."""
    closed: Any = _Closed(native)
    return closed  # type: ignore[no-any-return]


def _restore(
    cls: type[BaseClient], settings: dict[str, Any], copies: tuple[dict[str, Any], ...]
) -> BaseClient:
    """The other half of pickling; the credential comes from the environment or the function again."""
    client = cls.__new__(cls)
    client._make(settings, copies)
    return client
